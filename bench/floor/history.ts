import type pg from 'pg';
import { COUNTED_MOVEMENTS, HISTORY_PAGE } from '../../shared/limits.ts';
import type { Caller, Reply } from './call.ts';
import { ask, count } from './database.ts';
import { MOVEMENTS, movementOf } from './rows.ts';

const NEWEST = `order by seq desc limit ${HISTORY_PAGE}`;
const OF_ONE = 'where company_id = $1 and key_bunch_id = $2';
const COUNT_OF_ONE = `select count(*) as total from (select from movement_history ${OF_ONE} limit ${COUNTED_MOVEMENTS + 1}) as found`;

export async function history(pool: pg.Pool, { company }: Caller): Promise<Reply> {
  const own = [company];
  const rows = await ask(pool, 'history', `${MOVEMENTS} where company_id = $1 ${NEWEST}`, own);
  const last = 'select seq as total from movement_history where company_id = $1 order by seq desc limit 1';
  return { body: rows.map(movementOf), total: await count(pool, 'last', last, own) };
}

export async function keyHistory(pool: pg.Pool, { company }: Caller, id: number): Promise<Reply> {
  const own = [company, id];
  const rows = await ask(pool, 'key history', `${MOVEMENTS} ${OF_ONE} ${NEWEST}`, own);
  const all = rows.length < HISTORY_PAGE;
  return {
    body: rows.map(movementOf),
    total: all ? rows.length : await count(pool, 'key count', COUNT_OF_ONE, own),
  };
}
