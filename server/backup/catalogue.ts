import type pg from 'pg';
import type { ChainEnd, Manifest, Table } from './manifest.ts';

/** Every table with its columns, in the order of their names; what PostgreSQL computes itself is no column here. */
export async function readColumns(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     group by c.relname order by c.relname`,
  );
  return rows;
}

/** Where each sequence stands. It may be further than the snapshot: a number that was drawn is never drawn again. */
export async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  );
  const found: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: at } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from public."${name}"`,
    );
    if (at[0]) found.push({ name, ...at[0] });
  }
  return found;
}

/** The ends of both chains of every company. */
export async function readChainEnds(client: pg.ClientBase): Promise<ChainEnd[]> {
  const { rows } = await client.query<Omit<ChainEnd, 'seq'> & { seq: string }>(
    `select company_id as company, 'movement' as chain, movement_seq as seq, encode(movement_hash, 'hex') as hash from chain_heads
     union all select company_id, 'log', log_seq, encode(log_hash, 'hex') from chain_heads order by 1, 2`,
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}
