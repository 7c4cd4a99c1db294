-- Notifications of the live channel (docs/decisions/0031-the-live-channel.md), written by the transaction of the change, so that they exist
-- exactly when the change does. They name records, never their content: the client reads these again. Rows are kept for minutes.

create table changes (
  -- The transaction: a reader of one snapshot continues with what was not visible in it.
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  -- Null for what concerns no company, as a queued letter.
  company_id integer,
  topic text not null,
  -- The records; null when they are too many to list.
  ids integer[],
  -- The locations whose viewers are notified: null for the whole company, empty for those who see all locations.
  locations integer[],
  user_id integer default own_user(),
  -- The Idempotency-Key of the call: its client recognises its own change by it.
  intention uuid default nullif(current_setting('app.intention', true), '')::uuid
);
create index changes_xid on changes (xid);

alter table changes enable row level security;
-- Own changes: of the company, and of a location that the caller may see.
create policy own on changes for select to keyhold_app
  using (company_id = (select own_company()) and (locations is null or (select own_locations()) is null or locations && (select own_locations())));
grant select on changes to keyhold_app;
create policy system on changes to keyhold_system using (true) with check (true);
grant select, insert (company_id, topic, locations), delete on changes to keyhold_system;

create function ids_if_few(ids integer[]) returns integer[]
  language sql immutable parallel safe
  as $$ select case when cardinality(ids) <= 100 then ids end $$;

-- One row for each pair of locations, so that only those who see the bunch at its present or former location receive its id.
create function notify_key_bunches() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into changes (company_id, topic, ids, locations)
    select company_id, 'keyBunches', ids_if_few(array_agg(id)), array[location_id] from now_rows group by company_id, location_id;
  elsif tg_op = 'DELETE' then
    insert into changes (company_id, topic, ids, locations)
    select company_id, 'keyBunches', ids_if_few(array_agg(id)), array[location_id] from old_rows group by company_id, location_id;
  else
    insert into changes (company_id, topic, ids, locations)
    select company_id, 'keyBunches', ids_if_few(array_agg(id)), array[one, other]
    -- No join: a plan cached for one row would loop over thousands.
    from (select company_id, id, min(location_id) as one, max(location_id) as other
      from (select company_id, id, location_id from old_rows union all select company_id, id, location_id from now_rows) r
      group by company_id, id) moved
    group by company_id, one, other;
  end if;
  return null;
end $$;
create trigger notify_insert after insert on key_bunches referencing new table as now_rows
  for each statement execute function notify_key_bunches();
create trigger notify_update after update on key_bunches referencing old table as old_rows new table as now_rows
  for each statement execute function notify_key_bunches();
create trigger notify_delete after delete on key_bunches referencing old table as old_rows
  for each statement execute function notify_key_bunches();

-- A movement is named by its bunch.
create function notify_movements() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations)
  select company_id, 'movements', ids_if_few(array_remove(array_agg(key_bunch_id), null)),
    array_remove(array[from_location_id, to_location_id], null)
  from now_rows group by company_id, from_location_id, to_location_id;
  return null;
end $$;
create trigger notify after insert on movement_history referencing new table as now_rows
  for each statement execute function notify_movements();

create function notify_log() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations)
  select company_id, 'log', ids_if_few(array_remove(array_agg(key_bunch_id), null)), array_remove(array[location_id], null)
  from now_rows group by company_id, location_id;
  return null;
end $$;
create trigger notify after insert on audit_log referencing new table as now_rows for each statement execute function notify_log();

create function notify_locations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    insert into changes (company_id, topic, ids, locations) select company_id, 'locations', array[id], array[id] from old_rows;
  else
    insert into changes (company_id, topic, ids, locations) select company_id, 'locations', array[id], array[id] from now_rows;
  end if;
  return null;
end $$;
create trigger notify_insert after insert on locations referencing new table as now_rows
  for each statement execute function notify_locations();
create trigger notify_update after update on locations referencing new table as now_rows
  for each statement execute function notify_locations();
create trigger notify_delete after delete on locations referencing old table as old_rows
  for each statement execute function notify_locations();

-- A tick, a scan or a note does not change the status. No list shows that a bulk move relied on an audit.
create function notify_audits() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into changes (company_id, topic, ids, locations)
    select company_id, 'audits', ids_if_few(array_agg(id)), array[location_id] from now_rows group by company_id, location_id;
  else
    insert into changes (company_id, topic, ids, locations)
    select n.company_id, case when n.status = o.status then 'ticks' else 'audits' end, ids_if_few(array_agg(n.id)), array[n.location_id]
    from now_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id and o.relied_at is not distinct from n.relied_at
    group by n.company_id, n.location_id, n.status = o.status;
  end if;
  return null;
end $$;
create trigger notify_insert after insert on audit_sessions referencing new table as now_rows
  for each statement execute function notify_audits();
create trigger notify_update after update on audit_sessions referencing old table as old_rows new table as now_rows
  for each statement execute function notify_audits();

-- A refused scan does not change the session's own row.
create function notify_scans() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from now_rows where scan_result in ('unexpected', 'unknown')) then
    insert into changes (company_id, topic, ids, locations)
    select s.company_id, 'ticks', array[s.id], array[s.location_id]
    from now_rows n join audit_sessions s on s.company_id = n.company_id and s.id = n.audit_session_id;
  end if;
  return null;
end $$;
create trigger notify after insert on audit_scans referencing new table as now_rows for each statement execute function notify_scans();

-- A member who joins, comes back or leaves; not that one was heard.
create function notify_member() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations)
  select s.company_id, 'ticks', array[s.id], array[s.location_id]
  from audit_sessions s where s.company_id = new.company_id and s.id = new.audit_session_id;
  return null;
end $$;
create trigger notify_insert after insert on audit_members for each row execute function notify_member();
create trigger notify_update after update on audit_members for each row
  when (old.left_at is distinct from new.left_at) execute function notify_member();

-- For the whole company: the topic is the trigger's argument.
create function notify_company() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    insert into changes (company_id, topic, ids) select company_id, tg_argv[0], ids_if_few(array_agg(id)) from old_rows group by company_id;
  else
    insert into changes (company_id, topic, ids) select company_id, tg_argv[0], ids_if_few(array_agg(id)) from now_rows group by company_id;
  end if;
  return null;
end $$;
create trigger notify_insert after insert on settings referencing new table as now_rows
  for each statement execute function notify_company('settings');
create trigger notify_update after update on settings referencing new table as now_rows
  for each statement execute function notify_company('settings');
create trigger notify_delete after delete on settings referencing old table as old_rows
  for each statement execute function notify_company('settings');
create trigger notify after insert on history_checks referencing new table as now_rows
  for each statement execute function notify_company('historyChecks');
create trigger notify_insert after insert on users referencing new table as now_rows
  for each statement execute function notify_company('users');
create trigger notify_update after update on users referencing new table as now_rows
  for each statement execute function notify_company('users');
create trigger notify_insert after insert on api_tokens referencing new table as now_rows
  for each statement execute function notify_company('tokens');
create trigger notify_update after update on api_tokens referencing new table as now_rows
  for each statement execute function notify_company('tokens');

create trigger notify_insert after insert on imports referencing new table as now_rows
  for each statement execute function notify_company('imports');
create trigger notify_update after update on imports referencing new table as now_rows
  for each statement execute function notify_company('imports');

create function notify_own_company() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic) select id, 'company' from now_rows;
  return null;
end $$;
create trigger notify after update on companies referencing new table as now_rows
  for each statement execute function notify_own_company();

create trigger notify_insert after insert on holders referencing new table as now_rows
  for each statement execute function notify_company('holders');
create trigger notify_update after update on holders referencing new table as now_rows
  for each statement execute function notify_company('holders');

-- To those who may see a set that opens the premises; of premises without a set, to those who see all locations.
create function notify_premises() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations)
  select n.company_id, 'premises', array[n.id], array(select distinct b.location_id from key_bunch_premises kp
    join key_bunches b on b.company_id = kp.company_id and b.id = kp.key_bunch_id
    where kp.company_id = n.company_id and kp.premises_id = n.id)
  from now_rows n;
  return null;
end $$;
create trigger notify_insert after insert on premises referencing new table as now_rows
  for each statement execute function notify_premises();
create trigger notify_update after update on premises referencing new table as now_rows
  for each statement execute function notify_premises();

create function notify_found() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids, locations)
  select n.company_id, 'foundNotices', ids_if_few(array_agg(n.id)), array[b.location_id]
  from now_rows n join key_bunches b on b.company_id = n.company_id and b.id = n.key_bunch_id
  group by n.company_id, b.location_id;
  return null;
end $$;
create trigger notify_insert after insert on found_notices referencing new table as now_rows
  for each statement execute function notify_found();
create trigger notify_update after update on found_notices referencing new table as now_rows
  for each statement execute function notify_found();

-- The users whose sessions ended, so that servers close their streams. Only servers receive it.
create function notify_sessions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (topic, ids) select 'sessions', ids_if_few(array_agg(distinct user_id)) from old_rows having count(*) > 0;
  return null;
end $$;
create trigger notify after delete on sessions referencing old table as old_rows for each statement execute function notify_sessions();

-- A letter for any server to send, and an invitation, which the list of users shows.
create function notify_letters() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (topic) select 'letters' where exists (select from now_rows);
  insert into changes (company_id, topic, ids)
  select u.company_id, 'users', ids_if_few(array_agg(u.id)) from now_rows o join users u on u.id = o.user_id where o.kind = 'invite'
  group by u.company_id;
  return null;
end $$;
create trigger notify after insert on letters referencing new table as now_rows for each statement execute function notify_letters();

create function notify_invitations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, ids)
  select u.company_id, 'users', ids_if_few(array_agg(u.id)) from now_rows t join users u on u.id = t.user_id where t.purpose = 'invite'
  group by u.company_id;
  return null;
end $$;
create trigger notify after insert on one_time_tokens referencing new table as now_rows
  for each statement execute function notify_invitations();

-- A delivery for any server to send, and a new line in the log of its address.
create function notify_deliveries() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, locations) select distinct company_id, unnest(array['webhookWork', 'webhooks']), '{}'::integer[]
  from now_rows;
  return null;
end $$;
create trigger notify after insert on webhook_deliveries referencing new table as now_rows
  for each statement execute function notify_deliveries();

-- An address was added, edited or deleted; the sender notifies of its own work.
create function notify_webhook() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, locations) select (coalesce(new, old)).company_id, topic, '{}'
  from unnest(array['webhooks', 'webhookWork']) topic;
  return null;
end $$;
create trigger notify after insert or delete or update of url, description, events, is_active, secret on webhooks
  for each row execute function notify_webhook();

-- What the plan counts, to those who see all locations.
create function notify_plan() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, locations) select distinct company_id, 'plan', '{}'::integer[] from rows;
  return null;
end $$;
create trigger notify_plan_insert after insert on key_bunches referencing new table as rows for each statement execute function notify_plan();
create trigger notify_plan_delete after delete on key_bunches referencing old table as rows for each statement execute function notify_plan();
create trigger notify_plan_insert after insert on locations referencing new table as rows for each statement execute function notify_plan();
create trigger notify_plan_delete after delete on locations referencing old table as rows for each statement execute function notify_plan();
create trigger notify_plan_insert after insert on users referencing new table as rows for each statement execute function notify_plan();
create trigger notify_plan_update after update on users referencing new table as rows for each statement execute function notify_plan();
