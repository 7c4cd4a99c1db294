import { Link } from '@tanstack/react-router';
import { ChevronRight, Hand } from 'lucide-react';
import type { Dashboard } from '../../shared/dashboard.ts';
import { DueText } from '../custody/CustodyText.tsx';
import { overdueClass } from '../custody/due-lines.ts';

/** How many sets the user has, and what is next: a question to answer, what is overdue, or the next due time. */
export function MyKeys({ mine: { sets, overdue, nextDue, asked } }: Pick<Dashboard, 'mine'>) {
  return (
    <Link
      to="/mine"
      className="flex min-h-13 items-center gap-3 rounded-xl border bg-panel px-4 shadow-xs transition-colors hover:bg-soft"
    >
      <Hand aria-hidden className="size-5 text-muted" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 py-2">
        <span className="font-medium">My keys</span>
        {sets > 0 && <span className="rounded-md bg-soft px-1.5 text-hint tabular-nums">{sets}</span>}
        <span className="ml-auto text-label text-muted">
          {asked > 0 ? (
            <b className="font-medium text-amber-900 dark:text-amber-300">asked to take {asked}</b>
          ) : overdue > 0 ? (
            <b className={overdueClass}>{overdue} overdue</b>
          ) : (
            nextDue && <DueText at={nextDue} narrow />
          )}
        </span>
      </span>
      <ChevronRight aria-hidden className="size-4 text-muted" />
    </Link>
  );
}
