import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import type { Dashboard } from '../../shared/dashboard.ts';
import { DueText } from '../custody/DueText.tsx';
import { useMay } from '../session.tsx';
import { linkClass } from '../ui/link-class.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';

/** Overdue sets, longest first, then those due soonest; null without due times. */
export function DuePanel({ overview: { due, stats } }: { overview: Dashboard }) {
  const linked = useMay()(api.getKeyBunchHistory.needs);
  const words = [
    stats.overdue > 0 && `${stats.overdue.toLocaleString()} overdue`,
    stats.dueToday > 0 && `${stats.dueToday.toLocaleString()} due today`,
  ].filter(Boolean);
  return (
    <Panel>
      <PanelHead
        lead={stats.overdue > 0 && <span aria-hidden className="size-2 rounded-full bg-red-500" />}
        title="Due and overdue"
        count={words.join(', ') || undefined}
        right={
          <Link to="/out" className={linkClass}>
            Out now
          </Link>
        }
      />
      <ul className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)_auto] divide-y">
        {due.map((bunch) => (
          <li
            key={bunch.id}
            className="relative col-span-3 grid min-h-[45px] grid-cols-subgrid items-center gap-x-4 px-4 transition-colors hover:bg-soft/50 touch:min-h-13"
          >
            {linked ? (
              <Link
                to="/key-history/$id"
                params={{ id: String(bunch.id) }}
                className="truncate font-medium tabular-nums after:absolute after:inset-0"
              >
                {bunch.identifier}
              </Link>
            ) : (
              <span className="truncate font-medium tabular-nums">{bunch.identifier}</span>
            )}
            <span className="truncate text-muted">{bunch.holder?.name}</span>
            {bunch.dueAt && <DueText at={bunch.dueAt} className="justify-self-end text-hint text-muted" />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
