import type pg from 'pg';
import { formulas, words } from './formulas.ts';
import { additions, audits, chains, movements, recorded, searched } from './history.ts';
import { LIMITED, LIMITED_TO, LOCATIONS, PASSWORD, type Size } from './size.ts';

/** PASSWORD by argon2id with the server's own parameters; always the same, so that a seed is. */
const HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$0HiK3BOhFjXcCFyyjlhYtw$2SMQaZ1beKGqr+jd2pgbExUSflkGpOpGyZS1SOVWEIY';
if (PASSWORD !== 'bench password') throw new Error('HASH is of another password');

const LONG_AGO = "timestamptz '2023-12-01 00:00:00+00'";

/** Companies with their settings and locations, and people with a session each that does not end. */
export const people = ({ companies, users }: Size): string => `
  insert into companies (id, name, slug, admin_email, plan_type, created_at, updated_at) overriding system value
  select c, 'Company ' || c, 'company-' || c, 'user1@company' || c || '.example', 'enterprise', ${LONG_AGO}, ${LONG_AGO}
  from generate_series(1, ${companies}) c;

  insert into locations (company_id, id, name, type, description, status, created_at, updated_at) overriding system value
  select c, (c - 1) * ${LOCATIONS} + l,
    case when l % 4 = 0 then 'Van ' || l else pg_temp.pick(${words('town')}, l, 5) || ' ' || l end,
    ('{van,office,control_room,gatehouse,store}'::text[])[1 + case when l % 4 = 0 then 0 else 1 + l % 4 end],
    case when l % 3 = 0 then pg_temp.pick(${words('street')}, l, 6) end,
    case when l = ${LOCATIONS} then 'limited' else 'active' end, ${LONG_AGO}, ${LONG_AGO}
  from generate_series(1, ${companies}) c, generate_series(1, ${LOCATIONS}) l;

  insert into settings (company_id, category, name, display_name, color, created_at, updated_at)
  select c, s.category, s.name, initcap(replace(s.name, '_', ' ')), '#3366cc', ${LONG_AGO}, ${LONG_AGO}
  from generate_series(1, ${companies}) c, (values ('keyTypes', 'day_shift'), ('keyTypes', 'night_shift'),
    ('keyTypes', 'lock_ups'), ('keyTypes', 'static'), ('locationTypes', 'office'), ('locationTypes', 'van'),
    ('locationTypes', 'gatehouse'), ('locationTypes', 'control_room'), ('locationTypes', 'store')) s (category, name);

  insert into users (id, email, first_name, last_name, password, company_id, role, allowed_location_ids, created_at, updated_at)
  overriding system value
  select (c - 1) * ${users} + u, 'user' || u || '@company' || c || '.example', pg_temp.pick(${words('first')}, u, 7),
    pg_temp.pick(${words('last')}, u, 8), '${HASH}', c,
    case u when 1 then 'super_admin' when ${LIMITED} then 'officer' else 'admin' end,
    case when u = ${LIMITED} then array(select (c - 1) * ${LOCATIONS} + l from unnest('{${LIMITED_TO}}'::int[]) l) else '{}' end,
    ${LONG_AGO}, ${LONG_AGO}
  from generate_series(1, ${companies}) c, generate_series(1, ${users}) u;

  insert into sessions (sid, sess, expire, user_id, created_at)
  select encode(sha256(convert_to('bench-session-' || id, 'UTF8')), 'hex'), '{"remember": false}', '2100-01-01', id, ${LONG_AGO}
  from users;`;

/** The sets of the companies from `first` to `last`, as their history leaves them, and some photos. */
export const register = ({ bunches, movements }: Size, first: number, last: number): string => {
  const end = movements / bunches - 1;
  const id = `(c - 1) * ${bunches} + b`;
  const photo = `encode(sha256(convert_to('photo ' || ${id}, 'UTF8')), 'hex')`;
  const hasPhoto = 'pg_temp.h(b, 10) % 12 = 0';
  return `
  insert into key_bunches (company_id, id, identifier, type, current_tag, nfc_serial, location_id, status, key_count, fob_count,
    key_description, notes, image_url, image_updated_at, holder_name, issued_at, last_holder_name, missing_since,
    missing_from_status, last_seen_at, last_seen_location_id, last_updated, created_at, updated_at) overriding system value
  select c, ${id}, 'WK-' || lpad(b::text, 6, '0'),
    ('{day_shift,night_shift,lock_ups,static}'::text[])[1 + pg_temp.h(b, 11) % 4],
    pg_temp.tag(b, ${end - 1}),
    case when pg_temp.h(b, 12) % 3 = 0 then '04' || upper(lpad(to_hex(${id}), 12, '0')) end,
    (c - 1) * ${LOCATIONS} + pg_temp.home(b), status, 1 + pg_temp.h(b, 13) % 6, pg_temp.h(b, 14) % 3,
    1 + pg_temp.h(b, 15) % 180 || ' ' || pg_temp.pick(${words('street')}, b, 16) || ', '
      || pg_temp.pick(${words('town')}, b, 17) || ': ' || pg_temp.pick(${words('doors')}, b, 18),
    case when pg_temp.h(b, 19) % 4 = 0 then pg_temp.pick(${words('remark')}, b, 20) end,
    case when ${hasPhoto} then '/api/key-bunches/' || ${id} || '/photo?v=' || left(${photo}, 32) end,
    case when ${hasPhoto} then pg_temp.moment(b, 0) end,
    case when status = 'issued' then pg_temp.holder(b, ${end}) end,
    case when status = 'issued' then pg_temp.moment(b, ${end}) end,
    case when status = 'issued' then pg_temp.holder(b, ${end}) else pg_temp.holder(b, ${end - 2}) end,
    case when status = 'missing' then pg_temp.moment(b, ${end}) end,
    case when status = 'missing' then 'active' end,
    pg_temp.moment(b, ${end - 1}), (c - 1) * ${LOCATIONS} + pg_temp.home(b),
    pg_temp.moment(b, ${end}), pg_temp.moment(b, 0) - interval '30 days', pg_temp.moment(b, ${end})
  from generate_series(${first}, ${last}) c, generate_series(1, ${bunches}) b, pg_temp.status(b) status;

  insert into photos (company_id, key_bunch_id, hash, media_type, bytes, created_at)
  select c, ${id}, ${photo}, 'image/jpeg', convert_to('photo ' || ${id}, 'UTF8'), pg_temp.moment(b, 0)
  from generate_series(${first}, ${last}) c, generate_series(1, ${bunches}) b where ${hasPhoto};`;
};

/** Movements made at once, about. */
const CHUNK = 200_000;
/**
 * What the seed writes itself, by table; every other trigger runs. The register's own time and chain of each entry would be those of now,
 * and slow.
 */
const BYPASSED: Record<string, string[]> = {
  key_bunches: ['custody'],
  key_bunch_terms: ['words'],
  movement_history: ['stamp', 'head', 'texts'],
  audit_log: ['stamp', 'head'],
};
/** Their indexes are made again when everything is there. */
const LARGE = ['key_bunches', 'key_bunch_terms', 'movement_history', 'history_texts', 'audit_log'];
/** Where ids were written as they are. */
const NUMBERED = [
  ...['companies', 'users', 'locations', 'key_bunches', 'movement_history', 'audit_log', 'audit_sessions'],
  'audit_scans',
];

/**
 * Fills a migrated, empty database with what a size says: the same every time. `client` is a superuser's, and acts as keyhold_owner. The
 * histories hold: `keyhold verify` finds them whole.
 */
export async function seed(client: pg.ClientBase, size: Size, log: (line: string) => void): Promise<void> {
  const began = Date.now();
  const step = async (name: string, sql: string) => {
    await client.query(sql);
    log(`  ${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${name}`);
  };
  await client.query(
    `do $$ begin execute format('grant temporary on database %I to keyhold_owner', current_database()); end $$`,
  );
  await client.query(`set role keyhold_owner; set timezone = 'UTC'; set synchronous_commit = off; set jit = off; set work_mem = '256MB';
    set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 2;`);
  const indexes = await dropIndexes(client);
  await switchTriggers(client, 'disable');
  await step('people', `${formulas(size)} ${chains()} ${people(size)} analyze users; analyze locations;`);
  for (const [first, last] of spans(size.companies, Math.max(1, Math.floor(CHUNK / size.movements)))) {
    await step(`sets of companies ${first} to ${last}`, register(size, first, last));
    if (first === 1) await client.query('analyze key_bunches');
    await client.query(additions(size, first, last));
    const rounds = size.movements / size.bunches;
    const few = Math.max(1, Math.floor(CHUNK / (size.bunches * (last - first + 1))));
    for (const [from, to] of spans(rounds, few))
      await step(`movements ${from} to ${to} of ${rounds}`, movements(size, first, last, from - 1, to - 1));
  }
  await step('what the search looks at', searched(1, size.companies));
  await switchTriggers(client, 'enable');
  for (const index of indexes) await step(index.split(' ON ')[0] ?? index, index);
  await step('audits', audits(size));
  await client.query(
    NUMBERED.map(
      (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table};`,
    ).join('\n'),
  );
  await step('who added users and completed audits', recorded());
  await client.query('reset role; discard temp; reset all');
  await client.query('select fold_counts(id) from companies');
  await step('vacuum', 'vacuum (freeze, analyze)');
}

/** 1 to `all` in pieces of `each`. */
function spans(all: number, each: number): [number, number][] {
  const found: [number, number][] = [];
  for (let first = 1; first <= all; first += each) found.push([first, Math.min(all, first + each - 1)]);
  return found;
}

async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = any($1::regclass[]) and not i.indisunique order by 1`,
    [LARGE],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function switchTriggers(client: pg.ClientBase, how: 'enable' | 'disable'): Promise<void> {
  for (const [table, triggers] of Object.entries(BYPASSED))
    for (const trigger of triggers) await client.query(`alter table ${table} ${how} trigger ${trigger}`);
}
