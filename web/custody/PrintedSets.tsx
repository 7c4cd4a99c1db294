import type { KeyBunch } from '../../shared/key-bunch.ts';
import { exactTime } from '../format.ts';
import { PrintedWhat } from '../key-bunch/BunchText.tsx';
import { contentsOf } from '../key-bunch/contents.ts';
import { PrintedTable } from '../print/PrintFrame.tsx';
import { PrintedDue } from './CustodyText.tsx';

const COLUMNS = [
  { title: 'Set', width: 'w-[16%]' },
  { title: 'Description', width: 'w-[25%]' },
  { title: 'Contents', width: 'w-[13%]' },
  { title: 'Location', width: 'w-[14%]' },
  { title: 'Out since', width: 'w-[16%]' },
  { title: 'Due back', width: 'w-[16%]' },
];

export type PrintedSetsProps = { bunches: readonly KeyBunch[]; now: number };

/** Sets that are out, as rows on paper, every time with its date. */
export function PrintedSets({ bunches, now, ...head }: PrintedSetsProps & { title?: string; note?: string }) {
  return (
    <PrintedTable columns={COLUMNS} {...head}>
      {bunches.map((bunch) => (
        <tr key={bunch.id}>
          <td className="font-semibold">{bunch.identifier}</td>
          <PrintedWhat bunch={bunch} />
          <td>{contentsOf(bunch)}</td>
          <td>{bunch.location.name}</td>
          <td className="tabular-nums">{bunch.issuedAt && exactTime(bunch.issuedAt)}</td>
          <td className="tabular-nums">
            <PrintedDue at={bunch.dueAt} now={now} />
          </td>
        </tr>
      ))}
    </PrintedTable>
  );
}

/** The signature line of a holder. */
export const SignatureLine = ({ name }: { name: string }) => (
  <div className="mt-14 flex break-inside-avoid break-before-avoid gap-8 text-muted">
    <p className="flex-1 border-t border-fg pt-1">{name}, signature</p>
    <p className="w-40 border-t border-fg pt-1">Date and time</p>
  </div>
);
