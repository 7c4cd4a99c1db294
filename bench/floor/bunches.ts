import type pg from 'pg';
import type { Caller, Reply } from './call.ts';
import { ask, count, type Row } from './database.ts';
import { BUNCHES, bunchOf, detailOf } from './rows.ts';
import { search } from './search.ts';

export async function read(pool: pg.Pool, { company }: Caller, id: number): Promise<Reply | null> {
  const [row] = await ask(pool, 'read', `${BUNCHES} where b.company_id = $1 and b.id = $2`, [company, id]);
  return row ? { body: detailOf(row) } : null;
}

/** A page in order of the identifiers, with the filters of the benchmark and the total. */
export async function list(pool: pg.Pool, caller: Caller, query: URLSearchParams): Promise<Reply> {
  const limit = Number(query.get('limit') ?? 50);
  const q = query.get('q');
  if (q) return search(pool, caller, q, limit);
  const { name, where, values } = filtersOf(caller, query);
  const page = `${BUNCHES} ${where} order by b.identifier, b.id limit ${limit + 1}`;
  const rows = await ask(pool, `list ${name}`, page, values);
  const total = await count(
    pool,
    `count ${name}`,
    `select coalesce(sum(b.bunches), 0) as total from bunch_counts b ${where}`,
    values,
  );
  return { body: rows.slice(0, limit).map((row: Row) => bunchOf(row)), total };
}

function filtersOf({ company, locations }: Caller, query: URLSearchParams) {
  const values: unknown[] = [company];
  const conditions = ['b.company_id = $1'];
  const names: string[] = [];
  const add = (name: string, condition: string, value: unknown) => {
    values.push(value);
    conditions.push(condition.replace('?', `$${values.length}`));
    names.push(name);
  };
  if (locations) add('limited', 'b.location_id = any(?)', locations);
  const status = query.get('status');
  if (status) add('status', 'b.status = ?', status);
  const locationId = query.get('locationId');
  if (locationId) add('location', 'b.location_id = ?', Number(locationId));
  return { name: names.join(' '), where: `where ${conditions.join(' and ')}`, values };
}
