-- The second person: approvals of what needs one, and how approvers are notified (docs/decisions/0083-second-person.md).

create table approvals (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  kind text not null check (kind in ('issue', 'hand_over', 'switch_off')),
  key_bunch_id integer not null,
  -- Who gets the keys; the name is stored by value, as with an issue.
  holder_id integer,
  holder_name text check (char_length(holder_name) between 1 and 255),
  holder_user_id integer,
  purpose text check (char_length(purpose) <= 2000),
  due_at timestamptz,
  -- Who asked; at a kiosk the user who made it, and the kiosk.
  asked_by integer not null default own_user(),
  asked_by_name text not null check (char_length(asked_by_name) between 1 and 600),
  kiosk_id integer default own_kiosk(),
  asked_at timestamptz not null default clock(),
  expires_at timestamptz not null,
  taken_back_at timestamptz,
  approved boolean,
  decided_by integer,
  decided_by_name text check (char_length(decided_by_name) between 1 and 600),
  decided_at timestamptz,
  how text check (how in ('own_device', 'desk', 'kiosk')),
  used_at timestamptz,
  -- The batch of the movement; null for what was switched off.
  used_batch uuid,
  -- Instead of a decision.
  emergency_reason text check (char_length(emergency_reason) between 1 and 2000),
  primary key (company_id, id),
  foreign key (company_id, key_bunch_id) references key_bunches (company_id, id) on delete cascade,
  foreign key (company_id, holder_id) references holders (company_id, id),
  foreign key (company_id, asked_by) references users (company_id, id),
  foreign key (company_id, decided_by) references users (company_id, id),
  foreign key (company_id, kiosk_id) references kiosks (company_id, id) on delete cascade,
  check ((kind = 'switch_off') = (holder_name is null)),
  check ((approved is null) = (decided_by is null) and (approved is null) = (decided_at is null)
    and (approved is null) = (how is null) and (approved is null) = (decided_by_name is null)),
  -- Three people; at a kiosk its maker asked nothing.
  check (decided_by is null or kiosk_id is not null or decided_by <> asked_by),
  check (decided_by is null or holder_user_id is null or decided_by <> holder_user_id),
  check (emergency_reason is null or (approved is null and used_at is not null and kind <> 'switch_off')),
  check (used_at is null or (taken_back_at is null and (emergency_reason is not null or approved)))
);
create index approvals_open on approvals (company_id, expires_at, id) where used_at is null and taken_back_at is null;
create index approvals_emergency on approvals (company_id, asked_at, id) where emergency_reason is not null;
create index approvals_bunch on approvals (company_id, key_bunch_id, id);
create index approvals_holder on approvals (company_id, holder_id) where holder_id is not null;
create index approvals_asker on approvals (company_id, asked_by, id);
create index approvals_decider on approvals (company_id, decided_by) where decided_by is not null;
create index approvals_kiosk on approvals (company_id, kiosk_id, id) where kiosk_id is not null;

alter table approvals enable row level security;
create policy own on approvals to keyhold_app
  using (company_id = (select own_company()) and sees_bunch(key_bunch_id)
    and ((select own_kiosk()) is null or kiosk_id = (select own_kiosk())))
  with check (company_id = (select own_company()) and sees_bunch(key_bunch_id)
    and ((select own_kiosk()) is null or kiosk_id = (select own_kiosk())));
create policy system on approvals for select to keyhold_system using (true);
grant select, insert (kind, key_bunch_id, holder_id, holder_name, holder_user_id, purpose, due_at, asked_by_name, expires_at, used_at,
    used_batch, emergency_reason),
  update (taken_back_at, approved, decided_by, decided_by_name, decided_at, how, used_at, used_batch) on approvals to keyhold_app;
grant select on approvals to keyhold_system;

-- What was decided, used or taken back stays as it is, and nothing is decided or used when it is too late. A call that read it in time may end
-- a little later.
create function keep_approval() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.used_at is not null or old.taken_back_at is not null or old.approved = false
    or old.approved is not null and new.approved is distinct from old.approved
    or old.expires_at <= clock() - interval '1 minute' and new.taken_back_at is null then
    raise exception 'this approval is over' using errcode = '23514', constraint = 'approvals_over';
  end if;
  return new;
end $$;
create trigger keep before update on approvals for each row execute function keep_approval();

-- Questions and unused approvals of a set that left, came back, went missing, moved or needs no second person any more are over.
create function end_approvals() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update approvals set taken_back_at = clock() where company_id = new.company_id and key_bunch_id = new.id
    and used_at is null and taken_back_at is null and approved is distinct from false and expires_at > clock();
  return null;
end $$;
create trigger end_approvals after update of status, holder_id, holder_name, location_id, second_person on key_bunches for each row
  when (old.second_person and (old.status, old.holder_id, old.holder_name, old.location_id, old.second_person)
    is distinct from (new.status, new.holder_id, new.holder_name, new.location_id, new.second_person)) execute function end_approvals();

create function notify_approvals() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations)
  select n.company_id, 'approvals', ids_if_few(array_agg(n.id)), array[b.location_id]
  from now_rows n join key_bunches b on b.company_id = n.company_id and b.id = n.key_bunch_id
  group by n.company_id, b.location_id;
  return null;
end $$;
create trigger notify_insert after insert on approvals referencing new table as now_rows
  for each statement execute function notify_approvals();
create trigger notify_update after update on approvals referencing new table as now_rows
  for each statement execute function notify_approvals();

create function store_approval_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  happened text := case when new.emergency_reason is not null then 'approval.emergency'
    when tg_op = 'INSERT' then 'approval.asked' else 'approval.decided' end;
begin
  if not stores_event(new.company_id, happened) then return null; end if;
  perform store_event(new.company_id, happened, coalesce(new.decided_at, new.asked_at), jsonb_build_object('keySet', event_key_set(b),
    'movement', null, 'changed', null, 'approval', jsonb_build_object('id', new.id, 'kind', new.kind,
      'holder', case when new.holder_name is not null then jsonb_build_object('id', new.holder_id, 'name', new.holder_name) end,
      'purpose', new.purpose, 'dueAt', new.due_at, 'askedBy', new.asked_by_name, 'expiresAt', new.expires_at, 'approved', new.approved,
      'decidedBy', new.decided_by_name, 'how', new.how, 'emergencyReason', new.emergency_reason)))
  from key_bunches b where b.company_id = new.company_id and b.id = new.key_bunch_id;
  return null;
end $$;
create trigger webhooks_asked after insert on approvals for each row execute function store_approval_event();
create trigger webhooks_decided after update of approved on approvals for each row
  when (old.approved is null and new.approved is not null) execute function store_approval_event();

-- The hash of the number of a person who may approve; keyhold_app reads no other but that of a person at a kiosk.
create function number_of_approver(holder integer) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select p.number_hash from holders h join users u on u.company_id = h.company_id and u.id = h.user_id
    join kiosk_numbers p on p.company_id = h.company_id and p.holder_id = h.id
  where h.company_id = own_company() and h.id = holder and h.is_active and u.is_active and (u.approver or u.role = 'super_admin')
    and not p.is_first
$$;

-- Wrong numbers and badges that a user took at the desk since `wrong_since`.
create table approval_desks (
  company_id integer not null default own_company(),
  user_id integer not null default own_user(),
  wrong integer not null default 0,
  wrong_since timestamptz,
  rests_until timestamptz,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id)
);
alter table approval_desks enable row level security;
create policy own on approval_desks to keyhold_app
  using (company_id = (select own_company()) and user_id = (select own_user()))
  with check (company_id = (select own_company()) and user_id = (select own_user()));
grant select, insert (wrong), update (wrong, wrong_since, rests_until) on approval_desks to keyhold_app;

-- Browsers of approvers: the address of the push service, which is all that sending there needs. A browser has one user, the last.
create table push_devices (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  user_id integer not null default own_user(),
  endpoint text not null check (char_length(endpoint) <= 2000),
  hash text not null generated always as (encode(sha256(endpoint::bytea), 'hex')) stored,
  device text check (char_length(device) <= 255),
  created_at timestamptz not null default clock(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
create unique index push_devices_hash on push_devices (hash);
create index push_devices_user on push_devices (company_id, user_id);
alter table push_devices enable row level security;
create policy own on push_devices to keyhold_app
  using (company_id = (select own_company()) and user_id = (select own_user()))
  with check (company_id = (select own_company()) and user_id = (select own_user()));
create policy system on push_devices to keyhold_system using (true) with check (true);
grant select, delete on push_devices to keyhold_app;
grant select, delete on push_devices to keyhold_system;

-- Stores the caller's browser, which may have been another user's.
create function add_push_device(address text, named text) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into push_devices as d (company_id, user_id, endpoint, device) values (own_company(), own_user(), address, named)
  on conflict (hash) do update set company_id = excluded.company_id, user_id = excluded.user_id, device = excluded.device;
end $$;

-- Notifications to be sent; they have no content. Sent or not, they are deleted after minutes.
create table pushes (
  company_id integer not null,
  device_id integer not null,
  id bigint generated always as identity primary key,
  tries integer not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  good_until timestamptz not null,
  foreign key (company_id, device_id) references push_devices (company_id, id) on delete cascade on update cascade
);
create unique index pushes_device on pushes (company_id, device_id);
create index pushes_due on pushes (next_at);
alter table pushes enable row level security;
create policy nobody on pushes to keyhold_app using (false) with check (false);
create policy system on pushes to keyhold_system using (true) with check (true);
grant select, update (tries, next_at), delete on pushes to keyhold_system;

-- Queues a notification and a letter for users of the caller's company; `about` is the letter's content, null for none.
create function queue_approval_notices(people integer[], letter text, about jsonb, minutes integer) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  until constant timestamptz := clock_timestamp() + make_interval(mins => minutes);
begin
  insert into pushes as p (company_id, device_id, good_until)
  select d.company_id, d.id, until from push_devices d
  where d.company_id = own_company() and d.user_id = any (people) order by d.id
  on conflict (company_id, device_id) do update set good_until = excluded.good_until, tries = 0, next_at = clock_timestamp();
  insert into letters (kind, email, user_id, lane, about, good_until)
  select letter, u.email, u.id, own_company(), about, until from users u
  where u.company_id = own_company() and u.id = any (people) and u.is_active and u.approval_letters
    and letter in ('approval_asked', 'approval_emergency') order by u.id;
  insert into changes (topic) select 'pushWork' where exists (select from pushes where company_id = own_company());
end $$;

-- A closed or moved account is notified no more.
create function forget_push_devices() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from push_devices where company_id = old.company_id and user_id = old.id;
  return null;
end $$;
create trigger forget_push_devices after update of is_active, email on users for each row
  when (old.company_id is not null and (old.is_active and not new.is_active or old.email <> new.email)) execute function forget_push_devices();
