-- System transactions are keyhold_system's, no longer the owner's (docs/decisions/0044-the-login-owns-nothing.md): every company, what the
-- server does where no company is known, and of the history nothing but to read it and to add to it. The server's login is a member of this
-- role and of keyhold_app, so what neither may do, whoever holds the login may not.

lock table companies, users, idempotency_keys, locations, key_bunches, bunch_counts, archived_key_bunches, movement_history, audit_log,
  holders, changes, overdue_sets, reminder_marks, reminder_wishes, reminder_runs, reminder_days, unsubscribe_tokens, api_tokens, webhooks,
  webhook_events, webhook_deliveries in access exclusive mode;

create policy system on companies to keyhold_system using (true) with check (true);
create policy system on users to keyhold_system using (true) with check (true);
create policy system on idempotency_keys to keyhold_system using (true) with check (true);
create policy system on holders to keyhold_system using (true) with check (true);
create policy system on changes to keyhold_system using (true) with check (true);
create policy system on overdue_sets to keyhold_system using (true) with check (true);
create policy system on reminder_marks to keyhold_system using (true) with check (true);
create policy system on reminder_wishes to keyhold_system using (true) with check (true);
create policy system on reminder_runs to keyhold_system using (true) with check (true);
create policy system on reminder_days to keyhold_system using (true) with check (true);
create policy system on unsubscribe_tokens to keyhold_system using (true) with check (true);
create policy system on api_tokens to keyhold_system using (true) with check (true);
create policy system on webhooks to keyhold_system using (true) with check (true);
create policy system on webhook_events to keyhold_system using (true) with check (true);
create policy system on webhook_deliveries to keyhold_system using (true) with check (true);
-- The register and its history are read: by reminders, by what an operator counts and by npm run verify.
create policy system on locations for select to keyhold_system using (true);
create policy system on key_bunches for select to keyhold_system using (true);
create policy system on bunch_counts for select to keyhold_system using (true);
create policy system on archived_key_bunches for select to keyhold_system using (true);
create policy system on movement_history for select to keyhold_system using (true);
create policy system on audit_log for select to keyhold_system using (true);
-- That somebody set their password is an entry of their company, which the transaction names.
create policy system_written on audit_log for insert to keyhold_system
  with check (company_id = (select own_company()));

grant select on locations, key_bunches, bunch_counts, archived_key_bunches, movement_history, schema_migrations to keyhold_system;
grant select, insert on audit_log to keyhold_system;

-- People and their ways in. Plan and state of a company are the operator's (npm run company).
grant select, insert, update (plan_type, is_active, updated_at) on companies to keyhold_system;
grant select, insert, update (password, company_id, role, first_name, last_name, updated_at) on users to keyhold_system;
grant select, insert, delete, update (expire) on sessions to keyhold_system;
grant select, insert, update (used_at), delete on one_time_tokens to keyhold_system;
grant select, insert, update (email_verified), delete on identities to keyhold_system;
grant select (id, last_used_at), update (last_used_at) on api_tokens to keyhold_system;
grant select, insert, update (points, expire), delete on attempts to keyhold_system;
grant select (created_at), delete on idempotency_keys to keyhold_system;

-- Letters, reminders, webhooks and the live channel.
grant select, insert, update (tries, next_at), delete on outbox to keyhold_system;
grant select, insert, update (served_at) on mail_turns to keyhold_system;
grant select, update (send_reminders, reminders_stopped_at) on holders to keyhold_system;
grant select, insert, delete on overdue_sets, unsubscribe_tokens to keyhold_system;
grant select, insert, update (own_number, all_number, all_at, daily_at) on reminder_marks to keyhold_system;
grant select on reminder_wishes to keyhold_system;
grant select, insert, update (ran_at, letters) on reminder_runs to keyhold_system;
grant select, insert, update (letters), delete on reminder_days to keyhold_system;
grant select, update (claimed_by, claimed_until, served_at, tries, failing_since, next_at, paused_at, is_quick) on webhooks to keyhold_system;
grant select, delete on webhook_events to keyhold_system;
grant select, update (status, tries, last_at, problem, response_status, response) on webhook_deliveries to keyhold_system;
grant select, insert (company_id, topic, locations), delete on changes to keyhold_system;

grant execute on function verify_slice(integer, text, bigint, bigint), chain_ends(integer), keep_overdue_events(integer), finder_of(text),
  raise_found_keys(text, text, text, uuid, integer) to keyhold_system;

-- Nobody hangs a trigger's function on a table of their own, where it would write with the owner's rights. A trigger fires without the right.
do $$
declare name regprocedure;
begin
  for name in select oid from pg_proc where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype loop
    execute format('revoke all on function %s from public', name);
  end loop;
end $$;
