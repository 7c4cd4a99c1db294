import { memo, useRef } from 'react';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { count } from '../format.ts';
import { contentsOf } from '../key-bunch/contents.ts';
import { Identifier } from '../key-bunch/Identifier.tsx';
import { useKeyRights } from '../key-bunch/key-rights.ts';
import { Opens } from '../key-bunch/Opens.tsx';
import { StatusBadge } from '../key-bunch/StatusBadge.tsx';
import { TagText } from '../key-bunch/TagText.tsx';
import { TypeTag } from '../key-bunch/TypeTag.tsx';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';
import { Time } from '../ui/Time.tsx';
import { useWindowRows } from '../ui/window-rows.ts';
import { INVENTORY_ORDER, type InventoryProps } from './Inventory.tsx';

const CARD = 118;

/** Every bunch at the location for a narrow window. */
export function InventoryCards({ bunches, total, onNearEnd }: InventoryProps) {
  const box = useRef<HTMLUListElement>(null);
  const { history } = useKeyRights();
  const { rows, before, after, measure } = useWindowRows({
    box,
    count: bunches.length,
    height: CARD,
    onNearEnd,
  });
  return (
    <Panel>
      <PanelHead title="Key inventory" count={count(total, 'key set')} />
      <p className="border-b bg-soft/40 px-4 py-1.5 text-hint text-muted">{INVENTORY_ORDER}</p>
      <ul ref={box} aria-label="Key inventory" style={{ paddingTop: before, paddingBottom: after }}>
        {rows.map(({ index }) => {
          const bunch = bunches[index];
          return (
            bunch && (
              <li
                key={bunch.id}
                ref={measure}
                data-index={index}
                aria-setsize={total}
                aria-posinset={index + 1}
                className="border-b last:border-b-0"
              >
                <InventoryCard bunch={bunch} linked={history} />
              </li>
            )
          );
        })}
      </ul>
    </Panel>
  );
}

const InventoryCard = memo(function InventoryCard({ bunch, linked }: { bunch: KeyBunch; linked: boolean }) {
  const { holder, issuedAt, position } = bunch;
  return (
    <div className="grid gap-1 px-4 py-2.5">
      <div className="flex items-center justify-between gap-3">
        <Identifier
          bunch={bunch}
          linked={linked}
          className="-my-1.5 inline-flex min-h-11 min-w-0 items-center text-base font-semibold tracking-tight wrap-anywhere"
        />
        <StatusBadge status={bunch.status} />
      </div>
      <Opens bunch={bunch} className="-mt-1 text-label" />
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-label text-muted">
        <span>
          <TagText bunch={bunch} /> · {contentsOf(bunch)}
          {position && ` · ${position}`}
        </span>
        {holder && (
          <span className="min-w-0 break-words">
            <span className="text-fg">{holder.name}</span>
            {issuedAt && (
              <>
                {' · '}
                <Time at={issuedAt} inline />
              </>
            )}
          </span>
        )}
      </div>
      <div className="mt-0.5 flex items-center justify-between gap-3">
        <TypeTag type={bunch.type} />
        <Time at={bunch.lastUpdated} className="text-hint text-muted" />
      </div>
    </div>
  );
});
