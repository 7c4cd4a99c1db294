-- Events of key sets and audits. Triggers store them in the transaction of the change, so that no path skips one; a company without an
-- address and a token that lists events pays two lookups.

-- The set as an event shows it: without its premises, notes, photo and NFC serial.
create function event_key_set(b key_bunches) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('id', b.id, 'identifier', b.identifier, 'type', b.type, 'status', b.status, 'tag', b.current_tag,
    'location', jsonb_build_object('id', b.location_id,
      'name', (select l.name from locations l where l.company_id = b.company_id and l.id = b.location_id)),
    'position', b.position, 'keyCount', b.key_count, 'fobCount', b.fob_count, 'keysPresent', b.keys_present, 'fobsPresent', b.fobs_present,
    'holder', case when b.holder_name is not null then jsonb_build_object('id', b.holder_id, 'name', b.holder_name) end,
    'issuedAt', b.issued_at, 'dueAt', b.due_at, 'secondPerson', b.second_person)
$$;
revoke all on function event_key_set(key_bunches) from public;

create function event_movement(m movement_history) returns jsonb
  language sql stable as $$
  select jsonb_build_object('id', m.id, 'action', m.action_type, 'at', m."timestamp", 'doneAt', m.done_at,
    'by', nullif(concat_ws(' ', m.performed_by_first_name, m.performed_by_last_name), ''), 'kiosk', m.details->>'kiosk',
    'fromLocation', jsonb_build_object('id', m.from_location_id, 'name', m.from_location_name),
    'toLocation', case when m.to_location_id is not null
      then jsonb_build_object('id', m.to_location_id, 'name', m.to_location_name) end,
    'fromType', m.from_bunch_type, 'toType', m.to_bunch_type, 'oldTag', m.old_tag, 'newTag', m.new_tag,
    'holder', m.details->>'officer', 'fromHolder', m.details->>'fromHolder', 'purpose', m.details->>'purpose',
    'approvedBy', m.details->>'approvedBy', 'approvedHow', m.details->>'approvedHow', 'emergencyReason', m.details->>'emergencyReason',
    'batchId', m.batch_id, 'undoes', m.details->'undoes')
$$;

-- The event type of a movement; null where the set's own row decides (webhook_changed below).
create function event_type_of(m movement_history) returns text
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

-- With the set as it is now; a deleted one as it was archived. The entry's stamp locked the head of the chain.
create function store_movement_events() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform store_event(n.company_id, event_type_of(n), n."timestamp", jsonb_build_object('keySet', case when b.id is not null then event_key_set(b) else
      (select jsonb_build_object('id', a.original_id, 'identifier', a.identifier, 'type', a.type, 'status', a.status, 'tag', a.current_tag,
          'location', jsonb_build_object('id', a.location_id, 'name', a.location_name), 'position', null, 'keyCount', a.key_count,
          'fobCount', a.fob_count, 'keysPresent', null, 'fobsPresent', null, 'holder', null, 'issuedAt', null, 'dueAt', null,
          'secondPerson', null)
        from archived_key_bunches a where a.company_id = n.company_id and a.original_id = n.key_bunch_id) end,
    'movement', event_movement(n), 'changed', null), true)
  from now_rows n left join key_bunches b on b.company_id = n.company_id and b.id = n.key_bunch_id
  where stores_event(n.company_id, event_type_of(n)) order by n.seq;
  return null;
end $$;
create trigger webhooks after insert on movement_history referencing new table as now_rows
  for each statement execute function store_movement_events();

create function store_created_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if stores_event(new.company_id, 'key_set.created') then
    perform store_event(new.company_id, 'key_set.created', new.created_at,
      jsonb_build_object('keySet', event_key_set(new), 'movement', null, 'changed', null));
  end if;
  return null;
end $$;
create trigger webhook_created after insert on key_bunches for each row execute function store_created_event();

-- Fields changed by an edit: a status that no other event reports, a tag with it, and the other fields that an event shows. Issues,
-- returns, moves and losses are reported by their movement.
create function changed_fields(was key_bunches, b key_bunches) returns text[]
  language sql immutable as $$
  select array_remove(array[
    case when was.identifier <> b.identifier then 'identifier' end,
    case when was.current_tag is distinct from b.current_tag and (was.status = b.status
      or not 'issued' in (was.status, b.status) and not 'missing' in (was.status, b.status)) then 'tag' end,
    case when was.status <> b.status and not 'issued' in (was.status, b.status) and not 'missing' in (was.status, b.status) then 'status' end,
    case when was.position is distinct from b.position then 'position' end,
    case when was.key_count <> b.key_count then 'keyCount' end,
    case when was.fob_count <> b.fob_count then 'fobCount' end,
    case when was.second_person <> b.second_person then 'secondPerson' end,
    case when was.keys_present is distinct from b.keys_present and was.status = b.status then 'keysPresent' end,
    case when was.fobs_present is distinct from b.fobs_present and was.status = b.status then 'fobsPresent' end,
    case when was.due_at is distinct from b.due_at and was.status = 'issued' and b.status = 'issued' and was.issued_at = b.issued_at
      then 'dueAt' end], null)
$$;

create function store_changed_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if cardinality(changed_fields(old, new)) > 0 and stores_event(new.company_id, 'key_set.changed') then
    perform store_event(new.company_id, 'key_set.changed', new.updated_at,
      jsonb_build_object('keySet', event_key_set(new), 'movement', null, 'changed', changed_fields(old, new)));
  end if;
  return null;
end $$;
-- Without the condition every issue and return would call the function for nothing: they change none of these fields.
create trigger webhook_changed after update on key_bunches for each row
  when ((old.identifier, old.position, old.key_count, old.fob_count, old.second_person)
    is distinct from (new.identifier, new.position, new.key_count, new.fob_count, new.second_person)
    or (old.status = new.status and (old.current_tag, old.keys_present, old.fobs_present, old.due_at)
      is distinct from (new.current_tag, new.keys_present, new.fobs_present, new.due_at))
    or (old.status <> new.status and old.status not in ('issued', 'missing') and new.status not in ('issued', 'missing')))
  execute function store_changed_event();

create function store_audit_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kind text := case new.status when 'completed' then 'audit.completed' else 'audit.reopened' end;
  done audit_sessions := case new.status when 'completed' then new else old end;
begin
  if not stores_event(new.company_id, kind) then return null; end if;
  perform store_event(new.company_id, kind, coalesce(new.end_time, clock()), jsonb_build_object('audit', jsonb_build_object('id', done.id,
    'location', jsonb_build_object('id', done.location_id, 'name', done.location_name), 'type', done.key_type,
    'startedAt', done.start_time, 'completedAt', done.end_time, 'expected', done.total_expected, 'missing', cardinality(done.missing_bunches))));
  return null;
end $$;
create trigger webhook_completed after update on audit_sessions for each row
  when (old.status <> new.status and 'completed' in (old.status, new.status)) execute function store_audit_event();

-- The issue and due time for which a set was last reported overdue.
create table webhook_overdue (
  company_id integer not null,
  key_bunch_id integer not null,
  issued_at timestamptz not null,
  due_at timestamptz not null,
  primary key (company_id, key_bunch_id),
  foreign key (company_id, key_bunch_id) references key_bunches (company_id, id) on delete cascade
);

alter table webhook_overdue enable row level security;
create policy nobody on webhook_overdue to keyhold_app using (false) with check (false);

-- Stores events of sets that became overdue, once for each issue and due time; returns their number.
create function store_overdue_events(most integer) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  moment constant timestamptz := clock();
  found_set key_bunches%rowtype;
  stored integer := 0;
begin
  for found_set in
    -- By company, so that two of these runs lock the heads of chains in one order.
    select due.* from (select b.* from (select company_id, min(since) as since from (
        select company_id, overdue_since as since from webhooks where 'key_set.overdue' = any (events)
        union all select company_id, created_at from api_tokens where lists_events(company_id)) heard group by 1) w
      join key_bunches b on b.company_id = w.company_id
    where b.status = 'issued' and (case when b.due_at is null then 'infinity' else b.due_at end) <= moment and b.due_at >= w.since
      and not exists (select from webhook_overdue o where o.company_id = b.company_id and o.key_bunch_id = b.id
        and o.issued_at = b.issued_at and o.due_at = b.due_at)
    order by b.due_at limit most for update of b skip locked) due order by company_id, due_at
  loop
    insert into webhook_overdue as o (company_id, key_bunch_id, issued_at, due_at)
    values (found_set.company_id, found_set.id, found_set.issued_at, found_set.due_at)
    on conflict (company_id, key_bunch_id) do update set issued_at = excluded.issued_at, due_at = excluded.due_at
      where (o.issued_at, o.due_at) <> (excluded.issued_at, excluded.due_at);
    if found then
      perform store_event(found_set.company_id, 'key_set.overdue', found_set.due_at,
        jsonb_build_object('keySet', event_key_set(found_set), 'movement', null, 'changed', null));
      stored := stored + 1;
    end if;
  end loop;
  return stored;
end $$;
revoke all on function store_overdue_events(integer) from public;
grant execute on function store_overdue_events(integer) to keyhold_system;
