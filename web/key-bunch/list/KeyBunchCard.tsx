import { memo, useId } from 'react';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { LocationIcon } from '../../location/LocationIcon.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { contentsOf } from '../contents.ts';
import { Identifier } from '../Identifier.tsx';
import { KEY_ACTIONS, type KeyAction } from '../key-actions.ts';
import { handover } from '../key-rights.ts';
import { StatusBadge } from '../StatusBadge.tsx';
import { TagText } from '../TagText.tsx';
import { TypeTag } from '../TypeTag.tsx';
import type { KeyBunchRowProps } from './KeyBunchRow.tsx';

/** A bunch as a card with its actions in reach of a thumb. */
export const KeyBunchCard = memo(function KeyBunchCard({
  bunch,
  rights,
  onAct,
}: Omit<KeyBunchRowProps, 'index'>) {
  const id = useId();
  const hand = handover(bunch, rights);
  const kinds: KeyAction[] = [...(hand ? [hand] : []), ...(rights.move ? ['move' as const] : []), 'details'];
  return (
    <Panel>
      <div className="flex flex-col gap-1 px-4 pt-2.5 pb-3">
        <div className="flex items-center justify-between gap-3">
          <Identifier
            id={id}
            bunch={bunch}
            linked={rights.history}
            className="-my-1.5 inline-flex min-h-11 min-w-0 items-center text-[17px] font-semibold tracking-tight wrap-anywhere"
          />
          <StatusBadge status={bunch.status} />
        </div>
        <div className="-mt-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-label text-muted">
            <TagText bunch={bunch} /> · {contentsOf(bunch)}
          </span>
          {bunch.holder && (
            <span className="ml-auto flex min-w-0 gap-1 text-label">
              <span className="truncate">{bunch.holder.name}</span>{' '}
              {bunch.issuedAt && changedSince(bunch.issuedAt, bunch) && (
                <span className="text-muted">
                  · <Time at={bunch.issuedAt} />
                </span>
              )}
            </span>
          )}
        </div>
        <div className="mt-1 flex items-center gap-2.5">
          <TypeTag type={bunch.type} />
          <span className="flex min-w-0 items-center gap-1.5 text-label">
            <LocationIcon type={bunch.location.type} />
            <span className="truncate">{bunch.location.name}</span>
          </span>
          <Time at={bunch.lastUpdated} className="ml-auto text-hint text-muted" />
        </div>
      </div>
      <div className="flex border-t">
        {kinds.map((kind) => {
          const { icon: Picture, label, short } = KEY_ACTIONS[kind];
          return (
            <button
              key={kind}
              type="button"
              aria-label={label}
              aria-describedby={id}
              onClick={() => onAct({ kind, id: bunch.id })}
              className={cx(
                'flex h-12 items-center justify-center gap-2 text-label font-medium transition-colors not-first:border-l hover:bg-soft/50 focus-visible:-outline-offset-2 active:bg-soft',
                kind === hand ? 'flex-[1.25]' : 'flex-1 text-muted',
              )}
            >
              <Picture aria-hidden className="size-[17px]" />
              {kind === hand ? label : short}
            </button>
          );
        })}
      </div>
    </Panel>
  );
});

const MINUTE_MS = 60_000;

/** Whether the last update is another moment than the handover, so that both are worth a line. */
const changedSince = (issuedAt: string, { lastUpdated }: KeyBunch) =>
  Date.parse(lastUpdated) - Date.parse(issuedAt) >= MINUTE_MS;
