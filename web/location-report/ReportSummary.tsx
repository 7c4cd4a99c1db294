import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import type { LocationReport } from '../../shared/location-report.ts';
import { accuracyText, auditedBy } from '../audit/audit-text.tsx';
import { percentOf } from '../format.ts';
import { STATUS_TINTS } from '../key-bunch/StatusBadge.tsx';
import { useLabels } from '../labels.ts';
import { LocationBadge } from '../location/LocationBadge.tsx';
import { LocationIcon } from '../location/LocationIcon.tsx';
import { useMay } from '../session.tsx';
import { linkClass, type Tint } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Panel } from '../ui/Panel.tsx';
import { Time } from '../ui/Time.tsx';

/** The location, its last audit, and four figures linked to the keys they count. */
export function ReportSummary({ report }: { report: LocationReport }) {
  const { label } = useLabels();
  const { location } = report;
  return (
    <Panel className="grid grid-cols-[minmax(0,1fr)] divide-y lg:grid-cols-[minmax(0,1fr)_auto] lg:divide-x lg:divide-y-0">
      <div className="grid min-h-[105px] content-center gap-1 px-5 py-4 phone:px-4">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <LocationIcon type={location.type} />
          <h2 className="text-head font-semibold wrap-anywhere">{location.name}</h2>
          <LocationBadge status={location.status} />
        </div>
        <p className="text-label wrap-anywhere text-muted">
          {label('locationTypes', location.type)}
          {location.description && ` · ${location.description}`}
        </p>
        <LastAudit report={report} />
      </div>
      <dl className="grid grid-cols-4 divide-x lg:grid-cols-[repeat(4,140px)]">
        <Figure name="Total" n={report.summary.total} at={location.id} />
        {(['active', 'issued', 'missing'] as const).map((status) => (
          <Figure
            key={status}
            name={label('statuses', status)}
            n={report.summary[status]}
            at={location.id}
            status={status}
          />
        ))}
      </dl>
    </Panel>
  );
}

/** Links to the last audits, or to a first one. */
function LastAudit({ report }: { report: LocationReport }) {
  const may = useMay();
  const { label } = useLabels();
  const { location, summary } = report;
  const audits = auditsOf(report);
  if (audits.length === 0)
    return (
      <div className="flex flex-wrap items-center gap-x-3 text-label text-muted">
        Not audited yet
        {summary.total > 0 && may(api.startAudit.needs) && (
          <Link to="/audit" search={{ location: String(location.id) }} className={linkClass}>
            Audit this location
          </Link>
        )}
        <Accuracy report={report} />
      </div>
    );
  const named = audits.map((audit) => (
    <p key={audit.id} className="flex flex-wrap items-center gap-x-3 text-label text-muted">
      <span>
        {auditName(audit, audits, (type) => label('keyTypes', type))} <Time at={audit.endTime} inline /> by{' '}
        {auditedBy(audit)}, {audit.totalScanned.toLocaleString()} of {audit.totalExpected.toLocaleString()}{' '}
        found
      </span>
      {may(api.getAudit.needs) && (
        <Link to="/audit/$id" params={{ id: String(audit.id) }} className={linkClass}>
          View audit
        </Link>
      )}
    </p>
  ));
  return (
    <>
      {named}
      <Accuracy report={report} />
    </>
  );
}

/** How much of what its audits compared was as registered. */
function Accuracy({ report: { accuracy } }: { report: LocationReport }) {
  if (!accuracy) return null;
  return (
    <p className="text-label text-muted tabular-nums">
      {accuracyText(accuracy)} in the last 90 days: {accuracy.asRegistered.toLocaleString()} of{' '}
      {accuracy.checked.toLocaleString()} checked
    </p>
  );
}

type FigureProps = { name: string; n: number; at: number; status?: 'active' | 'issued' | 'missing' };

function Figure({ name, n, at, status }: FigureProps) {
  const linked = useMay()(api.listKeyBunches.needs);
  const alarm = status === 'missing' && n > 0;
  const figure = n.toLocaleString();
  return (
    <div
      className={cx(
        'relative px-5 py-4 phone:px-3 phone:py-3',
        linked && 'transition-colors hover:bg-soft/50',
        alarm && 'bg-red-500/5 text-red-700 hover:bg-red-500/10 dark:text-red-300',
      )}
    >
      <dt className={cx('truncate text-label', alarm ? 'font-medium' : 'text-muted')}>{name}</dt>
      <dd className="mt-1 text-figure font-semibold phone:text-[1.375rem]/7">
        {linked ? (
          <Link
            to="/key-bunches"
            search={{ location: String(at), ...(status && { status }) }}
            aria-label={`${name}: ${figure}`}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {figure}
          </Link>
        ) : (
          figure
        )}
      </dd>
    </div>
  );
}

/** Audits named in a report: the last one and, if it covered one type only, also the last of all types. */
export function auditsOf({ lastAudit, lastWholeAudit }: LocationReport) {
  if (!lastAudit) return [];
  return lastWholeAudit && lastWholeAudit.id !== lastAudit.id ? [lastAudit, lastWholeAudit] : [lastAudit];
}
type ReportAudit = ReturnType<typeof auditsOf>[number];

/** "Last audit", "Last audit, of Night Shift only", "Last audit of all types". */
export function auditName(
  { keyType }: ReportAudit,
  audits: readonly ReportAudit[],
  label: (type: string) => string,
): string {
  if (keyType) return `Last audit, of ${label(keyType)} only`;
  return audits.length > 1 ? 'Last audit of all types' : 'Last audit';
}

const fills: Record<Tint, string> = {
  emerald: 'fill-emerald-500',
  amber: 'fill-amber-500',
  yellow: 'fill-yellow-400',
  red: 'fill-red-500',
  gray: 'fill-slate-400',
  blue: 'fill-blue-500',
  purple: 'fill-purple-500',
  pink: 'fill-pink-500',
  green: 'fill-green-500',
};

/** A bar per entry, scaled to `total`, with number and share. SVG, because browsers do not print backgrounds. */
export function Bars({ shares, total, className }: { shares: Share[]; total: number; className?: string }) {
  return (
    <dl className={cx('grid gap-2.5 print:gap-2', className)}>
      {shares.map(({ value, label, n, tint }) => (
        <div
          key={value}
          className="grid grid-cols-[minmax(0,96px)_minmax(0,1fr)_auto] items-center gap-x-2 print:grid-cols-[70px_minmax(0,1fr)_auto]"
        >
          <dt className="truncate" title={label}>
            {label}
          </dt>
          <svg aria-hidden="true" className="h-2 w-full print:h-1.5" role="presentation">
            <rect width="100%" height="100%" rx="4" className="fill-soft" />
            {n > 0 && (
              <rect
                width={`${(100 * n) / total}%`}
                height="100%"
                rx="4"
                className={cx('min-w-1', tint ? fills[tint] : 'fill-bar')}
              />
            )}
          </svg>
          <dd className="flex justify-end tabular-nums">
            <span className={cx('min-w-9 text-right font-semibold phone:min-w-11', n === 0 && 'text-muted')}>
              {n.toLocaleString()}
            </span>
            <span className="w-11 text-right text-muted phone:w-14">{percentOf(n, total)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A bar: value, label, count and optional colour. */
type Share = { value: string; label: string; n: number; tint?: Tint };

/** Statuses shown in every report, before the others. */
const COUNTED = ['active', 'issued', 'missing'];

/** Number of bunches by type and status: the company's values, and stored ones that are no longer offered. */
export function useShares({ byType, byStatus }: LocationReport): { byType: Share[]; byStatus: Share[] } {
  const { choices, tint } = useLabels();
  return {
    byType: choices('keyTypes', Object.keys(byType)).map((type) => ({
      ...type,
      n: byType[type.value] ?? 0,
    })),
    byStatus: choices('statuses', [...COUNTED, ...Object.keys(byStatus)]).map((status) => ({
      ...status,
      n: byStatus[status.value] ?? 0,
      tint: tint('statuses', status.value, STATUS_TINTS[status.value] ?? 'gray'),
    })),
  };
}
