-- The history: append-only, numbered and chained for each company by the database (docs/architecture.md, History).

create table chain_heads (
  company_id integer primary key references companies (id),
  movement_seq bigint not null default 0,
  movement_hash bytea not null default '\x',
  log_seq bigint not null default 0,
  log_hash bytea not null default '\x'
);

-- The stamping triggers alone read and write the heads for keyhold_app.
alter table chain_heads enable row level security;
create policy nobody on chain_heads to keyhold_app using (false) with check (false);

create function start_chain() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into chain_heads (company_id) values (new.id);
  return new;
end $$;
create trigger start_chain after insert on companies for each row execute function start_chain();

-- Names and identifiers are stored by value and ids have no foreign key, so that deleting other records never blanks an entry.
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
    check (action_type in ('move', 'location_move', 'issue', 'return', 'status_change', 'audit_edit', 'deleted', 'handover')),
  old_tag text,
  new_tag text,
  holder_id integer,
  from_holder_id integer,
  -- The entries of one call.
  batch_id uuid,
  performed_by integer not null default own_user(),
  performed_by_token integer,
  performed_by_first_name text,
  performed_by_last_name text,
  performed_by_email text not null,
  "timestamp" timestamptz not null default clock_timestamp(),
  -- When it was done: the time received, or earlier when a device recorded it without signal. Of one set it never goes backwards.
  done_at timestamptz not null,
  notes text,
  details jsonb not null default '{}',
  -- The set as the entry left it (state_of_set), with `log`: the number of the last log entry then.
  after jsonb,
  seq bigint not null default 0,
  hash_format smallint not null default 1,
  prev_hash bytea not null default '\x',
  hash bytea not null default '\x',
  primary key (company_id, id),
  unique (company_id, seq),
  foreign key (company_id, performed_by) references users (company_id, id)
);
create index movement_history_bunch on movement_history (company_id, key_bunch_id, seq);
create index movement_history_time on movement_history (company_id, "timestamp");
-- Lists are in the order in which things were done; of one set that is the order of the numbers.
create index movement_history_done on movement_history (company_id, done_at, seq);
create index movement_history_action on movement_history (company_id, action_type, done_at, seq);
create index movement_history_moves on movement_history (company_id, done_at, seq) where action_type in ('move', 'location_move');
create index movement_history_from on movement_history (company_id, from_location_id, done_at, seq);
create index movement_history_to on movement_history (company_id, to_location_id, done_at, seq) where to_location_id is not null;
create index movement_history_late on movement_history (company_id, done_at, seq) where "timestamp" - done_at > interval '2 minutes';
create index movement_history_old_tag on movement_history (company_id, old_tag, seq) where old_tag is not null;
create index movement_history_new_tag on movement_history (company_id, new_tag, seq) where new_tag is not null;
create index movement_history_holder on movement_history (company_id, holder_id, done_at, seq) where holder_id is not null;
create index movement_history_from_holder on movement_history (company_id, from_holder_id, done_at, seq) where from_holder_id is not null;
create index movement_history_batch on movement_history (company_id, batch_id, seq) where batch_id is not null;

-- Entries of the register that are no movement. The screen pages it by action, user, user concerned and time, each along its own index.
create table audit_log (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  action text not null,
  user_id integer not null default own_user(),
  token_id integer,
  user_first_name text,
  user_last_name text,
  user_email text not null,
  key_bunch_id integer,
  location_id integer,
  description text not null,
  details jsonb not null default '{}',
  -- The set, user, holder or audit as the entry left it; null for other subjects.
  after jsonb,
  "timestamp" timestamptz not null default clock_timestamp(),
  seq bigint not null default 0,
  hash_format smallint not null default 1,
  prev_hash bytea not null default '\x',
  hash bytea not null default '\x',
  primary key (company_id, id),
  unique (company_id, seq),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index audit_log_bunch on audit_log (company_id, key_bunch_id, seq);
create index audit_log_action on audit_log (company_id, action, seq);
create index audit_log_person on audit_log (company_id, user_id, seq);
create index audit_log_about on audit_log (company_id, (details->>'userId'), seq) where details ? 'userId';
create index audit_log_time on audit_log (company_id, "timestamp");

alter table movement_history enable row level security;
create policy seen on movement_history for select to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or from_location_id = any ((select own_locations())::int[])
      or to_location_id = any ((select own_locations())::int[])));
create policy written on movement_history for insert to keyhold_app
  with check (company_id = (select own_company()));
create policy system on movement_history for select to keyhold_system using (true);

alter table audit_log enable row level security;
create policy seen on audit_log for select to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])));
create policy written on audit_log for insert to keyhold_app
  with check (company_id = (select own_company()));
create policy system on audit_log for select to keyhold_system using (true);
-- Setting a password is an entry of the user's company, which the transaction names.
create policy system_written on audit_log for insert to keyhold_system
  with check (company_id = (select own_company()));

grant select, insert on movement_history, audit_log to keyhold_app;
grant select on movement_history to keyhold_system;
grant select, insert on audit_log to keyhold_system;

-- The numbers between which a period lies, so that an index finds its entries: of several entries of one moment the outermost. A clock set
-- back by less than an hour hides none. Null when there is no entry.
create function first_movement_since(moment timestamptz) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select seq from movement_history
  where company_id = own_company() and "timestamp" >= moment - interval '1 hour' order by "timestamp", seq limit 1
$$;

create function last_movement_until(moment timestamptz) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select seq from movement_history
  where company_id = own_company() and "timestamp" <= moment + interval '1 hour' order by "timestamp" desc, seq desc limit 1
$$;

-- When the entry of a number was received: about where the entries before it lie in the order in which things were done.
create function moment_of_movement(number bigint) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp as $$
  select "timestamp" from movement_history where company_id = own_company() and seq >= number order by seq limit 1
$$;

create function first_log_since(moment timestamptz) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select seq from audit_log
  where company_id = own_company() and "timestamp" >= moment - interval '1 hour' order by "timestamp", seq limit 1
$$;

create function last_log_until(moment timestamptz) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select seq from audit_log
  where company_id = own_company() and "timestamp" <= moment + interval '1 hour' order by "timestamp" desc, seq desc limit 1
$$;

-- The number of entries of a batch at all locations: an undo takes back all of them or none.
create function batch_entries(batch uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from movement_history where company_id = own_company() and batch_id = batch
$$;

-- The number of sets of a holder at a moment of the last weeks, at all locations: those they still have, and those that went back or were
-- reported lost since.
create function sets_held_at(holder integer, moment timestamptz) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select (select count(*) from key_bunches where company_id = own_company() and holder_id = holder and issued_at <= moment)::int
    + (select count(*) from (
        select key_bunch_id from movement_history where company_id = own_company() and holder_id = holder and done_at > moment
        union select key_bunch_id from movement_history where company_id = own_company() and from_holder_id = holder and done_at > moment
        union select key_bunch_id from movement_history where company_id = own_company() and action_type = 'status_change' and done_at > moment
          and details->>'from' = 'issued') since,
        lateral (select after from movement_history m where m.company_id = own_company() and m.key_bunch_id = since.key_bunch_id
          and m.done_at <= moment order by m.seq desc limit 1) last
      where last.after->>'holderId' = holder::text and not exists (select from key_bunches b where b.company_id = own_company()
        and b.id = since.key_bunch_id and b.holder_id = holder and b.issued_at <= moment))::int
$$;

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
