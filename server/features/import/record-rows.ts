import type * as z from 'zod/mini';
import type { CheckedRow, ImportRow } from '../../../shared/import.ts';
import { columnOf } from '../../../shared/import-words.ts';
import { hasPermission, type Permission } from '../../../shared/permissions.ts';
import { namesOf, type RecordField } from '../../../shared/record-fields.ts';
import { raw, rows, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { differing } from '../history/log.ts';
import { addEntries, logSettings } from '../setting/setting.ts';
import {
  cellOf,
  cellsOf,
  type Effects,
  type Errors,
  formed,
  formerOf,
  type Judged,
  lockUnchanged,
  MAY_NOT,
  NO_EFFECTS,
  numberOf,
  Once,
  type Plan,
  type Progress,
  resultOf,
  toWrite,
  type Written,
} from './judged.ts';
import { keyOf } from './text.ts';
import { grouped, type ImportRequest, mapInTurns, type NewEntry, type Words } from './words.ts';

type Stored = { id: number; name: string; updatedAt: string };
export type Sent<R> = Partial<R> & { name: string };
type Edit<R> = { before: R; sent: Sent<R> };

/** People, locations or premises: their fields, how they are stored, and the lists of Effects that name them. */
export type RecordKind<R extends Stored> = {
  fields: Record<string, RecordField>;
  /** Checks the fields that a row fills in. */
  form: z.ZodMiniType;
  /** The field that distinguishes records of one name; where it is unknown, the record matches by its name. */
  apart?: keyof R;
  stored: Sql<R>;
  lock: 'for update' | 'for no key update';
  edit: Permission;
  made: 'people' | 'locations' | 'premises';
  changed: 'changedPeople' | 'changedLocations' | 'changedPremises';
  register(tx: Tx, me: Member, asked: ImportRequest, strict: boolean): Promise<Register<R>>;
  /** Takes the locks that come before those of the records. */
  prepare?(tx: Tx, sent: Sent<R>[]): Promise<void>;
  add(tx: Tx, me: Member, sent: Sent<R>[]): Promise<number[]>;
  change(tx: Tx, me: Member, edits: Edit<R>[]): Promise<void>;
};

/** What rows of one file are checked against. */
export type Register<R> = {
  known: R[];
  types?: Words<string | null>;
  /** Types that come in with the file. */
  fresh?: NewEntry[];
  /** Cells that are neither text, number, day nor yes or no; each has a value. */
  cells?: Record<string, (cell: string) => unknown>;
  /** Further refusals of a row; `changed` are the fields that it changes in `before`. */
  check?(one: {
    row: ImportRow;
    number: number;
    sent: Sent<R>;
    before: R | null;
    changed: string[];
    errors: Errors;
  }): void;
  /** A changed value as shown. */
  shown?: Record<string, (value: string) => string>;
};

/** The record of a row: the declared fields that have a cell, checked by the form. */
function sentOf<R extends Stored>(
  { fields, form }: RecordKind<R>,
  cells: Register<R>['cells'],
  row: ImportRow,
  errors: Errors,
): Sent<R> {
  const made = formed(errors, form, cellsOf(fields, row, errors, cells)) as Partial<R> | null;
  const filled = Object.entries(made ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return { name: row.name ?? '', ...Object.fromEntries(filled) } as Sent<R>;
}

/** Checks each row. An existing record is matched by name and by that field, or where it is unknown, and by one row only. */
function judge<R extends Stored>(
  me: Member,
  kind: RecordKind<R>,
  { known, cells, check, shown }: Register<R>,
  sheet: readonly ImportRow[],
): Promise<Judged<Sent<R>, R>[]> {
  const once = new Once();
  const names = namesOf(kind.fields);
  const byName = grouped(known, ({ name }) => keyOf(name));
  const taken = new Set<number>();
  const apartOf = (one: Partial<R>) => keyOf(kind.apart && (one[kind.apart] as string | null | undefined));
  const text = (field: string, value: unknown) => {
    const cell = cellOf(value);
    return cell === null ? null : (shown?.[field]?.(cell) ?? cell);
  };
  return mapInTurns(sheet, (row, index) => {
    const errors: Errors = {};
    const number = numberOf(row, index);
    const sent = sentOf(kind, cells, row, errors);
    const [name, apart] = [keyOf(sent.name), apartOf(sent)];
    const free = (byName.get(name) ?? []).filter(({ id }) => !taken.has(id));
    const before =
      free.find((one) => apartOf(one) === apart) ?? free.find((one) => !apart || !apartOf(one)) ?? null;
    if (before && kind.apart) taken.add(before.id);
    const changed = before ? differing(names, before as Record<string, unknown>, sent) : [];
    once.check(errors, 'name', name && `${name}\n${apart}`, number);
    check?.({ row, number, sent, before, changed, errors });
    if (changed.length > 0 && !hasPermission(me, kind.edit)) errors.name ??= MAY_NOT.edit;
    const result = resultOf(errors, before === null, changed);
    const changes: CheckedRow['changes'] = {};
    if (result === 'changed')
      for (const field of changed)
        changes[columnOf(field)] = {
          from: text(field, before?.[field as keyof R]),
          to: text(field, sent[field as keyof R]),
        };
    return { row: number, result, errors, warnings: {}, changes, sent, before };
  });
}

/** Imports of a company run one at a time, so rows need no badge lock; the unique index covers parallel forms. */
async function write<R extends Stored>(
  tx: Tx,
  me: Member,
  kind: RecordKind<R>,
  judged: Judged<Sent<R>, R>[],
  { progress, entries }: { progress: Progress; entries: NewEntry[] },
): Promise<Written> {
  const { fresh, changed } = toWrite(judged);
  progress('writing', 0, fresh.length + changed.length);
  const sent = fresh.map((one) => one.sent);
  const all: (Sent<R> & { type?: unknown })[] = [...sent, ...changed.map((one) => one.sent)];
  const named = entries.filter(({ name }) => all.some(({ type }) => type === name));
  const types = await addEntries(tx, named);
  await kind.prepare?.(tx, all);
  const edits = await lockUnchanged(
    changed,
    ({ name }) => name,
    (ids) => locked(tx, kind, ids),
  );
  const made = await kind.add(tx, me, sent);
  await kind.change(tx, me, edits);
  await logSettings(tx, me, types);
  const names = namesOf(kind.fields) as (keyof R & string)[];
  const former = edits.map((edit) => formerOf(edit.before, differing(names, edit.before, edit.sent)));
  return {
    effects: {
      ...NO_EFFECTS,
      [kind.made]: made,
      [kind.changed]: former,
      settings: types.map(({ id }) => id),
    },
    newLocations: kind.made === 'locations' ? made.length : 0,
  };
}

const locked = <R extends Stored>(tx: Tx, { stored, lock }: RecordKind<R>, ids: number[]): Promise<R[]> =>
  rows(tx, sql<R>`${stored} where id = any(${ids}) order by id ${raw(lock)}`);

/** Import and undo of a kind of record. */
export const recordImport = <R extends Stored>(kind: RecordKind<R>) => ({
  async plan(tx: Tx, me: Member, asked: ImportRequest, strict: boolean): Promise<Plan> {
    const register = await kind.register(tx, me, asked, strict);
    const judged = await judge(me, kind, register, asked.rows);
    const types = (await register.types?.unknown()) ?? [];
    return {
      judged,
      unknown: { locations: [], types, statuses: [], people: [] },
      newLocations: kind.made === 'locations' ? toWrite(judged).fresh.length : 0,
      write: (_, progress) => write(tx, me, kind, judged, { progress, entries: register.fresh ?? [] }),
    };
  },
  /** Gives changed records their former values; `unchanged` refuses one that changed since. */
  async restore(tx: Tx, me: Member, effects: Effects, unchanged: Unchanged): Promise<void> {
    for (const { id, before: former } of effects[kind.changed]) {
      const before = unchanged((await locked(tx, kind, [id]))[0]);
      await kind.change(tx, me, [{ before, sent: { name: before.name, ...former } as Sent<R> }]);
    }
  },
});

type Unchanged = <T extends { updatedAt: string }>(one: T | undefined) => T;
