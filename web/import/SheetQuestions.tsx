import { Fragment, useMemo } from 'react';
import { textIn } from '../../shared/clock-text.ts';
import type { ImportRow } from '../../shared/import.ts';
import { IMPORT_LABELS, type ImportKind } from '../../shared/import-words.ts';
import { Button } from '../ui/Button.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { Columns } from './columns.ts';
import { Group } from './Group.tsx';
import { rowsText } from './kinds.ts';
import { sheetsLike } from './layout.ts';
import { gapsOf, hasLeft, isFobsAlone, openDateOf, orderOf } from './rows.ts';
import type { CodedText } from './secret-codes.ts';
import type { ImportWork } from './use-import.ts';

type Props = { work: ImportWork; columns: Columns };

const TOGETHER = 'together';

/** Which sheet of a workbook, or all with the same headings. */
export function SheetChoice({ work }: { work: ImportWork }) {
  const { file, sheets } = work.state;
  const { kind } = work;
  const like = useMemo(() => sheetsLike(kind, file?.sheets ?? [], sheets[0] ?? 0), [kind, file, sheets]);
  const all = file?.sheets ?? [];
  if (all.length < 2) return null;
  const rows = like.reduce((sum, at) => sum + (all[at]?.filled ?? 0), 0);
  return (
    <>
      <Select
        aria-label="Sheet"
        className="w-64!"
        value={sheets.length > 1 ? TOGETHER : String(sheets[0])}
        onValueChange={(at) => work.choose(at === TOGETHER ? like : [Number(at)])}
        options={[
          ...all.map(({ name, filled }, at) => ({
            value: String(at),
            label: `${name ?? `Sheet ${at + 1}`} (${rowsText(filled)})`,
          })),
          ...(like.length > 1
            ? [{ value: TOGETHER, label: `${like.length} sheets together (${rowsText(rows)})` }]
            : []),
        ]}
      />
      {like.length > 1 && sheets.length === 1 && (
        <Button onClick={() => work.choose(like)}>
          {`Import ${like.length === all.length ? 'all ' : ''}${like.length} sheets together`}
        </Button>
      )}
    </>
  );
}

/** Which row is the heading, if another one was taken for it. */
export function HeadingChoice({ work, columns }: Props) {
  const { file, sheets } = work.state;
  const rows = file?.sheets[sheets[0] ?? 0]?.rows.slice(0, 15) ?? [];
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
        onValueChange={(at) => work.choose(sheets, at === '' ? -1 : Number(at))}
        options={options}
      />
    </span>
  );
}

/** Asked where the file's dates can be read in two ways and none of them proves which. */
export function DateOrderQuestion({ work, columns }: Props) {
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
    <Question
      title={`How is ${open} read?`}
      hint="The dates of this file can be read both ways."
      label="How dates are read"
      value={columns.order}
      onChange={(order) => work.setColumns({ order })}
      answers={{ day: spoken(first, second), month: spoken(second, first) }}
    />
  );
}

type Asked<T extends string> = {
  title: string;
  hint: string;
  label: string;
  value: T | null | undefined;
  onChange: (value: T) => void;
  answers: Record<T, string>;
};

/** A question about the file with an answer for all of its rows. */
function Question<T extends string>({ title, hint, label, value, onChange, answers }: Asked<T>) {
  return (
    <Notice variant="warning" className="mb-4" title={title}>
      <span className="mt-1 flex flex-wrap items-center gap-3">
        {hint}
        <Segmented
          label={label}
          value={value ?? ('' as T)}
          onValueChange={onChange}
          segments={Object.entries<string>(answers).map(([one, text]) => ({ value: one as T, label: text }))}
        />
      </span>
    </Notice>
  );
}

/** What the user must say of rows before they are checked; null when nothing is open. */
export function openQuestion(kind: ImportKind, columns: Columns, rows: ImportRow[]): string | null {
  const gap = gapsOf(kind, columns).find(({ field }) => !columns.above?.[field]);
  if (gap) return `Say first what the empty cells of ${IMPORT_LABELS[gap.field]} mean.`;
  if (!columns.fobs && rows.some(isFobsAlone)) return 'Say first what becomes of sets without keys.';
  if (!columns.left && rows.some((row) => hasLeft(kind, row))) return 'Say first who may take keys.';
  return null;
}

/** Empty cells under filled ones, sets with fobs alone, and people who left. */
export function RowQuestions({ work, columns, rows }: Props & { rows: ImportRow[] }) {
  const { kind } = work;
  const fobs = rows.filter(isFobsAlone).length;
  const left = rows.filter((row) => hasLeft(kind, row));
  return (
    <>
      {gapsOf(kind, columns).map(({ field, rows: empty }) => (
        <Question
          key={field}
          title={`${rowsText(empty)} without ${IMPORT_LABELS[field]}`}
          hint="Lists often name it once, at the top of a block."
          label={`What empty cells of ${IMPORT_LABELS[field]} mean`}
          value={columns.above?.[field]}
          onChange={(value) => work.setColumns({ above: { ...columns.above, [field]: value } })}
          answers={{ above: 'As in the row above', empty: 'It is missing' }}
        />
      ))}
      {fobs > 0 && (
        <Question
          title={`${rowsText(fobs)} with fobs and no key`}
          hint="A set has at least 1 key in Keyhold."
          label="What sets without keys become"
          value={columns.fobs}
          onChange={(value) => work.setColumns({ fobs: value })}
          answers={{ keys: 'Count their fobs as keys', refuse: 'Refuse these rows' }}
        />
      )}
      {left[0] && (
        <Question
          title={`${left.length === 1 ? 'A person who' : `${left.length} people who`} left: ${left
            .slice(0, 3)
            .map(({ name }) => name)
            .join(', ')}`}
          hint="Who left comes in without the remark, which goes to the notes."
          label="What people who left become"
          value={columns.left}
          onChange={(value) => work.setColumns({ left: value })}
          answers={{ inactive: 'May take no keys', active: 'Take them as they are' }}
        />
      )}
    </>
  );
}

/** Alarm and access codes in texts: nothing is sent before the user decides. */
export function CodesInTexts({ work, columns, coded }: Props & { coded: CodedText[] }) {
  if (coded.length === 0) return null;
  return (
    <Group
      title="Alarm or access codes in texts"
      hint={`${rowsText(coded.length)}. All users who see the record would see them.`}
      lines={coded.map(({ row, field, text, codes }) => ({
        key: `${row} ${field}`,
        lead: row,
        text: <Marked text={text} codes={codes} />,
        note: IMPORT_LABELS[field],
      }))}
    >
      <Segmented
        label="What becomes of the codes"
        value={columns.codes ?? ('' as 'out')}
        onValueChange={(codes) => work.setColumns({ codes })}
        segments={[
          { value: 'out', label: 'Take the codes out' },
          { value: 'in', label: 'Leave them in' },
        ]}
      />
    </Group>
  );
}

function Marked({ text, codes }: { text: string; codes: string[] }) {
  let rest = text;
  const parts = codes.map((code) => {
    const at = rest.indexOf(code);
    const before = rest.slice(0, at);
    rest = rest.slice(at + code.length);
    return (
      <Fragment key={rest.length}>
        {before}
        <mark className="rounded bg-amber-500/25 text-inherit">{code}</mark>
      </Fragment>
    );
  });
  return [...parts, rest];
}

/** Rows that are no record: titles, sections, totals, remarks. One press takes one in again. */
export function AsideRows({ work, columns }: Props) {
  const { aside } = columns;
  if (aside.length === 0) return null;
  const takeIn = (some: typeof aside) => {
    const rows = new Set(some.map(({ row }) => row));
    work.setColumns({
      aside: aside.filter(({ row }) => !rows.has(row)),
      data: [...columns.data, ...some].sort((a, b) => a.row - b.row),
    });
  };
  return (
    <Group
      title={`${rowsText(aside.length)} set aside`}
      hint="Nothing of them is imported"
      lines={aside.map((one) => ({
        key: one.row,
        lead: one.row,
        text: one.cells.filter(Boolean).join(' · '),
        note: one.why,
        act: (
          <Button size="sm" aria-label={`Take in row ${one.row}`} onClick={() => takeIn([one])}>
            Take in
          </Button>
        ),
      }))}
    >
      {aside.length > 1 && (
        <Button size="sm" variant="ghost" onClick={() => takeIn(aside)}>
          Take all in
        </Button>
      )}
    </Group>
  );
}
