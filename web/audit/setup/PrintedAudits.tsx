import type { AuditSession } from '../../../shared/audit.ts';
import { exactTime } from '../../format.ts';
import { PrintedTable } from '../../print/PrintedTable.tsx';
import { PrintFrame } from '../../print/PrintFrame.tsx';
import { useLabels } from '../../setting/labels.ts';
import { auditedBy } from '../audited-by.ts';

const COLUMNS = [
  { title: 'Location', width: 'w-[27%]' },
  { title: 'Ended', width: 'w-[23%]' },
  { title: 'Type', width: 'w-[14%]' },
  { title: 'Checked', width: 'w-[11%]', num: true },
  { title: 'Missing', width: 'w-[9%]', num: true },
  { title: 'By', width: 'w-[16%]' },
];

/** The recent audits on paper. `asOf` is when they were read. */
export function PrintedAudits({ audits, asOf }: { audits: readonly AuditSession[]; asOf: Date }) {
  const { label } = useLabels();
  return (
    <PrintFrame
      title="Recent audits"
      rows={{ printed: audits.length, total: audits.length, noun: 'audit' }}
      asOf={asOf}
    >
      <PrintedTable columns={COLUMNS}>
        {audits.map((audit) => (
          <tr key={audit.id}>
            <td className="font-semibold">{audit.location.name}</td>
            <td className="tabular-nums">{exactTime(audit.endTime ?? audit.startTime)}</td>
            <td>{audit.keyType ? label('keyTypes', audit.keyType) : 'All types'}</td>
            <td className="text-right tabular-nums">
              {audit.totalScanned} of {audit.totalExpected}
            </td>
            <td className="text-right tabular-nums">{audit.missingBunches.length}</td>
            <td>{auditedBy(audit)}</td>
          </tr>
        ))}
      </PrintedTable>
    </PrintFrame>
  );
}
