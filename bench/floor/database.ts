import pg from 'pg';

export type Row = Record<string, unknown>;
type Parser = (text: string) => unknown;

const TIMESTAMPTZ = 1184;
const BIGINT = 20;

/** A pool of Keyhold's size. Times are read as text, counts as numbers. */
export function openPool(config: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max: 36,
    options: '-c timezone=UTC',
    types: {
      getTypeParser: ((oid: number, format: 'text') => {
        if (oid === TIMESTAMPTZ) return (text: string) => text;
        if (oid === BIGINT) return Number;
        return pg.types.getTypeParser(oid, format) as Parser;
      }) as pg.CustomTypesConfig['getTypeParser'],
    },
  });
  // Errors of idle connections need no handling; a query on a cut connection rejects.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

type Queries = { query(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> };

/** Runs a named statement: PostgreSQL parses and plans it once a connection. */
export const ask = async (on: Queries, name: string, text: string, values: unknown[]): Promise<Row[]> =>
  (await on.query({ name, text, values })).rows;

/** The number in the column `total` of a statement's row. */
export const count = async (on: Queries, name: string, text: string, values: unknown[]): Promise<number> =>
  Number((await ask(on, name, text, values))[0]?.total ?? 0);
