import { ask } from '../database/prepared.ts';
import type { Tx } from '../database/transactions.ts';

/** After a return, a handover, an extension or a loss the next overdue period is reported again. */
const FORGET = `delete from overdue_sets o where o.company_id = $1 and not exists (select from key_bunches b
  where b.company_id = o.company_id and b.id = o.key_bunch_id and b.due_at = o.due_at and b.holder_id is not distinct from o.holder_id)`;
/** By the index of due times, so it reads only overdue sets. */
const NOTICE = `insert into overdue_sets (company_id, key_bunch_id, due_at, holder_id)
  select b.company_id, b.id, b.due_at, b.holder_id from key_bunches b
  where b.company_id = $1 and (case when b.due_at is null then 'infinity' else b.due_at end) < $2::timestamptz
    and not exists (select from overdue_sets o where o.company_id = $1 and o.key_bunch_id = b.id)
  order by b.due_at, b.id`;
const NEWEST = 'select coalesce(max(number), 0)::float8 as number from overdue_sets where company_id = $1';

/** Updates a company's overdue sets to a time (ISO); returns the newest number, 0 without any. */
export async function noticeOverdue(tx: Tx, company: number, now: string): Promise<number> {
  await ask(tx, FORGET, [company]);
  await ask(tx, NOTICE, [company, now]);
  const [newest] = await ask<{ number: number }>(tx, NEWEST, [company]);
  return newest?.number ?? 0;
}

/** Numbers above the first, up to the second. */
export type Range = [after: number, to: number];
/** The overdue sets of a letter: the recipient's own, and those of others; null for none. */
export type About = { own: Range | null; all: Range | null };

export type Overdue = {
  identifier: string;
  due_at: string;
  location: string;
  /** The holder; null for the recipient's own sets. */
  holder: string | null;
  total: number;
};

const STILL = `select b.identifier, b.due_at::text as due_at, l.name as location,
    case when b.holder_id is not distinct from $2 then null else b.holder_name end as holder, count(*) over ()::int as total
  from overdue_sets o
  join key_bunches b on b.company_id = o.company_id and b.id = o.key_bunch_id and b.due_at = o.due_at
    and b.holder_id is not distinct from o.holder_id
  join locations l on l.company_id = b.company_id and l.id = b.location_id
  where o.company_id = $1 and (
    (o.holder_id = $2 and o.number > $3 and o.number <= $4)
    or (o.holder_id is distinct from $2 and o.number > $5 and o.number <= $6 and ($7::int[] is null or b.location_id = any ($7::int[]))))
  order by b.holder_id is distinct from $2, b.due_at, b.identifier limit $8`;

const NONE: Range = [0, 0];

/**
 * The sets of these ranges that are still overdue, own ones first, then longest overdue, at most `most`; of others only at `places` (null:
 * all).
 */
export const stillOverdue = (
  tx: Tx,
  company: number,
  holder: number,
  { own, all }: About,
  places: readonly number[] | null,
  most: number,
): Promise<Overdue[]> =>
  ask<Overdue>(tx, STILL, [company, holder, ...(own ?? NONE), ...(all ?? NONE), places, most]);
