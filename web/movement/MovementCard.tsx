import { ChevronDown } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { Movement } from '../../shared/movement.ts';
import { fullName } from '../../shared/user.ts';
import { useLabels } from '../setting/labels.ts';
import { cx } from '../ui/cx.ts';
import { Time } from '../ui/Time.tsx';
import { ActionSign } from './ActionIcon.tsx';
import { BunchLink } from './BunchLink.tsx';
import { DeletionDetails } from './DeletionDetails.tsx';
import { isLong, MovementText } from './MovementText.tsx';

/** One movement on a phone. */
export const MovementCard = memo(function MovementCard({ movement }: { movement: Movement }) {
  const { label } = useLabels();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { action, keyBunch, user, timestamp, notes } = movement;
  const deleted = action === 'deleted';
  return (
    <li className="px-4 py-3">
      <div className="flex gap-3">
        <ActionSign action={action} />
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline justify-between gap-3">
            <span className="flex min-w-0 items-baseline gap-1">
              <BunchLink movement={movement} className="min-w-0 truncate" />
              {keyBunch && (
                <span className="truncate text-hint text-muted">· {label('keyTypes', keyBunch.type)}</span>
              )}
            </span>
            <Time at={timestamp} focusable={false} className="text-hint text-muted" />
          </p>
          <span className="sr-only">{label('actions', action)}: </span>
          <MovementText movement={movement} whole={open} />
          {user && <p className="mt-0.5 text-hint text-muted">by {fullName(user)}</p>}
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
