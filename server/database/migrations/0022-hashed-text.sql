-- What an entry's hash is made of, so that it can be handed out and computed anywhere: a JSON array as PostgreSQL writes it. And how an entry
-- left its subject: the database itself reads that when it stamps the entry, so npm run verify can compare the register with its history.

-- Of an entry of format 1 or 2 of the movements, and of those about nothing that is read here, it is null.
alter table movement_history add column after jsonb;
alter table audit_log add column after jsonb;

create function micros(moment timestamptz) returns bigint
  language sql immutable parallel safe as $$ select (extract(epoch from moment) * 1000000)::bigint $$;

create function state_of_set(company integer, bunch integer) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_strip_nulls(jsonb_build_object('identifier', b.identifier, 'type', b.type, 'location', b.location_id, 'status', b.status,
    'tag', b.current_tag, 'nfc', b.nfc_serial, 'keys', b.key_count, 'fobs', b.fob_count, 'keysPresent', b.keys_present,
    'fobsPresent', b.fobs_present, 'holder', b.holder_name, 'holderId', b.holder_id, 'issuedAt', micros(b.issued_at),
    'dueAt', micros(b.due_at), 'missingSince', micros(b.missing_since),
    'photo', case when b.image_url is not null then (select p.hash from photos p where p.company_id = company and p.key_bunch_id = bunch) end))
  from key_bunches b where b.company_id = company and b.id = bunch
$$;

create function state_of_user(company integer, person integer) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('email', u.email, 'role', u.role, 'permissions', u.permissions, 'customPermissions', u.custom_permissions,
    'locations', u.allowed_location_ids, 'active', u.is_active)
  from users u where u.company_id = company and u.id = person
$$;

create function state_of_holder(company integer, person integer) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_strip_nulls(jsonb_build_object('name', h.name, 'kind', h.kind, 'organisation', h.organisation, 'phone', h.phone,
    'email', h.email, 'badge', h.badge, 'maxSets', h.max_sets, 'validUntil', h.valid_until - date '2000-01-01', 'active', h.is_active))
  from holders h where h.company_id = company and h.id = person and h.user_id is null
$$;

-- Of an audit that ended. The list of what was missing, and each expected set with the scan that saw it, by their hashes.
create function state_of_audit(company integer, audit integer) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_strip_nulls(jsonb_build_object('location', s.location_id, 'type', s.key_type, 'start', micros(s.start_time),
    'end', micros(s.end_time), 'expected', s.total_expected, 'seen', s.total_scanned, 'missing', cardinality(s.missing_bunches),
    'status', s.status, 'by', s.completed_by, 'notes', s.notes, 'missingHash', encode(sha256(convert_to(array_to_string(s.missing_bunches, ','), 'UTF8')), 'hex'),
    'seenHash', (select encode(sha256(convert_to(string_agg(concat_ws(':', e.key_bunch_id, e.status, coalesce(e.seen_scan_id, 0)), ','
      order by e.key_bunch_id), 'UTF8')), 'hex') from audit_expected e where e.company_id = company and e.audit_session_id = audit)))
  from audit_sessions s where s.company_id = company and s.id = audit
$$;

-- How the history says that a set is, without `log`: the later of its last movement and its last entry in the log, of which a movement
-- notes how long it was. Null when the later one is of an older format.
create function said_of_set(company integer, bunch integer) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select case when l.seq > coalesce((m.after->>'log')::bigint, 0) then l.after else m.after end - 'log'
  from (select 1) as one
  left join lateral (select after from movement_history where company_id = company and key_bunch_id = bunch order by seq desc limit 1) m on true
  left join lateral (select after, seq from audit_log where company_id = company and key_bunch_id = bunch order by seq desc limit 1) l on true
$$;

-- What differs between two states, in words; null when nothing does.
create function difference(said jsonb, now jsonb) returns text
  language sql immutable parallel safe as $$
  select string_agg(name || ' is ' || coalesce(now->>name, 'none') || ', the history says ' || coalesce(said->>name, 'none'), '; ' order by name)
  from jsonb_object_keys(said || now) as name where said->name is distinct from now->name
$$;

-- Photos whose bytes are not those of their hash.
create function changed_photos() returns table (company_id integer, key_bunch_id integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select p.company_id, p.key_bunch_id from photos p where p.hash <> encode(sha256(p.bytes), 'hex')
$$;
revoke all on function state_of_set(integer, integer), state_of_user(integer, integer), state_of_holder(integer, integer),
  state_of_audit(integer, integer), said_of_set(integer, integer), changed_photos() from public;
grant execute on function state_of_set(integer, integer), state_of_user(integer, integer), state_of_holder(integer, integer),
  state_of_audit(integer, integer), said_of_set(integer, integer), changed_photos() to keyhold_system;

create function movement_text(m movement_history) returns text language sql stable as $$
  select (case m.hash_format
    when 1 then jsonb_build_array(1, 'movement', m.company_id, m.seq, encode(m.prev_hash, 'hex'), m.id,
      m.key_bunch_id, m.key_bunch_identifier, m.key_bunch_type, m.from_location_id, m.from_location_name, m.to_location_id,
      m.to_location_name, m.from_bunch_type, m.to_bunch_type, m.action_type, m.old_tag, m.new_tag, m.performed_by,
      m.performed_by_first_name, m.performed_by_last_name, m.performed_by_email, (extract(epoch from m."timestamp") * 1000000)::bigint,
      m.notes, m.details)
    when 2 then jsonb_build_array(2, 'movement', m.company_id, m.seq, encode(m.prev_hash, 'hex'), m.id,
      m.key_bunch_id, m.key_bunch_identifier, m.key_bunch_type, m.from_location_id, m.from_location_name, m.to_location_id,
      m.to_location_name, m.from_bunch_type, m.to_bunch_type, m.action_type, m.old_tag, m.new_tag, m.performed_by,
      m.performed_by_first_name, m.performed_by_last_name, m.performed_by_email, (extract(epoch from m."timestamp") * 1000000)::bigint,
      m.notes, m.details, m.holder_id, m.from_holder_id, m.batch_id)
    else jsonb_build_array(m.hash_format, 'movement', m.company_id, m.seq, encode(m.prev_hash, 'hex'), m.id,
      m.key_bunch_id, m.key_bunch_identifier, m.key_bunch_type, m.from_location_id, m.from_location_name, m.to_location_id,
      m.to_location_name, m.from_bunch_type, m.to_bunch_type, m.action_type, m.old_tag, m.new_tag, m.performed_by,
      m.performed_by_first_name, m.performed_by_last_name, m.performed_by_email, (extract(epoch from m."timestamp") * 1000000)::bigint,
      m.notes, m.details, m.holder_id, m.from_holder_id, m.batch_id, m.performed_by_token, m.after) end)::text
$$;

create function log_text(l audit_log) returns text language sql stable as $$
  select (case l.hash_format
    when 1 then jsonb_build_array(1, 'log', l.company_id, l.seq, encode(l.prev_hash, 'hex'), l.id, l.action,
      l.user_id, l.user_first_name, l.user_last_name, l.user_email, l.key_bunch_id, l.location_id, l.description,
      (extract(epoch from l."timestamp") * 1000000)::bigint, l.details)
    else jsonb_build_array(l.hash_format, 'log', l.company_id, l.seq, encode(l.prev_hash, 'hex'), l.id, l.action,
      l.user_id, l.user_first_name, l.user_last_name, l.user_email, l.key_bunch_id, l.location_id, l.description,
      (extract(epoch from l."timestamp") * 1000000)::bigint, l.details, l.token_id, l.after) end)::text
$$;

create or replace function movement_hash(m movement_history) returns bytea
  language sql stable set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
  select sha256(convert_to(movement_text(m), 'UTF8'))
$$;

create or replace function log_hash(l audit_log) returns bytea
  language sql stable set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
  select sha256(convert_to(log_text(l), 'UTF8'))
$$;
