import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { OutQuery } from '../../../shared/custody.ts';
import type { OUT_TABS } from '../../../shared/custody-words.ts';
import { RANKED_MATCHES } from '../../../shared/limits.ts';
import { ask } from '../../database/prepared.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { seesHolders } from '../holder/holder.ts';
import { dueOrNever, END_OF_TODAY } from '../key-bunch/old.ts';

const sent = (name: string) => sql.placeholder(name);

/** The report index's expression for an issued set. */
const OUT_AT = sql`(case ${keyBunches.status} when 'missing' then 0 when 'issued' then 1 else 2 end) = 1`;
/** By one holder at a time: otherwise all holders would be compared. */
const HAS = sql`strpos((select h.words from holders h where h.company_id = key_bunches.company_id and h.id = ${keyBunches.holderId}),
  words_of(${sent('q')})) > 0`;
/** The set, its holder's name or its premises, checked for each issued set. */
const MATCHES = sql`(strpos(code_of(${keyBunches.identifier}), nullif(code_of(${sent('q')}), '')) > 0
  or strpos(words_of(${keyBunches.holderName}), words_of(${sent('q')})) > 0
  or exists (select from jsonb_to_recordset(${keyBunches.premises}) as p (name text, address text, client text)
    where strpos(words_of(concat_ws(' ', p.name, p.address, p.client)), words_of(${sent('q')})) > 0))`;
const FOUND = sql`${keyBunches.id} = any (${sent('found')}::int[])`;
const HELD = sql`${keyBunches.holderId} = any (${sent('holders')}::int[])`;

/** Conditions of the filters; values are bound when read. */
const FILTERS = {
  type: eq(keyBunches.type, sent('type')),
  locationId: and(eq(keyBunches.locationId, sent('locationId')), OUT_AT),
  /** Repeats the policy: it does not tell the planner how few sets the caller's locations hold. */
  places: and(sql`${keyBunches.locationId} = any (${sent('places')}::int[])`, OUT_AT),
  /** Matching sets and holders, if few enough to list; otherwise each issued set is checked. */
  found: FOUND,
  foundOrHeld: or(FOUND, HELD),
  matches: MATCHES,
  matchesOrHas: or(MATCHES, HAS),
};
type Name = keyof typeof FILTERS;

/** The tabs' conditions, by the company's clock. */
export const TABS: Record<(typeof OUT_TABS)[number], SQL | undefined> = {
  all: undefined,
  today: sql`(${dueOrNever}) >= (select clock()) and (${dueOrNever}) < (${END_OF_TODAY})`,
  overdue: sql`(${dueOrNever}) < (select clock())`,
};

/** A query's filters: cache key, condition with placeholders, and values. */
export type OutFilters = { key: string; where: SQL | undefined; values: Record<string, unknown> };

export async function outFilters(tx: Tx, me: Member, query: OutQuery): Promise<OutFilters> {
  const { type, locationId } = query;
  const places = locationId ? undefined : (me.locations ?? undefined);
  const q = query.q?.trim();
  const matching = q ? await matchesOf(tx, q, seesHolders(me)) : { names: [], values: {} };
  const values = { type, locationId, places, ...matching.values };
  const plain = (['type', 'locationId', 'places'] as const).filter((name) => values[name] !== undefined);
  const names: Name[] = [...plain, ...matching.names];
  return {
    key: names.join(),
    where: and(eq(keyBunches.status, sql`'issued'`), ...names.map((name) => FILTERS[name])),
    values,
  };
}

/** Up to this many matching texts, their sets are listed. */
const NAMED = 10_000;
const FIND = `with found as materialized (select key_bunch_id, field from unnest(found_terms($1, $2 + 1)))
  select array(select distinct key_bunch_id from found
      where field in ('identifier', 'holder', 'premises', 'address', 'client', 'reference')) as ids,
    (select count(*)::int from found) as texts`;
const PEOPLE = 'select array(select matching_holders($1, $2)) as ids';

/** Searches set IDs, holders and premises, and holders' details if the caller may see them. */
async function matchesOf(
  tx: Tx,
  q: string,
  sees: boolean,
): Promise<{ names: Name[]; values: Record<string, unknown> }> {
  const asked = { names: [sees ? 'matchesOrHas' : 'matches'] as Name[], values: { q } };
  // A single character does not use the index, as nearly every text contains it.
  if (q.replace(/[\s:._-]/g, '').length < 2) return asked;
  const [[terms], [people]] = await Promise.all([
    ask<{ ids: number[]; texts: number }>(tx, FIND, [q, NAMED]),
    sees ? ask<{ ids: number[] }>(tx, PEOPLE, [q, RANKED_MATCHES + 1]) : [],
  ]);
  const holders = people?.ids ?? [];
  if (!terms || terms.texts > NAMED || holders.length > RANKED_MATCHES) return asked;
  return { names: [sees ? 'foundOrHeld' : 'found'], values: { found: terms.ids, holders } };
}
