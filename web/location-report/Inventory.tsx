import { memo } from 'react';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { contentsOf, opensParts } from '../../shared/opens-text.ts';
import { Identifier, Opens, TagText, TypeTag } from '../BunchText.tsx';
import { count } from '../format.ts';
import { useKeyRights } from '../key-bunch/key-actions.tsx';
import { changedSinceIssue, StatusBadge } from '../key-bunch/StatusBadge.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Table, Td, Th, Tr } from '../ui/Table.tsx';
import { Time } from '../ui/Time.tsx';
import { WindowBody, WindowCards } from '../ui/WindowRows.tsx';

const ROW = { desk: 52, phone: 118 };
/** Note about the order of the inventory. */
export const INVENTORY_ORDER = 'Missing first, then issued';

/** The loaded sets, the total, and a callback near the end of the list. */
type InventoryProps = { bunches: KeyBunch[]; total: number; onNearEnd: () => void };

/** Inventory of a location: a table, or cards on a phone. */
export const Inventory = (props: InventoryProps) =>
  useMedia(PHONE) ? <InventoryCards {...props} /> : <InventoryTable {...props} />;

function InventoryTable({ bunches, total, onNearEnd }: InventoryProps) {
  const { history } = useKeyRights();
  return (
    <Panel>
      <PanelHead title="Key inventory" count={count(total, 'key set')} right={INVENTORY_ORDER} />
      <Table bare aria-label="Key inventory" aria-rowcount={total + 1} className="table-fixed">
        <thead className="sticky top-14 z-10 bg-panel shadow-[0_1px_0_var(--line)] touch:top-16">
          <tr aria-rowindex={1}>
            <Th className="w-[150px] max-lg:w-auto">Set ID & Tag</Th>
            <Th className="max-lg:hidden">Description</Th>
            <Th className="w-[122px]">Type</Th>
            <Th className="w-[200px] max-lg:w-[188px]">Status</Th>
            <Th num className="w-16 pr-2! pl-1!">
              Keys
            </Th>
            <Th num className="w-16 pr-3! pl-1!">
              Fobs
            </Th>
            <Th className="w-[118px]">Last Update</Th>
          </tr>
        </thead>
        <WindowBody items={bunches} height={ROW.desk} columns={7} onNearEnd={onNearEnd}>
          {(bunch, index) => <InventoryRow key={bunch.id} bunch={bunch} index={index} linked={history} />}
        </WindowBody>
      </Table>
    </Panel>
  );
}

type RowProps = { bunch: KeyBunch; index: number; linked: boolean };

const InventoryRow = memo(function InventoryRow({ bunch, index, linked }: RowProps) {
  const { holder, issuedAt, position, keyCount, fobCount } = bunch;
  return (
    <Tr size="report" hover aria-rowindex={index + 2}>
      <Td>
        <div className="truncate">
          <Identifier bunch={bunch} linked={linked} />
        </div>
        <div className="truncate text-hint text-muted">
          <TagText bunch={bunch} />
          {position && ` · ${position}`}
        </div>
        <Opens bunch={bunch} client={false} className="text-hint lg:hidden" />
      </Td>
      <Td className="max-lg:hidden">
        <Opens bunch={bunch} client={false} />
        <span className="block truncate text-hint text-muted">{opensParts(bunch).client}</span>
      </Td>
      <Td>
        <TypeTag type={bunch.type} />
      </Td>
      <Td>
        <span className="flex min-w-0 items-center gap-2">
          <StatusBadge status={bunch.status} />
          {holder && (
            <span className="min-w-0 text-hint/4 text-muted">
              <span className="line-clamp-2 text-fg" title={holder.name}>
                {holder.name}
              </span>
              {issuedAt && changedSinceIssue(bunch) && <Time at={issuedAt} />}
            </span>
          )}
        </span>
      </Td>
      <Td num className="pr-2! pl-1!">
        {keyCount.toLocaleString()}
      </Td>
      <Td num zero={fobCount === 0} className="pr-3! pl-1!">
        {fobCount.toLocaleString()}
      </Td>
      <Td className="text-muted">
        <Time at={bunch.lastUpdated} />
      </Td>
    </Tr>
  );
});

/** Inventory on narrow screens. */
function InventoryCards({ bunches, total, onNearEnd }: InventoryProps) {
  const { history } = useKeyRights();
  return (
    <Panel>
      <PanelHead title="Key inventory" count={count(total, 'key set')} />
      <p className="border-b bg-soft/40 px-4 py-1.5 text-hint text-muted">{INVENTORY_ORDER}</p>
      <WindowCards
        label="Key inventory"
        items={bunches}
        total={total}
        height={ROW.phone}
        onNearEnd={onNearEnd}
        className="border-b last:border-b-0"
      >
        {(bunch) => <InventoryCard bunch={bunch} linked={history} />}
      </WindowCards>
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
