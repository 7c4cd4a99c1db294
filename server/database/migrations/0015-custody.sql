-- Custody: which holder has a set until when, what of it is there, and the history of both.

alter table companies add column timezone text not null default 'Etc/UTC' check (char_length(timezone) between 1 and 255);
-- Whether a name is a zone to this database and to the programs that ask it: not one that it does not know, nor an abbreviation, which it
-- takes for a fixed offset ("BST" is an hour before UTC here, and Bangladesh elsewhere).
create function is_zone(name text) returns boolean
  language plpgsql stable as $$
begin
  perform now() at time zone name;
  return upper(name) in ('UTC', 'GMT') or not exists (select from pg_timezone_abbrevs where abbrev = upper(name));
exception when invalid_parameter_value then
  return false;
end $$;
alter table companies add column receipt_terms text check (char_length(receipt_terms) <= 2000);
grant update (timezone, receipt_terms) on companies to keyhold_app;

-- By when sets of a type are due: so many hours after the issue, or the next time it is that o'clock in the company's time zone.
alter table settings add column due_hours integer check (due_hours between 1 and 8760);
alter table settings add column due_time text check (due_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
alter table settings add constraint settings_due_rule
  check (num_nonnulls(due_hours, due_time) = 0 or (category = 'keyTypes' and num_nonnulls(due_hours, due_time) = 1));
grant update (due_hours, due_time) on settings to keyhold_app;

alter table key_bunches
  add column holder_id integer,
  add column last_holder_id integer,
  add column due_at timestamptz,
  -- Of a short set, how many are there; null is all of them. What is missing, since when, and who had it.
  add column keys_present integer check (keys_present >= 0),
  add column fobs_present integer check (fobs_present >= 0),
  add column short_note text check (char_length(short_note) <= 2000),
  add column short_since timestamptz,
  add column short_holder_id integer,
  add column short_holder_name text,
  -- Where it hangs at its location: cabinet and hook.
  add column position text collate natural_order check (char_length(position) between 1 and 40),
  add constraint key_bunches_holder_fkey foreign key (company_id, holder_id) references holders (company_id, id),
  add constraint key_bunches_last_holder_fkey foreign key (company_id, last_holder_id) references holders (company_id, id),
  add constraint key_bunches_short_holder_fkey foreign key (company_id, short_holder_id) references holders (company_id, id),
  add constraint out_has_holder check (holder_id is null or status = 'issued'),
  add constraint out_has_due check (due_at is null or status = 'issued'),
  add constraint short_has_time check ((short_since is null) = (keys_present is null and fobs_present is null));
create index key_bunches_due on key_bunches (company_id, (case when due_at is null then 'infinity' else due_at end), id);
create index key_bunches_held on key_bunches (company_id, holder_id, due_at, id) where holder_id is not null;
create index key_bunches_short on key_bunches (company_id, identifier, id) where short_since is not null;
-- From hook to hook; what has no position sorts behind everything, as no character is behind U+FFFF in that order.
create index key_bunches_position on key_bunches (company_id,
  (case when position is null then U&'\FFFF' else position end), identifier, id);
create index key_bunches_position_at on key_bunches (company_id, location_id,
  (case when position is null then U&'\FFFF' else position end), identifier, id);
-- What is out, soonest due first; and what somebody has who is no holder, only a name.
create index key_bunches_out on key_bunches (company_id, (case when due_at is null then 'infinity' else due_at end), identifier, id)
  where status = 'issued';
create index key_bunches_named on key_bunches (company_id, holder_name, due_at, id) where status = 'issued' and holder_id is null;
grant update (holder_id, due_at, keys_present, fobs_present, short_note, short_since, short_holder_id, short_holder_name, position,
  missing_since, missing_from_status, last_holder_id, last_holder_name, last_holder_user_id)
  on key_bunches to keyhold_app;

-- Since when a bunch is missing, from which status, who had it last, and since when it is short and who had it then, whichever call
-- changed it. A set that is not out is due from nobody. What undoes an issue of a missing set, or a return, says itself since when it was missing or short.
create or replace function keep_custody() returns trigger language plpgsql as $$
begin
  if new.holder_name is not null then
    new.last_holder_name := new.holder_name;
    new.last_holder_user_id := new.holder_user_id;
    new.last_holder_id := new.holder_id;
  end if;
  if new.status <> 'issued' then
    new.holder_id := null;
    new.due_at := null;
  end if;
  if new.status <> 'missing' then
    new.missing_since := null;
    new.missing_from_status := null;
  elsif tg_op = 'INSERT' then
    new.missing_since := clock();
  elsif old.status <> 'missing' and new.missing_since is null then
    new.missing_since := clock();
    new.missing_from_status := old.status;
  end if;
  if new.keys_present >= new.key_count then new.keys_present := null; end if;
  if new.fobs_present >= new.fob_count then new.fobs_present := null; end if;
  if new.keys_present is null and new.fobs_present is null then
    new.short_note := null;
    new.short_since := null;
    new.short_holder_id := null;
    new.short_holder_name := null;
  elsif tg_op = 'INSERT' then
    new.short_since := clock();
  elsif new.short_since is not distinct from old.short_since
    and (coalesce(new.keys_present, new.key_count) < coalesce(old.keys_present, old.key_count)
      or coalesce(new.fobs_present, new.fob_count) < coalesce(old.fobs_present, old.fob_count) or old.short_since is null) then
    new.short_since := clock();
    new.short_holder_id := old.holder_id;
    new.short_holder_name := old.holder_name;
  end if;
  return new;
end $$;
drop trigger custody on key_bunches;
create trigger custody before insert or update of status, holder_name, holder_user_id, holder_id, due_at, missing_since, key_count, fob_count,
  keys_present, fobs_present, short_note on key_bunches for each row execute function keep_custody();

-- As 0005-register.sql says, with what is new.
create or replace function touch_key_bunch() returns trigger language plpgsql as $$
begin
  new.updated_at := clock();
  if (new.identifier, new.type, new.current_tag, new.nfc_serial, new.location_id, new.status, new.key_count, new.fob_count,
      new.key_description, new.notes, new.holder_name, new.holder_id, new.due_at, new.keys_present, new.fobs_present, new.position)
    is distinct from
     (old.identifier, old.type, old.current_tag, old.nfc_serial, old.location_id, old.status, old.key_count, old.fob_count,
      old.key_description, old.notes, old.holder_name, old.holder_id, old.due_at, old.keys_present, old.fobs_present, old.position) then
    new.last_updated := new.updated_at;
  end if;
  return new;
end $$;
drop trigger touch on key_bunches;
create trigger touch before update of identifier, type, current_tag, nfc_serial, location_id, status, key_count, fob_count,
  key_description, notes, image_url, image_updated_at, holder_name, holder_user_id, issued_at, holder_id, due_at, keys_present,
  fobs_present, short_note, position on key_bunches for each row execute function touch_key_bunch();

-- The search of the key list finds a set by where it hangs.
create function keep_position() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_term(new, 'position', null, new.position);
  return null;
end $$;
create trigger hung after insert on key_bunches for each row when (new.position is not null) execute function keep_position();
create trigger hung_elsewhere after update of position on key_bunches for each row
  when (new.position is distinct from old.position) execute function keep_position();

-- A set that opens something else has changed; one of which the premises were renamed has not.
create function touch_linked() returns trigger language plpgsql as $$
begin
  new.updated_at := clock();
  new.last_updated := new.updated_at;
  return new;
end $$;
create trigger touch_linked before update of premises on key_bunches for each row
  when (jsonb_path_query_array(new.premises, '$[*].id') <> jsonb_path_query_array(old.premises, '$[*].id'))
  execute function touch_linked();

-- How many sets a holder has, wherever they are kept: the limit counts them all.
create function sets_held(holder integer) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from key_bunches where company_id = own_company() and holder_id = holder
$$;

-- The history. Entries of format 1 stay as they are; from now on an entry also holds who had the keys, and with which others it was done.
alter table movement_history
  add column hash_format smallint not null default 1,
  add column holder_id integer,
  add column from_holder_id integer,
  add column batch_id uuid;
alter table movement_history drop constraint movement_history_action_type_check;
alter table movement_history add constraint movement_history_action_type_check check (action_type in
  ('move', 'location_move', 'issue', 'return', 'status_change', 'audit_edit', 'deleted', 'handover')) not valid;
create index movement_history_holder on movement_history (company_id, holder_id, seq) where holder_id is not null;
create index movement_history_from_holder on movement_history (company_id, from_holder_id, seq) where from_holder_id is not null;
create index movement_history_batch on movement_history (company_id, batch_id, seq) where batch_id is not null;

create or replace function movement_hash(m movement_history) returns bytea
  language sql stable set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
  select sha256(convert_to((case when m.hash_format = 1
    then jsonb_build_array(1, 'movement', m.company_id, m.seq, encode(m.prev_hash, 'hex'), m.id,
      m.key_bunch_id, m.key_bunch_identifier, m.key_bunch_type, m.from_location_id, m.from_location_name, m.to_location_id,
      m.to_location_name, m.from_bunch_type, m.to_bunch_type, m.action_type, m.old_tag, m.new_tag, m.performed_by,
      m.performed_by_first_name, m.performed_by_last_name, m.performed_by_email, (extract(epoch from m."timestamp") * 1000000)::bigint,
      m.notes, m.details)
    else jsonb_build_array(m.hash_format, 'movement', m.company_id, m.seq, encode(m.prev_hash, 'hex'), m.id,
      m.key_bunch_id, m.key_bunch_identifier, m.key_bunch_type, m.from_location_id, m.from_location_name, m.to_location_id,
      m.to_location_name, m.from_bunch_type, m.to_bunch_type, m.action_type, m.old_tag, m.new_tag, m.performed_by,
      m.performed_by_first_name, m.performed_by_last_name, m.performed_by_email, (extract(epoch from m."timestamp") * 1000000)::bigint,
      m.notes, m.details, m.holder_id, m.from_holder_id, m.batch_id) end)::text, 'UTF8'))
$$;

-- As 0006-history.sql says; who had the keys and the batch are what the details say, so that they can be looked up.
create or replace function stamp_movement() returns trigger
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
  new.hash_format := 2;
  new.holder_id := (new.details->>'holderId')::int;
  new.from_holder_id := (new.details->>'fromHolderId')::int;
  new.batch_id := (new.details->>'batchId')::uuid;
  new.hash := movement_hash(new);
  return new;
end $$;

-- How many entries a batch has, wherever its sets are kept: an undo takes back all of them or none.
create function batch_entries(batch uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from movement_history where company_id = own_company() and batch_id = batch
$$;

-- As 0011-search.sql says, with who handed the keys over: no entry from before has one, so what is indexed stays true.
create or replace function movement_texts(prefix text, identifier text, old_tag text, new_tag text, from_name text, to_name text, email text,
  first_name text, last_name text, details jsonb) returns text[]
  language sql immutable parallel safe as $$
  select array_remove(array[prefix || lower(identifier), prefix || lower(old_tag), prefix || lower(new_tag), prefix || lower(from_name),
    prefix || lower(to_name), prefix || lower(email), prefix || lower(coalesce(first_name || ' ' || last_name, first_name, last_name)),
    prefix || lower(details->>'officer'), prefix || lower(details->>'fromHolder')], null)
$$;

-- What somebody signed on the screen when a batch was issued or returned: the path of an SVG picture.
create table signatures (
  company_id integer not null default own_company() references companies (id),
  batch_id uuid not null,
  signer text not null check (char_length(signer) between 1 and 255),
  path text not null check (char_length(path) between 1 and 60000),
  created_at timestamptz not null default clock(),
  primary key (company_id, batch_id)
);
alter table signatures enable row level security;
create policy seen on signatures for select to keyhold_app
  using (company_id = (select own_company()) and exists (select from movement_history m
    where m.company_id = signatures.company_id and m.batch_id = signatures.batch_id));
create policy written on signatures for insert to keyhold_app
  with check (company_id = (select own_company()));
grant select, insert on signatures to keyhold_app;
create trigger append_only before update or delete on signatures for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on signatures execute function refuse_rewriting();

-- For the live channel.
create function tell_holders() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids) select company_id, 'holders', told(array_agg(id)) from now_rows group by company_id;
  return null;
end $$;
create trigger tell_insert after insert on holders referencing new table as now_rows
  for each statement execute function tell_holders();
create trigger tell_update after update on holders referencing new table as now_rows
  for each statement execute function tell_holders();

-- Of premises hears whoever may see a set that opens them; of others who sees all places.
create function tell_premises() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations)
  select n.company_id, 'premises', array[n.id], array(select distinct b.location_id from key_bunch_premises kp
    join key_bunches b on b.company_id = kp.company_id and b.id = kp.key_bunch_id
    where kp.company_id = n.company_id and kp.premises_id = n.id)
  from now_rows n;
  return null;
end $$;
create trigger tell_insert after insert on premises referencing new table as now_rows
  for each statement execute function tell_premises();
create trigger tell_update after update on premises referencing new table as now_rows
  for each statement execute function tell_premises();
revoke all on function tell_holders(), tell_premises() from public;

-- An existing register: what is out is held by the holder who is the user, or by the one holder of that name.
update key_bunches b set holder_id = h.id
from holders h
where b.status = 'issued' and h.company_id = b.company_id and b.holder_user_id is not null and h.user_id = b.holder_user_id;
update key_bunches b set holder_id = h.id
from holders h
where b.status = 'issued' and b.holder_id is null and b.holder_user_id is null and h.company_id = b.company_id
  and words_of(h.name) = words_of(b.holder_name)
  and not exists (select from holders o where o.company_id = b.company_id and o.id <> h.id and words_of(o.name) = words_of(b.holder_name));
