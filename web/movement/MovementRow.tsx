import { ChevronDown } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { Movement } from '../../shared/movement.ts';
import { fullName } from '../../shared/user.ts';
import { useLabels } from '../setting/labels.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Time } from '../ui/Time.tsx';
import { Td } from '../ui/table/Td.tsx';
import { Tr } from '../ui/table/Tr.tsx';
import { ActionSign } from './ActionIcon.tsx';
import { BunchLink } from './BunchLink.tsx';
import { DeletionDetails } from './DeletionDetails.tsx';
import { isLong, MovementText } from './MovementText.tsx';

/** One movement in the table. A deletion opens to its audit details, a long note to its whole text. */
export const MovementRow = memo(function MovementRow({ movement }: { movement: Movement }) {
  const { label } = useLabels();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { action, keyBunch, keyBunchIdentifier, user, timestamp, notes } = movement;
  const deleted = action === 'deleted';
  const name = user ? fullName(user) : 'Unknown';
  const what = deleted ? 'deletion details' : 'the full note';
  return (
    <>
      <Tr>
        <Td>
          <span className="flex items-center gap-2.5">
            <span className="print:hidden">
              <ActionSign action={action} />
            </span>
            <span
              className={cx('max-lg:sr-only print:not-sr-only', deleted && 'text-red-700 dark:text-red-300')}
            >
              {label('actions', action)}
            </span>
          </span>
        </Td>
        <Td className="py-2">
          <BunchLink movement={movement} />
          <span className="block truncate text-hint text-muted">
            {keyBunch && label('keyTypes', keyBunch.type)}
          </span>
        </Td>
        <Td className="py-2">
          <MovementText movement={movement} whole={open} />
        </Td>
        <Td>
          <span className="flex items-center gap-2.5">
            <Avatar name={name} size={24} className="max-xl:hidden print:hidden" />
            <span className="min-w-0 break-words">{name}</span>
          </span>
        </Td>
        <Td className="text-muted">
          <Time at={timestamp} focusable={false} />
        </Td>
        <Td className="text-right print:p-0">
          {(deleted || isLong(notes)) && (
            <IconButton
              icon={ChevronDown}
              label={`${open ? 'Hide' : 'Show'} ${what} of ${keyBunchIdentifier}`}
              aria-expanded={open}
              aria-controls={deleted && open ? id : undefined}
              onClick={() => setOpen(!open)}
              className={cx('print:hidden [&>svg]:transition-transform', open && '[&>svg]:rotate-180')}
            />
          )}
        </Td>
      </Tr>
      {deleted && open && (
        <tr id={id}>
          <td colSpan={6} className="pr-4 pb-4 pl-14">
            <DeletionDetails movement={movement} />
          </td>
        </tr>
      )}
    </>
  );
});
