-- The history: append-only, numbered and chained per company by the database (docs/architecture.md, History).

create table chain_heads (
  company_id integer primary key references companies (id),
  movement_seq bigint not null default 0,
  movement_hash bytea not null default '\x',
  log_seq bigint not null default 0,
  log_hash bytea not null default '\x'
);

create function start_chain() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into chain_heads (company_id) values (new.id);
  return new;
end $$;
create trigger start_chain after insert on companies for each row execute function start_chain();

-- Names and identifiers stand by value and ids are bare, so that deleting anything never blanks an entry.
create table movement_history (
  company_id integer not null default nullif(current_setting('app.company_id', true), '')::int references companies (id),
  id integer generated always as identity,
  key_bunch_id integer,
  key_bunch_identifier text not null,
  key_bunch_type text not null,
  from_location_id integer,
  from_location_name text,
  to_location_id integer,
  to_location_name text,
  from_bunch_type text,
  to_bunch_type text,
  action_type text not null
    check (action_type in ('move', 'location_move', 'issue', 'return', 'status_change', 'audit_edit', 'deleted')),
  old_tag text,
  new_tag text,
  performed_by integer not null default nullif(current_setting('app.user_id', true), '')::int,
  performed_by_first_name text,
  performed_by_last_name text,
  performed_by_email text not null,
  "timestamp" timestamptz not null default clock_timestamp(),
  notes text,
  details jsonb not null default '{}',
  seq bigint not null default 0,
  prev_hash bytea not null default '\x',
  hash bytea not null default '\x',
  primary key (company_id, id),
  unique (company_id, seq),
  foreign key (company_id, performed_by) references users (company_id, id)
);
create index movement_history_bunch on movement_history (company_id, key_bunch_id, seq);
create index movement_history_time on movement_history (company_id, "timestamp");

create table audit_log (
  company_id integer not null default nullif(current_setting('app.company_id', true), '')::int references companies (id),
  id integer generated always as identity,
  action text not null,
  user_id integer not null default nullif(current_setting('app.user_id', true), '')::int,
  user_first_name text,
  user_last_name text,
  user_email text not null,
  key_bunch_id integer,
  location_id integer,
  description text not null,
  details jsonb not null default '{}',
  "timestamp" timestamptz not null default clock_timestamp(),
  seq bigint not null default 0,
  prev_hash bytea not null default '\x',
  hash bytea not null default '\x',
  primary key (company_id, id),
  unique (company_id, seq),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index audit_log_bunch on audit_log (company_id, key_bunch_id, seq);

-- Format 1 of an entry's hash: SHA-256 of a JSON array, the time as epoch microseconds. TimeZone and DateStyle are pinned so
-- that every server computes the same.
create function movement_hash(m movement_history) returns bytea
  language sql stable set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
  select sha256(convert_to(jsonb_build_array(1, 'movement', m.company_id, m.seq, encode(m.prev_hash, 'hex'), m.id,
    m.key_bunch_id, m.key_bunch_identifier, m.key_bunch_type, m.from_location_id, m.from_location_name, m.to_location_id,
    m.to_location_name, m.from_bunch_type, m.to_bunch_type, m.action_type, m.old_tag, m.new_tag, m.performed_by,
    m.performed_by_first_name, m.performed_by_last_name, m.performed_by_email, (extract(epoch from m."timestamp") * 1000000)::bigint, m.notes,
    m.details)::text, 'UTF8'))
$$;

create function log_hash(l audit_log) returns bytea
  language sql stable set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
  select sha256(convert_to(jsonb_build_array(1, 'log', l.company_id, l.seq, encode(l.prev_hash, 'hex'), l.id, l.action,
    l.user_id, l.user_first_name, l.user_last_name, l.user_email, l.key_bunch_id, l.location_id, l.description,
    (extract(epoch from l."timestamp") * 1000000)::bigint, l.details)::text, 'UTF8'))
$$;

-- Number, time, chain and actor are the database's: whatever was sent for them is overwritten. The locked head puts the
-- entries of one company in one order.
create function stamp_movement() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare head chain_heads%rowtype;
begin
  select * into strict head from chain_heads where company_id = new.company_id for update;
  new.performed_by := nullif(current_setting('app.user_id', true), '')::int;
  new.seq := head.movement_seq + 1;
  new.prev_hash := head.movement_hash;
  new."timestamp" := clock();
  new.hash := movement_hash(new);
  update chain_heads set movement_seq = new.seq, movement_hash = new.hash where company_id = new.company_id;
  return new;
end $$;
create trigger stamp before insert on movement_history for each row execute function stamp_movement();

create function stamp_log() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare head chain_heads%rowtype;
begin
  select * into strict head from chain_heads where company_id = new.company_id for update;
  new.user_id := nullif(current_setting('app.user_id', true), '')::int;
  new.seq := head.log_seq + 1;
  new.prev_hash := head.log_hash;
  new."timestamp" := clock();
  new.hash := log_hash(new);
  update chain_heads set log_seq = new.seq, log_hash = new.hash where company_id = new.company_id;
  return new;
end $$;
create trigger stamp before insert on audit_log for each row execute function stamp_log();

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
create trigger append_only before update or delete on movement_history for each row execute function refuse_rewriting();
create trigger append_only before update or delete on audit_log for each row execute function refuse_rewriting();
create trigger append_only before update or delete on archived_key_bunches for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on movement_history execute function refuse_rewriting();
create trigger never_emptied before truncate on audit_log execute function refuse_rewriting();
create trigger never_emptied before truncate on archived_key_bunches execute function refuse_rewriting();

-- Recomputes both chains of a company and names the first entry that does not fit; `broken_at` is null when all is well.
create function verify_history(company integer)
  returns table (chain text, entries bigint, broken_at bigint, reason text)
  language sql stable security definer set search_path = public, pg_temp as $$
  with movements as (
    select m.seq, m.hash, m.prev_hash, movement_hash(m) as computed,
      lag(m.hash) over (order by m.seq) as before, row_number() over (order by m.seq) as place
    from movement_history m where m.company_id = company
  ), logs as (
    select l.seq, l.hash, l.prev_hash, log_hash(l) as computed,
      lag(l.hash) over (order by l.seq) as before, row_number() over (order by l.seq) as place
    from audit_log l where l.company_id = company
  ), entries as (
    select 'movement' as chain, * from movements union all select 'log', * from logs
  ), faults as (
    select chain, case when seq <> place then place else seq end as at,
      case
        when seq <> place then 'an entry is missing'
        when prev_hash <> coalesce(before, '\x') then 'the entry does not follow the one before it'
        else 'the entry was changed'
      end as reason
    from entries
    where seq <> place or prev_hash <> coalesce(before, '\x') or hash <> computed
  ), heads as (
    select 'movement' as chain, movement_seq as seq, movement_hash as hash from chain_heads where company_id = company
    union all select 'log', log_seq, log_hash from chain_heads where company_id = company
  )
  select h.chain, (select count(*) from entries e where e.chain = h.chain),
    coalesce(
      (select min(f.at) from faults f where f.chain = h.chain),
      case when h.seq <> (select coalesce(max(e.seq), 0) from entries e where e.chain = h.chain)
        or h.hash <> coalesce((select e.hash from entries e where e.chain = h.chain order by e.seq desc limit 1), '\x')
        then h.seq end),
    coalesce(
      (select f.reason from faults f where f.chain = h.chain order by f.at limit 1),
      case when h.seq <> (select coalesce(max(e.seq), 0) from entries e where e.chain = h.chain)
        or h.hash <> coalesce((select e.hash from entries e where e.chain = h.chain order by e.seq desc limit 1), '\x')
        then 'the newest entries are missing' end)
  from heads h order by h.chain desc
$$;

-- What the plan counts, whatever the caller may see (DECISIONS table e).
create function company_usage() returns table (keys integer, locations integer, users integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select
    (select count(*)::int from key_bunches where company_id = nullif(current_setting('app.company_id', true), '')::int),
    (select count(*)::int from locations where company_id = nullif(current_setting('app.company_id', true), '')::int),
    (select count(*)::int from users
      where company_id = nullif(current_setting('app.company_id', true), '')::int and is_active)
$$;

-- Takes the plan's lock and answers the plan: two additions to one company wait for each other. Never FOR UPDATE: whatever is written
-- refers to its company, and would wait for this lock while it is waited for.
create function lock_plan() returns text
  language sql volatile security definer set search_path = public, pg_temp as $$
  select plan_type from companies where id = nullif(current_setting('app.company_id', true), '')::int for no key update
$$;

alter table movement_history enable row level security;
create policy seen on movement_history for select to keyhold_app
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::int)
    and ((select current_setting('app.all_locations', true) = 'on')
      or from_location_id = any ((select nullif(current_setting('app.locations', true), '')::int[])::int[])
      or to_location_id = any ((select nullif(current_setting('app.locations', true), '')::int[])::int[])));
create policy written on movement_history for insert to keyhold_app
  with check (company_id = (select nullif(current_setting('app.company_id', true), '')::int));

alter table audit_log enable row level security;
create policy seen on audit_log for select to keyhold_app
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::int)
    and ((select current_setting('app.all_locations', true) = 'on')
      or location_id = any ((select nullif(current_setting('app.locations', true), '')::int[])::int[])));
create policy written on audit_log for insert to keyhold_app
  with check (company_id = (select nullif(current_setting('app.company_id', true), '')::int));

-- No policy: the company door reads and writes the heads through the stamping triggers alone.
alter table chain_heads enable row level security;
create policy nobody on chain_heads to keyhold_app using (false) with check (false);

grant select, insert on movement_history, audit_log to keyhold_app;
revoke all on function verify_history(integer) from public;
