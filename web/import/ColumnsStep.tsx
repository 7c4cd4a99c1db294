import { ArrowRight, Check, Minus } from 'lucide-react';
import { IMPORT_LABELS, IMPORT_NEEDED, type ImportField, isField } from '../../shared/import-words.ts';
import { Tag } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Select } from '../ui/form/Select.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Table, Td, Th } from '../ui/Table.tsx';
import { type Column, type Columns, choices, rowsOf } from './columns.ts';
import { ImportFoot } from './ImportFoot.tsx';
import { KINDS, rowsText } from './kinds.ts';
import { PlanRoom } from './PlanRoom.tsx';
import type { ImportWork } from './use-import.ts';

/** Second step: assigns the columns of the file to fields. */
export function ColumnsStep({ work }: { work: ImportWork }) {
  const { columns, fixed, busy, refused, file, sheet } = work.state;
  if (!columns) return null;
  const used = columns.columns.filter(({ field }) => field).length;
  const missing = IMPORT_NEEDED[work.kind].filter(
    (field) => !fixed[field] && !columns.columns.some((column) => column.field === field),
  );
  const rows = rowsOf(columns, columns.columns, fixed).length;
  const put = (at: number, field: ImportField | null) =>
    work.setColumns(
      columns.columns.map((column, index) => {
        if (index === at) return { ...column, field, ground: '' };
        // Each field takes one column.
        return field && column.field === field ? { ...column, field: null, ground: '' } : column;
      }),
    );
  return (
    <>
      {refused && <Notice className="mb-4">{refused}</Notice>}
      <PlanRoom kind={work.kind} rows={rows} />
      {file && file.sheets.length > 1 && (
        <Select
          aria-label="Sheet"
          className="mb-4 w-64!"
          value={String(sheet)}
          onValueChange={(at) => work.choose(Number(at))}
          options={file.sheets.map(({ name }, at) => ({
            value: String(at),
            label: name ?? `Sheet ${at + 1}`,
          }))}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_328px] items-start gap-4">
        <Table className="table-fixed">
          <thead>
            <tr>
              <Th className="w-[15%]">In your file</Th>
              <Th>First values</Th>
              <Th className="w-12" aria-label="becomes" />
              <Th className="w-[212px]">In Keyhold</Th>
              <Th className="w-[212px]">How it was found</Th>
            </tr>
          </thead>
          <tbody>
            {columns.columns.map((column, at) => (
              <ColumnRow key={column.at} work={work} column={column} onChange={(field) => put(at, field)} />
            ))}
          </tbody>
        </Table>
        <NeededPanel work={work} columns={columns} />
      </div>
      <ImportFoot note={`${used} of ${columns.columns.length} columns used. Nothing is saved yet.`}>
        <Button onClick={work.again}>Back</Button>
        <Button
          variant="primary"
          pending={busy?.what === 'checking'}
          disabledReason={missing.length > 0 ? 'Choose what is needed first.' : undefined}
          reasonIn="tooltip"
          onClick={() => void work.checkColumns()}
        >
          {`Check ${rowsText(rows)}`}
        </Button>
      </ImportFoot>
    </>
  );
}

type RowProps = { work: ImportWork; column: Column; onChange: (field: ImportField | null) => void };

function ColumnRow({ work, column, onChange }: RowProps) {
  const { heading, first, field, secret } = column;
  return (
    <tr className="h-[57px] border-t">
      <Td className={cx('truncate font-medium', !field && 'text-muted')} title={heading}>
        {heading}
      </Td>
      <Td className="truncate text-label text-muted">
        {first.map((value) => (secret ? '****' : value)).join(' · ')}
      </Td>
      <Td className="text-muted">
        <ArrowRight aria-hidden className="size-4" />
      </Td>
      <Td>
        <Select
          aria-label={`What ${heading} becomes`}
          value={field ?? ''}
          none="Leave out"
          onValueChange={(value) => onChange(isField(value) ? value : null)}
          options={choices(work.kind)}
          className={field ? undefined : 'text-muted'}
        />
      </Td>
      <Td className="text-hint text-muted">
        <Ground column={column} />
      </Td>
    </tr>
  );
}

function Ground({ column: { field, ground, secret } }: { column: Column }) {
  if (!field) return secret ? 'Keyhold does not store alarm or access codes.' : null;
  if (!ground)
    return (
      <span className="flex items-center gap-2">
        <Check aria-hidden className="size-4 text-emerald-600 dark:text-emerald-400" />
        By its heading
      </span>
    );
  return (
    <>
      <span className="font-medium text-amber-800 dark:text-amber-300">Please check.</span> {ground}
    </>
  );
}

/** Fields that every row needs, with their source, and a preview of the first row. */
function NeededPanel({ work, columns }: { work: ImportWork; columns: Columns }) {
  return (
    <div className="grid gap-4">
      <Panel>
        <PanelHead title={`Needed for every ${KINDS[work.kind].one}`} />
        <ul className="grid gap-2.5 p-4">
          {IMPORT_NEEDED[work.kind].map((field) => (
            <Needed key={field} work={work} columns={columns} field={field} />
          ))}
        </ul>
      </Panel>
      <FirstRow work={work} columns={columns} />
      <p className="px-1 text-hint text-muted">
        Keyhold remembers these choices for the next file with the same headings.
      </p>
    </div>
  );
}

type Props = { work: ImportWork; columns: Columns };

function Needed({ work, columns, field }: Props & { field: ImportField }) {
  const { fixed } = work.state;
  const from = columns.columns.find((column) => column.field === field);
  const found = Boolean(from || fixed[field]);
  return (
    <li className="grid gap-2">
      <span className="flex items-center gap-2.5 text-label">
        <span
          aria-hidden
          className={
            found
              ? 'grid size-5 place-items-center rounded-full bg-emerald-500/12 text-emerald-600 dark:text-emerald-400'
              : 'grid size-5 place-items-center rounded-full bg-amber-500/12 text-amber-800 dark:text-amber-300'
          }
        >
          {found ? <Check className="size-3 stroke-3!" /> : <Minus className="size-3 stroke-3!" />}
        </span>
        <span className="font-medium">{IMPORT_LABELS[field]}</span>
        <span className="ml-auto truncate text-muted">
          {from ? `from ${from.heading}` : !fixed[field] && 'not found yet'}
        </span>
      </span>
      {!from && <ForAll work={work} field={field} />}
    </li>
  );
}

/** Sets one location or type for all rows, when the file has no such column. */
function ForAll({ work, field }: { work: ImportWork; field: ImportField }) {
  const { known, state, change } = work;
  const names = field === 'location' ? known.words.locations : field === 'type' ? known.words.types : [];
  if (names.length === 0) return null;
  return (
    <Select
      aria-label={`${IMPORT_LABELS[field]} of all rows`}
      value={state.fixed[field] ?? ''}
      placeholder="The same for all rows..."
      onValueChange={(value) => change({ fixed: { ...state.fixed, [field]: value } })}
      options={names.map((name) => ({ value: name, label: `All rows: ${name}` }))}
    />
  );
}

function FirstRow({ work, columns }: Props) {
  const [row] = rowsOf(
    { head: columns.head, data: columns.data.slice(0, 5) },
    columns.columns,
    work.state.fixed,
  );
  if (!row) return null;
  const title = row.identifier ?? row.name;
  const short = [
    row.currentTag && `Tag ${row.currentTag}`,
    row.keyCount && `${row.keyCount} ${row.keyCount === '1' ? 'key' : 'keys'}`,
    row.organisation,
    row.phone,
  ].filter(Boolean);
  const rest = [row.premises, row.address, row.client, row.keyDescription, row.description, row.notes].filter(
    Boolean,
  );
  return (
    <Panel>
      <PanelHead title="The first row becomes" />
      <div className="grid gap-1 p-4 text-label">
        <p className="font-medium">{title ?? 'Nothing yet'}</p>
        {short.length > 0 && <p className="text-muted">{short.join(' · ')}</p>}
        {(row.type || row.location) && (
          <p className="flex flex-wrap items-center gap-2 py-1">
            {row.type && <Tag>{row.type}</Tag>}
            {row.location}
          </p>
        )}
        {rest.map((text) => (
          <p key={text} className="truncate text-muted">
            {text}
          </p>
        ))}
      </div>
    </Panel>
  );
}
