import { Column, fillPlaceholders, is, SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Tx } from './transactions.ts';

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

/** The rows of a select that is put together for each call, such as a list with some of its filters; read as those of `prepared`. */
export function rowsOf<Row>(tx: Tx, selection: Selection, select: Draft<Row>): Promise<Row[]> {
  const { sql, params } = select.toSQL();
  return run<Row>(tx, selection, sql, params);
}

async function run<Row>(tx: Tx, selection: Selection, text: string, params: unknown[]): Promise<Row[]> {
  const { rows } = await clientOf(tx).query<unknown[]>({ text, rowMode: 'array', types }, params);
  return rows.map(readerOf(selection)) as Row[];
}

const readers = new WeakMap<Selection, Reader['read']>();
function readerOf(selection: Selection): Reader['read'] {
  const known = readers.get(selection) ?? reader(selection).read;
  readers.set(selection, known);
  return known;
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

type Reader = { read: (row: unknown[]) => unknown; width: number };

const isField = (one: Field | Selection): one is Field =>
  is(one, Column) || is(one, SQL) || is(one, SQL.Aliased);

/** Reads an object of a selection from a row, its fields beginning at `from`. */
function reader(selection: Selection, from = 0): Reader {
  let width = 0;
  const fields = Object.entries(selection).map(([name, one]) => {
    const at = from + width;
    const inner = isField(one) ? { read: leaf(one, at), width: 1 } : absentOr(reader(one, at), at);
    width += inner.width;
    return { name, read: inner.read };
  });
  const read = (row: unknown[]) => {
    const record: Record<string, unknown> = {};
    for (const field of fields) record[field.name] = field.read(row);
    return record;
  };
  return { read, width };
}

const absentOr = ({ read, width }: Reader, at: number): Reader => ({
  read: (row) => (row[at] === null ? null : read(row)),
  width,
});

function leaf(field: Field, at: number): (row: unknown[]) => unknown {
  const decoder = decoderOf(field);
  // A column of plain text or true and false.
  if (decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return (row) => row[at];
  return (row) => (row[at] === null ? null : decoder.mapFromDriverValue(row[at]));
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };

function decoderOf(field: Field): Decoder {
  if (is(field, Column)) return field;
  const { decoder } = (is(field, SQL) ? field : field.sql) as unknown as { decoder: Decoder };
  return decoder;
}
