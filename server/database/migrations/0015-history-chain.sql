-- The chain of the history: the text and the hash of an entry, the triggers that number and chain it, and its verification.

-- The hashed text of an entry: a JSON array as PostgreSQL writes it, with times in microseconds since 1970, so that it can be exported
-- and hashed anywhere. A change of the array is a new hash_format; entries of the former keep theirs.
create function movement_text(m movement_history) returns text language sql stable as $$
  select jsonb_build_array(m.hash_format, 'movement', m.company_id, m.seq, encode(m.prev_hash, 'hex'), m.id,
    m.key_bunch_id, m.key_bunch_identifier, m.key_bunch_type, m.from_location_id, m.from_location_name, m.to_location_id,
    m.to_location_name, m.from_bunch_type, m.to_bunch_type, m.action_type, m.old_tag, m.new_tag, m.performed_by,
    m.performed_by_first_name, m.performed_by_last_name, m.performed_by_email, (extract(epoch from m."timestamp") * 1000000)::bigint,
    m.notes, m.details, m.holder_id, m.from_holder_id, m.batch_id, m.performed_by_token, m.after,
    (extract(epoch from m.done_at) * 1000000)::bigint)::text
$$;

create function log_text(l audit_log) returns text language sql stable as $$
  select jsonb_build_array(l.hash_format, 'log', l.company_id, l.seq, encode(l.prev_hash, 'hex'), l.id, l.action,
    l.user_id, l.user_first_name, l.user_last_name, l.user_email, l.key_bunch_id, l.location_id, l.description,
    (extract(epoch from l."timestamp") * 1000000)::bigint, l.details, l.token_id, l.after)::text
$$;

-- The SHA-256 of the text. TimeZone and DateStyle are pinned so that every server computes the same.
create function movement_hash(m movement_history) returns bytea
  language sql stable set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
  select sha256(convert_to(movement_text(m), 'UTF8'))
$$;

create function log_hash(l audit_log) returns bytea
  language sql stable set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
  select sha256(convert_to(log_text(l), 'UTF8'))
$$;

-- Number, time, chain and actor are the database's: values sent for them are overwritten. The locked head puts the entries of a company in
-- one order. Entries behind the head are this transaction's, and the head moves to the last of them at the commit: moved at every entry, it
-- would leave a row version for each, and each entry would read past them all. Without sorts the last entry is always read from the end of
-- its index, even while a new table has no statistics.
create function stamp_movement() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_sort = off as $$
declare
  head chain_heads%rowtype;
  latest movement_history%rowtype;
begin
  perform lock_caller();
  select * into strict head from chain_heads where company_id = new.company_id for update;
  select * into latest from movement_history where company_id = new.company_id and seq > head.movement_seq order by seq desc limit 1;
  new.performed_by := own_user();
  new.performed_by_token := own_token();
  if new.performed_by_token is not null then
    new.performed_by_first_name := token_actor(new.company_id, new.performed_by_token);
    new.performed_by_last_name := null;
  elsif own_kiosk() is not null then
    new.details := new.details || kiosk_details();
    new.performed_by_first_name := coalesce(new.details->>'byHolder' || ' at the kiosk', new.details->>'kiosk' || ' (kiosk)');
    new.performed_by_last_name := null;
    -- The user whose id it acts under has nothing to do with it.
    new.performed_by_email := '';
  end if;
  new.seq := coalesce(latest.seq, head.movement_seq) + 1;
  new.prev_hash := coalesce(latest.hash, head.movement_hash);
  new."timestamp" := clock();
  -- Not in the future, and not before what was done with the set last.
  new.done_at := greatest(least(coalesce(new.done_at, new."timestamp"), new."timestamp"), (select done_at from movement_history
    where company_id = new.company_id and key_bunch_id = new.key_bunch_id order by seq desc limit 1));
  new.hash_format := 1;
  new.holder_id := (new.details->>'holderId')::int;
  new.from_holder_id := (new.details->>'fromHolderId')::int;
  new.batch_id := (new.details->>'batchId')::uuid;
  new.after := state_of_set(new.company_id, new.key_bunch_id) || jsonb_build_object('log',
    coalesce((select seq from audit_log where company_id = new.company_id and seq > head.log_seq order by seq desc limit 1), head.log_seq));
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
  perform lock_caller();
  select * into strict head from chain_heads where company_id = new.company_id for update;
  select * into latest from audit_log where company_id = new.company_id and seq > head.log_seq order by seq desc limit 1;
  new.user_id := own_user();
  new.token_id := own_token();
  if new.token_id is not null then
    new.user_first_name := token_actor(new.company_id, new.token_id);
    new.user_last_name := null;
  elsif own_kiosk() is not null then
    new.details := new.details || kiosk_details();
    new.user_first_name := coalesce(new.details->>'byHolder' || ' at the kiosk', new.details->>'kiosk' || ' (kiosk)');
    new.user_last_name := null;
    new.user_email := '';
  end if;
  new.seq := coalesce(latest.seq, head.log_seq) + 1;
  new.prev_hash := coalesce(latest.hash, head.log_hash);
  new."timestamp" := clock();
  new.hash_format := 1;
  new.after := case
    when new.key_bunch_id is not null then state_of_set(new.company_id, new.key_bunch_id)
    when new.action in ('user_create', 'user_edit', 'user_rights') then state_of_user(new.company_id, (new.details->>'userId')::int)
    when new.action in ('holder_create', 'holder_edit') then state_of_holder(new.company_id, (new.details->>'holderId')::int)
    when new.action = 'audit_complete' then state_of_audit(new.company_id, (new.details->>'auditSessionId')::int) end;
  new.hash := log_hash(new);
  return new;
end $$;
create trigger stamp before insert on audit_log for each row execute function stamp_log();

-- The first entry of a transaction moves the head behind all of them. It must follow the head: entries inserted past the triggers are never
-- taken into the chain.
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

-- Verifies the entries of one chain after `behind` up to `upto`: their number, the hash of the last, and the first that does not fit. In
-- parts, so that no statement grows with the history.
create function verify_slice(company integer, of_chain text, behind bigint, upto bigint)
  returns table (entries bigint, last_hash text, broken_at bigint, reason text)
  language sql stable security definer set search_path = public, pg_temp as $$
  with slice as (
    select m.seq, m.hash, m.prev_hash, movement_hash(m) as computed
    from movement_history m
    where of_chain = 'movement' and m.company_id = company and m.seq > behind and m.seq <= upto
    union all
    select l.seq, l.hash, l.prev_hash, log_hash(l)
    from audit_log l
    where of_chain = 'log' and l.company_id = company and l.seq > behind and l.seq <= upto
  ), before_it as (
    select m.hash from movement_history m
    where of_chain = 'movement' and m.company_id = company and m.seq = behind
    union all
    select l.hash from audit_log l where of_chain = 'log' and l.company_id = company and l.seq = behind
  ), placed as (
    select s.*, behind + row_number() over (order by s.seq) as place,
      coalesce(lag(s.hash) over (order by s.seq), (select hash from before_it), '\x') as before
    from slice s
  ), faults as (
    select case when seq <> place then place else seq end as at,
      case
        when seq <> place then 'an entry is missing'
        when prev_hash <> before then 'the entry does not follow the one before it'
        else 'the entry was changed'
      end as reason
    from placed
    where seq <> place or prev_hash <> before or hash <> computed
  )
  select (select count(*) from slice), (select encode(hash, 'hex') from slice order by seq desc limit 1),
    (select f.at from faults f order by f.at limit 1), (select f.reason from faults f order by f.at limit 1)
$$;

-- The ends of both chains of a company, as its last entries left them.
create function chain_ends(company integer) returns table (chain text, seq bigint, hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select 'movement', movement_seq, encode(movement_hash, 'hex') from chain_heads where company_id = company
  union all
  select 'log', log_seq, encode(log_hash, 'hex') from chain_heads where company_id = company
$$;
revoke all on function verify_slice(integer, text, bigint, bigint), chain_ends(integer) from public;
grant execute on function verify_slice(integer, text, bigint, bigint), chain_ends(integer) to keyhold_system;

-- The same for the caller's own company.
create function verify_own_slice(of_chain text, behind bigint, upto bigint)
  returns table (entries bigint, last_hash text, broken_at bigint, reason text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select * from verify_slice(own_company(), of_chain, behind, upto)
$$;

create function own_chain_ends() returns table (chain text, seq bigint, hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select * from chain_ends(own_company())
$$;

-- The result of each verification a company ran.
create table history_checks (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  checked_at timestamptz not null default clock(),
  checked_by integer not null default own_user(),
  checked_by_name text not null,
  movements bigint not null,
  log_entries bigint not null,
  broken_chain text check (broken_chain in ('movement', 'log')),
  broken_at bigint,
  reason text,
  primary key (company_id, id),
  foreign key (company_id, checked_by) references users (company_id, id),
  check ((broken_chain is null) = (broken_at is null) and (broken_chain is null) = (reason is null))
);
create trigger append_only before update or delete on history_checks for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on history_checks execute function refuse_rewriting();

alter table history_checks enable row level security;
create policy own on history_checks to keyhold_app
  using (company_id = (select own_company()))
  with check (company_id = (select own_company()));
grant select, insert on history_checks to keyhold_app;
