import { locationStatusLabel } from '../../shared/location.ts';
import type { LocationReport } from '../../shared/location-report.ts';
import { fullName } from '../../shared/user.ts';
import { exactTime, fullTime } from '../format.ts';
import { useMe, useSession } from '../session.tsx';
import { useLabels } from '../setting/labels.ts';
import { cx } from '../ui/cx.ts';
import { Bars } from './Bars.tsx';
import { PrintedActivity } from './PrintedActivity.tsx';
import { PrintedInventory } from './PrintedInventory.tsx';
import { useShares } from './shares.ts';

/**
 * The report on A4: whose it is, when and by whom it was printed, the figures, every key set, the latest movements. Absolute times
 * only, and nothing told by colour alone. `asOf` is when the figures were read.
 */
export function PrintedReport({ report, asOf }: { report: LocationReport; asOf: Date }) {
  const me = useMe();
  const session = useSession();
  const { label } = useLabels();
  const { byType, byStatus } = useShares(report);
  const { location, summary, lastAudit, bunches } = report;
  const company = session.state === 'in' ? (session.company?.name ?? '') : '';
  const printed = new Date();
  const figures = [
    { name: 'Total', n: summary.total },
    { name: label('statuses', 'active'), n: summary.active },
    { name: label('statuses', 'issued'), n: summary.issued },
    { name: label('statuses', 'missing'), n: summary.missing, alarm: summary.missing > 0 },
  ];
  const running = `${company} · ${location.name} · ${exactTime(printed)} · ${fullName(me)}`;

  return (
    <article className="text-body">
      <header className="flex items-end justify-between gap-8 border-b-[1.5px] border-fg pb-3">
        <div className="min-w-0">
          <p className="text-muted">{company} · Location Report</p>
          <h1 className="text-[21px]/7 font-semibold tracking-tight break-words">{location.name}</h1>
          <p className="break-words text-muted">
            {[
              label('locationTypes', location.type),
              location.description,
              locationStatusLabel(location.status),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <p className="shrink-0 text-right text-muted">
          Printed {fullTime(printed)}
          <br />
          by {fullName(me)}
          {exactTime(asOf) !== exactTime(printed) && (
            <>
              <br />
              Figures of {fullTime(asOf)}
            </>
          )}
          <br />
          {lastAudit
            ? `Last audit ${exactTime(lastAudit.endTime)}, ${fullName(lastAudit.user)}, ${lastAudit.totalScanned} of ${lastAudit.totalExpected} found`
            : 'Not audited yet'}
        </p>
      </header>
      <dl className="grid grid-cols-4 divide-x border-b py-3">
        {figures.map(({ name, n, alarm }) => (
          <div key={name} className="px-4 first:pl-0">
            <dt className="text-muted">{name}</dt>
            <dd className={cx('text-[23px]/7 font-semibold tracking-tight', alarm && 'text-red-800')}>
              {n.toLocaleString()}
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid break-inside-avoid grid-cols-2 gap-10 pt-4 pb-5">
        <section>
          <h2 className="mb-2 font-semibold">By type</h2>
          <Bars shares={byType} total={summary.total} />
        </section>
        <section>
          <h2 className="mb-2 font-semibold">By status</h2>
          <Bars shares={byStatus} total={summary.total} />
        </section>
      </div>
      <PrintedInventory bunches={bunches} running={running} />
      <PrintedActivity locationId={location.id} running={running} />
    </article>
  );
}
