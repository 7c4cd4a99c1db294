-- A withdrawal (a user is deactivated or loses a right, a session ends, a token or a kiosk is revoked, a company is closed) and the caller's
-- running transactions exclude each other: nothing commits after the withdrawal was answered (docs/decisions/0065-withdrawals.md).

-- Both take an advisory lock of the user and the company: its waiters are served in turn, while row locks would let new writers pass.
create function lock_rights(person integer, company integer, withdraws boolean) returns void
  language sql volatile as $$
  select case when withdraws then pg_advisory_xact_lock(hashtext(kind), id) else pg_advisory_xact_lock_shared(hashtext(kind), id) end
  from (values ('rights of a company', company), ('rights of a person', person)) held (kind, id) where id is not null
$$;
revoke all on function lock_rights(integer, integer, boolean) from public;

-- Keeps the caller's rights until the transaction ends. Raises 40001, and the transaction is retried, when a right was withdrawn since
-- call_as read them. Without a caller there is nothing to check.
create function lock_caller() returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  caller integer := nullif(current_setting('app.caller_id', true), '')::int;
begin
  if caller is null or current_setting('app.caller_held', true) = 'on' then return; end if;
  perform lock_rights(caller, own_company(), false);
  if not exists (
    select from users u left join companies c on c.id = u.company_id
    where u.id = caller and coalesce(c.is_active, true)
      and case when own_kiosk() is null then rights_of(u) = current_setting('app.caller_rights', true)
        else exists (select from kiosks k where k.company_id = own_company() and k.id = own_kiosk() and k.revoked_at is null
          and 'kiosk ' || k.secret_hash = current_setting('app.caller_rights', true)) end
      and (own_session() is null or exists (select from sessions s where s.id = own_session() and s.expire > clock_timestamp()))
      and (own_token() is null or exists (select from api_tokens t
        where t.company_id = u.company_id and t.id = own_token() and t.revoked_at is null and t.resting_since is null))) then
    raise exception 'the rights of the caller have changed' using errcode = '40001';
  end if;
  perform set_config('app.caller_held', 'on', true);
end $$;

-- Waits for the user's running transactions. The lock comes before the caller's own, so that two sessions of one user cannot deadlock.
create function withdraw() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case tg_table_name
    when 'users' then perform lock_rights(old.id, null, true);
    when 'sessions' then perform lock_rights(old.user_id, null, true);
    when 'api_tokens' then perform lock_rights(old.created_by, null, true);
    when 'kiosks' then perform lock_rights(old.created_by, null, true);
    when 'companies' then perform lock_rights(null, old.id, true);
  end case;
  perform lock_caller();
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger withdraw before update of company_id, is_active, role, permissions, custom_permissions, allowed_location_ids, approver on users
  for each row when (rights_of(old) <> rights_of(new)) execute function withdraw();
create trigger withdraw before delete on sessions for each row when (old.expire > clock_timestamp()) execute function withdraw();
create trigger withdraw before update of revoked_at, resting_since on api_tokens
  for each row when (new.revoked_at is distinct from old.revoked_at or new.resting_since is distinct from old.resting_since)
  execute function withdraw();
create trigger withdraw before update of is_active on companies
  for each row when (old.is_active and not new.is_active) execute function withdraw();
