import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { LocationReport } from '../../shared/location-report.ts';
import { locationStatusLabel } from '../../shared/location-words.ts';
import { auditedBy } from '../audit/audited-by.ts';
import { exactTime } from '../format.ts';
import { PrintFrame } from '../print/PrintFrame.tsx';
import { useLabels } from '../setting/labels.ts';
import { cx } from '../ui/cx.ts';
import { auditName, auditsOf } from './audit-words.ts';
import { Bars } from './Bars.tsx';
import { PrintedActivity } from './PrintedActivity.tsx';
import { PrintedInventory } from './PrintedInventory.tsx';
import { useShares } from './shares.ts';

type Props = { report: LocationReport; bunches: readonly KeyBunch[]; asOf: Date };

/**
 * The report on A4: the figures, every key set in `bunches`, the latest movements. Absolute times only, and nothing told by colour alone. `asOf` is
 * when the figures were read.
 */
export function PrintedReport({ report, bunches, asOf }: Props) {
  const { label } = useLabels();
  const { byType, byStatus } = useShares(report);
  const audits = auditsOf(report);
  const typeName = (type: string) => label('keyTypes', type);
  const { location, summary } = report;
  const figures = [
    { name: 'Total', n: summary.total },
    { name: label('statuses', 'active'), n: summary.active },
    { name: label('statuses', 'issued'), n: summary.issued },
    { name: label('statuses', 'missing'), n: summary.missing, alarm: summary.missing > 0 },
  ];
  return (
    <PrintFrame
      title="Location Report"
      about={location.name}
      filters={[
        label('locationTypes', location.type),
        location.description,
        locationStatusLabel(location.status),
      ]}
      rows={{ printed: bunches.length, total: summary.total, noun: 'key set' }}
      asOf={asOf}
      notes={
        audits.length === 0
          ? ['Not audited yet']
          : audits.map(
              (audit) =>
                `${auditName(audit, audits, typeName)}: ${exactTime(audit.endTime)}, ${auditedBy(audit)}, ${audit.totalScanned} of ${audit.totalExpected} found`,
            )
      }
    >
      <dl className="-mt-3 grid grid-cols-4 divide-x border-b py-3">
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
      <PrintedInventory bunches={bunches} />
      <PrintedActivity locationId={location.id} />
    </PrintFrame>
  );
}
