import type { KeyBunch } from '../../shared/key-bunch.ts';
import { contentsOf } from '../../shared/opens-text.ts';
import { printedWhat } from '../BunchText.tsx';
import { exactTime } from '../format.ts';
import { type PrintedColumn, PrintedTable } from '../print/PrintFrame.tsx';
import { PrintedDue } from './CustodyText.tsx';

export type PrintedSetsProps = { bunches: readonly KeyBunch[]; now: number };

/** Sets that are out, as rows on paper, every time with its date. */
export function PrintedSets({ bunches, now, ...head }: PrintedSetsProps & { title?: string; note?: string }) {
  const columns: readonly PrintedColumn<KeyBunch>[] = [
    { title: 'Set', width: 'w-[14%]', body: 'font-semibold', cell: ({ identifier }) => identifier },
    { title: 'Description', width: 'w-[25%]', cell: printedWhat },
    { title: 'Contents', width: 'w-[13%]', cell: contentsOf },
    { title: 'Location', width: 'w-[19%]', cell: ({ location }) => location.name },
    {
      title: 'Out since',
      width: 'w-[13%]',
      body: 'tabular-nums',
      cell: ({ issuedAt }) => issuedAt && exactTime(issuedAt),
    },
    {
      title: 'Due back',
      width: 'w-[16%]',
      body: 'tabular-nums',
      cell: ({ dueAt }) => <PrintedDue at={dueAt} now={now} />,
    },
  ];
  return <PrintedTable {...head} columns={columns} rows={bunches} />;
}

/** The signature line of a holder. */
export const SignatureLine = ({ name }: { name: string }) => (
  <div className="mt-14 flex break-inside-avoid break-before-avoid gap-8 text-muted">
    <p className="min-w-0 flex-1 border-t border-fg pt-1 wrap-anywhere">{name}, signature</p>
    <p className="w-40 shrink-0 border-t border-fg pt-1">Date and time</p>
  </div>
);
