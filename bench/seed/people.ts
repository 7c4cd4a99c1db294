import { LIMITED, LIMITED_TO, LOCATIONS, PASSWORD, type Size } from './size.ts';
import { words } from './words.ts';

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
