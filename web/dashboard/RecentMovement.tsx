import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import type { Movement } from '../../shared/movement.ts';
import { ActionSign } from '../movement/ActionIcon.tsx';
import { Sentence } from '../movement/Sentence.tsx';
import { useMay } from '../session.tsx';
import { useLabels } from '../setting/labels.ts';
import { cx } from '../ui/cx.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';

const row =
  'relative grid min-h-[58px] grid-cols-[auto_minmax(0,1fr)_auto] content-center gap-x-3 px-4 py-[9px] phone:min-h-[57px]';

/** One movement: its icon, the sentence, whose bunch and where, and when. The whole row leads to the bunch's history. */
export function RecentMovement({ movement }: { movement: Movement }) {
  const may = useMay();
  const { label } = useLabels();
  const { keyBunchId, keyBunchIdentifier, keyBunch, fromLocation, action } = movement;
  const inSentence = action === 'location_move' || !fromLocation;
  const place = inSentence ? keyBunch && label('keyTypes', keyBunch.type) : fromLocation.name;
  const linked = keyBunchId !== null && may(api.getKeyBunchHistory.needs);
  return (
    <li className={cx(row, linked && 'transition-colors hover:bg-soft/50')}>
      <span className="row-span-2 self-center">
        <ActionSign movement={movement} />
      </span>
      <p className="col-start-2 font-medium break-words phone:col-span-2">
        <Sentence movement={movement} />
      </p>
      <p className="col-start-2 row-start-2 truncate text-hint text-muted">
        {linked ? (
          <Link
            to="/key-history/$id"
            params={{ id: String(keyBunchId) }}
            className="after:absolute after:inset-0"
          >
            {keyBunchIdentifier}
          </Link>
        ) : (
          keyBunchIdentifier
        )}
        {place && ` · ${place}`}
      </p>
      <span className="col-start-3 row-span-2 row-start-1 self-center text-hint text-muted phone:row-span-1 phone:row-start-2">
        <Time at={movement.timestamp} className="relative z-10" />
      </span>
    </li>
  );
}

/** A placeholder of the size of a row. */
export function RecentMovementPlaceholder() {
  return (
    <li className={row}>
      <Skeleton className="size-7 touch:size-[34px]" />
      <span>
        <Skeleton className="my-[3px] h-3.5 w-40" />
        <Skeleton className="my-[3px] h-3 w-28" />
      </span>
    </li>
  );
}
