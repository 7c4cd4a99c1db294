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
  company_id integer not null default own_company() references companies (id),
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
  performed_by integer not null default own_user(),
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
create index movement_history_action on movement_history (company_id, action_type, seq);
create index movement_history_moves on movement_history (company_id, seq) where action_type in ('move', 'location_move');
create index movement_history_from on movement_history (company_id, from_location_id, seq);
create index movement_history_to on movement_history (company_id, to_location_id, seq) where to_location_id is not null;
create index movement_history_old_tag on movement_history (company_id, old_tag, seq) where old_tag is not null;
create index movement_history_new_tag on movement_history (company_id, new_tag, seq) where new_tag is not null;

-- Between which numbers a span of time lies, so that a part of the history is read from its index. A clock that was put back by less than
-- an hour hides nothing. Null when there is nothing.
create function first_movement_since(moment timestamptz) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select seq from movement_history
  where company_id = own_company() and "timestamp" >= moment - interval '1 hour' order by "timestamp" limit 1
$$;
create function last_movement_until(moment timestamptz) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select seq from movement_history
  where company_id = own_company() and "timestamp" <= moment + interval '1 hour' order by "timestamp" desc limit 1
$$;

create table audit_log (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  action text not null,
  user_id integer not null default own_user(),
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
-- entries of one company in one order. What lies behind the head was written by this transaction, and the head moves to the last of it
-- when the transaction commits: moved at every entry, it would leave a version for each, and every entry would read past all of them.
-- Without sorts the last entry is always read from the end of its index, however little is known of a new table.
create function stamp_movement() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_sort = off as $$
declare
  head chain_heads%rowtype;
  latest movement_history%rowtype;
begin
  select * into strict head from chain_heads where company_id = new.company_id for update;
  select * into latest from movement_history where company_id = new.company_id and seq > head.movement_seq order by seq desc limit 1;
  new.performed_by := own_user();
  new.seq := coalesce(latest.seq, head.movement_seq) + 1;
  new.prev_hash := coalesce(latest.hash, head.movement_hash);
  new."timestamp" := clock();
  new.hash := movement_hash(new);
  return new;
end $$;
create trigger stamp before insert on movement_history for each row execute function stamp_movement();

create function stamp_log() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_sort = off as $$
declare
  head chain_heads%rowtype;
  latest audit_log%rowtype;
begin
  select * into strict head from chain_heads where company_id = new.company_id for update;
  select * into latest from audit_log where company_id = new.company_id and seq > head.log_seq order by seq desc limit 1;
  new.user_id := own_user();
  new.seq := coalesce(latest.seq, head.log_seq) + 1;
  new.prev_hash := coalesce(latest.hash, head.log_hash);
  new."timestamp" := clock();
  new.hash := log_hash(new);
  return new;
end $$;
create trigger stamp before insert on audit_log for each row execute function stamp_log();

-- The first entry of a transaction moves the head behind all of them. It must follow the head: entries that somebody put there past the
-- triggers are never taken into the chain.
create function move_movement_head() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_sort = off as $$
declare head chain_heads%rowtype;
begin
  select * into strict head from chain_heads where company_id = new.company_id for update;
  if new.seq <= head.movement_seq then return null; end if;
  if new.seq <> head.movement_seq + 1 then
    raise exception 'entry % does not follow the head of its chain', new.seq using errcode = '23514';
  end if;
  update chain_heads set (movement_seq, movement_hash) = (select m.seq, m.hash from movement_history m
    where m.company_id = new.company_id order by m.seq desc limit 1)
  where company_id = new.company_id;
  return null;
end $$;
create constraint trigger head after insert on movement_history deferrable initially deferred
  for each row execute function move_movement_head();

create function move_log_head() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_sort = off as $$
declare head chain_heads%rowtype;
begin
  select * into strict head from chain_heads where company_id = new.company_id for update;
  if new.seq <= head.log_seq then return null; end if;
  if new.seq <> head.log_seq + 1 then
    raise exception 'entry % does not follow the head of its chain', new.seq using errcode = '23514';
  end if;
  update chain_heads set (log_seq, log_hash) = (select l.seq, l.hash from audit_log l
    where l.company_id = new.company_id order by l.seq desc limit 1)
  where company_id = new.company_id;
  return null;
end $$;
create constraint trigger head after insert on audit_log deferrable initially deferred
  for each row execute function move_log_head();

-- Nobody hangs them on a table of their own, where they would read and lock the heads of other companies.
revoke all on function stamp_movement(), stamp_log(), move_movement_head(), move_log_head() from public;

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

alter table movement_history enable row level security;
create policy seen on movement_history for select to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or from_location_id = any ((select own_locations())::int[])
      or to_location_id = any ((select own_locations())::int[])));
create policy written on movement_history for insert to keyhold_app
  with check (company_id = (select own_company()));

alter table audit_log enable row level security;
create policy seen on audit_log for select to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])));
create policy written on audit_log for insert to keyhold_app
  with check (company_id = (select own_company()));

-- No policy: the role of companies reads and writes the heads through the stamping triggers alone.
alter table chain_heads enable row level security;
create policy nobody on chain_heads to keyhold_app using (false) with check (false);

grant select, insert on movement_history, audit_log to keyhold_app;
