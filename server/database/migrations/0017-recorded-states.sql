-- The state in which an entry of the history left its subject. The stamping triggers read it, so that keyhold verify can compare the
-- register with its history.

-- Microseconds since 1970.
create function micros(moment timestamptz) returns bigint
  language sql immutable parallel safe as $$ select (extract(epoch from moment) * 1000000)::bigint $$;

create function state_of_set(company integer, bunch integer) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_strip_nulls(jsonb_build_object('identifier', b.identifier, 'type', b.type, 'location', b.location_id, 'status', b.status,
    'tag', b.current_tag, 'nfc', b.nfc_serial, 'keys', b.key_count, 'fobs', b.fob_count, 'keysPresent', b.keys_present,
    'fobsPresent', b.fobs_present, 'holder', b.holder_name, 'holderId', b.holder_id, 'issuedAt', micros(b.issued_at),
    'dueAt', micros(b.due_at), 'missingSince', micros(b.missing_since),
    'secondPerson', nullif(b.second_person, false),
    'photo', case when b.image_url is not null then (select p.hash from photos p where p.company_id = company and p.key_bunch_id = bunch) end))
  from key_bunches b where b.company_id = company and b.id = bunch
$$;

create function state_of_user(company integer, person integer) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('email', u.email, 'role', u.role, 'permissions', u.permissions, 'customPermissions', u.custom_permissions,
    'locations', u.allowed_location_ids, 'active', u.is_active, 'approver', u.approver)
  from users u where u.company_id = company and u.id = person
$$;

-- Of an outsider; null for staff, whose user has a state.
create function state_of_holder(company integer, person integer) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_strip_nulls(jsonb_build_object('name', h.name, 'kind', h.kind, 'organisation', h.organisation, 'phone', h.phone,
    'email', h.email, 'badge', h.badge, 'maxSets', h.max_sets, 'validUntil', h.valid_until - date '2000-01-01', 'active', h.is_active))
  from holders h where h.company_id = company and h.id = person and h.user_id is null
$$;

-- Of a finished audit: the list of missing sets, and each expected set with the scan that saw it, by their hashes.
create function state_of_audit(company integer, audit integer) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_strip_nulls(jsonb_build_object('location', s.location_id, 'type', s.key_type, 'start', micros(s.start_time),
    'end', micros(s.end_time), 'expected', s.total_expected, 'seen', s.total_scanned, 'missing', cardinality(s.missing_bunches),
    'status', s.status, 'by', s.completed_by, 'notes', s.notes, 'missingHash', encode(sha256(convert_to(array_to_string(s.missing_bunches, ','), 'UTF8')), 'hex'),
    'seenHash', (select encode(sha256(convert_to(string_agg(concat_ws(':', e.key_bunch_id, e.status, coalesce(e.seen_scan_id, 0)), ','
      order by e.key_bunch_id), 'UTF8')), 'hex') from audit_expected e where e.company_id = company and e.audit_session_id = audit)))
  from audit_sessions s where s.company_id = company and s.id = audit
$$;

-- A set's state according to the history, without `log`: from its last movement or its last log entry, whichever is later. A movement
-- stores the length of the log at its time.
create function recorded_state_of_set(company integer, bunch integer) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select case when l.seq > coalesce((m.after->>'log')::bigint, 0) then l.after else m.after end - 'log'
  from (select 1) as one
  left join lateral (select after from movement_history where company_id = company and key_bunch_id = bunch order by seq desc limit 1) m on true
  left join lateral (select after, seq from audit_log where company_id = company and key_bunch_id = bunch order by seq desc limit 1) l on true
$$;

-- The differences between two states, in words; null when there are none.
create function difference(recorded jsonb, now jsonb) returns text
  language sql immutable parallel safe as $$
  select string_agg(name || ' is ' || coalesce(now->>name, 'none') || ', the history says ' || coalesce(recorded->>name, 'none'), '; ' order by name)
  from jsonb_object_keys(recorded || now) as name where recorded->name is distinct from now->name
$$;

-- Photos whose bytes do not match their hash.
create function changed_photos() returns table (company_id integer, key_bunch_id integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select p.company_id, p.key_bunch_id from photos p where p.hash <> encode(sha256(p.bytes), 'hex')
$$;

revoke all on function state_of_set(integer, integer), state_of_user(integer, integer), state_of_holder(integer, integer),
  state_of_audit(integer, integer), recorded_state_of_set(integer, integer), changed_photos() from public;
grant execute on function state_of_set(integer, integer), state_of_user(integer, integer), state_of_holder(integer, integer),
  state_of_audit(integer, integer), recorded_state_of_set(integer, integer), changed_photos() to keyhold_system;
