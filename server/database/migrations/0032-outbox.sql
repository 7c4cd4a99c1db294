-- What was done without signal (docs/decisions/0077-the-outbox.md): the devices with the keys of their entries, every entry received with its
-- outcome, and the answers to what the register could not take as it was.

create table devices (
  company_id integer not null default own_company() references companies (id),
  user_id integer not null default own_user(),
  -- Chosen by the device.
  id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  -- The key that seals the entries on the device, encrypted with the server's key `key_id`; null once the device is forgotten.
  secret bytea,
  key_id text,
  created_at timestamptz not null default clock(),
  heard_at timestamptz not null default clock(),
  -- The entries that it said it still has.
  unsent integer not null default 0 check (unsent >= 0),
  forgotten_at timestamptz,
  primary key (company_id, user_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  check ((secret is null) = (forgotten_at is not null) and (secret is null) = (key_id is null))
);

alter table devices enable row level security;
create policy own on devices to keyhold_app
  using (company_id = (select own_company()) and user_id = (select own_user()))
  with check (company_id = (select own_company()) and user_id = (select own_user()));
grant select, insert, update (name, secret, key_id, heard_at, unsent, forgotten_at) on devices to keyhold_app;

-- Whether the caller may see an entry about a set at that location; one without a location concerns those who see all of them.
create function sees_location(which integer) returns boolean
  language sql stable parallel safe
  as $$ select own_locations() is null or which = any (own_locations()) $$;

-- Every entry received, once for each key. An `asked` one is a question; with `question` it is part of that of an earlier entry of the same
-- device and set.
create table outbox_entries (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  user_id integer not null default own_user(),
  device uuid not null,
  device_name text not null,
  n integer not null check (n > 0),
  -- Null for a number whose entry was taken back on the device.
  key uuid,
  kind text check (kind in ('issue', 'return', 'handOver', 'extend', 'lost', 'found')),
  key_bunch_id integer,
  -- Where the set is when it is received; null for one that there is not.
  location_id integer,
  done_at timestamptz,
  received_at timestamptz not null default clock(),
  seen jsonb,
  body jsonb,
  outcome text not null check (outcome in ('recorded', 'check', 'asked', 'refused', 'taken_back')),
  -- What to look at, what is asked, or why it is refused, and what that is about.
  code text,
  detail text,
  movement_id integer,
  question integer,
  primary key (company_id, id),
  foreign key (company_id, user_id, device) references devices (company_id, user_id, id),
  check ((outcome = 'taken_back') = (key is null) and (key is null) = (kind is null or key_bunch_id is null or done_at is null)),
  check (question is null or outcome = 'asked')
);
create unique index outbox_entries_key on outbox_entries (company_id, user_id, key) where key is not null;
create index outbox_entries_device on outbox_entries (company_id, user_id, device, n);
create index outbox_entries_question on outbox_entries (company_id, (case when question is null then id else question end), id)
  where outcome = 'asked';
create index outbox_entries_bunch on outbox_entries (company_id, key_bunch_id, id) where outcome = 'asked';
create index outbox_entries_open on outbox_entries (company_id, id) where outcome = 'asked' and question is null;
create index outbox_entries_received on outbox_entries (company_id, received_at);
create index outbox_entries_movement on outbox_entries (company_id, movement_id) where movement_id is not null;

create trigger append_only before update or delete on outbox_entries for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on outbox_entries execute function refuse_rewriting();
alter table outbox_entries enable row level security;
create policy seen on outbox_entries for select to keyhold_app
  using (company_id = (select own_company()) and (user_id = (select own_user()) or sees_location(location_id)));
create policy written on outbox_entries for insert to keyhold_app
  with check (company_id = (select own_company()) and user_id = (select own_user()));
grant select, insert on outbox_entries to keyhold_app;

-- Whether the caller may see a question.
create function sees_question(which integer) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from outbox_entries e where e.company_id = own_company() and e.id = which
    and (e.user_id = own_user() or sees_location(e.location_id)));
end $$;

-- The answers. The first that is not "unknown" settles the question for all; movements made by it name the question (`settles`).
create table outbox_answers (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  question integer not null,
  answer text not null check (answer in ('mine', 'theirs', 'onHook', 'unknown')),
  answered_by integer not null default own_user(),
  answered_at timestamptz not null default clock(),
  primary key (company_id, id),
  foreign key (company_id, question) references outbox_entries (company_id, id),
  foreign key (company_id, answered_by) references users (company_id, id)
);
create unique index outbox_answers_first on outbox_answers (company_id, question) where answer <> 'unknown';
create index outbox_answers_question on outbox_answers (company_id, question, id);

create trigger append_only before update or delete on outbox_answers for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on outbox_answers execute function refuse_rewriting();
alter table outbox_answers enable row level security;
create policy seen on outbox_answers for select to keyhold_app
  using (company_id = (select own_company()) and sees_question(question));
create policy written on outbox_answers for insert to keyhold_app
  with check (company_id = (select own_company()) and answered_by = (select own_user()) and sees_question(question));
grant select, insert on outbox_answers to keyhold_app;

-- Where a set is that the caller may not see, or where it was when it was deleted; null when the company never had it.
create function location_of_set(which integer) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select location_id from key_bunches where company_id = own_company() and id = which),
    (select location_id from archived_key_bunches where company_id = own_company() and original_id = which))
$$;

-- Numbers that never arrived, though a later one did, that number of hours to a month ago: the caller's, or of everyone in the company.
create function outbox_gaps(everyone boolean, hours integer)
  returns table (user_id integer, device text, n integer, since timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.user_id, e.device_name, missing, min(e.received_at)
  from outbox_entries e,
    lateral (select coalesce(max(o.n), 0) as n from outbox_entries o
      where o.company_id = e.company_id and o.user_id = e.user_id and o.device = e.device and o.n < e.n) before,
    generate_series(greatest(before.n + 1, e.n - 100), e.n - 1) missing
  where e.company_id = own_company() and (everyone or e.user_id = own_user())
    and e.received_at > (select clock()) - interval '30 days' and e.received_at < (select clock()) - make_interval(hours => hours)
  group by e.user_id, e.device_name, e.device, missing
$$;

create function notify_outbox() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations)
  select company_id, 'outbox', ids_if_few(array_agg(distinct coalesce(question, id))),
    case when location_id is null then '{}' else array[location_id] end
  from now_rows where outcome = 'asked' group by company_id, location_id;
  return null;
end $$;
create trigger notify after insert on outbox_entries referencing new table as now_rows for each statement execute function notify_outbox();

-- To the person who did it too, wherever the set is.
create function notify_outbox_answers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids) select company_id, 'outbox', ids_if_few(array_agg(question)) from now_rows group by company_id;
  return null;
end $$;
create trigger notify after insert on outbox_answers referencing new table as now_rows
  for each statement execute function notify_outbox_answers();

create function notify_devices() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations) select distinct company_id, 'outbox', '{}'::integer[], '{}'::integer[] from now_rows;
  return null;
end $$;
create trigger notify_insert after insert on devices referencing new table as now_rows for each statement execute function notify_devices();
create trigger notify_update after update on devices referencing new table as now_rows for each statement execute function notify_devices();

-- To the user whose device was forgotten, so that it notices at once.
create function notify_forgotten_devices() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids)
  select n.company_id, 'users', ids_if_few(array_agg(distinct n.user_id))
  from now_rows n join old_rows o on o.company_id = n.company_id and o.user_id = n.user_id and o.id = n.id
  where n.forgotten_at is not null and o.forgotten_at is null group by n.company_id;
  return null;
end $$;
create trigger notify_forgotten after update on devices referencing old table as old_rows new table as now_rows
  for each statement execute function notify_forgotten_devices();

-- The device of a person whose account was closed in the last days, with the key of its entries, locked, so that they are received in one
-- order.
create function device_of_dismissed(person integer, which uuid, days integer) returns table (company integer, secret bytea, key_id text)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select d.company_id, d.secret, d.key_id
  from users u
    join companies c on c.id = u.company_id and c.is_active
    join devices d on d.company_id = u.company_id and d.user_id = u.id and d.id = which and d.secret is not null
  where u.id = person and not u.is_active and u.updated_at > clock() - make_interval(days => days)
  for update of d
$$;

-- Stores an entry of such a device, once for its key, as a question where the set is; as part of that of an earlier entry on the set.
create function hand_in_entry(of_company integer, person integer, which uuid, number integer, intention uuid, of_kind text, bunch integer,
    done timestamptz, saw jsonb, said jsonb) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into outbox_entries (company_id, user_id, device, device_name, n, key, kind, key_bunch_id, location_id, done_at, seen, body, outcome,
    code, question)
  select of_company, person, which, d.name, number, intention, of_kind, bunch,
    coalesce((select location_id from key_bunches where company_id = of_company and id = bunch),
      (select location_id from archived_key_bunches where company_id = of_company and original_id = bunch)),
    done, saw, said, 'asked', 'no_access',
    (select e.id from outbox_entries e
      where e.company_id = of_company and e.key_bunch_id = bunch and e.outcome = 'asked' and e.question is null and e.user_id = person
        and e.device = which and not exists (select from outbox_answers a
          where a.company_id = of_company and a.question = e.id and a.answer <> 'unknown')
      order by e.id desc limit 1)
  from devices d join users u on u.company_id = d.company_id and u.id = d.user_id and not u.is_active
  where d.company_id = of_company and d.user_id = person and d.id = which
  on conflict (company_id, user_id, key) where key is not null do nothing
$$;
revoke all on function device_of_dismissed(integer, uuid, integer),
  hand_in_entry(integer, integer, uuid, integer, uuid, text, integer, timestamptz, jsonb, jsonb) from public;
grant execute on function device_of_dismissed(integer, uuid, integer),
  hand_in_entry(integer, integer, uuid, integer, uuid, text, integer, timestamptz, jsonb, jsonb) to keyhold_system;
