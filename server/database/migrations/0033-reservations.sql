-- Sets held for a person from one moment to another, and the rounds that reserve a list of them again (docs/decisions/0079-reservations.md).

create table rounds (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  name text collate natural_order not null check (char_length(name) between 1 and 255),
  location_id integer not null,
  -- For whom it is reserved, unless the use names another person.
  holder_id integer,
  -- Clock times of the company; an end that is not after the beginning is on the next day.
  from_time text not null check (from_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  until_time text not null check (until_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  is_active boolean not null default true,
  -- Sets that were deleted since its sets were stored.
  deleted_sets integer not null default 0,
  created_at timestamptz not null default clock(),
  updated_at timestamptz not null default clock(),
  primary key (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade,
  foreign key (company_id, holder_id) references holders (company_id, id)
);
create index rounds_location on rounds (company_id, location_id, id);

create table round_sets (
  company_id integer not null default own_company(),
  round_id integer not null,
  key_bunch_id integer not null,
  place integer not null,
  primary key (company_id, round_id, key_bunch_id),
  foreign key (company_id, round_id) references rounds (company_id, id) on delete cascade,
  foreign key (company_id, key_bunch_id) references key_bunches (company_id, id) on delete cascade
);
create index round_sets_bunch on round_sets (company_id, key_bunch_id);

create table reservations (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  -- Those that one call made.
  group_id uuid not null,
  round_id integer,
  key_bunch_id integer not null,
  holder_id integer not null,
  -- Where the set is fetched.
  location_id integer not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  purpose text check (char_length(purpose) <= 2000),
  notes text check (char_length(notes) <= 2000),
  created_at timestamptz not null default clock(),
  created_by integer not null default own_user(),
  updated_at timestamptz not null default clock(),
  picked_at timestamptz,
  picked_by integer,
  -- By an issue or a handover to the holder, with its batch.
  taken_at timestamptz,
  taken_batch uuid,
  cancelled_at timestamptz,
  cancelled_by integer,
  primary key (company_id, id),
  foreign key (company_id, round_id) references rounds (company_id, id) on delete cascade,
  foreign key (company_id, key_bunch_id) references key_bunches (company_id, id) on delete cascade,
  foreign key (company_id, holder_id) references holders (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade,
  foreign key (company_id, created_by) references users (company_id, id),
  foreign key (company_id, picked_by) references users (company_id, id),
  foreign key (company_id, cancelled_by) references users (company_id, id),
  check (from_at < to_at),
  check (taken_at is null or cancelled_at is null),
  check ((picked_at is null) = (picked_by is null)),
  -- No set is held twice at one moment. As ranges of one number the ids need no extension (btree_gist).
  constraint reservations_overlap exclude using gist (int4range(key_bunch_id, key_bunch_id, '[]') with &&,
    int4range(company_id, company_id, '[]') with &&, tstzrange(from_at, to_at) with &&) where (taken_at is null and cancelled_at is null)
);
create index reservations_open on reservations (company_id, from_at, id) where taken_at is null and cancelled_at is null;
-- A set is laid ready for one of its reservations at a time.
create unique index reservations_picked on reservations (company_id, key_bunch_id)
  where picked_at is not null and taken_at is null and cancelled_at is null;
create index reservations_change on reservations (company_id, updated_at, id);
create index reservations_bunch on reservations (company_id, key_bunch_id, from_at);
create index reservations_holder on reservations (company_id, holder_id, from_at);
create index reservations_group on reservations (company_id, group_id, id);
create index reservations_round on reservations (company_id, round_id) where round_id is not null;
create index reservations_location on reservations (company_id, location_id, id);

-- Past reservations of a location that is deleted belong to where their set is.
create function keep_reservations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update reservations r set location_id = b.location_id, round_id = null from key_bunches b
  where r.company_id = old.company_id and r.location_id = old.id and b.company_id = r.company_id and b.id = r.key_bunch_id;
  update reservations set round_id = null where company_id = old.company_id
    and round_id in (select id from rounds where company_id = old.company_id and location_id = old.id);
  return old;
end $$;
create trigger keep_reservations before delete on locations for each row execute function keep_reservations();

alter table rounds enable row level security;
create policy own on rounds to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])))
  with check (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])));
grant select, insert, update (name, location_id, holder_id, from_time, until_time, is_active, deleted_sets) on rounds to keyhold_app;

alter table round_sets enable row level security;
create policy own on round_sets to keyhold_app
  using (company_id = (select own_company()) and sees_bunch(key_bunch_id))
  with check (company_id = (select own_company()) and sees_bunch(key_bunch_id));
grant select, insert, delete on round_sets to keyhold_app;

alter table reservations enable row level security;
create policy own on reservations to keyhold_app
  using (company_id = (select own_company()) and sees_bunch(key_bunch_id))
  with check (company_id = (select own_company()) and sees_bunch(key_bunch_id));
grant select, insert, update (from_at, to_at, purpose, notes, picked_at, picked_by, taken_at, taken_batch, cancelled_at, cancelled_by)
  on reservations to keyhold_app;
-- Reminders say who needs an overdue set next, and keyhold verify compares reservations with the log.
create policy system on reservations for select to keyhold_system using (true);
grant select on reservations to keyhold_system;

create function touch_round() returns trigger language plpgsql as $$
begin
  new.updated_at := clock();
  return new;
end $$;
create trigger touch before update on rounds for each row execute function touch_round();
create trigger touch before update of from_at, to_at, purpose, notes, picked_at, taken_at, cancelled_at on reservations
  for each row execute function touch_round();

-- A deleted set leaves its rounds, which count it, also those that the caller may not see.
create function leave_rounds() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update rounds set deleted_sets = deleted_sets + 1
  where company_id = old.company_id and id in (select round_id from round_sets
    where company_id = old.company_id and key_bunch_id = old.id);
  return old;
end $$;
create trigger leave_rounds before delete on key_bunches for each row execute function leave_rounds();

-- key_bunches.reserved_until is the end of the last open reservation: an issue of a set without one reads nothing more. Written even if it
-- stays, as the set is shown with its next reservation.
create function copy_reserved() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update key_bunches b set reserved_until = o.until
  from (select max(r.to_at) as until from reservations r where r.company_id = new.company_id and r.key_bunch_id = new.key_bunch_id
    and r.taken_at is null and r.cancelled_at is null) o
  where b.company_id = new.company_id and b.id = new.key_bunch_id;
  return null;
end $$;
create trigger reserved after insert or update of from_at, to_at, taken_at, cancelled_at on reservations
  for each row execute function copy_reserved();

-- Reservations of a person who may no longer have keys are cancelled, whichever call switched the person off, also those of sets that the
-- caller may not see. Each has its entry in the log, as one that is cancelled by hand.
create function cancel_of_holder() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from key_bunches where company_id = new.company_id and id in (select key_bunch_id from reservations
    where company_id = new.company_id and holder_id = new.id and taken_at is null and cancelled_at is null and to_at > clock())
  order by id for update;
  with cancelled as (
    update reservations set cancelled_at = clock(), cancelled_by = own_user()
    where company_id = new.company_id and holder_id = new.id and taken_at is null and cancelled_at is null and to_at > clock()
    returning id, key_bunch_id, from_at, to_at)
  insert into audit_log (company_id, action, key_bunch_id, location_id, description, details, user_first_name, user_last_name, user_email)
  select new.company_id, 'reservation_cancelled', b.id, b.location_id, b.identifier || ' no longer reserved for ' || new.name,
    jsonb_build_object('reservationId', c.id, 'holder', new.name, 'holderId', new.id, 'from', c.from_at, 'until', c.to_at),
    u.first_name, u.last_name, u.email
  from cancelled c join key_bunches b on b.company_id = new.company_id and b.id = c.key_bunch_id
    join users u on u.company_id = new.company_id and u.id = own_user()
  order by c.id;
  return null;
end $$;
create trigger cancel_reservations after update of is_active on holders for each row
  when (old.is_active and not new.is_active) execute function cancel_of_holder();

-- The first open reservation of a set that has not ended; null without one.
create function reservation_of(company integer, bunch integer) returns jsonb
  language sql stable as $$
  select jsonb_build_object('id', r.id, 'holder', jsonb_build_object('id', h.id, 'name', h.name, 'userId', h.user_id),
    'from', to_char(r.from_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'until', to_char(r.to_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'isPicked', r.picked_at is not null)
  from reservations r join holders h on h.company_id = r.company_id and h.id = r.holder_id
  where r.company_id = company and r.key_bunch_id = bunch and r.taken_at is null and r.cancelled_at is null and r.to_at > clock()
  order by r.from_at limit 1
$$;

create function notify_reservations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations)
  select n.company_id, 'reservations', ids_if_few(array_agg(n.id)), array[b.location_id]
  from now_rows n join key_bunches b on b.company_id = n.company_id and b.id = n.key_bunch_id
  group by n.company_id, b.location_id;
  return null;
end $$;
create trigger notify_insert after insert on reservations referencing new table as now_rows
  for each statement execute function notify_reservations();
create trigger notify_update after update on reservations referencing new table as now_rows
  for each statement execute function notify_reservations();

-- A round as a whole; its sets are written with it.
create function notify_rounds() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations)
  select company_id, 'reservations', null, array[location_id] from now_rows group by company_id, location_id;
  return null;
end $$;
create trigger notify_insert after insert on rounds referencing new table as now_rows
  for each statement execute function notify_rounds();
create trigger notify_update after update on rounds referencing new table as now_rows
  for each statement execute function notify_rounds();

create function store_reservation_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  happened text := case when tg_op = 'INSERT' then 'reservation.made'
    when new.cancelled_at is not null and old.cancelled_at is null then 'reservation.cancelled'
    when (new.from_at, new.to_at) <> (old.from_at, old.to_at) then 'reservation.changed' end;
begin
  if not stores_event(new.company_id, happened) then return null; end if;
  perform store_event(new.company_id, happened, new.updated_at, jsonb_build_object('keySet', event_key_set(b), 'movement', null, 'changed', null,
    'reservation', jsonb_build_object('id', new.id, 'holder', jsonb_build_object('id', h.id, 'name', h.name),
      'location', jsonb_build_object('id', l.id, 'name', l.name), 'from', new.from_at, 'until', new.to_at, 'purpose', new.purpose)))
  from key_bunches b join holders h on h.company_id = b.company_id and h.id = new.holder_id
    join locations l on l.company_id = b.company_id and l.id = new.location_id
  where b.company_id = new.company_id and b.id = new.key_bunch_id;
  return null;
end $$;
create trigger webhooks_made after insert on reservations for each row execute function store_reservation_event();
create trigger webhooks_changed after update of from_at, to_at, cancelled_at on reservations for each row execute function store_reservation_event();

-- Queues a letter about a reservation to a holder of the caller's company who has an address.
create function queue_reservation_letter(holder integer, letter jsonb, good_minutes integer) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into letters (kind, email, holder_id, lane, about, good_until)
  select 'reservation', h.email, h.id, h.company_id, letter, clock_timestamp() + make_interval(mins => good_minutes)
  from holders h where h.company_id = own_company() and h.id = holder and h.email is not null and h.is_active
$$;
