-- Sessions that their owner can tell apart and end, and when it was last confirmed who is there.

alter table sessions
  -- Names a session to its owner. It opens none.
  add column id integer generated always as identity unique,
  -- The browser and its system, in words; null when they said nothing that is known.
  add column device text check (char_length(device) between 1 and 60),
  -- The client's, when the session was last seen in use.
  add column address text check (char_length(address) between 1 and 60),
  add column signed_in_by text check (signed_in_by in ('password', 'single_sign_on')),
  -- Exact to a few minutes (REFRESH_MS of identity/session.ts).
  add column used_at timestamptz not null default clock_timestamp(),
  -- When its owner last showed that it is they: null when that is not known.
  add column confirmed_at timestamptz;

grant update (used_at, address, confirmed_at) on sessions to keyhold_system;

-- Those that there were say how long they last from their last use on; nothing tells on what device that was.
update sessions set confirmed_at = created_at, used_at = greatest(created_at,
  expire - case when coalesce((sess ->> 'remember')::boolean, false) then interval '30 days' else interval '12 hours' end);

-- The session that calls; null when a token does.
create function own_session() returns integer
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.session_id', true), '')::int $$;

-- As 0003-people.sql says. `confirmed`: within a quarter of an hour its owner showed that it is they. `by_provider`: the identity provider
-- said who they are, and its second factor counts. `factor_due`: they must set one up before anything else.
drop function call_as(text);
create function call_as(session text) returns table (
    id integer, email text, first_name text, last_name text, profile_image_url text, company_id integer, role text,
    permissions text[], custom_permissions text[], allowed_location_ids integer[], created_at text, updated_at text,
    remember boolean, left_ms bigint, is_large boolean, confirmed boolean, by_provider boolean, factor_due boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  session_id integer;
  rights text;
begin
  select rights_of(u), u.id, u.email, u.first_name, u.last_name, u.profile_image_url, u.company_id, u.role,
    u.permissions, u.custom_permissions, u.allowed_location_ids, u.created_at::text, u.updated_at::text,
    coalesce((s.sess ->> 'remember')::boolean, false),
    (extract(epoch from s.expire - clock_timestamp()) * 1000)::bigint, coalesce(c.is_large, false),
    coalesce(s.confirmed_at > clock_timestamp() - interval '15 minutes', false),
    coalesce(s.signed_in_by = 'single_sign_on', false),
    coalesce(u.role = any (c.second_factor_roles)
      and (s.created_at >= c.second_factor_since or c.second_factor_since < clock_timestamp() - interval '7 days')
      and s.signed_in_by is distinct from 'single_sign_on', false), s.id
  into rights, id, email, first_name, last_name, profile_image_url, company_id, role,
    permissions, custom_permissions, allowed_location_ids, created_at, updated_at, remember, left_ms, is_large, confirmed,
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

-- Whether the caller must set up a second factor, also in the week in which an older session still works without one.
create function own_factor_missing() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.role = any (c.second_factor_roles) and s.signed_in_by is distinct from 'single_sign_on' and not has_second_factor(u.id)
  from users u join companies c on c.id = u.company_id join sessions s on s.user_id = u.id and s.id = own_session()
  where u.id = own_user()
$$;

-- The caller's own sessions that are good, the one that calls first.
create function own_sessions() returns table (
    id integer, device text, address text, signed_in_by text, created_at timestamptz, used_at timestamptz, is_current boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select id, device, address, signed_in_by, created_at, used_at, id is not distinct from own_session()
  from sessions where user_id = own_person(own_user()) and expire > clock_timestamp()
  order by id is not distinct from own_session() desc, used_at desc, id desc limit 200
$$;

-- Ends one of the caller's own sessions, or with null all but the one that calls; answers on what devices they were.
create function end_own_sessions(one integer) returns table (device text)
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from sessions where user_id = own_person(own_user())
    and case when one is null then id is distinct from own_session() else id = one end
  returning coalesce(device, '')
$$;

-- A withdrawal (a person is deactivated or loses a right, a session ends, a token is revoked, a company is closed) and what the caller has
-- under way exclude each other, so that nothing commits behind the answer to the withdrawal (docs/decisions/0065-withdrawals.md).
-- Both take an advisory lock of the person, because those waiting for one are served in turn; row locks would let new writers pass.
create function lock_rights(person integer, company integer, withdraws boolean) returns void
  language sql volatile as $$
  select case when withdraws then pg_advisory_xact_lock(hashtext(kind), id) else pg_advisory_xact_lock_shared(hashtext(kind), id) end
  from (values ('rights of a company', company), ('rights of a person', person)) held (kind, id) where id is not null
$$;
revoke all on function lock_rights(integer, integer, boolean) from public;

-- From here to the end of the transaction nothing is withdrawn from its caller. Fails with 40001, and the transaction is begun again,
-- when something was withdrawn since call_as read their rights. No caller: nothing to check.
create function hold_caller() returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  caller integer := nullif(current_setting('app.caller_id', true), '')::int;
begin
  if caller is null or current_setting('app.caller_held', true) = 'on' then return; end if;
  perform lock_rights(caller, own_company(), false);
  if not exists (
    select from users u left join companies c on c.id = u.company_id
    where u.id = caller and rights_of(u) = current_setting('app.caller_rights', true) and coalesce(c.is_active, true)
      and (own_session() is null or exists (select from sessions s where s.id = own_session() and s.expire > clock_timestamp()))
      and (own_token() is null or exists (select from api_tokens t
        where t.company_id = u.company_id and t.id = own_token() and t.revoked_at is null and t.resting_since is null))) then
    raise exception 'the rights of the caller have changed' using errcode = '40001';
  end if;
  perform set_config('app.caller_held', 'on', true);
end $$;

-- Waits for what the person has under way. Of somebody's own rights the lock is taken first, so that two of their sessions do not wait for
-- each other.
create function withdraw() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case tg_table_name
    when 'users' then perform lock_rights(old.id, null, true);
    when 'sessions' then perform lock_rights(old.user_id, null, true);
    when 'api_tokens' then perform lock_rights(old.created_by, null, true);
    when 'companies' then perform lock_rights(null, old.id, true);
  end case;
  perform hold_caller();
  return case tg_op when 'DELETE' then old else new end;
end $$;
revoke all on function withdraw() from public;
create trigger withdraw before update of company_id, is_active, role, permissions, custom_permissions, allowed_location_ids on users
  for each row when (rights_of(old) <> rights_of(new)) execute function withdraw();
create trigger withdraw before delete on sessions for each row when (old.expire > clock_timestamp()) execute function withdraw();
create trigger withdraw before update of revoked_at, resting_since on api_tokens
  for each row when (new.revoked_at is distinct from old.revoked_at or new.resting_since is distinct from old.resting_since)
  execute function withdraw();
create trigger withdraw before update of is_active on companies for each row when (old.is_active and not new.is_active) execute function withdraw();
