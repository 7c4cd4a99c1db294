import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { dayText } from '../../shared/clock-text.ts';
import type { CheckedRow, ImportRow } from '../../shared/import.ts';
import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  IMPORT_NEEDED,
  type ImportField,
  type ImportKind,
  type ImportResult,
} from '../../shared/import-words.ts';
import { exactTime } from '../format.ts';
import { Badge } from '../ui/Badge.tsx';
import type { Tint } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Input } from '../ui/form/Input.tsx';
import { Table, Td, Th } from '../ui/Table.tsx';
import { WindowBody } from '../ui/WindowRows.tsx';
import { type Choices, eachGroup, type Known, NO_STATUS } from './choices.ts';
import type { ImportWork } from './use-import.ts';

const RESULTS: Record<ImportResult, { label: string; tint: Tint }> = {
  new: { label: 'New', tint: 'emerald' },
  changed: { label: 'Changed', tint: 'blue' },
  same: { label: 'Same', tint: 'gray' },
  refused: { label: 'Refused', tint: 'red' },
};
const NUMBERS = new Set<ImportField>(['keyCount', 'fobCount', 'maxSets']);
/** Columns of texts: a word that is wider breaks. */
const WIDTHS: Partial<Record<ImportField, string>> = {
  identifier: 'min-w-36',
  type: 'min-w-44',
  location: 'min-w-44',
  keyDescription: 'min-w-56',
  description: 'min-w-56',
  premises: 'min-w-44',
  address: 'min-w-56',
  client: 'min-w-36',
  holder: 'min-w-32',
  notes: 'min-w-56',
};
const ROW = 52;

export type Checked = { row: CheckedRow; index: number };
type Props = { work: ImportWork; checked: Checked[] };

/** The rows of the file with their results; renders only those in the window. */
export function ReviewTable({ work, checked }: Props) {
  const { rows, check, choices } = work.state;
  const fields = useMemo(() => fieldsOf(work.kind, rows, check?.rows ?? []), [work.kind, rows, check]);
  const { known } = work;
  const said = useMemo(() => wordsOf(known, choices), [known, choices]);
  // It always replaces in the latest rows; with another one all rows would be drawn again.
  const [replace] = useState(() => work.replace);
  return (
    <section
      aria-label="Rows of the file"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled sideways by the keyboard too
      tabIndex={0}
      className="overflow-x-auto rounded-xl border bg-panel shadow-xs"
    >
      <Table bare aria-rowcount={checked.length}>
        <thead className="border-b">
          <tr>
            <Th className="w-16">Row</Th>
            <Th className="w-28">Result</Th>
            {fields.map((field) => (
              <Th key={field} num={NUMBERS.has(field)} className={WIDTHS[field]}>
                {IMPORT_LABELS[field]}
              </Th>
            ))}
          </tr>
        </thead>
        <WindowBody items={checked} height={ROW} columns={fields.length + 2}>
          {({ row, index }, at, measure) => {
            const cells = rows[index];
            return (
              cells && (
                <Row
                  key={index}
                  {...{ at, measure, index, cells, fields, said }}
                  checked={row}
                  onReplace={replace}
                />
              )
            );
          }}
        </WindowBody>
      </Table>
      {checked.length === 0 && <p className="p-8 text-center text-label text-muted">No rows.</p>}
    </section>
  );
}

const DATES = new Set<ImportField>(['issuedAt', 'dueAt', 'validUntil']);
/** A date as the other screens write it; other cells as they are. */
function shownOf(field: ImportField, cell: string): string {
  if (!DATES.has(field)) return cell;
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?$/.exec(cell) ?? [];
  if (day) return [dayText(day), time].filter(Boolean).join(', ');
  return /^\d{4}-\d\d-\d\dT\d.*Z$/.test(cell) ? exactTime(cell) : cell;
}

/** The columns of the register that any row says something of, in their order. */
function fieldsOf(kind: ImportKind, rows: ImportRow[], checked: CheckedRow[]): ImportField[] {
  const said = new Set<string>(IMPORT_NEEDED[kind]);
  for (const row of rows) for (const [field, cell] of Object.entries(row)) if (cell) said.add(field);
  for (const { errors, warnings, changes } of checked)
    for (const field of [errors, warnings, changes].flatMap(Object.keys)) said.add(field);
  return IMPORT_FIELDS[kind].filter((field) => said.has(field));
}

type Said = (field: ImportField, cell: string) => { text: string; isNew: boolean };

const GROUPS: Partial<Record<ImportField, keyof Choices>> = {
  location: 'locations',
  type: 'types',
  status: 'statuses',
};

/** The register's name for a value of the file, once chosen. */
function wordsOf({ options }: Known, choices: Choices): Said {
  const chosen = eachGroup(
    (of) => new Map(Object.entries(choices[of]).map(([word, choice]) => [word.toLowerCase(), choice])),
  );
  return (field, cell) => {
    const of = GROUPS[field];
    if (!of) return { text: cell, isNew: false };
    const word = cell.trim().toLowerCase();
    const choice = chosen[of].get(word);
    if (choice?.startsWith('new:')) return { text: cell, isNew: of === 'locations' };
    const one = options[of].find(({ value }) => value === (choice ?? word));
    return { text: one?.value === NO_STATUS ? '' : (one?.label ?? cell), isNew: false };
  };
}

type RowProps = {
  at: number;
  index: number;
  measure: (element: Element | null) => void;
  checked: CheckedRow;
  cells: ImportRow;
  fields: ImportField[];
  said: Said;
  onReplace: ImportWork['replace'];
};

const Row = memo(function Row({ at, index, measure, checked, cells, fields, said, onReplace }: RowProps) {
  const { label, tint } = RESULTS[checked.result];
  const refused = checked.result === 'refused';
  return (
    <tr
      ref={measure}
      data-index={at}
      className={cx('h-13 border-t', refused && 'bg-red-500/4', checked.result === 'same' && 'text-muted')}
    >
      <Td className="text-muted tabular-nums">{checked.row}</Td>
      <Td>
        <Badge tint={tint} quiet={checked.result === 'same'}>
          {label}
        </Badge>
        {refused && checked.errors[''] && <p className="mt-1 text-hint text-bad">{checked.errors['']}</p>}
      </Td>
      {fields.map((field) => {
        const error = checked.errors[field];
        const warning = checked.warnings[field];
        const change = checked.changes[field];
        const { text, isNew } = said(field, cells[field] ?? '');
        return (
          <Td
            key={field}
            num={NUMBERS.has(field)}
            className={cx(
              WIDTHS[field] && 'wrap-anywhere',
              error && 'py-2',
              field === 'identifier' && 'font-medium',
            )}
          >
            {error ? (
              <Bad
                field={field}
                row={checked.row}
                cell={cells[field] ?? ''}
                error={error}
                onCorrect={(value) => onReplace(field, value, (_, row) => row === index)}
              />
            ) : (
              <>
                <span className="line-clamp-2">
                  {shownOf(field, change?.to ?? text)}
                  {isNew && <span className="ml-1.5 text-hint text-muted">new</span>}
                </span>
                {change?.from && (
                  <s className="line-clamp-1 text-hint text-muted">{shownOf(field, change.from)}</s>
                )}
                {warning && (
                  <span className="block text-hint text-amber-800 dark:text-amber-300">{warning}</span>
                )}
              </>
            )}
          </Td>
        );
      })}
    </tr>
  );
});

type BadProps = {
  field: ImportField;
  row: number;
  cell: string;
  error: string;
  onCorrect: (text: string) => void;
};

/** A refused cell: an input with the reason under it. */
function Bad({ field, row, cell, error, onCorrect }: BadProps) {
  // Of this text of the cell: an undo or a replacement in all rows changes it meanwhile.
  const [typed, setTyped] = useState({ in: cell, text: cell });
  const text = typed.in === cell ? typed.text : cell;
  const done = () => text !== cell && onCorrect(text);
  const leave = useRef(done);
  leave.current = done;
  // A row that is scrolled out of the window is not rendered, and its input gets no blur.
  useEffect(() => () => void leave.current(), []);
  const id = `why-${row}-${field}`;
  return (
    <span className={cx('grid max-w-56 gap-1', NUMBERS.has(field) ? 'ml-auto min-w-20' : 'min-w-28')}>
      <Input
        aria-label={`${IMPORT_LABELS[field]} of row ${row}`}
        aria-invalid
        aria-describedby={id}
        value={text}
        className={NUMBERS.has(field) ? 'text-right' : undefined}
        onChange={(event) => setTyped({ in: cell, text: event.target.value })}
        onBlur={done}
        onKeyDown={(event) => event.key === 'Enter' && done()}
      />
      <span id={id} className="text-hint text-bad">
        {error}
      </span>
    </span>
  );
}
