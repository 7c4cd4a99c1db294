import type { OutQuery } from '../../../shared/custody.ts';
import type { OUT_TABS } from '../../../shared/custody-words.ts';
import { RANKED_MATCHES } from '../../../shared/limits.ts';
import { all, row, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { seesHolders } from '../holder/holder.ts';
import { DUE_OR_NEVER, END_OF_TODAY } from '../key-bunch/key-bunch.ts';

/** The report index's expression for an issued set. */
const OUT_AT = sql`(case key_bunches.status when 'missing' then 0 when 'issued' then 1 else 2 end) = 1`;
/** By one holder at a time: otherwise all holders would be compared. */
const holderHas = (q: string) =>
  sql`strpos((select h.words from holders h where h.company_id = key_bunches.company_id and h.id = key_bunches.holder_id),
    words_of(${q})) > 0`;
/** The set, its holder's name or its premises, checked for each issued set. */
const matches = (q: string) =>
  sql`(strpos(code_of(key_bunches.identifier), nullif(code_of(${q}), '')) > 0
    or strpos(words_of(key_bunches.holder_name), words_of(${q})) > 0
    or exists (select from jsonb_to_recordset(key_bunches.premises) as p (name text, address text, client text)
      where strpos(words_of(concat_ws(' ', p.name, p.address, p.client)), words_of(${q})) > 0))`;

/** The tabs' conditions, by the company's clock. */
export const TABS: Record<(typeof OUT_TABS)[number], Sql | undefined> = {
  all: undefined,
  today: sql`(${DUE_OR_NEVER}) >= (select clock()) and (${DUE_OR_NEVER}) < (${END_OF_TODAY})`,
  overdue: sql`(${DUE_OR_NEVER}) < (select clock())`,
};

/** The condition of a query: issued sets, by its filters. */
export async function outFilter(tx: Tx, me: Member, query: OutQuery): Promise<Sql> {
  const { type, locationId } = query;
  const q = query.q?.trim();
  return all(
    sql`key_bunches.status = 'issued'`,
    type !== undefined && sql`key_bunches.type = ${type}`,
    locationId !== undefined && sql`key_bunches.location_id = ${locationId} and ${OUT_AT}`,
    // Repeats the policy: it does not tell the planner how few sets the caller's locations hold.
    !locationId &&
      me.locations !== null &&
      sql`key_bunches.location_id = any (${me.locations}::int[]) and ${OUT_AT}`,
    q ? await matchesOf(tx, q, seesHolders(me)) : undefined,
  );
}

/** Up to this many matching texts, their sets are listed. */
const NAMED = 10_000;
type Found = { ids: number[]; texts: number };
const findSets = (q: string) =>
  sql<Found>`with found as materialized (select key_bunch_id, field from unnest(found_terms(${q}, ${NAMED + 1})))
    select array(select distinct key_bunch_id from found
        where field in ('identifier', 'holder', 'premises', 'address', 'client', 'reference')) as ids,
      (select count(*)::int from found) as texts`;
const findHolders = (q: string) =>
  sql<{ ids: number[] }>`select array(select matching_holders(${q}, ${RANKED_MATCHES + 1})) as ids`;

/**
 * Searches set IDs, holders and premises, and holders' details if the caller may see them: matching sets and holders, if few enough to list;
 * otherwise each issued set is checked.
 */
async function matchesOf(tx: Tx, q: string, sees: boolean): Promise<Sql> {
  const checked = sees ? sql`(${matches(q)} or ${holderHas(q)})` : matches(q);
  // A single character does not use the index, as nearly every text contains it.
  if (q.replace(/[\s:._-]/g, '').length < 2) return checked;
  const [sets, people] = await Promise.all([
    row(tx, findSets(q)),
    sees ? row(tx, findHolders(q)) : undefined,
  ]);
  const holders = people?.ids ?? [];
  if (!sets || sets.texts > NAMED || holders.length > RANKED_MATCHES) return checked;
  const found = sql`key_bunches.id = any (${sets.ids}::int[])`;
  return sees ? sql`(${found} or key_bunches.holder_id = any (${holders}::int[]))` : found;
}
