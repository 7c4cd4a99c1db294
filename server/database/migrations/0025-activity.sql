-- The screen over the audit log: read newest first by what was done, by who did it, by whom it was done to and by time, each along an
-- index of its own, so that no page of it grows with the log.
create index audit_log_action on audit_log (company_id, action, seq);
create index audit_log_person on audit_log (company_id, user_id, seq);
create index audit_log_about on audit_log (company_id, (details->>'userId'), seq) where details ? 'userId';
create index audit_log_time on audit_log (company_id, "timestamp");

-- Between which numbers a span of time lies, as first_movement_since and last_movement_until (0006-history.sql) say it of movements.
create function first_log_since(moment timestamptz) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select seq from audit_log
  where company_id = own_company() and "timestamp" >= moment - interval '1 hour' order by "timestamp" limit 1
$$;
create function last_log_until(moment timestamptz) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select seq from audit_log
  where company_id = own_company() and "timestamp" <= moment + interval '1 hour' order by "timestamp" desc limit 1
$$;
