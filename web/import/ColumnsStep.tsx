import { ArrowRight, Check } from 'lucide-react';
import { useMemo } from 'react';
import { count, figures } from '../../shared/count.ts';
import { IMPORT_NEEDED, type ImportField } from '../../shared/import-words.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { PageFoot } from '../ui/FootBar.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Table, Td, Th } from '../ui/Table.tsx';
import { askedOf, type Columns, columnChoices, isOfExport, staysBehind } from './columns.ts';
import { checkingNote } from './ImportFoot.tsx';
import { JoinedFields, SplitColumns } from './JoinedFields.tsx';
import { keptText } from './kinds.ts';
import { LeftNotice, Offers } from './LeftBehind.tsx';
import { NeededPanel } from './NeededPanel.tsx';
import { PlanRoom } from './PlanRoom.tsx';
import type { Column } from './recognise/layout.ts';
import { orderOf, rowsOf } from './rows.ts';
import { AsideRows, HeadingChoice, Question, questionsOf, SheetChoice } from './SheetQuestions.tsx';
import type { ImportWork } from './use-import.ts';

/** The rows as the file has them: what is asked about is still in them. */
const UNANSWERED = { codes: 'in', fobs: 'refuse', left: 'active' } as const;

/** Second step: assigns the columns of the file to fields. */
export function ColumnsStep({ work }: { work: ImportWork }) {
  const { kind } = work;
  const { columns, refused, file, sheets } = work.state;
  const found = useMemo(
    () => columns && rowsOf(kind, { ...columns, answers: { ...columns.answers, ...UNANSWERED } }),
    [kind, columns],
  );
  const questions = useMemo(
    () => (columns && found ? questionsOf(kind, columns, found) : []),
    [kind, columns, found],
  );
  if (!columns || !found) return null;
  const rows = found.length;
  const merged = sheets.reduce((sum, at) => sum + (file?.sheets[at]?.merged ?? 0), 0);
  const { proved, order } = orderOf(kind, columns);
  const asked = (isListed: boolean) =>
    questions
      .filter(({ lines }) => (lines !== undefined) === isListed)
      .map((one) => <Question key={one.key} work={work} columns={columns} asked={one} />);
  return (
    <>
      {refused && <Notice className="mb-4">{refused}</Notice>}
      <PlanRoom work={work} rows={rows} />
      <div className="mb-4 flex flex-wrap items-center gap-3 empty:hidden">
        <SheetChoice work={work} />
        <HeadingChoice work={work} columns={columns} />
        {columns.aside.length > 0 && (
          <p className="text-label text-muted">
            {count(columns.aside.length, 'row')} set aside, listed below.
          </p>
        )}
        {merged > 0 && (
          <p className="text-label text-muted">
            Merged cells count for all their rows ({figures.format(merged)} cells).
          </p>
        )}
      </div>
      {proved && order === 'month' && (
        <p className="mb-4 text-label text-muted">The dates of this file show that they are month first.</p>
      )}
      {asked(false)}
      <LeftNotice work={work} columns={columns} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_328px]">
        <div className="grid grid-cols-1 gap-4">
          {asked(true)}
          <ColumnTable work={work} columns={columns} />
          <JoinedFields work={work} columns={columns} />
          <SplitColumns columns={columns} />
          <AsideRows work={work} columns={columns} />
        </div>
        <NeededPanel work={work} columns={columns} />
      </div>
      <ColumnsFoot
        work={work}
        columns={columns}
        rows={rows}
        wait={questions.find(({ key }) => !columns.answers[key])?.wait}
      />
    </>
  );
}

type Props = { work: ImportWork; columns: Columns };

function ColumnsFoot({ work, columns, rows, wait }: Props & { rows: number; wait: string | undefined }) {
  const { busy } = work.state;
  const used = columns.columns.filter(({ field }) => field).length;
  const missing = IMPORT_NEEDED[work.kind].filter(
    (field) => !columns.fixed[field] && !columns.columns.some((column) => column.field === field),
  );
  const reason = missing[0] ? 'Choose what is needed first.' : wait;
  return (
    <PageFoot
      note={
        checkingNote(work.state, rows) ?? (
          <>
            {reason && <span className="font-semibold text-fg">{reason} </span>}
            {`${used} of ${columns.columns.length} columns used. ${keptText(work.isKept)}`}
          </>
        )
      }
    >
      <Button onClick={work.again}>Back</Button>
      <Button
        variant="primary"
        pending={busy?.what === 'checking'}
        disabledReason={reason}
        reasonIn="tooltip"
        onClick={() => void work.checkColumns()}
      >
        {`Check ${count(rows, 'row')}`}
      </Button>
    </PageFoot>
  );
}

function ColumnTable({ work, columns }: Props) {
  return (
    <Table className="table-fixed">
      <thead>
        <tr>
          <Th className="w-[17%] max-lg:w-1/5">In your file</Th>
          <Th>First values</Th>
          <Th className="w-12" aria-label="becomes" />
          <Th className="w-[212px] max-lg:w-48">In Keyhold</Th>
          <Th className="w-[212px] max-lg:w-44">How it was found</Th>
        </tr>
      </thead>
      <tbody>
        {columns.columns.map((column) => (
          <ColumnRow
            key={column.at}
            work={work}
            column={column}
            asked={askedOf(work.kind, columns.columns, column)}
            onChange={(choice) => void work.place([column], choice)}
          />
        ))}
      </tbody>
    </Table>
  );
}

type RowProps = {
  work: ImportWork;
  column: Column;
  asked: ImportField[];
  onChange: (choice: string) => void;
};

function ColumnRow({ work, column, asked, onChange }: RowProps) {
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
          options={columnChoices(work.kind)}
          className={field ? undefined : 'text-muted'}
        />
      </Td>
      <Td className="py-2 text-hint text-muted">
        <Ground column={column} asked={asked} onChange={onChange} />
      </Td>
    </tr>
  );
}

const STAYS = 'font-medium text-amber-800 dark:text-amber-300';
const SAID = { sure: 'By its heading', kept: 'As at the last import', chosen: 'You chose it' } as const;

/** How sure the field of a column is, and why. */
function Ground({ column, asked, onChange }: Omit<RowProps, 'work'>) {
  const { heading, field, how, why, secret } = column;
  if (!field && secret) return 'Keyhold does not store alarm or access codes.';
  if (!field && isOfExport(heading)) return 'Only “Bring a whole register” brings this.';
  if (!field && staysBehind(column))
    return (
      <>
        <span className={STAYS}>Stays behind.</span> {why}
        <Offers column={column} fields={asked} onChoose={onChange} />
      </>
    );
  if (!field) return null;
  if (how === 'sure' || how === 'kept' || how === 'chosen')
    return (
      <span className="flex items-center gap-2">
        <Check aria-hidden className="size-4 text-emerald-600 dark:text-emerald-400" />
        {why || SAID[how]}
      </span>
    );
  return (
    <>
      <span className={STAYS}>Please check.</span> {why}
    </>
  );
}
