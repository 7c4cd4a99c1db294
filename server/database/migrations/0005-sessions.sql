-- Sessions, which their owners can list and end.

-- sid is the SHA-256 of the cookie's value, so that the table alone opens no session.
create table sessions (
  sid text primary key,
  -- Names a session to its owner. It opens none.
  id integer generated always as identity unique,
  user_id integer not null references users (id) on delete cascade,
  sess jsonb not null default '{}',
  expire timestamptz not null,
  -- Browser and system; null when unknown.
  device text check (char_length(device) between 1 and 60),
  -- The client's address at the last recorded use.
  address text check (char_length(address) between 1 and 60),
  signed_in_by text check (signed_in_by in ('password', 'single_sign_on')),
  -- Exact to a few minutes (REFRESH_MS of identity/session.ts).
  used_at timestamptz not null default clock_timestamp(),
  -- When the owner last confirmed who they are; null when unknown.
  confirmed_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index sessions_user on sessions (user_id);
create index sessions_expire on sessions (expire);
grant select, insert, delete, update (expire, used_at, address, confirmed_at) on sessions to keyhold_system;

-- Makes the session's user the caller (0001-caller.sql) for the rest of the transaction. No row when the session has ended, or the user or
-- the company is inactive. `confirmed`: the owner confirmed who they are within 15 minutes. `by_provider`: signed in at the identity
-- provider, whose second factor counts. `factor_due`: the user must set up a second factor before anything else.
create function call_as(session text) returns table (
    id integer, email text, first_name text, last_name text, profile_image_url text, company_id integer, role text,
    permissions text[], custom_permissions text[], allowed_location_ids integer[], created_at text, updated_at text,
    remember boolean, left_ms bigint, is_large boolean, confirmed boolean, by_provider boolean, factor_due boolean, offline_days smallint,
    approver boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  session_id integer;
  rights text;
begin
  select rights_of(u), u.id, u.email, u.first_name, u.last_name, u.profile_image_url, u.company_id, u.role,
    u.permissions, u.custom_permissions, u.allowed_location_ids, u.created_at::text, u.updated_at::text,
    coalesce((s.sess ->> 'remember')::boolean, false),
    (extract(epoch from s.expire - clock_timestamp()) * 1000)::bigint, coalesce(c.is_large, false), c.offline_days,
    u.approver or u.role = 'super_admin',
    coalesce(s.confirmed_at > clock_timestamp() - interval '15 minutes', false),
    coalesce(s.signed_in_by = 'single_sign_on', false),
    coalesce(u.role = any (c.second_factor_roles)
      and (s.created_at >= c.second_factor_since or c.second_factor_since < clock_timestamp() - interval '7 days')
      and s.signed_in_by is distinct from 'single_sign_on', false), s.id
  into rights, id, email, first_name, last_name, profile_image_url, company_id, role,
    permissions, custom_permissions, allowed_location_ids, created_at, updated_at, remember, left_ms, is_large, offline_days, approver, confirmed,
    by_provider, factor_due, session_id
  from sessions s join users u on u.id = s.user_id left join companies c on c.id = u.company_id
  where s.sid = session and s.expire > clock_timestamp() and u.is_active and coalesce(c.is_active, true);
  if not found then return; end if;
  if factor_due then factor_due := not has_second_factor(id); end if;
  perform set_config('app.company_id', coalesce(company_id::text, ''), true),
    set_config('app.user_id', id::text, true),
    set_config('app.caller_id', id::text, true),
    set_config('app.caller_rights', rights, true),
    set_config('app.session_id', session_id::text, true),
    set_config('app.all_locations',
      case when role = 'super_admin' or cardinality(allowed_location_ids) = 0 then 'on' else 'off' end, true),
    set_config('app.locations', allowed_location_ids::text, true);
  return next;
end $$;

-- The caller's own sessions that have not expired, the current one first.
create function own_sessions() returns table (
    id integer, device text, address text, signed_in_by text, created_at timestamptz, used_at timestamptz, is_current boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select id, device, address, signed_in_by, created_at, used_at, id is not distinct from own_session()
  from sessions where user_id = own_person(own_user()) and expire > clock_timestamp()
  order by id is not distinct from own_session() desc, used_at desc, id desc limit 200
$$;

-- Ends one of the caller's own sessions, or with null all but the current one; returns the devices of those it ended.
create function end_own_sessions(one integer) returns table (device text)
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from sessions where user_id = own_person(own_user())
    and case when one is null then id is distinct from own_session() else id = one end
  returning coalesce(device, '')
$$;

-- Signs a user of the company out everywhere.
create function end_sessions(person integer) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from sessions where user_id = own_person(person)
$$;
