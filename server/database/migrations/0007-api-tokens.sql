-- API tokens: a program calls for a company, on behalf of the user who made its token. History entries name the token.

-- token_hash is the SHA-256 of the token, so that the table alone opens nothing. A revoked token is kept: the history names it.
create table api_tokens (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  name text not null check (char_length(name) between 1 and 100),
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  -- The last characters of the token, so that users can identify it.
  ending text not null check (char_length(ending) = 4),
  permissions text[] not null check (cardinality(permissions) > 0),
  -- Empty: all that its maker sees.
  allowed_location_ids integer[] not null default '{}',
  created_by integer not null default own_user(),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- Set while the token is suspended: refused until its maker confirms it (decision 0039).
  resting_since timestamptz,
  resting_because text check (resting_because in ('password', 'second_factor')),
  check ((resting_since is null) = (resting_because is null)),
  primary key (company_id, id),
  unique (company_id, token_hash),
  foreign key (company_id, created_by) references users (company_id, id)
);
create index api_tokens_hash on api_tokens (token_hash);
create index api_tokens_maker on api_tokens (company_id, created_by);

alter table api_tokens enable row level security;
create policy own on api_tokens to keyhold_app
  using (company_id = (select own_company()))
  with check (company_id = (select own_company()));
create policy system on api_tokens to keyhold_system using (true) with check (true);
grant select (company_id, id, name, ending, permissions, allowed_location_ids, created_by, created_at, expires_at, last_used_at, revoked_at,
    resting_since, resting_because),
  insert (name, token_hash, ending, permissions, allowed_location_ids, expires_at),
  update (revoked_at, resting_since, resting_because) on api_tokens to keyhold_app;
grant select (id, last_used_at), update (last_used_at) on api_tokens to keyhold_system;

-- Suspends the tokens of a user; `because` as in the table.
create function rest_tokens(person integer, because text) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  update api_tokens set resting_since = clock_timestamp(), resting_because = because
  where company_id = (select u.company_id from users u where u.id = person) and created_by = person and revoked_at is null
    and resting_since is null
$$;
revoke all on function rest_tokens(integer, text) from public;

-- A token ends when its maker is deactivated, and is suspended when the maker's password changes, by any user.
create function follow_maker() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.is_active and not new.is_active then
    update api_tokens set revoked_at = clock_timestamp() where company_id = new.company_id and created_by = new.id and revoked_at is null;
  elsif new.password is distinct from old.password then
    perform rest_tokens(new.id, 'password');
  end if;
  return null;
end $$;
create trigger follow_maker after update of password, is_active on users
  for each row when (new.password is distinct from old.password or new.is_active is distinct from old.is_active)
  execute function follow_maker();

-- As call_as, for the token of that hash. The token may do what was chosen for it and its maker may still do: `token_permissions` are those
-- chosen, `allowed_location_ids` the intersection of both ({0}, which no location has, when that is empty).
create function call_as_token(hash text) returns table (
    id integer, email text, first_name text, last_name text, profile_image_url text, company_id integer, role text,
    permissions text[], custom_permissions text[], allowed_location_ids integer[], created_at text, updated_at text,
    remember boolean, left_ms bigint, is_large boolean, token_id integer, token_name text, token_permissions text[],
    resting_because text)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  rights text;
begin
  select rights_of(u), u.id, u.email, u.first_name, u.last_name, u.profile_image_url, u.company_id, u.role, u.permissions, u.custom_permissions,
    case
      when u.role = 'super_admin' or cardinality(u.allowed_location_ids) = 0 then t.allowed_location_ids
      when cardinality(t.allowed_location_ids) = 0 then u.allowed_location_ids
      else coalesce(nullif(array(select unnest(t.allowed_location_ids) intersect select unnest(u.allowed_location_ids) order by 1), '{}'),
        '{0}')
    end,
    u.created_at::text, u.updated_at::text, false,
    (extract(epoch from t.expires_at - clock_timestamp()) * 1000)::bigint, c.is_large, t.id, t.name, t.permissions,
    t.resting_because
  into rights, id, email, first_name, last_name, profile_image_url, company_id, role, permissions, custom_permissions, allowed_location_ids,
    created_at, updated_at, remember, left_ms, is_large, token_id, token_name, token_permissions, resting_because
  from api_tokens t join users u on u.company_id = t.company_id and u.id = t.created_by join companies c on c.id = t.company_id
  where t.token_hash = hash and t.revoked_at is null and t.expires_at > clock_timestamp() and u.is_active and c.is_active;
  if not found then return; end if;
  perform set_config('app.company_id', company_id::text, true),
    set_config('app.user_id', id::text, true),
    set_config('app.token_id', token_id::text, true),
    set_config('app.caller_id', id::text, true),
    set_config('app.caller_rights', rights, true),
    set_config('app.all_locations', case when cardinality(allowed_location_ids) = 0 then 'on' else 'off' end, true),
    set_config('app.locations', allowed_location_ids::text, true);
  return next;
end $$;

-- A token's name in the history.
create function token_actor(company integer, token integer) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select name || ' (API token)' from api_tokens where company_id = company and id = token
$$;
revoke all on function token_actor(integer, integer) from public;
