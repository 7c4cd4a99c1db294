-- Audits: a session stores what it expects by value, and keeps every tick and scan, and who takes part. `revision` counts its changes, so
-- that completing it can require the revision the user saw. A blind audit sends no device what it expects before it is completed.

create table audit_sessions (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  performed_by integer not null default own_user(),
  -- Null until it is completed.
  completed_by integer,
  location_id integer not null,
  location_name text not null,
  key_type text,
  mode text not null default 'manual' check (mode in ('manual', 'nfc')),
  -- Every set; those on the hooks from the first to the last; or those drawn among the sets with a hook.
  kind text not null default 'full' check (kind in ('full', 'part', 'spot')),
  from_hook text,
  to_hook text,
  blind boolean not null default false,
  start_time timestamptz not null default clock(),
  end_time timestamptz,
  total_expected integer not null check (total_expected >= 0),
  total_scanned integer not null default 0 check (total_scanned >= 0),
  missing_bunches text[] not null default '{}',
  -- How many sets and hooks it compared with the register, and how many of them were as registered.
  checked integer check (checked >= 0),
  as_registered integer check (as_registered between 0 and checked),
  revision integer not null default 0 check (revision >= 0),
  -- Who works on which hooks: from, to and userId of each part.
  parts jsonb not null default '[]',
  -- When a bulk move first relied on its completion, which then can't be undone.
  relied_at timestamptz,
  status text not null default 'in_progress' check (status in ('in_progress', 'completed', 'abandoned')),
  notes text check (char_length(notes) <= 2000),
  created_at timestamptz not null default clock(),
  primary key (company_id, id),
  check ((kind = 'part') = (from_hook is not null and to_hook is not null)),
  foreign key (company_id, performed_by) references users (company_id, id),
  foreign key (company_id, completed_by) references users (company_id, id)
);
create index audit_sessions_location on audit_sessions (company_id, location_id, end_time);
-- One open audit of a type at a location. That one of all types excludes the others is checked at the start, which locks the location.
create unique index audit_sessions_open on audit_sessions (company_id, location_id, coalesce(key_type, ''))
  where status = 'in_progress';

create table audit_scans (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  audit_session_id integer not null,
  key_bunch_id integer,
  nfc_scanned boolean not null default false,
  -- The mark that identified the set; null for a tick.
  matched text check (matched in ('nfc', 'tag', 'identifier')),
  serial text,
  tag_scanned text,
  identifier text,
  -- Where an unexpected set is registered: a caller who may not see that location does not see this scan.
  location_id integer,
  location_name text,
  -- Of a reading, which says what hangs on a hook: the hook that was looked at, the keys and fobs that were counted, and the session's
  -- revision that recorded it.
  hook text,
  key_count integer check (key_count between 0 and 9999),
  fob_count integer check (fob_count between 0 and 9999),
  revision integer,
  scan_result text not null check (scan_result in ('found', 'withdrawn', 'unexpected', 'unknown', 'empty')),
  performed_by integer not null default own_user(),
  "timestamp" timestamptz not null default clock(),
  -- When the device made it. The counts of a set apply in this order, whenever they arrive.
  done_at timestamptz not null default clock(),
  notes text check (char_length(notes) <= 2000),
  primary key (company_id, id),
  foreign key (company_id, audit_session_id) references audit_sessions (company_id, id),
  foreign key (company_id, performed_by) references users (company_id, id)
);
create index audit_scans_set on audit_scans (company_id, audit_session_id, key_bunch_id);
create trigger append_only before update or delete on audit_scans for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on audit_scans execute function refuse_rewriting();

create table audit_expected (
  company_id integer not null default own_company() references companies (id),
  audit_session_id integer not null,
  key_bunch_id integer not null,
  identifier text collate natural_order not null,
  current_tag text,
  type text not null,
  status text not null,
  holder_name text,
  position text collate natural_order,
  key_count integer,
  fob_count integer,
  -- The scan or tick that counts; null until the bunch was seen, and again after the tick was withdrawn.
  seen_scan_id integer,
  -- The session's revision that set or withdrew it; 0 while none has.
  revision integer not null default 0,
  primary key (company_id, audit_session_id, key_bunch_id),
  foreign key (company_id, audit_session_id) references audit_sessions (company_id, id),
  foreign key (company_id, seen_scan_id) references audit_scans (company_id, id)
);

create table audit_members (
  company_id integer not null default own_company() references companies (id),
  audit_session_id integer not null,
  user_id integer not null default own_user(),
  device text check (device in ('phone', 'computer')),
  joined_at timestamptz not null default clock(),
  left_at timestamptz,
  -- The last call from a device, and how many counts still waited there.
  heard_at timestamptz not null default clock(),
  unsent integer not null default 0 check (unsent >= 0),
  -- How many sets count as seen by this person.
  counted integer not null default 0,
  last_scan_id integer,
  primary key (company_id, audit_session_id, user_id),
  foreign key (company_id, audit_session_id) references audit_sessions (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, last_scan_id) references audit_scans (company_id, id)
);

alter table audit_sessions enable row level security;
create policy own on audit_sessions to keyhold_app
  using (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])))
  with check (company_id = (select own_company())
    and ((select own_locations()) is null or location_id = any ((select own_locations())::int[])));

alter table audit_expected enable row level security;
create policy own on audit_expected to keyhold_app
  using (company_id = (select own_company())
    and exists (select from audit_sessions s where s.company_id = audit_expected.company_id and s.id = audit_session_id))
  with check (company_id = (select own_company())
    and exists (select from audit_sessions s where s.company_id = audit_expected.company_id and s.id = audit_session_id));

alter table audit_scans enable row level security;
create policy own on audit_scans to keyhold_app
  using (company_id = (select own_company())
    and exists (select from audit_sessions s where s.company_id = audit_scans.company_id and s.id = audit_session_id)
    and (location_id is null or (select own_locations()) is null or location_id = any ((select own_locations())::int[])))
  with check (company_id = (select own_company())
    and exists (select from audit_sessions s where s.company_id = audit_scans.company_id and s.id = audit_session_id)
    and (location_id is null or (select own_locations()) is null or location_id = any ((select own_locations())::int[])));

alter table audit_members enable row level security;
create policy own on audit_members to keyhold_app
  using (company_id = (select own_company())
    and exists (select from audit_sessions s where s.company_id = audit_members.company_id and s.id = audit_session_id))
  with check (company_id = (select own_company())
    and exists (select from audit_sessions s where s.company_id = audit_members.company_id and s.id = audit_session_id));

-- How many sets that the completion of a session marked missing were found by a count that arrived later and was not withdrawn since.
create function late_found(session audit_sessions) returns integer language plpgsql stable as $$
begin
  if cardinality(session.missing_bunches) = 0 then
    return 0;
  end if;
  return (select count(*) from (select distinct on (s.key_bunch_id) s.scan_result from audit_scans s
    where s.company_id = session.company_id and s.audit_session_id = session.id
      and s.key_bunch_id = any (session.missing_bunches::int[])
      and (s.scan_result = 'withdrawn' or s.scan_result = 'found' and s."timestamp" > session.end_time)
    order by s.key_bunch_id, s.done_at desc, s.id desc) last where last.scan_result = 'found');
end $$;

grant select, insert on audit_sessions, audit_expected, audit_scans, audit_members to keyhold_app;
grant update (end_time, completed_by, total_scanned, total_expected, missing_bunches, checked, as_registered, revision, status, notes, parts,
  relied_at)
  on audit_sessions to keyhold_app;
grant update (status, current_tag, holder_name, seen_scan_id, revision) on audit_expected to keyhold_app;
grant update (device, left_at, heard_at, unsent, counted, last_scan_id) on audit_members to keyhold_app;
