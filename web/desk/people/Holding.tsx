import type { Holder } from '../../../shared/holder.ts';
import { useSession } from '../../session.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { dayAt } from '../state/to-send.ts';

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** How many sets somebody has, what of them is overdue; or that they may take none any more. */
export function Holding({ holder }: { holder: Holder }) {
  const session = useSession();
  const zone = (session.state === 'in' && session.company?.timezone) || 'UTC';
  const { validUntil, isActive, out, overdue } = holder;
  if (!isActive) return <Badge>Inactive</Badge>;
  if (validUntil && validUntil < dayAt(Date.now(), zone))
    return <Badge>Ended {day.format(new Date(`${validUntil}T00:00:00Z`))}</Badge>;
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
