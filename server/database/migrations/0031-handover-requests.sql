-- Hand-overs that wait for the yes of the person who gets the keys (docs/decisions/0073-handover-requests.md). Until then the giver has them.

create table handover_requests (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  -- The sets of one call.
  request_id uuid not null,
  key_bunch_id integer not null,
  -- The giver, and since when they have the set (its issued_at then): a set that was returned or handed over since is no longer asked about.
  from_holder_id integer not null,
  issued_at timestamptz not null,
  holder_id integer not null,
  -- The due time that the yes sets; without keeps_due null means none.
  keeps_due boolean not null,
  due_at timestamptz check (due_at is null or not keeps_due),
  notes text check (char_length(notes) <= 2000),
  asked_at timestamptz not null default clock(),
  asked_by integer not null default own_user(),
  expires_at timestamptz not null,
  -- Null while it is open; expired, overtaken and gone (the receiver's account is not active) are entered when the set is asked about again.
  outcome text check (outcome in ('accepted', 'refused', 'withdrawn', 'expired', 'overtaken', 'gone')),
  settled_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, key_bunch_id) references key_bunches (company_id, id) on delete cascade,
  foreign key (company_id, from_holder_id) references holders (company_id, id),
  foreign key (company_id, holder_id) references holders (company_id, id),
  foreign key (company_id, asked_by) references users (company_id, id),
  check ((outcome is null) = (settled_at is null))
);
-- One question for each set.
create unique index handover_requests_open on handover_requests (company_id, key_bunch_id) where outcome is null;
create index handover_requests_bunch on handover_requests (company_id, key_bunch_id, id);
create index handover_requests_sets on handover_requests (company_id, request_id, id);
create index handover_requests_to on handover_requests (company_id, holder_id, id) where outcome is null;
create index handover_requests_from on handover_requests (company_id, from_holder_id, id) where outcome is null;

alter table handover_requests enable row level security;
create policy own on handover_requests to keyhold_app
  using (company_id = (select own_company()) and sees_bunch(key_bunch_id))
  with check (company_id = (select own_company()) and sees_bunch(key_bunch_id));
grant select, insert, update (outcome, settled_at) on handover_requests to keyhold_app;

create function notify_handover_requests() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations)
  select n.company_id, 'handovers', ids_if_few(array_agg(n.id)), array[b.location_id]
  from now_rows n join key_bunches b on b.company_id = n.company_id and b.id = n.key_bunch_id
  group by n.company_id, b.location_id;
  return null;
end $$;
create trigger notify_insert after insert on handover_requests referencing new table as now_rows
  for each statement execute function notify_handover_requests();
create trigger notify_update after update on handover_requests referencing new table as now_rows
  for each statement execute function notify_handover_requests();
