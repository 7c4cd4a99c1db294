import { dayText } from '../../../shared/clock-text.ts';
import type { Holder } from '../../../shared/holder.ts';
import { serverNow } from '../../api/server-clock.ts';
import { companyDay } from '../../format.ts';
import { Badge } from '../../ui/Badge.tsx';

/** How many sets a person holds and how many are overdue, or that they can't take more. */
export function Holding({ holder }: { holder: Holder }) {
  const { validUntil, isActive, out, overdue } = holder;
  if (!isActive) return <Badge>Inactive</Badge>;
  if (validUntil && validUntil < companyDay(new Date(serverNow())))
    return <Badge>Ended {dayText(validUntil)}</Badge>;
  if (out === 0) return null;
  return (
    <span className="shrink-0 text-hint whitespace-nowrap text-muted tabular-nums">
      holding {out}
      {overdue > 0 && (
        <>
          , <b className="font-semibold text-red-700 dark:text-red-300">{overdue} overdue</b>
        </>
      )}
    </span>
  );
}
