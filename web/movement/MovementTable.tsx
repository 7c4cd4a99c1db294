import { ChevronDown } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { locationTextOf } from '../../shared/movement-text.ts';
import { UNDO_LABEL } from '../../shared/movement-words.ts';
import { opensText } from '../../shared/opens-text.ts';
import { Opens } from '../BunchText.tsx';
import { clockTime, exactTime, shortDate } from '../format.ts';
import { useLabels } from '../labels.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Table, Td, Th, Tr } from '../ui/Table.tsx';
import { useZone } from '../zone.ts';
import { ActionIcon } from './ActionIcon.tsx';
import { actorOf, BunchLink, nameOf, Person, unclearNames } from './BunchLink.tsx';
import type { HistoryEntry } from './late-entry.tsx';
import { DeletionDetails, isLong, MovementText } from './MovementText.tsx';
import { receivedText } from './question-words.ts';

/** Number of table columns. */
const COLUMNS = 7;

type Props = {
  movement: HistoryEntry;
  /** The user's name is ambiguous. */
  unclear: boolean;
};

/** One movement in the table. Expands to a deletion's audit details or a long note's full text. */
const MovementRow = memo(function MovementRow({ movement, unclear }: Props) {
  // Rerenders when the company's zone changes.
  useZone();
  const { label } = useLabels();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { action, keyBunch, keyBunchIdentifier, doneAt, notes, details } = movement;
  const deleted = action === 'deleted';
  const { user } = actorOf(movement);
  const name = nameOf(movement);
  const location = locationTextOf(movement);
  const what = deleted ? 'deletion details' : 'the full note';
  return (
    <>
      <Tr>
        <Td>
          <span className="flex items-center gap-2.5">
            <ActionIcon movement={movement} />
            <span className={cx('max-xl:sr-only', deleted && 'text-red-700 dark:text-red-300')}>
              {details.undoneAction ? UNDO_LABEL : label('actions', action)}
            </span>
          </span>
        </Td>
        <Td className="py-2">
          <BunchLink movement={movement} />
          {keyBunch?.opens && opensText(keyBunch.opens) ? (
            <Opens bunch={keyBunch.opens} client={false} className="text-hint text-muted" />
          ) : (
            <span className="block truncate text-hint text-muted">
              {keyBunch && label('keyTypes', keyBunch.type)}
            </span>
          )}
          <span className="block text-hint break-words text-muted lg:hidden">{location}</span>
        </Td>
        <Td className="py-2">
          <MovementText movement={movement} whole={open} />
        </Td>
        <Td className="break-words max-lg:hidden">{location}</Td>
        <Td>
          <span className="flex items-center gap-2.5">
            <Avatar name={user?.now?.name ?? name} size={24} className="max-xl:hidden" />
            <span className="min-w-0">{user ? <Person user={user} unclear={unclear} /> : name}</span>
          </span>
        </Td>
        <Td className="tabular-nums">
          <time dateTime={doneAt} title={exactTime(doneAt)} className="whitespace-nowrap">
            {clockTime(doneAt)}, {shortDate(doneAt)}
          </time>
          {movement.lateEntry && <span className="block text-hint text-muted">{receivedText(movement)}</span>}
        </Td>
        <Td className="text-right max-lg:px-2">
          {(deleted || isLong(notes)) && (
            <IconButton
              icon={ChevronDown}
              label={`${open ? 'Hide' : 'Show'} ${what} of ${keyBunchIdentifier}`}
              aria-expanded={open}
              aria-controls={deleted && open ? id : undefined}
              onClick={() => setOpen(!open)}
              className={cx('[&>svg]:transition-transform', open && '[&>svg]:rotate-180')}
            />
          )}
        </Td>
      </Tr>
      {deleted && open && (
        <tr id={id}>
          <td colSpan={COLUMNS} className="pr-4 pb-4 pl-14">
            <DeletionDetails movement={movement} />
          </td>
        </tr>
      )}
    </>
  );
});

const WAITING = Array.from({ length: 10 }, (_, row) => row);

/** The movements on wide screens. */
export function MovementTable({ movements }: { movements: readonly HistoryEntry[] | undefined }) {
  const unclear = unclearNames(movements ?? []);
  return (
    <Table className="table-fixed">
      <thead>
        <tr>
          <Th className="w-[140px] max-xl:w-[76px]">Action</Th>
          <Th className="w-[232px] max-xl:w-[160px]">Key set</Th>
          <Th>Description</Th>
          <Th className="w-[160px] max-xl:w-[136px] max-lg:hidden">Location</Th>
          <Th className="w-[188px] max-xl:w-[136px] max-lg:w-[116px]">User</Th>
          <Th className="w-[132px]">Done</Th>
          <Th className="w-16 max-lg:w-13 touch:w-[76px]">
            <span className="sr-only">Details</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {movements?.map((movement) => (
          <MovementRow key={movement.id} movement={movement} unclear={unclear.has(nameOf(movement))} />
        ))}
        {!movements && WAITING.map((row) => <MovementRowSkeleton key={row} />)}
      </tbody>
    </Table>
  );
}

const MovementRowSkeleton = () => (
  <Tr>
    <Td>
      <Skeleton className="size-7" />
    </Td>
    <Td>
      <Skeleton className="my-[3px] h-3.5 w-20" />
      <Skeleton className="my-[3px] h-3 w-16" />
    </Td>
    <Td>
      <Skeleton className="my-[3px] h-3.5 w-48 max-w-full" />
      <Skeleton className="my-[3px] h-3 w-36 max-w-full" />
    </Td>
    <Td className="max-lg:hidden">
      <Skeleton className="h-4 w-24 max-w-full" />
    </Td>
    <Td>
      <Skeleton className="h-4 w-28 max-w-full" />
    </Td>
    <Td colSpan={2}>
      <Skeleton className="my-[3px] h-3.5 w-24" />
      <Skeleton className="my-[3px] h-3 w-16" />
    </Td>
  </Tr>
);
