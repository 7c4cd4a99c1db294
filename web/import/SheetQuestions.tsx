import { Fragment, useMemo } from 'react';
import { textIn } from '../../shared/clock-text.ts';
import { count } from '../../shared/count.ts';
import type { ImportRow } from '../../shared/import.ts';
import { IMPORT_LABELS, type ImportKind } from '../../shared/import-words.ts';
import { Button } from '../ui/Button.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { Answers, Columns } from './columns.ts';
import { Group, type Line } from './Group.tsx';
import { sheetsLike } from './recognise/layout.ts';
import { gapsOf, hasLeft, isFobsAlone, openDatesOf, orderOf } from './rows.ts';
import { type CodedText, codedTexts } from './secret-codes.ts';
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
  const others = all.filter(({ filled }, at) => filled > 0 && !sheets.includes(at));
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
            label: `${name ?? `Sheet ${at + 1}`} (${count(filled, 'row')})`,
          })),
          ...(like.length > 1
            ? [{ value: TOGETHER, label: `${like.length} sheets together (${count(rows, 'row')})` }]
            : []),
        ]}
      />
      {like.length > 1 && sheets.length === 1 && (
        <Button onClick={() => work.choose(like)}>
          {`Import ${like.length === all.length ? 'all ' : ''}${like.length} sheets together`}
        </Button>
      )}
      {others.length > 0 && (
        <p className="text-label text-muted">
          {`Not read: ${others.map(({ name, filled }) => `${name} (${count(filled, 'row')})`).join(', ')}.`}
        </p>
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

/** A question about the rows of a file, with one answer for all of them. */
type Asked = {
  key: keyof Answers;
  title: string;
  hint: string;
  label: string;
  answers: Record<string, string>;
  /** Why the rows are not checked before it is answered. */
  wait: string;
  /** The rows that it is about, where they are to be seen. */
  lines?: Line[];
};

/** What a file leaves open: `rows` are its rows as they are without an answer. */
export function questionsOf(kind: ImportKind, columns: Columns, rows: ImportRow[]): Asked[] {
  const fobs = rows.filter(isFobsAlone).length;
  const left = rows.filter((row) => hasLeft(kind, row));
  const coded = codedTexts(rows);
  return [
    ...dateQuestions(kind, columns),
    ...(coded.length > 0 ? [codesQuestion(coded)] : []),
    ...gapsOf(kind, columns).map(({ field, rows: empty }) => ({
      key: `above ${field}` as const,
      title: `${count(empty, 'row')} without ${IMPORT_LABELS[field]}`,
      hint: 'Lists often name it once, at the top of a block.',
      label: `What empty cells of ${IMPORT_LABELS[field]} mean`,
      answers: { above: 'As in the row above', empty: 'It is missing' },
      wait: `Say first what the empty cells of ${IMPORT_LABELS[field]} mean.`,
    })),
    ...(fobs > 0 ? [{ ...FOBS, title: `${count(fobs, 'row')} with fobs and no key` }] : []),
    ...(left.length > 0 ? [{ ...LEFT, title: whoLeft(left) }] : []),
  ];
}

const FOBS = {
  key: 'fobs',
  hint: 'A set has at least 1 key in Keyhold.',
  label: 'What sets without keys become',
  answers: { keys: 'Count their fobs as keys', refuse: 'Refuse these rows' },
  wait: 'Say first what becomes of sets without keys.',
} as const;

const LEFT = {
  key: 'left',
  hint: 'Who left comes in without the remark, which goes to the notes.',
  label: 'What people who left become',
  answers: { inactive: 'May take no keys', active: 'Take them as they are' },
  wait: 'Say first who may take keys.',
} as const;

const whoLeft = (left: ImportRow[]): string => {
  const names = left.slice(0, 3).map(({ name }) => name);
  return `${left.length === 1 ? 'A person who' : `${left.length} people who`} left: ${names.join(', ')}`;
};

/** Asked where the file's dates can be read in two ways and none of them proves which, and where some have no year. */
function dateQuestions(kind: ImportKind, columns: Columns): Asked[] {
  const { order, year } = openDatesOf(kind, columns);
  const [open = '', bare] = [order[0], year[0]];
  const [first = '', second = ''] = open.split(/[-/.]/);
  const spoken = (day: string, month: string) =>
    textIn(Date.UTC(2024, Number(month) - 1, Number(day)), 'UTC', { day: 'numeric', month: 'long' });
  const orders: Asked = {
    key: 'order',
    title: `How is ${open} read?`,
    hint: 'The dates of this file can be read both ways.',
    label: 'How dates are read',
    answers: { day: spoken(first, second), month: spoken(second, first) },
    wait: 'Say first how the dates of this file are read.',
  };
  const years: Asked = {
    key: 'years',
    title: `${year.length === 1 ? 'A date' : `${year.length} dates`} without a year, such as ${bare}`,
    hint: 'Keyhold can add it: issued on the last such day, due on the next one after that.',
    label: 'The year of dates without one',
    answers: { near: 'Add the year', refuse: 'Refuse these rows' },
    wait: 'Say first what dates without a year become.',
  };
  return [...(open && !orderOf(kind, columns).proved ? [orders] : []), ...(bare ? [years] : [])];
}

/** Alarm and access codes in texts: nothing is sent before the user decides. */
const codesQuestion = (coded: CodedText[]): Asked => ({
  key: 'codes',
  title: 'Alarm or access codes in texts',
  hint: `${count(coded.length, 'row')}. All users who see the record would see them.`,
  label: 'What becomes of the codes',
  answers: { out: 'Take the codes out', in: 'Leave them in' },
  wait: 'Say first what becomes of the codes in texts.',
  lines: coded.map(({ row, field, text, codes }) => ({
    key: `${row} ${field}`,
    lead: row,
    text: <Marked text={text} codes={codes} />,
    note: IMPORT_LABELS[field],
  })),
});

/** A question as a notice, or with the rows that it is about. */
export function Question({ work, columns, asked }: Props & { asked: Asked }) {
  const { key, title, hint, label, answers, lines } = asked;
  const choice = (
    <Segmented
      label={label}
      value={columns.answers[key] ?? ''}
      onValueChange={(answer) => work.setColumns({ answers: { ...columns.answers, [key]: answer } })}
      segments={Object.entries(answers).map(([value, text]) => ({ value, label: text }))}
    />
  );
  if (lines)
    return (
      <Group title={title} hint={hint} lines={lines}>
        {choice}
      </Group>
    );
  return (
    <Notice variant="warning" className="mb-4" title={title}>
      <span className="mt-1 flex flex-wrap items-center gap-3">
        {hint}
        {choice}
      </span>
    </Notice>
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
      title={`${count(aside.length, 'row')} set aside`}
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
