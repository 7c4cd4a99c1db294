import type { OneAuditSession } from '../../../shared/audit.ts';
import { cx } from '../../ui/cx.ts';
import { type Tint, tintDot } from '../../ui/tint.ts';
import { reportParts } from './report-parts.ts';

type Figure = { name: string; n: number; tint: Tint; alarm?: boolean };

/** How many sets were present, found again, missing, out, and what else came up. */
export function ReportFigures({ session }: { session: OneAuditSession }) {
  const { missing, found, present, unchanged } = reportParts(session);
  const completed = session.status === 'completed';
  const figures: Figure[] = [
    { name: 'Present', n: present.length, tint: 'emerald' },
    { name: 'Found', n: found.length, tint: 'emerald' },
    completed
      ? { name: 'Missing', n: missing.length, tint: 'red', alarm: missing.length > 0 }
      : { name: 'Not checked yet', n: unchanged.length, tint: 'gray' },
    { name: 'Issued', n: session.out.length, tint: 'amber' },
    { name: 'Unexpected', n: session.unexpected.length, tint: 'purple' },
    { name: 'Unknown', n: session.unknown.length, tint: 'gray' },
  ];
  return (
    <dl
      aria-label="Figures"
      className="grid grid-cols-6 overflow-clip rounded-xl border bg-panel shadow-xs max-lg:grid-cols-3 print:grid-cols-6 print:rounded-none print:border-x-0"
    >
      {figures.map(({ name, n, tint, alarm }) => (
        <div
          key={name}
          className={cx(
            '-mt-px -ml-px border-t border-l px-4 py-3 print:px-2',
            alarm && 'bg-red-500/8 print:bg-transparent',
          )}
        >
          <dt className="flex items-center gap-1.5 text-hint text-muted">
            <span aria-hidden className={cx('size-1.5 shrink-0 rounded-full print:hidden', tintDot[tint])} />
            {name}
          </dt>
          <dd
            className={cx(
              'text-figure font-semibold tabular-nums',
              alarm ? 'text-red-700 dark:text-red-300 print:text-red-800' : n === 0 && 'text-muted',
            )}
          >
            {n.toLocaleString()}
          </dd>
        </div>
      ))}
    </dl>
  );
}
