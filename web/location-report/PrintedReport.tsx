import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { LocationReport } from '../../shared/location-report.ts';
import { locationStatusLabel } from '../../shared/location-words.ts';
import { accuracyText, auditedBy } from '../audit/audit-text.tsx';
import { printedWhat } from '../BunchText.tsx';
import { count, exactTime } from '../format.ts';
import { PrintedStatus, printedTag } from '../key-bunch/StatusBadge.tsx';
import { useLabels } from '../labels.ts';
import { PrintedMovements } from '../movement/PrintedMovements.tsx';
import { type PrintedColumn, PrintedTable, PrintFrame } from '../print/PrintFrame.tsx';
import { cx } from '../ui/cx.ts';
import { INVENTORY_ORDER } from './Inventory.tsx';
import { auditName, auditsOf, Bars, useShares } from './ReportSummary.tsx';
import { useActivity } from './use-report.ts';

type Props = { report: LocationReport; bunches: readonly KeyBunch[]; asOf: Date };

/**
 * The report on A4: figures, all key sets in `bunches`, and the latest movements. Times are absolute, and nothing depends on colour. `asOf`
 * is when the figures were read.
 */
export function PrintedReport({ report, bunches, asOf }: Props) {
  const { label } = useLabels();
  const { byType, byStatus } = useShares(report);
  const audits = auditsOf(report);
  const typeName = (type: string) => label('keyTypes', type);
  const { location, summary, accuracy } = report;
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
      notes={[
        ...(audits.length === 0 ? ['Not audited yet'] : []),
        ...audits.map(
          (audit) =>
            `${auditName(audit, audits, typeName)}: ${exactTime(audit.endTime)}, ${auditedBy(audit)}, ${audit.totalScanned} of ${audit.totalExpected} found`,
        ),
        ...(accuracy ? [`${accuracyText(accuracy)} in the last 90 days`] : []),
      ]}
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

/** The latest movements on paper; nothing without history:view or without movements. */
function PrintedActivity({ locationId }: { locationId: number }) {
  const { movements } = useActivity(locationId);
  if (!movements?.length) return null;
  return (
    <div className="break-inside-avoid pt-6">
      <PrintedMovements
        movements={movements}
        title="Recent activity"
        note={`the latest ${movements.length}, newest first`}
      />
    </div>
  );
}

/** All key sets of the location on paper. */
function PrintedInventory({ bunches }: { bunches: readonly KeyBunch[] }) {
  const { label } = useLabels();
  const note = `${count(bunches.length, 'key set')}, ${INVENTORY_ORDER.toLowerCase()}`;
  const columns: readonly PrintedColumn<KeyBunch>[] = [
    {
      title: 'Set ID, position',
      width: 'w-[11.5%]',
      body: 'font-semibold',
      cell: ({ identifier, position }) => (
        <>
          {identifier}
          {position && <span className="block font-normal text-muted">{position}</span>}
        </>
      ),
    },
    { title: 'Tag', width: 'w-[8.5%]', body: 'text-muted', cell: printedTag },
    { title: 'Description', width: 'w-[21%]', cell: printedWhat },
    { title: 'Type', width: 'w-[10.5%]', cell: ({ type }) => label('keyTypes', type) },
    { title: 'Status', width: 'w-[18%]', cell: (bunch) => <PrintedStatus bunch={bunch} /> },
    { title: 'Keys', width: 'w-[5%]', num: true, cell: ({ keyCount }) => keyCount },
    { title: 'Fobs', width: 'w-[5%]', num: true, cell: ({ fobCount }) => fobCount },
    {
      title: 'Last update',
      width: 'w-[20.5%]',
      body: 'text-muted tabular-nums',
      cell: ({ lastUpdated }) => exactTime(lastUpdated),
    },
  ];
  return <PrintedTable title="Key inventory" note={note} columns={columns} rows={bunches} />;
}
