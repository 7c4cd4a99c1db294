import { row, rows, run, sql } from '../database/sql.ts';
import type { Tx } from '../database/transactions.ts';

/** Updates a company's overdue sets to a time (ISO); returns the newest number, 0 without any. */
export async function noticeOverdue(tx: Tx, company: number, now: string): Promise<number> {
  // After a return, a handover, an extension or a loss the next overdue period is reported again.
  await run(
    tx,
    sql`delete from overdue_sets o where o.company_id = ${company} and not exists (select from key_bunches b
      where b.company_id = o.company_id and b.id = o.key_bunch_id and b.due_at = o.due_at and b.holder_id is not distinct from o.holder_id)`,
  );
  // By the index of due times, so it reads only overdue sets.
  await run(
    tx,
    sql`insert into overdue_sets (company_id, key_bunch_id, due_at, holder_id)
      select b.company_id, b.id, b.due_at, b.holder_id from key_bunches b
      where b.company_id = ${company} and (case when b.due_at is null then 'infinity' else b.due_at end) < ${now}::timestamptz
        and not exists (select from overdue_sets o where o.company_id = ${company} and o.key_bunch_id = b.id)
      order by b.due_at, b.id`,
  );
  const newest = await row(
    tx,
    sql<{ number: number }>`select coalesce(max(number), 0) as number from overdue_sets
      where company_id = ${company}`,
  );
  return newest?.number ?? 0;
}

/** Numbers above the first, up to the second. */
export type Range = [after: number, to: number];
/** The overdue sets of a letter: the recipient's own, and those of others; null for none. */
export type About = { own: Range | null; all: Range | null };

export type Overdue = {
  identifier: string;
  dueAt: string;
  location: string;
  /** The holder; null for the recipient's own sets. */
  holder: string | null;
  total: number;
};

const NONE: Range = [0, 0];

/**
 * The sets of these ranges that are still overdue, own ones first, then longest overdue, at most `most`; of others only at `places` (null:
 * all).
 */
export function stillOverdue(
  tx: Tx,
  company: number,
  holder: number,
  { own, all }: About,
  places: readonly number[] | null,
  most: number,
): Promise<Overdue[]> {
  const within = ([after, to]: Range) => sql`o.number > ${after} and o.number <= ${to}`;
  return rows(
    tx,
    sql<Overdue>`select b.identifier, b.due_at as "dueAt", l.name as location,
        case when b.holder_id is not distinct from ${holder} then null else b.holder_name end as holder, count(*) over ()::int as total
      from overdue_sets o
      join key_bunches b on b.company_id = o.company_id and b.id = o.key_bunch_id and b.due_at = o.due_at
        and b.holder_id is not distinct from o.holder_id
      join locations l on l.company_id = b.company_id and l.id = b.location_id
      where o.company_id = ${company} and (
        (o.holder_id = ${holder} and ${within(own ?? NONE)})
        or (o.holder_id is distinct from ${holder} and ${within(all ?? NONE)}
          and (${places}::int[] is null or b.location_id = any (${places}::int[]))))
      order by b.holder_id is distinct from ${holder}, b.due_at, b.identifier limit ${most}`,
  );
}
