import { ChevronDown } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { Movement } from '../../shared/movement.ts';
import { placeOf } from '../../shared/movement-text.ts';
import { UNDO_LABEL } from '../../shared/movement-words.ts';
import { opensText } from '../../shared/opens-text.ts';
import { useZone } from '../custody/zone.ts';
import { clockTime, exactTime, shortDate } from '../format.ts';
import { Opens } from '../key-bunch/Opens.tsx';
import { useLabels } from '../setting/labels.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Td } from '../ui/table/Td.tsx';
import { Tr } from '../ui/table/Tr.tsx';
import { ActionIcon } from './ActionIcon.tsx';
import { BunchLink } from './BunchLink.tsx';
import { DeletionDetails } from './DeletionDetails.tsx';
import { isLong, MovementText } from './MovementText.tsx';
import { nameOf, Person } from './Who.tsx';

/** How many columns the table has. */
export const COLUMNS = 7;

type Props = {
  movement: Movement;
  /** The name alone does not tell who it was. */
  unclear: boolean;
};

/** One movement in the table. A deletion opens to its audit details, a long note to its whole text. */
export const MovementRow = memo(function MovementRow({ movement, unclear }: Props) {
  // Drawn again when the company's zone changes.
  useZone();
  const { label } = useLabels();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { action, keyBunch, keyBunchIdentifier, user, timestamp, notes, details } = movement;
  const deleted = action === 'deleted';
  const name = nameOf(movement);
  const place = placeOf(movement);
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
          <span className="block text-hint break-words text-muted lg:hidden">{place}</span>
        </Td>
        <Td className="py-2">
          <MovementText movement={movement} whole={open} />
        </Td>
        <Td className="break-words max-lg:hidden">{place}</Td>
        <Td>
          <span className="flex items-center gap-2.5">
            <Avatar name={user?.now?.name ?? name} size={24} className="max-xl:hidden" />
            <span className="min-w-0">{user ? <Person user={user} unclear={unclear} /> : name}</span>
          </span>
        </Td>
        <Td className="tabular-nums">
          <time dateTime={timestamp} title={exactTime(timestamp)} className="whitespace-nowrap">
            {clockTime(timestamp)}, {shortDate(timestamp)}
          </time>
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
