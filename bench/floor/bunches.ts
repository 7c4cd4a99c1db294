import type pg from 'pg';
import { MATCH_FIELDS } from '../../shared/key-bunch-query.ts';
import { COUNTED_MATCHES, COUNTED_MOVEMENTS, HISTORY_PAGE, RANKED_MATCHES } from '../../shared/limits.ts';
import { ask, BUNCHES, bunchOf, count, detailOf, iso, MOVEMENTS, movementOf, type Row } from './rows.ts';
import type { Caller, Reply } from './session.ts';

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

/** The parts of a text that one company's index of terms contains. */
function gramsOf(company: number, text: string): string[] {
  const size = Math.min(3, text.length);
  const grams = Array.from({ length: text.length - size + 1 }, (_, at) => text.slice(at, at + size));
  return [...new Set(grams)].map((gram) => `${company}:${gram}`);
}

const HITS = `select t.key_bunch_id, term_rank(t, query_forms_of($2)) as rank, t.field, t.text, t.at from key_bunch_terms t
  where t.company_id = $1 and (term_grams(t.company_id, t.key) @> $3::text[] or term_grams(t.company_id, t.key) @> $4::text[]
    or term_grams(t.company_id, t.key) @> $5::text[]) and term_matches(t, query_forms_of($2)) limit ${RANKED_MATCHES + 1}`;
const RANKED = `${BUNCHES} join unnest($2::int[], $3::int[]) as r (id, rank) on r.id = b.id where b.company_id = $1
  order by r.rank, b.identifier, b.id`;
const MATCHES = `b.company_id = $1 and exists (select from key_bunch_terms t
  where t.company_id = $1 and t.key_bunch_id = b.id and term_matches(t, query_forms_of($2)))`;
const TERMS = `select t.key_bunch_id, term_rank(t, query_forms_of($2)) as rank, t.field, t.text, t.at from key_bunch_terms t
  where t.company_id = $1 and t.key_bunch_id = any($3) and term_matches(t, query_forms_of($2))`;

/** Searches as Keyhold does: few matches by rank, many in order of the identifiers. */
export async function search(pool: pg.Pool, { company }: Caller, q: string, limit: number): Promise<Reply> {
  const words = q.toLowerCase().trim().replace(/\s+/g, ' ');
  const grams = [words, words.replace(/[\s-]/g, ''), words.replace(/[\s:._-]/g, '')].map((text) =>
    gramsOf(company, text),
  );
  const hits = await ask(pool, 'hits', HITS, [company, q, ...grams]);
  const found = best(hits);
  if (hits.length > RANKED_MATCHES) return searchMany(pool, company, q, limit, found.size > COUNTED_MATCHES);
  const ids = [...found.keys()];
  const ranks = ids.map((id) => found.get(id)?.rank);
  const rows = await ask(pool, `ranked ${limit}`, `${RANKED} limit ${limit + 1}`, [company, ids, ranks]);
  return { body: rows.slice(0, limit).map((row) => withMatch(row, found)), total: ids.length };
}

async function searchMany(
  pool: pg.Pool,
  company: number,
  q: string,
  limit: number,
  many: boolean,
): Promise<Reply> {
  const page = `${BUNCHES} where ${MATCHES} order by b.identifier, b.id limit ${limit + 1}`;
  const rows = (await ask(pool, `matching ${limit}`, page, [company, q])).slice(0, limit);
  const counted = `select count(*) as total from (select from key_bunches b where ${MATCHES} limit ${COUNTED_MATCHES + 1}) as found`;
  const total = many ? COUNTED_MATCHES : await count(pool, 'count matches', counted, [company, q]);
  const found = best(await ask(pool, 'terms', TERMS, [company, q, rows.map((row) => row.id)]));
  return { body: rows.map((row) => withMatch(row, found)), total };
}

type Hit = { rank: number; order: number; field: string; text: unknown; at: string | null };

/** The best match of each set. */
function best(rows: Row[]): Map<number, Hit> {
  const found = new Map<number, Hit>();
  for (const row of rows) {
    const field = String(row.field);
    const order = (MATCH_FIELDS as readonly string[]).indexOf(field);
    const hit = { rank: Number(row.rank), order, field, text: row.text, at: iso(row.at) };
    const before = found.get(Number(row.key_bunch_id));
    if (!before || isBetter(hit, before)) found.set(Number(row.key_bunch_id), hit);
  }
  return found;
}

const isBetter = (hit: Hit, before: Hit) =>
  hit.rank - before.rank || hit.order - before.order
    ? hit.rank < before.rank || (hit.rank === before.rank && hit.order < before.order)
    : (hit.at ?? '') > (before.at ?? '');

function withMatch(row: Row, found: Map<number, Hit>) {
  const { field, text, at } = found.get(Number(row.id)) ?? {};
  return { ...bunchOf(row), match: { field, text, at } };
}

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

const ISSUE = `update key_bunches set status = 'issued', holder_name = $3, issued_at = clock(), last_seen_at = clock(),
  last_seen_location_id = location_id where company_id = $1 and id = $2 and status <> 'issued'
  returning id, current_tag as tag, identifier, type, location_id`;
const RETURN = `update key_bunches b set status = 'active', current_tag = $3, holder_name = null, holder_user_id = null, issued_at = null,
  last_seen_at = clock(), last_seen_location_id = b.location_id from key_bunches o
  where b.company_id = $1 and b.id = $2 and b.status = 'issued' and o.company_id = b.company_id and o.id = b.id
  returning b.id, o.current_tag as tag, b.identifier, b.type, b.location_id`;
const RECIPIENT = `select id, user_id, is_active, max_sets, valid_until from holders where company_id = $1 and sort_name = lower($2)
  order by id limit 2 for no key update`;
const RULES =
  "select name, due_hours, due_time from settings where company_id = $1 and category = 'keyTypes'";
const ENTRY = `insert into movement_history (company_id, key_bunch_id, key_bunch_identifier, key_bunch_type, from_location_id,
    from_location_name, from_bunch_type, action_type, old_tag, new_tag, performed_by_first_name, performed_by_last_name,
    performed_by_email, details)
  select $1, $2, $3, $4, l.id, l.name, $4, $6, $7, $8, $9, $10, $11, $12 from locations l
  where l.company_id = $1 and l.id = $5`;

type Entry = { action: 'issue' | 'return'; newTag: unknown; details: Row };

export const issue = (pool: pg.Pool, caller: Caller, id: number, { officerName, purpose }: Row) =>
  act(pool, caller, id, ISSUE, officerName, {
    action: 'issue',
    newTag: null,
    details: {
      officer: officerName,
      officerUserId: null,
      purpose,
      newTag: null,
      oldStatus: 'active',
      newStatus: 'issued',
    },
  });

export const giveBack = (pool: pg.Pool, caller: Caller, id: number, { officerName, newTag }: Row) =>
  act(pool, caller, id, RETURN, newTag, {
    action: 'return',
    newTag,
    details: { officer: officerName, newTag, oldStatus: 'issued', newStatus: 'active' },
  });

/** Makes one change of custody with its entry, in one transaction; null when the set's state does not allow it. */
async function act(
  pool: pg.Pool,
  caller: Caller,
  id: number,
  change: string,
  value: unknown,
  { action, newTag, details }: Entry,
): Promise<Reply | null> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await ask(client, 'actor', "select set_config('app.user_id', $1, true)", [String(caller.user)]);
    if (action === 'issue') {
      await ask(client, 'recipient', RECIPIENT, [caller.company, value]);
      await ask(client, 'rules', RULES, [caller.company]);
    }
    const [row] = await ask(client, action, change, [caller.company, id, value]);
    if (!row) {
      await client.query('rollback');
      return null;
    }
    const { firstName, lastName, email } = caller;
    const bunch = [caller.company, id, row.identifier, row.type, row.location_id];
    await ask(client, 'entry', ENTRY, [
      ...bunch,
      action,
      row.tag,
      newTag,
      firstName,
      lastName,
      email,
      details,
    ]);
    const [now] = await ask(client, 'read', `${BUNCHES} where b.company_id = $1 and b.id = $2`, [
      caller.company,
      id,
    ]);
    await client.query('commit');
    return now ? { body: detailOf(now) } : null;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
