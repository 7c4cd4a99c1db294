import { Column, fillPlaceholders, is, SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Tx } from './opening.ts';
import { isOfLarge, PLAN_EACH_TIME } from './prepared-client.ts';

type Field = Column | SQL | SQL.Aliased;
/** Selected fields by name; a nested object is a joined record. */
export type Selection = { [name: string]: Field | Selection };

/** A select built by drizzle; values that vary are `sql.placeholder`s. */
type Draft<Row> = PromiseLike<Row[]> & { toSQL(): { sql: string; params: unknown[] } };

/** Builds statements and runs none. */
const draft = drizzle.mock() as unknown as Tx;

/**
 * A select built once, on its first run, then only given values: building it and mapping its rows takes drizzle longer than PostgreSQL
 * takes to answer. `selection` lists what `build` selects, in order. A joined record whose first field is null becomes null.
 */
export function prepared<Row>(selection: Selection, build: (tx: Tx) => Draft<Row>) {
  let statement: { sql: string; params: unknown[] } | undefined;
  return (tx: Tx, values: Record<string, unknown> = {}): Promise<Row[]> => {
    statement ??= build(draft).toSQL();
    return run<Row>(tx, selection, statement.sql, fillPlaceholders(statement.params, values));
  };
}

/** Limit of cached shapes per select, least recently used out first: callers choose some, such as the page length. */
export const KEPT_SHAPES = 300;

/**
 * `prepared` for a select of several shapes, such as a list with optional filters; each `key` is built once. With `customPlan` it is
 * planned at each call in a large company, where a rare and a common value need different plans.
 */
export function preparedShapes<Row>(selection: Selection) {
  const shapes = new Map<string, { sql: string; params: unknown[] }>();
  return (
    tx: Tx,
    key: string,
    build: (tx: Tx) => Draft<Row>,
    values: Record<string, unknown>,
    { customPlan = false }: { customPlan?: boolean } = {},
  ): Promise<Row[]> => {
    const shape = shapes.get(key) ?? build(draft).toSQL();
    shapes.delete(key);
    shapes.set(key, shape);
    const [oldest] = shapes.size > KEPT_SHAPES ? shapes.keys() : [];
    if (oldest !== undefined) shapes.delete(oldest);
    const text = customPlan && isOfLarge(clientOf(tx)) ? `${PLAN_EACH_TIME} ${shape.sql}` : shape.sql;
    return run<Row>(tx, selection, text, fillPlaceholders(shape.params, values));
  };
}

/** A number in the statement's text, so that a cached plan knows its row limit. */
export const literal = (n: number): number => sql.raw(String(Math.trunc(n))) as unknown as number;

/** Runs a select built for each call, such as a search; rows are read as by `prepared`. */
export function rowsOf<Row>(
  tx: Tx,
  selection: Selection,
  select: Draft<Row>,
  values: Record<string, unknown> = {},
): Promise<Row[]> {
  const { sql, params } = select.toSQL();
  return run<Row>(tx, selection, sql, fillPlaceholders(params, values));
}

/** A statement in fixed SQL; its rows are named as their columns. */
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
/** Timestamps stay text, as columns read them. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    MOMENTS.includes(oid) ? asText : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const isField = (one: Field | Selection): one is Field =>
  is(one, Column) || is(one, SQL) || is(one, SQL.Aliased);

type Reader = (row: unknown[]) => unknown;
const readers = new WeakMap<Selection, Reader>();

/** Generates a row reader for a selection; the code contains field names and no values. */
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
    // An absent joined record has no first field.
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
  // A column whose values the driver returns unchanged.
  if (decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return column;
  return `${column}===null?null:d[${decoders.push(decoder) - 1}].mapFromDriverValue(${column})`;
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };

function decoderOf(field: Field): Decoder {
  if (is(field, Column)) return field;
  const { decoder } = (is(field, SQL) ? field : field.sql) as unknown as { decoder: Decoder };
  return decoder;
}
