import { Column, fillPlaceholders, is, SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Tx } from './opening.ts';
import { AFRESH, isOfLarge } from './prepared-client.ts';

type Field = Column | SQL | SQL.Aliased;
/** What a select reads, by name; fields in an object of their own are a joined record. */
export type Selection = { [name: string]: Field | Selection };

/** A select as drizzle builds it; values that differ from run to run are `sql.placeholder`s. */
type Draft<Row> = PromiseLike<Row[]> & { toSQL(): { sql: string; params: unknown[] } };

/** Builds statements and runs none. */
const draft = drizzle.mock() as unknown as Tx;

/**
 * A select that is built once, when it is first run, and then only filled with values: building it anew and reading its rows by
 * inspection takes drizzle longer than PostgreSQL takes to answer. `selection` is what `build` selects, in the same order. A joined
 * record whose first field is null is absent: null.
 */
export function prepared<Row>(selection: Selection, build: (tx: Tx) => Draft<Row>) {
  let statement: { sql: string; params: unknown[] } | undefined;
  return (tx: Tx, values: Record<string, unknown> = {}): Promise<Row[]> => {
    statement ??= build(draft).toSQL();
    return run<Row>(tx, selection, statement.sql, fillPlaceholders(statement.params, values));
  };
}

/** How many shapes of a select are kept, those last used: callers choose among more, as with the length of a page. */
export const KEPT_SHAPES = 300;

/**
 * The same for a select of several shapes, such as a list with or without each of its filters: each shape, which `key` tells from the
 * others, is built once. Planned `afresh` in a large company is what has one good plan there for a rare value and another for a usual one.
 */
export function preparedShapes<Row>(selection: Selection) {
  const shapes = new Map<string, { sql: string; params: unknown[] }>();
  return (
    tx: Tx,
    key: string,
    build: (tx: Tx) => Draft<Row>,
    values: Record<string, unknown>,
    { afresh = false }: { afresh?: boolean } = {},
  ): Promise<Row[]> => {
    const shape = shapes.get(key) ?? build(draft).toSQL();
    shapes.delete(key);
    shapes.set(key, shape);
    const [oldest] = shapes.size > KEPT_SHAPES ? shapes.keys() : [];
    if (oldest !== undefined) shapes.delete(oldest);
    const text = afresh && isOfLarge(clientOf(tx)) ? `${AFRESH} ${shape.sql}` : shape.sql;
    return run<Row>(tx, selection, text, fillPlaceholders(shape.params, values));
  };
}

/** A number that is part of the statement: a plan that is kept knows how few rows it has to give. */
export const literal = (n: number): number => sql.raw(String(Math.trunc(n))) as unknown as number;

/** The rows of a select that is put together for each call, as of a search; read as those of `prepared`. */
export function rowsOf<Row>(
  tx: Tx,
  selection: Selection,
  select: Draft<Row>,
  values: Record<string, unknown> = {},
): Promise<Row[]> {
  const { sql, params } = select.toSQL();
  return run<Row>(tx, selection, sql, fillPlaceholders(params, values));
}

/** A statement in fixed SQL, for what drizzle can't say; its rows are named as their columns. */
export async function ask<Row extends pg.QueryResultRow>(
  tx: Tx,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  return (await clientOf(tx).query<Row>({ text, types }, values)).rows;
}

async function run<Row>(tx: Tx, selection: Selection, text: string, params: unknown[]): Promise<Row[]> {
  const { rows } = await clientOf(tx).query<unknown[]>({ text, rowMode: 'array', types }, params);
  return rows.map(readerOf(selection)) as Row[];
}

const clientOf = (tx: Tx) => (tx as Tx & { $client: pg.PoolClient }).$client;

const MOMENTS: number[] = [
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.DATE,
];
const asText = (value: string) => value;
/** Moments stay text, as columns read them. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    MOMENTS.includes(oid) ? asText : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const isField = (one: Field | Selection): one is Field =>
  is(one, Column) || is(one, SQL) || is(one, SQL.Aliased);

type Reader = (row: unknown[]) => unknown;
const readers = new WeakMap<Selection, Reader>();

/** What makes an object of a row of a selection, generated once: it holds the names of fields and no value. */
function readerOf(selection: Selection): Reader {
  const known = readers.get(selection);
  if (known) return known;
  const decoders: Decoder[] = [];
  const body = object(selection, { next: 0 }, decoders);
  const read = new Function('d', `'use strict';return (row)=>(${body})`)(decoders) as Reader;
  readers.set(selection, read);
  return read;
}

function object(selection: Selection, at: { next: number }, decoders: Decoder[]): string {
  const fields = Object.entries(selection).map(([name, one]) => {
    const column = `row[${at.next}]`;
    // A joined record that is absent has no first field.
    const value = isField(one)
      ? leaf(one, at, decoders)
      : `${column}===null?null:${object(one, at, decoders)}`;
    return `${JSON.stringify(name)}:${value}`;
  });
  return `{${fields.join()}}`;
}

function leaf(field: Field, at: { next: number }, decoders: Decoder[]): string {
  const column = `row[${at.next++}]`;
  const decoder = decoderOf(field);
  // A column whose values the driver already reads as they are.
  if (decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return column;
  return `${column}===null?null:d[${decoders.push(decoder) - 1}].mapFromDriverValue(${column})`;
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };

function decoderOf(field: Field): Decoder {
  if (is(field, Column)) return field;
  const { decoder } = (is(field, SQL) ? field : field.sql) as unknown as { decoder: Decoder };
  return decoder;
}
