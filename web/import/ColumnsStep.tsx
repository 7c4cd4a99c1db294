import { ArrowRight, Check } from 'lucide-react';
import { textIn } from '../../shared/clock-text.ts';
import { IMPORT_LABELS, IMPORT_NEEDED, isField } from '../../shared/import-words.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Segmented } from '../ui/form/Segmented.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Table, Td, Th } from '../ui/Table.tsx';
import { AsideRows, HeadingChoice } from './AsideRows.tsx';
import { type Column, type Columns, choices, openDateOf, orderOf, rowsOf } from './columns.ts';
import { ImportFoot } from './ImportFoot.tsx';
import { JoinedFields, SplitColumns } from './JoinedFields.tsx';
import { rowsText } from './kinds.ts';
import { NeededPanel } from './NeededPanel.tsx';
import { PlanRoom } from './PlanRoom.tsx';
import { isSplit, SPLITS } from './split.ts';
import type { ImportWork } from './use-import.ts';

/** Second step: assigns the columns of the file to fields. */
export function ColumnsStep({ work }: { work: ImportWork }) {
  const { columns, fixed, refused } = work.state;
  if (!columns) return null;
  const rows = rowsOf(work.kind, columns, fixed).length;
  return (
    <>
      {refused && <Notice className="mb-4">{refused}</Notice>}
      <PlanRoom kind={work.kind} rows={rows} />
      <div className="mb-4 flex flex-wrap items-center gap-3 empty:hidden">
        <SheetChoice work={work} />
        <HeadingChoice work={work} columns={columns} />
        {columns.aside.length > 0 && (
          <p className="text-label text-muted">{rowsText(columns.aside.length)} set aside, listed below.</p>
        )}
      </div>
      <DateOrderQuestion work={work} columns={columns} />
      <div className="grid grid-cols-[minmax(0,1fr)_328px] items-start gap-4">
        <div className="grid gap-4">
          <ColumnTable work={work} columns={columns} />
          <JoinedFields work={work} columns={columns} />
          <SplitColumns columns={columns} />
          <AsideRows work={work} columns={columns} />
        </div>
        <NeededPanel work={work} columns={columns} />
      </div>
      <ColumnsFoot work={work} columns={columns} rows={rows} />
    </>
  );
}

type Props = { work: ImportWork; columns: Columns };

function ColumnsFoot({ work, columns, rows }: Props & { rows: number }) {
  const { fixed, busy } = work.state;
  const used = columns.columns.filter(({ field }) => field).length;
  const asked = columns.columns.filter(({ field, maybe, how }) => !field && maybe && how === 'ask').length;
  const missing = IMPORT_NEEDED[work.kind].filter(
    (field) => !fixed[field] && !columns.columns.some((column) => column.field === field),
  );
  const reason = missing[0]
    ? 'Choose what is needed first.'
    : orderOf(work.kind, columns).order === null
      ? 'Say first how the dates of this file are read.'
      : undefined;
  const open =
    asked > 0
      ? ` ${asked} ${asked === 1 ? 'may be' : 'may each be'} of use: say what it is, or leave it out.`
      : '';
  return (
    <ImportFoot note={`${used} of ${columns.columns.length} columns used. Nothing is saved yet.${open}`}>
      <Button onClick={work.again}>Back</Button>
      <Button
        variant="primary"
        pending={busy?.what === 'checking'}
        disabledReason={reason}
        reasonIn="tooltip"
        onClick={() => void work.checkColumns()}
      >
        {`Check ${rowsText(rows)}`}
      </Button>
    </ImportFoot>
  );
}

function SheetChoice({ work }: { work: ImportWork }) {
  const { file, sheet } = work.state;
  if (!file || file.sheets.length < 2) return null;
  return (
    <Select
      aria-label="Sheet"
      className="w-64!"
      value={String(sheet)}
      onValueChange={(at) => work.choose(Number(at))}
      options={file.sheets.map(({ name, filled }, at) => ({
        value: String(at),
        label: `${name ?? `Sheet ${at + 1}`} (${rowsText(filled)})`,
      }))}
    />
  );
}

/** Asked where the file's dates can be read in two ways and none of them proves which. */
function DateOrderQuestion({ work, columns }: Props) {
  const open = openDateOf(work.kind, columns);
  const { proved, order } = orderOf(work.kind, columns);
  if (proved && order === 'month')
    return (
      <p className="mb-4 text-label text-muted">The dates of this file show that they are month first.</p>
    );
  if (!open || proved) return null;
  const [first = '', second = ''] = open.split(/[-/.]/);
  const spoken = (day: string, month: string) =>
    textIn(Date.UTC(2024, Number(month) - 1, Number(day)), 'UTC', { day: 'numeric', month: 'long' });
  return (
    <Notice variant="warning" className="mb-4" title={`How is ${open} read?`}>
      <span className="mt-1 flex flex-wrap items-center gap-3">
        The dates of this file can be read both ways.
        <Segmented
          label="How dates are read"
          value={columns.order ?? ('' as 'day')}
          onValueChange={(order) => work.setColumns({ order })}
          segments={[
            { value: 'day', label: spoken(first, second) },
            { value: 'month', label: spoken(second, first) },
          ]}
        />
      </span>
    </Notice>
  );
}

function ColumnTable({ work, columns }: Props) {
  const put = (at: number, choice: string) => {
    const split = isSplit(choice) ? choice : null;
    const field = split ? SPLITS[split].fields[0] : isField(choice) ? choice : null;
    work.setColumns({
      columns: columns.columns.map((column, index) =>
        index === at ? { ...column, field, split, how: 'chosen', why: '' } : column,
      ),
    });
  };
  return (
    <Table className="table-fixed">
      <thead>
        <tr>
          <Th className="w-[17%]">In your file</Th>
          <Th>First values</Th>
          <Th className="w-12" aria-label="becomes" />
          <Th className="w-[212px]">In Keyhold</Th>
          <Th className="w-[212px]">How it was found</Th>
        </tr>
      </thead>
      <tbody>
        {columns.columns.map((column, at) => (
          <ColumnRow key={column.at} work={work} column={column} onChange={(choice) => put(at, choice)} />
        ))}
      </tbody>
    </Table>
  );
}

type RowProps = { work: ImportWork; column: Column; onChange: (choice: string) => void };

function ColumnRow({ work, column, onChange }: RowProps) {
  const { heading, first, field, split, secret } = column;
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
          value={split ?? field ?? ''}
          none="Leave out"
          onValueChange={onChange}
          options={choices(work.kind)}
          className={field ? undefined : 'text-muted'}
        />
      </Td>
      <Td className="text-hint text-muted">
        <Ground column={column} onChange={onChange} />
      </Td>
    </tr>
  );
}

const SAID = { sure: 'By its heading', kept: 'As you chose last time', chosen: 'You chose it' } as const;

/** How sure the field of a column is, and why. */
function Ground({ column: { heading, field, how, why, maybe, secret }, onChange }: Omit<RowProps, 'work'>) {
  if (!field && secret) return 'Keyhold does not store alarm or access codes.';
  if (!field && maybe && how === 'ask')
    return (
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1">Not sure. Is it {IMPORT_LABELS[maybe]}?</span>
        <Button
          size="sm"
          aria-label={`${heading} is ${IMPORT_LABELS[maybe]}`}
          onClick={() => onChange(maybe)}
        >
          Yes
        </Button>
      </span>
    );
  if (!field) return null;
  if (how === 'sure' || how === 'kept' || how === 'chosen')
    return (
      <span className="flex items-center gap-2">
        <Check aria-hidden className="size-4 text-emerald-600 dark:text-emerald-400" />
        {SAID[how]}
      </span>
    );
  return (
    <>
      <span className="font-medium text-amber-800 dark:text-amber-300">Please check.</span> {why}
    </>
  );
}
