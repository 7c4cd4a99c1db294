-- What an entry's hash is made of, so that it can be handed out and computed anywhere: a JSON array as PostgreSQL writes it.

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
      m.notes, m.details, m.holder_id, m.from_holder_id, m.batch_id, m.performed_by_token) end)::text
$$;

create function log_text(l audit_log) returns text language sql stable as $$
  select (case l.hash_format
    when 1 then jsonb_build_array(1, 'log', l.company_id, l.seq, encode(l.prev_hash, 'hex'), l.id, l.action,
      l.user_id, l.user_first_name, l.user_last_name, l.user_email, l.key_bunch_id, l.location_id, l.description,
      (extract(epoch from l."timestamp") * 1000000)::bigint, l.details)
    else jsonb_build_array(l.hash_format, 'log', l.company_id, l.seq, encode(l.prev_hash, 'hex'), l.id, l.action,
      l.user_id, l.user_first_name, l.user_last_name, l.user_email, l.key_bunch_id, l.location_id, l.description,
      (extract(epoch from l."timestamp") * 1000000)::bigint, l.details, l.token_id) end)::text
$$;

create or replace function movement_hash(m movement_history) returns bytea
  language sql stable set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
  select sha256(convert_to(movement_text(m), 'UTF8'))
$$;

create or replace function log_hash(l audit_log) returns bytea
  language sql stable set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
  select sha256(convert_to(log_text(l), 'UTF8'))
$$;
