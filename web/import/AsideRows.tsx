import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import type { Columns } from './columns.ts';
import { rowsText } from './kinds.ts';
import type { ImportWork } from './use-import.ts';

type Props = { work: ImportWork; columns: Columns };

/** Which row is the heading, if another one was taken for it. */
export function HeadingChoice({ work, columns }: Props) {
  const { file, sheet } = work.state;
  const rows = file?.sheets[sheet]?.rows.slice(0, 15) ?? [];
  const options = rows.flatMap((cells, at) => {
    const said = cells.filter(Boolean);
    return said.length > 0
      ? [{ value: String(at), label: `Row ${at + 1}: ${said.slice(0, 4).join(', ')}` }]
      : [];
  });
  return (
    <span className="flex items-center gap-2 text-label text-muted">
      The heading is
      <Select
        aria-label="Row of the heading"
        className="w-80!"
        value={columns.head.length > 0 ? String(columns.head.at(-1)) : ''}
        none="No row: the file has no heading"
        onValueChange={(at) => work.choose(sheet, at === '' ? -1 : Number(at))}
        options={options}
      />
    </span>
  );
}

const SHOWN = 6;

/** Rows that are no record: titles, sections, totals, remarks. One press takes one in again. */
export function AsideRows({ work, columns }: Props) {
  const [all, setAll] = useState(false);
  const { aside } = columns;
  if (aside.length === 0) return null;
  const takeIn = (some: typeof aside) => {
    const rows = new Set(some.map(({ row }) => row));
    work.setColumns({
      aside: aside.filter(({ row }) => !rows.has(row)),
      data: [...columns.data, ...some].sort((a, b) => a.row - b.row),
    });
  };
  const shown = all ? aside : aside.slice(0, SHOWN);
  return (
    <Panel>
      <PanelHead
        title={`${rowsText(aside.length)} set aside`}
        count="They look like no record. Nothing of them is imported."
      />
      <ul className="divide-y">
        {shown.map((one) => (
          <li key={one.row} className="flex items-center gap-4 px-4 py-2 text-label">
            <span className="w-10 text-muted tabular-nums">{one.row}</span>
            <span className="min-w-0 flex-1 truncate">{one.cells.filter(Boolean).join(' · ')}</span>
            <span className="text-hint text-muted">{one.why}</span>
            <Button size="sm" aria-label={`Take in row ${one.row}`} onClick={() => takeIn([one])}>
              Take in
            </Button>
          </li>
        ))}
      </ul>
      {aside.length > 1 && (
        <div className="flex gap-2 border-t px-4 py-2">
          {aside.length > SHOWN && (
            <Button size="sm" variant="ghost" onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `Show all ${aside.length}`}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => takeIn(aside)}>
            Take all in
          </Button>
        </div>
      )}
    </Panel>
  );
}
