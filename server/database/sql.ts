import pg from 'pg';
import type { AnyTable, Column, NewRowOf, RowOf, Table } from './table.ts';

/** A transaction that sees only the caller's data (a system transaction sees all); transactions.ts makes it, `rows`, `row` and `run` use it. */
export type Tx = {
  /**
   * Statements run in the order in which they are sent, so those that are sent together (`Promise.all`) still follow each other (decision
   * 0033). Rejects after the transaction's end: the statement would run outside it, or in the connection's next one.
   */
  readonly query: pg.ClientBase['query'];
  /** Whether it is of a company with many key sets, some of whose statements are worth planning each time. */
  isLarge?: boolean;
};

/** Prefix of a statement that PostgreSQL plans for its values each time: it is not prepared. */
export const PLAN_EACH_TIME = '/* planned at each call */';

/** Whether PostgreSQL keeps a statement's plan: for each connection, not in a large company, or never (a text that is sent once). */
type Plan = 'kept' | 'replanned' | 'once';

/**
 * A statement, or a part of one: text with values between. A value never becomes text, so the same place in the code always sends the same
 * text, and PostgreSQL plans it once for each connection (PreparedClient). `Row` is what one row of the statement is read as.
 */
export class Sql<Row = unknown> {
  declare readonly row: Row;
  readonly strings: readonly string[];
  readonly parts: readonly unknown[];
  readonly plan: Plan;

  constructor(strings: readonly string[], parts: readonly unknown[], plan: Plan = 'kept') {
    this.strings = strings;
    this.parts = parts;
    this.plan = plan;
  }
}

/**
 * SQL as it is written, with parameters: ``sql<{ name: string }>`select name from users where id = ${id}` ``. Another `sql` between is part of
 * the statement, and everything else is sent as a value; null is a value, undefined an error. A column is read by its name; a name such as
 * `location.id` makes a record in the row, which is null when its first column is null.
 */
export const sql = <Row = unknown>(strings: TemplateStringsArray, ...parts: unknown[]): Sql<Row> =>
  new Sql<Row>(strings, parts);

/** Text that the code itself wrote, such as a name or a limit that the planner should see. Never anything a request sent. */
export const raw = (text: string | number): Sql => new Sql([String(text)], []);

/** The parts that there are, with `between` them: ` and `, or a comma. */
export function joined(parts: readonly (Sql | undefined | null | false | 0 | '')[], between: string): Sql {
  const present = parts.filter((part) => part instanceof Sql);
  return new Sql(['', ...present.slice(1).map(() => between), ''].slice(0, present.length + 1), present);
}

/** All of these conditions; true without any. */
export const all = (...conditions: (Sql | undefined | null | false | 0 | '')[]): Sql =>
  conditions.some(Boolean) ? sql`(${joined(conditions, ') and (')})` : raw('true');

/** A value for a column of type jsonb. */
export const json = (value: unknown): Sql => sql`${JSON.stringify(value)}::jsonb`;

/**
 * The statement without a plan that is kept, in a company with many key sets: for one that has a good plan there for a rare value and
 * another for a common one.
 */
export const replanned = <Row>({ strings, parts }: Sql<Row>, isReplanned = true): Sql<Row> =>
  new Sql<Row>(strings, parts, isReplanned ? 'replanned' : 'kept');

/** The statement without a kept plan in any company: for one that compares a column without an index with a long list. */
export const once = <Row>({ strings, parts }: Sql<Row>): Sql<Row> => new Sql<Row>(strings, parts, 'once');

/** The columns of a table for a select, named as its fields: `without` some, of an `alias`, or as a `record` of the row. */
export function columns(
  table: AnyTable,
  { alias = table.name, record, without = [] }: { alias?: string; record?: string; without?: string[] } = {},
): Sql {
  const prefix = record ? `${record}.` : '';
  return raw(
    Object.entries(table.columns)
      .filter(([field]) => !without.includes(field))
      .map(([field, { name }]) => `${alias}.${name} as "${prefix}${field}"`)
      .join(', '),
  );
}

/** The fields of an insert or update: a value, or SQL for one. */
type Values<T> = { [K in keyof T]: T[K] | Sql };

/** `insert into` that table, one record or several; a field that a record lacks gets its default. */
export function insert<T extends AnyTable>(
  table: T,
  records: Values<NewRowOf<T>> | Values<NewRowOf<T>>[],
): Sql {
  const list = (Array.isArray(records) ? records : [records]) as Record<string, unknown>[];
  const known: Table['columns'] = table.columns;
  const fields = Object.keys(known).filter((field) => list.some((row) => row[field] !== undefined));
  const valueIn = (row: Record<string, unknown>, field: string) =>
    row[field] === undefined ? raw('default') : sql`${valueFor(known[field], row[field])}`;
  const values = list.map(
    (row) =>
      sql`(${joined(
        fields.map((field) => valueIn(row, field)),
        ', ',
      )})`,
  );
  const names = fields.map((field) => known[field]?.name).join(', ');
  const { strings, parts } =
    sql`insert into ${raw(table.name)} (${raw(names)}) values ${joined(values, ', ')}`;
  // The text of an insert of several rows depends on their number and on the fields that each lacks.
  return new Sql(strings, parts, list.length > 1 ? 'once' : 'kept');
}

/** What an update sets; a field that is undefined stays as it is. At least one is given; one that the table lacks is an error. */
export function assign<T extends AnyTable>(table: T, changes: Values<Partial<RowOf<T>>>): Sql {
  const known: Table['columns'] = table.columns;
  const given = Object.entries(changes as Record<string, unknown>).filter(([, value]) => value !== undefined);
  return joined(
    given.map(([field, value]) => {
      const column = known[field];
      if (!column) throw new Error(`${table.name} has no ${field}`);
      return sql`${raw(column.name)} = ${valueFor(column, value)}`;
    }),
    ', ',
  );
}

const valueFor = (column: Column | undefined, value: unknown): unknown =>
  column?.type === 'jsonb' && value !== null && !(value instanceof Sql) ? json(value) : value;

/** The rows of a statement. Moments are ISO 8601 in UTC with six digits, bigints are numbers. */
export async function rows<Row>(tx: Tx, statement: Sql<Row>): Promise<Row[]> {
  const { fields, rows: found } = await send(tx, statement);
  return found.length === 0 ? [] : (found.map(readerOf(fields)) as Row[]);
}

/** The first row of a statement, if it has one. */
export const row = async <Row>(tx: Tx, statement: Sql<Row>): Promise<Row | undefined> =>
  (await rows(tx, statement))[0];

/** How many rows a statement wrote, or read. */
export const run = async (tx: Tx, statement: Sql): Promise<number> =>
  (await send(tx, statement)).rowCount ?? 0;

/** How many rows another statement reads: `some` has a limit. */
export const countRows = async (tx: Tx, some: Sql): Promise<number> =>
  (await row(tx, replanned(sql<{ total: number }>`select count(*) as total from (${some}) matches`)))
    ?.total ?? 0;

/** The text of a statement and its values, as they are sent. Throws for undefined, which would otherwise become null in silence. */
export function written(statement: Sql): { text: string; values: unknown[]; plan: Plan } {
  const values: unknown[] = [];
  let { plan } = statement;
  const partOf = (part: unknown): string => {
    if (part === undefined)
      throw new Error(`A value of this statement is undefined: ${statement.strings.join('?')}`);
    return part instanceof Sql ? write(part) : `$${values.push(part)}`;
  };
  const write = ({ strings, parts, plan: own }: Sql): string => {
    if (own === 'once') plan = own;
    return parts.reduce<string>(
      (text, part, at) => text + partOf(part) + (strings[at + 1] ?? ''),
      strings[0] ?? '',
    );
  };
  return { text: write(statement), values, plan };
}

async function send(tx: Tx, statement: Sql) {
  const { text, values, plan } = written(statement);
  const isKept = plan === 'kept' || (plan === 'replanned' && !tx.isLarge);
  const planned = isKept ? text : `${PLAN_EACH_TIME} ${text}`;
  try {
    return await tx.query<unknown[]>({ text: planned, rowMode: 'array', types: TYPES }, values);
  } catch (error) {
    // For the log, which never has the values (error-log.ts).
    if (error instanceof Error && !('query' in error)) Object.assign(error, { query: text });
    throw error;
  }
}

/** A moment as PostgreSQL writes it in UTC, as ISO 8601 with six digits, so that moments compare as text. */
export const isoOf = (value: string): string =>
  // From "2026-11-22 09:05:00.12+00"; the fraction has up to six digits or is missing.
  `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(6, '0')}Z`;

const { TIMESTAMPTZ, INT8, DATE } = pg.types.builtins;
const PARSERS: Record<number, (text: string) => unknown> = {
  [TIMESTAMPTZ]: isoOf,
  [INT8]: Number,
  [DATE]: (text) => text,
};
const TYPES = {
  getTypeParser: ((oid: number, format?: 'text') =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

type Reader = (values: unknown[]) => unknown;
const readers = new Map<string, Reader>();

/** What makes a row of its values, generated once for each list of columns: a loop over their names takes twice as long. */
function readerOf(fields: pg.FieldDef[]): Reader {
  const names = fields.map(({ name }) => name);
  const list = names.join();
  const reader = readers.get(list) ?? (new Function('v', `'use strict';return ${objectOf(names)}`) as Reader);
  readers.set(list, reader);
  return reader;
}

function objectOf(names: string[]): string {
  const fields: string[] = [];
  const records = new Map<string, { first: number; fields: string[] }>();
  for (const [at, name] of names.entries()) {
    const [record = '', field] = name.split('.');
    const value = (key: string) => `${JSON.stringify(key)}:v[${at}]`;
    if (field === undefined) fields.push(value(name));
    else {
      const known = records.get(record) ?? { first: at, fields: [] };
      known.fields.push(value(field));
      records.set(record, known);
    }
  }
  for (const [name, { first, fields: own }] of records)
    fields.push(`${JSON.stringify(name)}:v[${first}]===null?null:{${own}}`);
  return `({${fields}})`;
}

/** Rows per statement, which holds at most 65,535 values. */
const SLICE = 1000;

/** Splits rows into slices for one statement each; none for no rows. */
export function* slices<T>(rows: readonly T[], size = SLICE): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
