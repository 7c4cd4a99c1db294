import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import type { Dashboard } from '../../shared/dashboard.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { DueText } from '../custody/CustodyText.tsx';
import { useLabels } from '../labels.ts';
import { useMay } from '../session.tsx';
import { linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Time } from '../ui/Time.tsx';

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
            <RowLink bunch={bunch} linked={linked} className="truncate font-medium tabular-nums" />
            <span className="truncate text-muted">{bunch.holder?.name}</span>
            {bunch.dueAt && <DueText at={bunch.dueAt} className="justify-self-end text-hint text-muted" />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Props = { bunches: Dashboard['missingNow']; total: number | undefined };

/** Missing bunches, newest first; null when none. */
export function MissingNow({ bunches, total }: Props) {
  const may = useMay();
  const { label } = useLabels();
  const linked = may(api.getKeyBunchHistory.needs);
  return (
    <Panel>
      <PanelHead
        lead={<span aria-hidden className="size-2 rounded-full bg-red-500" />}
        title="Missing now"
        count={total?.toLocaleString()}
        right={
          <Link to="/key-bunches" search={{ status: 'missing' }} className={linkClass}>
            Show in Keys
          </Link>
        }
      />
      <ul className="divide-y md:grid md:grid-cols-[fit-content(45%)_minmax(0,1fr)_auto]">
        {bunches.map((bunch) => (
          <li
            key={bunch.id}
            className="relative col-span-3 grid min-h-[45px] grid-cols-subgrid content-center items-center gap-x-4 px-4 transition-colors hover:bg-soft/50 touch:min-h-13 phone:min-h-[57px] phone:grid-cols-[minmax(0,1fr)_auto] phone:gap-x-3 phone:py-2"
          >
            <RowLink
              bunch={bunch}
              linked={linked}
              className="truncate font-medium tabular-nums phone:col-span-2 phone:whitespace-normal phone:wrap-anywhere"
            />
            <span className="truncate text-muted phone:col-start-1 phone:text-hint phone:whitespace-normal phone:wrap-anywhere">
              {bunch.missing?.lastHolder ? `Last with ${bunch.missing.lastHolder.name}` : 'Never issued'} ·{' '}
              {bunch.missing?.lastLocation.name ?? bunch.location.name}
              <span className="md:hidden"> · {label('keyTypes', bunch.type)}</span>
            </span>
            <span className="justify-self-end text-hint text-muted">
              <Time at={bunch.missing?.since ?? bunch.lastUpdated} className="relative z-10" />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A bunch's ID in a row that is a link to its history for permitted users; the row is `relative`. */
export const RowLink = ({
  bunch,
  linked,
  className,
}: {
  bunch: Pick<KeyBunch, 'id' | 'identifier'>;
  linked: boolean;
  className?: string;
}) =>
  linked ? (
    <Link
      to="/key-history/$id"
      params={{ id: String(bunch.id) }}
      className={cx(className, 'after:absolute after:inset-0')}
    >
      {bunch.identifier}
    </Link>
  ) : (
    <span className={className}>{bunch.identifier}</span>
  );
