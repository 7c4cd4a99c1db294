import { ArrowRight, Check } from 'lucide-react';
import { IMPORT_NEEDED, type ImportField, isField } from '../../../shared/import-words.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Select } from '../../ui/form/Select.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/table/Table.tsx';
import { Td } from '../../ui/table/Td.tsx';
import { Th } from '../../ui/table/Th.tsx';
import { ImportFoot } from '../ImportFoot.tsx';
import { rowsText } from '../kinds.ts';
import { PlanRoom } from '../PlanRoom.tsx';
import type { ImportWork } from '../use-import.ts';
import { type Column, choices, rowsOf } from './columns.ts';
import { NeededPanel } from './NeededPanel.tsx';

/** The second step: what each column of the file becomes. */
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
        // No field comes from two columns.
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
