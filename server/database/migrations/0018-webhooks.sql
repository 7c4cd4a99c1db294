-- Webhooks: what happened to key sets, told to addresses that a company names. An event is kept by the transaction that made it happen, by
-- triggers, so that no path skips it; without an address a company's transaction only finds that there is none.

create table webhooks (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  url text not null check (char_length(url) between 1 and 2000),
  description text check (char_length(description) between 1 and 255),
  events text[] not null check (cardinality(events) > 0),
  -- Signs what is sent; read by the sender alone. The one before is good for some time beside it.
  secret text not null check (secret like 'whsec\_%'),
  old_secret text,
  old_secret_until timestamptz,
  is_active boolean not null default true,
  -- Since when nothing is sent because nothing arrived for days.
  paused_at timestamptz,
  -- Sets that were due before are none of its.
  overdue_since timestamptz not null default clock(),
  created_by integer not null default own_user(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- How the sender fares: what is first in the row is tried at next_at, by one server at a time.
  failing_since timestamptz,
  tries integer not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  claimed_by uuid,
  claimed_until timestamptz,
  served_at timestamptz,
  -- Its last exchange ended within a second: it is sent to apart from those that are slow, dead or new.
  is_quick boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, created_by) references users (company_id, id)
);

create table webhook_events (
  company_id integer not null references companies (id),
  id uuid not null default gen_random_uuid(),
  type text not null,
  at timestamptz not null default clock_timestamp(),
  data jsonb not null,
  primary key (company_id, id)
);
create index webhook_events_age on webhook_events (at);

-- An event on its way to an address, and what became of it. Events go in the order of their ids; a test or a replay goes beside them, once.
create table webhook_deliveries (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  webhook_id integer not null,
  event_id uuid not null,
  purpose text not null default 'event' check (purpose in ('event', 'test', 'replay')),
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  tries integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  last_at timestamptz,
  response_status integer,
  response text check (char_length(response) <= 500),
  problem text check (char_length(problem) <= 255),
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade,
  foreign key (company_id, event_id) references webhook_events (company_id, id) on delete cascade
);
create index webhook_deliveries_log on webhook_deliveries (company_id, webhook_id, id);
create index webhook_deliveries_event on webhook_deliveries (company_id, event_id);
create index webhook_deliveries_beside on webhook_deliveries (company_id, webhook_id, created_at) where purpose <> 'event';
create index webhook_deliveries_pending on webhook_deliveries (company_id, webhook_id, (purpose = 'event'), id) where status = 'pending';

-- By which due time of which issue a set was last told to be overdue.
create table webhook_overdue (
  company_id integer not null,
  key_bunch_id integer not null,
  issued_at timestamptz not null,
  due_at timestamptz not null,
  primary key (company_id, key_bunch_id),
  foreign key (company_id, key_bunch_id) references key_bunches (company_id, id) on delete cascade
);

-- An address hears of the whole company, so only those who see all of it know of any.
alter table webhooks enable row level security;
create policy own on webhooks to keyhold_app
  using (company_id = (select own_company()) and (select own_locations()) is null)
  with check (company_id = (select own_company()) and (select own_locations()) is null);
alter table webhook_events enable row level security;
create policy own on webhook_events to keyhold_app
  using (company_id = (select own_company()) and (select own_locations()) is null)
  with check (company_id = (select own_company()) and (select own_locations()) is null);
alter table webhook_deliveries enable row level security;
create policy own on webhook_deliveries to keyhold_app
  using (company_id = (select own_company()) and (select own_locations()) is null)
  with check (company_id = (select own_company()) and (select own_locations()) is null);
alter table webhook_overdue enable row level security;
create policy nobody on webhook_overdue to keyhold_app using (false) with check (false);

grant select (company_id, id, url, description, events, old_secret_until, is_active, paused_at, created_by, created_at, updated_at,
    failing_since, tries, next_at),
  insert (url, description, events, secret),
  update (url, description, events, is_active, paused_at, next_at, tries, failing_since, overdue_since), delete on webhooks to keyhold_app;
grant select on webhook_events to keyhold_app;
grant select, insert (webhook_id, event_id, purpose) on webhook_deliveries to keyhold_app;

-- Gives an address another secret; the one it had stays good beside it for so many hours.
create function renew_webhook_secret(webhook integer, fresh text, hours integer) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  update webhooks set old_secret = secret, old_secret_until = clock_timestamp() + make_interval(hours => hours), secret = fresh
  where company_id = own_company() and id = webhook and own_locations() is null
$$;

create function touch_webhook() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  if new.url <> old.url then new.is_quick := false; end if;
  return new;
end $$;
create trigger touch before update of url, description, events, is_active, secret on webhooks
  for each row execute function touch_webhook();

-- Keeps an event for every address that listens to its type.
create function keep_event(company integer, kind text, moment timestamptz, about jsonb) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare event uuid;
begin
  if not exists (select from webhooks where company_id = company and kind = any (events)) then return; end if;
  insert into webhook_events (company_id, type, at, data) values (company, kind, moment, about) returning id into event;
  insert into webhook_deliveries (company_id, webhook_id, event_id)
  select company, w.id, event from webhooks w where w.company_id = company and kind = any (w.events) order by w.id;
end $$;

-- There is something to send, which any server may do; and the log of the address has another line.
create function tell_deliveries() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, locations) select distinct company_id, unnest(array['webhookWork', 'webhooks']), '{}'::integer[]
  from now_rows;
  return null;
end $$;
create trigger tell after insert on webhook_deliveries referencing new table as now_rows
  for each statement execute function tell_deliveries();

-- What the sender notes of its work is told by the sender.
create function tell_webhook() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (company_id, topic, locations) select (coalesce(new, old)).company_id, topic, '{}'
  from unnest(array['webhooks', 'webhookWork']) topic;
  return null;
end $$;
create trigger tell after insert or delete or update of url, description, events, is_active, secret on webhooks
  for each row execute function tell_webhook();

-- Sends the address one event of no consequence.
create function test_webhook(webhook integer) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare event uuid;
begin
  if own_locations() is not null or not exists (select from webhooks where company_id = own_company() and id = webhook) then return; end if;
  insert into webhook_events (company_id, type, data) values (own_company(), 'webhook.test', '{}') returning id into event;
  insert into webhook_deliveries (company_id, webhook_id, event_id, purpose) values (own_company(), webhook, event, 'test');
end $$;

-- What is told of a set: nothing of what it opens, nor its notes, its photo or its NFC serial.
create function told_set(b key_bunches) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('id', b.id, 'identifier', b.identifier, 'type', b.type, 'status', b.status, 'tag', b.current_tag,
    'location', jsonb_build_object('id', b.location_id,
      'name', (select l.name from locations l where l.company_id = b.company_id and l.id = b.location_id)),
    'position', b.position, 'keyCount', b.key_count, 'fobCount', b.fob_count, 'keysPresent', b.keys_present, 'fobsPresent', b.fobs_present,
    'holder', case when b.holder_name is not null then jsonb_build_object('id', b.holder_id, 'name', b.holder_name) end,
    'issuedAt', b.issued_at, 'dueAt', b.due_at)
$$;

create function told_movement(m movement_history) returns jsonb
  language sql stable as $$
  select jsonb_build_object('id', m.id, 'action', m.action_type, 'at', m."timestamp",
    'by', nullif(concat_ws(' ', m.performed_by_first_name, m.performed_by_last_name), ''),
    'fromLocation', jsonb_build_object('id', m.from_location_id, 'name', m.from_location_name),
    'toLocation', case when m.to_location_id is not null
      then jsonb_build_object('id', m.to_location_id, 'name', m.to_location_name) end,
    'fromType', m.from_bunch_type, 'toType', m.to_bunch_type, 'oldTag', m.old_tag, 'newTag', m.new_tag,
    'holder', m.details->>'officer', 'fromHolder', m.details->>'fromHolder', 'purpose', m.details->>'purpose',
    'batchId', m.batch_id, 'undoes', m.details->'undoes')
$$;

-- Of which type a movement is; null where the set's own row tells (0019, webhook_changed).
create function event_of(m movement_history) returns text
  language sql immutable as $$
  select case m.action_type
    when 'issue' then 'key_set.issued'
    when 'return' then 'key_set.returned'
    when 'move' then 'key_set.moved'
    when 'location_move' then 'key_set.moved'
    when 'handover' then 'key_set.handed_over'
    when 'deleted' then 'key_set.deleted'
    when 'status_change' then case
      when m.details->>'to' = 'missing' then 'key_set.missing'
      when m.details->>'from' = 'missing' then 'key_set.found' end
  end
$$;

-- The movement's own set, as it is now; of a deleted one, as it was archived.
create function keep_movement_events() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from webhooks w where w.company_id in (select n.company_id from now_rows n)) then return null; end if;
  perform keep_event(n.company_id, event_of(n), n."timestamp", jsonb_build_object('keySet', case when b.id is not null then told_set(b) else
      (select jsonb_build_object('id', a.original_id, 'identifier', a.identifier, 'type', a.type, 'status', a.status, 'tag', a.current_tag,
          'location', jsonb_build_object('id', a.location_id, 'name', a.location_name), 'position', null, 'keyCount', a.key_count,
          'fobCount', a.fob_count, 'keysPresent', null, 'fobsPresent', null, 'holder', null, 'issuedAt', null, 'dueAt', null)
        from archived_key_bunches a where a.company_id = n.company_id and a.original_id = n.key_bunch_id) end,
    'movement', told_movement(m), 'changed', null))
  from now_rows n
    join movement_history m on m.company_id = n.company_id and m.id = n.id
    left join key_bunches b on b.company_id = n.company_id and b.id = n.key_bunch_id
  where event_of(m) is not null order by n.seq;
  return null;
end $$;
create trigger webhooks after insert on movement_history referencing new table as now_rows
  for each statement execute function keep_movement_events();

create function keep_created_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from webhooks w where w.company_id = new.company_id) then
    perform keep_event(new.company_id, 'key_set.created', new.created_at,
      jsonb_build_object('keySet', told_set(new), 'movement', null, 'changed', null));
  end if;
  return null;
end $$;
create trigger webhook_created after insert on key_bunches for each row execute function keep_created_event();

-- What was changed by hand: a status that no other event tells, and the rest of what is told of a set. What issues, returns, moves or loses
-- a set is told by its movement.
create function changed_fields(was key_bunches, b key_bunches) returns text[]
  language sql immutable as $$
  select array_remove(array[
    case when was.identifier <> b.identifier then 'identifier' end,
    case when was.current_tag is distinct from b.current_tag and was.status = b.status then 'tag' end,
    case when was.status <> b.status and not 'issued' in (was.status, b.status) and not 'missing' in (was.status, b.status) then 'status' end,
    case when was.position is distinct from b.position then 'position' end,
    case when was.key_count <> b.key_count then 'keyCount' end,
    case when was.fob_count <> b.fob_count then 'fobCount' end,
    case when was.keys_present is distinct from b.keys_present and was.status = b.status then 'keysPresent' end,
    case when was.fobs_present is distinct from b.fobs_present and was.status = b.status then 'fobsPresent' end,
    case when was.due_at is distinct from b.due_at and was.status = 'issued' and b.status = 'issued' and was.issued_at = b.issued_at
      then 'dueAt' end], null)
$$;
create function keep_changed_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if cardinality(changed_fields(old, new)) > 0 and exists (select from webhooks w where w.company_id = new.company_id) then
    perform keep_event(new.company_id, 'key_set.changed', new.updated_at,
      jsonb_build_object('keySet', told_set(new), 'movement', null, 'changed', changed_fields(old, new)));
  end if;
  return null;
end $$;
-- Asked before the function is called: what is issued or returned changes none of these.
create trigger webhook_changed after update on key_bunches for each row
  when ((old.identifier, old.position, old.key_count, old.fob_count) is distinct from (new.identifier, new.position, new.key_count, new.fob_count)
    or (old.status = new.status and (old.current_tag, old.keys_present, old.fobs_present, old.due_at)
      is distinct from (new.current_tag, new.keys_present, new.fobs_present, new.due_at))
    or (old.status <> new.status and old.status not in ('issued', 'missing') and new.status not in ('issued', 'missing')))
  execute function keep_changed_event();

create function keep_audit_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_event(new.company_id, 'audit.completed', new.end_time, jsonb_build_object('audit', jsonb_build_object('id', new.id,
    'location', jsonb_build_object('id', new.location_id, 'name', new.location_name), 'type', new.key_type,
    'startedAt', new.start_time, 'completedAt', new.end_time, 'expected', new.total_expected, 'missing', cardinality(new.missing_bunches))));
  return null;
end $$;
create trigger webhook_completed after update on audit_sessions for each row
  when (old.status <> 'completed' and new.status = 'completed') execute function keep_audit_event();

-- Tells of sets that became overdue since the last look, once for each issue and due time; answers of how many.
create function keep_overdue_events(most integer) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  moment constant timestamptz := clock();
  found_set key_bunches%rowtype;
  told_sets integer := 0;
begin
  for found_set in
    select b.* from (select w.company_id, min(w.overdue_since) as since from webhooks w where 'key_set.overdue' = any (w.events) group by 1) w
      join key_bunches b on b.company_id = w.company_id
    where b.status = 'issued' and (case when b.due_at is null then 'infinity' else b.due_at end) <= moment and b.due_at >= w.since
      and not exists (select from webhook_overdue o where o.company_id = b.company_id and o.key_bunch_id = b.id
        and o.issued_at = b.issued_at and o.due_at = b.due_at)
    order by b.due_at limit most for update of b skip locked
  loop
    insert into webhook_overdue as o (company_id, key_bunch_id, issued_at, due_at)
    values (found_set.company_id, found_set.id, found_set.issued_at, found_set.due_at)
    on conflict (company_id, key_bunch_id) do update set issued_at = excluded.issued_at, due_at = excluded.due_at
      where (o.issued_at, o.due_at) <> (excluded.issued_at, excluded.due_at);
    if found then
      perform keep_event(found_set.company_id, 'key_set.overdue', found_set.due_at,
        jsonb_build_object('keySet', told_set(found_set), 'movement', null, 'changed', null));
      told_sets := told_sets + 1;
    end if;
  end loop;
  return told_sets;
end $$;

revoke all on function keep_event(integer, text, timestamptz, jsonb), keep_movement_events(), keep_created_event(), keep_changed_event(),
  keep_audit_event(), keep_overdue_events(integer), told_set(key_bunches), tell_deliveries(), tell_webhook() from public;

-- A letter to whoever made an address, when it was paused.
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in
  ('invite', 'reset', 'email_changed', 'email_confirmed', 'password_changed', 'reminder', 'receipt', 'webhook_paused'));
