import type pg from 'pg';
import { asAdmin } from './database.ts';

/** The number of rows of each kind in a register. */
export type Size = Record<'bunches' | 'holders' | 'premises' | 'movements' | 'locations' | 'words', number>;
/** Larger than the limit for a statement's rows; filled in seconds. */
export const LARGE: Size = {
  bunches: 20_000,
  holders: 6_000,
  premises: 8_000,
  movements: 60_000,
  locations: 60,
  words: 5_000,
};
/** The size of a city: what docs/benchmarks.md measures and docs/scaling.md is based on. */
export const CITY: Size = {
  bunches: 100_000,
  holders: 30_000,
  premises: 40_000,
  movements: 5_000_000,
  locations: 400,
  words: 50_000,
};
const USERS = 40;
/** The sets of the largest location, and of an audit there. */
const KEY_ROOM = 9500;

/**
 * Fills a company with a large register, with triggers off: no chain, and neither codes nor texts but the most usual. Locations have very
 * different sizes, a status and an action are rare, moves are old. Answers the ids that tests ask for.
 */
export async function fill(admin: pg.ClientConfig, company: number, actor: number, size = LARGE) {
  return asAdmin(admin, async (client) => {
    const { rows } = await client.query<{ at: number }>(
      'select coalesce(max(id), 0)::int as at from locations',
    );
    const first = (rows[0]?.at ?? 0) + 1;
    const indexes = await dropIndexes(client);
    for (const text of statements(company, actor, first, size)) await client.query(text);
    const { rows: handovers } = await client.query<{ id: number }>(
      `insert into room_handovers (company_id, location_id, location_name, started_by, outgoing_id, outgoing_name, shift_start, start_seq)
       select $1, $2, 'Depot', $3, $3, 'Dana Holt', now() - interval '12 hours', max(seq) - 500 from movement_history where company_id = $1
       returning id`,
      [company, first, actor],
    );
    for (const text of [...indexes, 'analyze']) await client.query(text);
    return {
      roomHandover: handovers[0]?.id ?? 0,
      keyRoom: first,
      usual: first + 1,
      rare: first + size.locations - 1,
      bunch: first * 1_000_000,
      audit: first,
      holder: first * 1_000_000 + 1,
      premises: first * 1_000_000 + 1,
      label: String(first * 1_000_000 + 1).padStart(10, '0'),
    };
  });
}

/** The tables that are filled with tens of thousands of rows. */
const FILLED =
  '{key_bunches,key_bunch_terms,holders,premises,labels,searched_words,movement_history,history_texts,audit_log,reservations}';

/** Filling takes a tenth of the time when indexes are made afterwards; returns the statements for that. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text from pg_index i
     where i.indrelid::regclass::text = any ($1) and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [FILLED],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return ["set maintenance_work_mem = '512MB'", ...rows.map(({ text }) => text)];
}

const statements = (company: number, actor: number, first: number, size: Size): string[] => {
  const id = `${first * 1_000_000} + n`;
  // The first location has the key room's sets, the last has three, the others the rest.
  const location = `${first} + case when n <= ${KEY_ROOM} then 0 when n <= ${KEY_ROOM} + 3 then ${size.locations - 1} else 1 + n % ${size.locations - 2} end`;
  const status = `case when n % 5000 = 0 then 'in_use' when n % 10 = 0 then 'issued' when n % 33 = 0 then 'missing' else 'active' end`;
  return [
    "set session_replication_role = replica; set synchronous_commit = off; set jit = off; set work_mem = '64MB'",
    `insert into locations (company_id, id, name, type) overriding system value
     select ${company}, ${first} + n, 'Depot ' || chr(65 + n % 26) || n, 'office' from generate_series(0, ${size.locations - 1}) n`,
    `insert into users (company_id, email, first_name, last_name) select ${company}, 'large' || ${first} || '-' || n || '@example.com', 'Kim', 'No ' || n
     from generate_series(1, ${USERS}) n`,
    `insert into key_bunches (company_id, id, identifier, type, current_tag, nfc_serial, location_id, status, holder_name, issued_at,
       missing_since, key_description, last_seen_at, last_seen_location_id, last_updated, has_label) overriding system value
     select ${company}, ${id}, 'LG-' || lpad((n * 7919 % 1000003)::text, 7, '0'), case when n % 4000 = 1 then 'lock_ups' when n % 3 = 0 then 'static' else 'day_shift' end,
       (500000 + n)::text, case when n % 3 = 0 then '04' || n end, ${location}, status, case when status = 'issued' then 'Kim No ' || n % 40 end,
       case when status = 'issued' then now() - interval '1 minute' * n end, case when status = 'missing' then now() - interval '1 hour' * n end,
       'Warehouse street ' || n, case when n % 50 > 0 then now() - interval '1 minute' * n end, ${first}, now() - interval '1 minute' * n, n % 2000 > 0
     from generate_series(1, ${size.bunches}) n, lateral (select ${status} as status) s`,
    // Every tenth set is out, half of them overdue; fifty people have half of them, and some are out to a name alone.
    `insert into holders (company_id, id, name, kind, organisation) overriding system value
     select ${company}, ${id}, 'Kim No ' || n, case when n % 3000 = 0 then 'client' else 'contractor' end, 'Firm ' || n % 90 || case when n % 100 = 0 then ' Security' else '' end
     from generate_series(1, ${size.holders}) n`,
    `update key_bunches set holder_id = case when id % 200 > 0 then ${first * 1_000_000} + 1 + case when id % 20 = 0 then id % 50 else id % ${size.holders} end end,
       due_at = case when id % 30 > 0 then now() + interval '1 minute' * (id % 4000 - 2000) end
     where company_id = ${company} and status = 'issued'`,
    `update key_bunches set position = chr(65 + id % 9) || ' ' || id % 700, keys_present = case when id % 500 = 0 then 0 end,
       short_since = case when id % 500 = 0 then now() end where company_id = ${company} and id % 3 = 0`,
    `insert into label_codes (token, of_company) select lpad((${id})::text, 10, '0'), ${company} from generate_series(1, ${2 * size.bunches}) n`,
    `insert into labels (company_id, token, key_bunch_id) select ${company}, lpad((${id})::text, 10, '0'), case when n <= ${size.bunches} then ${id} end
     from generate_series(1, ${2 * size.bunches}) n`,
    `insert into found_notices (company_id, key_bunch_id, place, sent_id, closed_at, closed_by, closed_by_name)
     select ${company}, ${id}, 'By the bins', gen_random_uuid(), case when n % 10 > 0 then now() end, case when n % 10 > 0 then ${actor} end,
       case when n % 10 > 0 then 'Dana' end from generate_series(1, ${size.bunches}) n`,
    `insert into premises (company_id, id, name, address, client) overriding system value
     select ${company}, ${id}, 'Unit ' || n, n || ' High Street', 'Client ' || n % 300 from generate_series(1, ${size.premises}) n`,
    `insert into key_bunch_premises (company_id, key_bunch_id, premises_id, place)
     select ${company}, ${id}, ${first * 1_000_000} + 1 + n / 4 % ${size.premises}, 1 from generate_series(1, ${size.bunches}) n where n % 4 = 0`,
    `insert into key_bunch_terms (company_id, key_bunch_id, field, slot, text, key)
     select k.company_id, key_bunch_id, field, p.id, value, words_of(value) from key_bunch_premises k
       join premises p on p.company_id = k.company_id and p.id = premises_id,
       lateral (values ('premises', p.name), ('address', p.address), ('client', p.client)) term (field, value) where k.company_id = ${company}`,
    `insert into bunch_counts select company_id, location_id, type, status, nfc_serial is not null, count(*) from key_bunches
     where company_id = ${company} group by 1, 2, 3, 4, 5`,
    `select fold_counts(${company})`,
    `insert into key_bunch_terms (company_id, key_bunch_id, field, text, key)
     select company_id, b.id, field, value, term_key(field, value) from key_bunches b,
       lateral (values ('identifier', identifier), ('currentTag', current_tag)) term (field, value) where company_id = ${company} and id % 3 = 0`,
    `insert into movement_history (company_id, key_bunch_id, key_bunch_identifier, key_bunch_type, from_location_id, from_location_name,
       to_location_id, to_location_name, action_type, old_tag, new_tag, performed_by, performed_by_email, "timestamp", done_at, details, seq,
       holder_id)
     select ${company}, ${first * 1_000_000} + 1 + m % ${size.bunches}, 'LG', 'static', b.location_id, 'Depot', case when action = 'location_move' then ${first} + m % 7 end,
       case when action = 'location_move' then 'Depot' end, action, (500000 + m % ${size.bunches})::text, case when action = 'return' then (600000 + m)::text end, ${actor}, 'dana@example.com',
       now() - interval '1 minute' * (${size.movements} - m), now() - interval '1 minute' * (${size.movements} - m), jsonb_build_object('officer', 'Kim No ' || m % 40), m,
       ${first * 1_000_000} + 1 + m % ${size.holders}
     from generate_series(1, ${size.movements}) m,
       lateral (select case when m <= 100 then 'location_move' when m % 20000 = 0 then 'deleted' when m % 2 = 0 then 'issue' else 'return' end as action) a,
       lateral (select location_id from key_bunches where company_id = ${company} and id = ${first * 1_000_000} + 1 + m % ${size.bunches - 1}) b`,
    `update chain_heads set movement_seq = ${size.movements}, log_seq = 1000 + ${size.bunches} where company_id = ${company}`,
    `insert into history_texts (company_id, text) select ${company}, t from (select (500000 + n)::text as t from generate_series(0, ${size.bunches / 3}) n
       union select unnest('{lg,depot,dana@example.com}'::text[]) union select 'kim no ' || n from generate_series(0, 39) n) one`,
    `insert into audit_log (company_id, action, user_id, user_email, key_bunch_id, location_id, description, seq)
     select ${company}, case when n % 500 = 0 then 'user_rights' when n % 7 = 0 then 'sign_in' else 'create' end, ${actor}, 'dana@example.com', ${id},
       ${first}, 'Added', 1000 + n from generate_series(1, ${size.bunches}) n`,
    `insert into audit_sessions (company_id, id, performed_by, location_id, location_name, total_expected, status, end_time, start_time)
       overriding system value
     select ${company}, ${first} + n, ${actor}, ${first} + n % ${size.locations}, 'Depot', ${KEY_ROOM}, 'completed', now() - interval '1 hour' * (3000 - n),
       now() - interval '1 hour' * (3000 - n) - interval '20 minutes'
     from generate_series(0, 3000) n`,
    `insert into audit_expected (company_id, audit_session_id, key_bunch_id, identifier, type, status)
     select ${company}, ${first}, ${id}, 'LG' || n, 'static', 'active' from generate_series(1, ${KEY_ROOM}) n`,
    `insert into searched_words (company_id, word) select ${company}, w from (
       select left(translate(md5(n::text), '0123456789', 'ghijklmnop'), 4 + n % 9) as w from generate_series(1, ${size.words}) n
       union select unnest('{warehouse,street,high,client,unit,firm,security}'::text[])) one group by w`,
    // Each set was reserved once and taken; one in thirty is reserved within the next weeks.
    `insert into reservations (company_id, group_id, key_bunch_id, holder_id, location_id, from_at, to_at, created_by, taken_at, updated_at)
     select ${company}, gen_random_uuid(), ${id}, ${first * 1_000_000} + 1 + n % ${size.holders}, ${first}, at, at + interval '6 hours', ${actor}, at, at
     from generate_series(1, ${size.bunches}) n, lateral (select now() - interval '1 day' - interval '10 minutes' * n as at) past
     union all select company_id, gen_random_uuid(), id, ${first * 1_000_000} + 1 + id % ${size.holders}, location_id, at, at + interval '6 hours', ${actor}, null, now() - interval '1 minute' * (id % 40000)
     from key_bunches, lateral (select now() + interval '1 minute' * (id % 40000 - 100) as at) ahead where company_id = ${company} and id % 30 = 0`,
    `update key_bunches b set reserved_until = r.to_at from reservations r
     where r.company_id = ${company} and b.company_id = r.company_id and b.id = r.key_bunch_id and r.taken_at is null`,
    // One in fifty is a question, nearly all of them answered.
    `insert into devices (company_id, user_id, id, name, secret, key_id) select ${company}, ${actor}, gen_random_uuid(), 'Phone', '\\x00', 'none'`,
    `insert into outbox_entries (company_id, user_id, device, device_name, n, key, kind, key_bunch_id, location_id, done_at, received_at, seen, body,
       outcome, code) select ${company}, ${actor}, d.id, d.name, n, gen_random_uuid(), 'issue', ${id}, ${first}, at, at,
       '{"status": "active", "holderId": null, "currentTag": null, "locationId": 1}', '{}', case when n % 50 = 0 then 'asked' else 'recorded' end,
       case when n % 50 = 0 then 'who_has' end
     from devices d, generate_series(1, ${size.bunches / 2}) n, lateral (select now() - interval '3 hours' * n as at) t where d.company_id = ${company}`,
    `insert into outbox_answers (company_id, question, answer, answered_by) select company_id, id, 'theirs', ${actor} from outbox_entries
     where company_id = ${company} and outcome = 'asked' and n > 1000`,
    'set session_replication_role = origin',
  ];
};
