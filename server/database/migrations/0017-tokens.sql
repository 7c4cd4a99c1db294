-- API tokens: a program that calls for a company, on behalf of whoever made its token. In the history it stands under a name of its own.

-- The token that calls; null when a person does.
create function own_token() returns integer
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.token_id', true), '')::int $$;

-- token_hash is the SHA-256 of the token, so that the table alone lets nobody in. A revoked one stays: the history names it.
create table api_tokens (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  name text not null check (char_length(name) between 1 and 100),
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  -- The last characters of the token, by which people tell which one a program has.
  ending text not null check (char_length(ending) = 4),
  permissions text[] not null check (cardinality(permissions) > 0),
  -- Empty: all that its maker sees.
  allowed_location_ids integer[] not null default '{}',
  created_by integer not null default own_user(),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- Set while it rests: refused until its maker confirms it (decision 0039).
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
grant select (company_id, id, name, ending, permissions, allowed_location_ids, created_by, created_at, expires_at, last_used_at, revoked_at,
    resting_since, resting_because),
  insert (name, token_hash, ending, permissions, allowed_location_ids, expires_at),
  update (revoked_at, resting_since, resting_because) on api_tokens to keyhold_app;
create trigger tell_insert after insert on api_tokens referencing new table as now_rows
  for each statement execute function tell_company('tokens');
create trigger tell_update after update on api_tokens referencing new table as now_rows
  for each statement execute function tell_company('tokens');

create function rest_tokens(person integer, because text) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  update api_tokens set resting_since = clock_timestamp(), resting_because = because
  where company_id = (select u.company_id from users u where u.id = person) and created_by = person and revoked_at is null
    and resting_since is null
$$;
revoke all on function rest_tokens(integer, text) from public;

-- A token ends when its maker is deactivated, and rests when the maker's password changes, whoever does that.
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
revoke all on function follow_maker() from public;
create trigger follow_maker after update of password, is_active on users
  for each row when (new.password is distinct from old.password or new.is_active is distinct from old.is_active)
  execute function follow_maker();

-- As call_as (0003-people.sql) for the token of that hash. It does what was chosen for it and its maker may still do, where both may:
-- `token_permissions` are those that were chosen, `allowed_location_ids` the places of both (0 is a place that never is).
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

-- The history: an entry names the token that made it, and the entry's hash covers that.
alter table movement_history add column performed_by_token integer;
alter table audit_log add column hash_format smallint not null default 1, add column token_id integer;

create or replace function movement_hash(m movement_history) returns bytea
  language sql stable set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
  select sha256(convert_to((case m.hash_format
    when 1 then jsonb_build_array(1, 'movement', m.company_id, m.seq, encode(m.prev_hash, 'hex'), m.id,
      m.key_bunch_id, m.key_bunch_identifier, m.key_bunch_type, m.from_location_id, m.from_location_name, m.to_location_id,
      m.to_location_name, m.from_bunch_type, m.to_bunch_type, m.action_type, m.old_tag, m.new_tag, m.performed_by,
      m.performed_by_first_name, m.performed_by_last_name, m.performed_by_email, (extract(epoch from m."timestamp") * 1000000)::bigint,
      m.notes, m.details)
    when 2 then jsonb_build_array(2, 'movement', m.company_id, m.seq, encode(m.prev_hash, 'hex'), m.id,
      m.key_bunch_id, m.key_bunch_identifier, m.key_bunch_type, m.from_location_id, m.from_location_name, m.to_location_id,
      m.to_location_name, m.from_bunch_type, m.to_bunch_type, m.action_type, m.old_tag, m.new_tag, m.performed_by,
      m.performed_by_first_name, m.performed_by_last_name, m.performed_by_email, (extract(epoch from m."timestamp") * 1000000)::bigint,
      m.notes, m.details, m.holder_id, m.from_holder_id, m.batch_id)
    else jsonb_build_array(m.hash_format, 'movement', m.company_id, m.seq, encode(m.prev_hash, 'hex'), m.id,
      m.key_bunch_id, m.key_bunch_identifier, m.key_bunch_type, m.from_location_id, m.from_location_name, m.to_location_id,
      m.to_location_name, m.from_bunch_type, m.to_bunch_type, m.action_type, m.old_tag, m.new_tag, m.performed_by,
      m.performed_by_first_name, m.performed_by_last_name, m.performed_by_email, (extract(epoch from m."timestamp") * 1000000)::bigint,
      m.notes, m.details, m.holder_id, m.from_holder_id, m.batch_id, m.performed_by_token) end)::text, 'UTF8'))
$$;

create or replace function log_hash(l audit_log) returns bytea
  language sql stable set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
  select sha256(convert_to((case l.hash_format
    when 1 then jsonb_build_array(1, 'log', l.company_id, l.seq, encode(l.prev_hash, 'hex'), l.id, l.action,
      l.user_id, l.user_first_name, l.user_last_name, l.user_email, l.key_bunch_id, l.location_id, l.description,
      (extract(epoch from l."timestamp") * 1000000)::bigint, l.details)
    else jsonb_build_array(l.hash_format, 'log', l.company_id, l.seq, encode(l.prev_hash, 'hex'), l.id, l.action,
      l.user_id, l.user_first_name, l.user_last_name, l.user_email, l.key_bunch_id, l.location_id, l.description,
      (extract(epoch from l."timestamp") * 1000000)::bigint, l.details, l.token_id) end)::text, 'UTF8'))
$$;

-- Under which name a token stands in the history.
create function token_actor(company integer, token integer) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select name || ' (API token)' from api_tokens where company_id = company and id = token
$$;
revoke all on function token_actor(integer, integer) from public;

-- As 0015-custody.sql says, behind a check that the caller still may (0024-sessions.sql). Of a token the name is the database's too, and how the entry left its subject (0022-hashed-text.sql).
create or replace function stamp_movement() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_sort = off as $$
declare
  head chain_heads%rowtype;
  latest movement_history%rowtype;
begin
  perform hold_caller();
  select * into strict head from chain_heads where company_id = new.company_id for update;
  select * into latest from movement_history where company_id = new.company_id and seq > head.movement_seq order by seq desc limit 1;
  new.performed_by := own_user();
  new.performed_by_token := own_token();
  if new.performed_by_token is not null then
    new.performed_by_first_name := token_actor(new.company_id, new.performed_by_token);
    new.performed_by_last_name := null;
  end if;
  new.seq := coalesce(latest.seq, head.movement_seq) + 1;
  new.prev_hash := coalesce(latest.hash, head.movement_hash);
  new."timestamp" := clock();
  new.hash_format := 3;
  new.holder_id := (new.details->>'holderId')::int;
  new.from_holder_id := (new.details->>'fromHolderId')::int;
  new.batch_id := (new.details->>'batchId')::uuid;
  new.after := state_of_set(new.company_id, new.key_bunch_id) || jsonb_build_object('log',
    coalesce((select seq from audit_log where company_id = new.company_id and seq > head.log_seq order by seq desc limit 1), head.log_seq));
  new.hash := movement_hash(new);
  return new;
end $$;

create or replace function stamp_log() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_sort = off as $$
declare
  head chain_heads%rowtype;
  latest audit_log%rowtype;
begin
  perform hold_caller();
  select * into strict head from chain_heads where company_id = new.company_id for update;
  select * into latest from audit_log where company_id = new.company_id and seq > head.log_seq order by seq desc limit 1;
  new.user_id := own_user();
  new.token_id := own_token();
  if new.token_id is not null then
    new.user_first_name := token_actor(new.company_id, new.token_id);
    new.user_last_name := null;
  end if;
  new.seq := coalesce(latest.seq, head.log_seq) + 1;
  new.prev_hash := coalesce(latest.hash, head.log_hash);
  new."timestamp" := clock();
  new.hash_format := 2;
  new.after := case
    when new.key_bunch_id is not null then state_of_set(new.company_id, new.key_bunch_id)
    when new.action in ('user_create', 'user_edit', 'user_rights') then state_of_user(new.company_id, (new.details->>'userId')::int)
    when new.action in ('holder_create', 'holder_edit') then state_of_holder(new.company_id, (new.details->>'holderId')::int)
    when new.action = 'audit_complete' then state_of_audit(new.company_id, (new.details->>'auditSessionId')::int) end;
  new.hash := log_hash(new);
  return new;
end $$;
