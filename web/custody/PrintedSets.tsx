import type { KeyBunch } from '../../shared/key-bunch.ts';
import { contentsOf } from '../key-bunch/contents.ts';
import { PrintedWhat } from '../key-bunch/PrintedWhat.tsx';
import { PrintedTable } from '../print/PrintedTable.tsx';
import { dueLines, sinceCell } from './due-lines.ts';

const COLUMNS = [
  { title: 'Set', width: 'w-[16%]' },
  { title: 'Description', width: 'w-[26%]' },
  { title: 'Contents', width: 'w-[14%]' },
  { title: 'Location', width: 'w-[16%]' },
  { title: 'Out since', width: 'w-[12%]' },
  { title: 'Due back', width: 'w-[16%]' },
];

export type PrintedSetsProps = { bunches: readonly KeyBunch[]; now: number; zone: string };

/** Sets that are out, as rows on paper. */
export function PrintedSets({
  bunches,
  now,
  zone,
  ...head
}: PrintedSetsProps & { title?: string; note?: string }) {
  return (
    <PrintedTable columns={COLUMNS} {...head}>
      {bunches.map((bunch) => {
        const due = dueLines(bunch.dueAt === null ? null : Date.parse(bunch.dueAt), now, zone);
        return (
          <tr key={bunch.id}>
            <td className="font-semibold">{bunch.identifier}</td>
            <PrintedWhat bunch={bunch} />
            <td>{contentsOf(bunch)}</td>
            <td>{bunch.location.name}</td>
            <td>{bunch.issuedAt && sinceCell(Date.parse(bunch.issuedAt), now, zone)}</td>
            <td className={due.overdue ? 'font-bold' : undefined}>
              {due.text}
              {due.overdue && <span className="block font-normal text-muted">{due.under}</span>}
            </td>
          </tr>
        );
      })}
    </PrintedTable>
  );
}

/** Where somebody signs for what they have. */
export const SignatureLine = ({ name }: { name: string }) => (
  <div className="mt-14 flex break-inside-avoid gap-8 text-muted">
    <p className="flex-1 border-t border-fg pt-1">{name}, signature</p>
    <p className="w-40 border-t border-fg pt-1">Date and time</p>
  </div>
);
