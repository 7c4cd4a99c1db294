import { ChevronDown } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { locationTextOf, movementSentence } from '../../shared/movement-text.ts';
import { UNDO_LABEL } from '../../shared/movement-words.ts';
import { Opens } from '../BunchText.tsx';
import { clockTime, exactTime, shortDate } from '../format.ts';
import { useLabels } from '../labels.ts';
import { cx } from '../ui/cx.ts';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useZone } from '../zone.ts';
import { ActionIcon } from './ActionIcon.tsx';
import { actorOf, BunchLink, nameOf, Person, unclearNames } from './BunchLink.tsx';
import type { HistoryEntry } from './late-entry.tsx';
import { DeletionDetails, isLong, MovementText } from './MovementText.tsx';
import { receivedText } from './question-words.ts';

type Props = {
  movement: HistoryEntry;
  /** The user's name is ambiguous. */
  unclear: boolean;
};

/** One movement on a phone. */
const MovementCard = memo(function MovementCard({ movement, unclear }: Props) {
  // Rerenders when the company's zone changes.
  useZone();
  const { label } = useLabels();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { action, keyBunch, doneAt, notes, details } = movement;
  const { name, user } = actorOf(movement);
  const deleted = action === 'deleted';
  const location = locationTextOf(movement);
  const does = `${details.undoneAction ? UNDO_LABEL : label('actions', action)}:`;
  return (
    <li className="px-4 py-3">
      <div className="flex gap-3">
        <ActionIcon movement={movement} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-1">
              <BunchLink movement={movement} className="min-w-0" />
            </span>
            <time
              dateTime={doneAt}
              title={exactTime(doneAt)}
              className="text-hint whitespace-nowrap text-muted tabular-nums"
            >
              {clockTime(doneAt)}, {shortDate(doneAt)}
            </time>
          </p>
          {keyBunch?.opens && (
            <Opens bunch={keyBunch.opens} client={false} className="text-hint text-muted" />
          )}
          {!movementSentence(movement, label).startsWith(does) && <span className="sr-only">{does} </span>}
          <MovementText movement={movement} whole={open} />
          <p className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-3 text-hint break-words text-muted">
            <span className="min-w-0">
              {movement.lateEntry && <span className="block">{receivedText(movement)}</span>}
              {user ? (
                <Person user={user} unclear={unclear} lead="by " rest={location && ` · ${location}`} />
              ) : (
                [name && `by ${name}`, location].filter(Boolean).join(' · ')
              )}
            </span>
          </p>
        </div>
      </div>
      {(deleted || isLong(notes)) && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={deleted && open ? id : undefined}
          onClick={() => setOpen(!open)}
          className="-mb-2 ml-[46px] flex h-11 items-center gap-1.5 rounded-md text-label font-medium text-link"
        >
          {deleted ? 'Deletion Audit Details' : open ? 'Show less' : 'Show full note'}
          <ChevronDown aria-hidden className={cx('size-4 transition-transform', open && 'rotate-180')} />
        </button>
      )}
      {deleted && open && (
        <div id={id} className="mt-2 mb-1">
          <DeletionDetails movement={movement} />
        </div>
      )}
    </li>
  );
});

const WAITING = Array.from({ length: 6 }, (_, row) => row);

/** The movements on phones. */
export function MovementCards({ movements }: { movements: readonly HistoryEntry[] | undefined }) {
  const unclear = unclearNames(movements ?? []);
  return (
    <Panel>
      <ul className="divide-y">
        {movements?.map((movement) => (
          <MovementCard key={movement.id} movement={movement} unclear={unclear.has(nameOf(movement))} />
        ))}
        {!movements &&
          WAITING.map((row) => (
            <li key={row} className="flex h-[92px] gap-3 p-4">
              <Skeleton className="size-[34px]" />
              <span className="grid content-start gap-2">
                <Skeleton className="h-4 w-44" />
                <Skeleton className="h-3.5 w-32" />
              </span>
            </li>
          ))}
      </ul>
    </Panel>
  );
}
