-- An event that an address refuses for ever holds up what is behind it until somebody leaves it out; one that is gone is paused at once.

alter table webhook_deliveries drop constraint webhook_deliveries_status_check;
alter table webhook_deliveries add constraint webhook_deliveries_status_check check (status in ('pending', 'delivered', 'failed', 'left_out'));

-- Leaves out the event that is first in the row and did not arrive; what is behind it goes at once. False of any other.
create function leave_out_delivery(delivery integer) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  company constant integer := own_company();
  webhook integer;
begin
  if own_locations() is not null then return false; end if;
  update webhook_deliveries set status = 'left_out'
  where company_id = company and id = delivery and purpose = 'event' and status = 'pending' and tries > 0 returning webhook_id into webhook;
  if not found then return false; end if;
  update webhooks set tries = 0, failing_since = null, next_at = clock_timestamp() where company_id = company and id = webhook;
  insert into changes (company_id, topic, locations) select company, topic, '{}' from unnest(array['webhooks', 'webhookWork']) topic;
  return true;
end $$;

alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in
  ('invite', 'reset', 'email_changed', 'email_confirmed', 'password_changed', 'reminder', 'receipt', 'webhook_paused', 'webhook_gone',
    'found_keys', 'factor_added', 'factor_removed', 'factor_reset', 'recovery_code_used'));

-- As 0018-webhooks.sql says; a tag that changes with a status that no movement tells is named with it.
create or replace function changed_fields(was key_bunches, b key_bunches) returns text[]
  language sql immutable as $$
  select array_remove(array[
    case when was.identifier <> b.identifier then 'identifier' end,
    case when was.current_tag is distinct from b.current_tag and (was.status = b.status
      or not 'issued' in (was.status, b.status) and not 'missing' in (was.status, b.status)) then 'tag' end,
    case when was.status <> b.status and not 'issued' in (was.status, b.status) and not 'missing' in (was.status, b.status) then 'status' end,
    case when was.position is distinct from b.position then 'position' end,
    case when was.key_count <> b.key_count then 'keyCount' end,
    case when was.fob_count <> b.fob_count then 'fobCount' end,
    case when was.keys_present is distinct from b.keys_present and was.status = b.status then 'keysPresent' end,
    case when was.fobs_present is distinct from b.fobs_present and was.status = b.status then 'fobsPresent' end,
    case when was.due_at is distinct from b.due_at and was.status = 'issued' and b.status = 'issued' and was.issued_at = b.issued_at
      then 'dueAt' end], null)
$$;
