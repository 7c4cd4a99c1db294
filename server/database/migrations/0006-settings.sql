-- What the settings screen changes: uses of a setting, the company's own data, checks of the history.

-- How many records carry a value, whatever the caller may see (DECISIONS S-44).
create function setting_uses(of_category text, of_name text) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select case of_category
    when 'keyTypes' then (select count(*)::int from key_bunches
      where company_id = nullif(current_setting('app.company_id', true), '')::int and type = of_name)
    when 'statuses' then (select count(*)::int from key_bunches
      where company_id = nullif(current_setting('app.company_id', true), '')::int and status = of_name)
    when 'locationTypes' then (select count(*)::int from locations
      where company_id = nullif(current_setting('app.company_id', true), '')::int and type = of_name)
    when 'actions' then (select count(*)::int from movement_history
      where company_id = nullif(current_setting('app.company_id', true), '')::int and action_type = of_name)
  end
$$;

-- Slug, plan and state of a company stay the operator's.
create policy changed on companies for update to keyhold_app
  using (id = (select nullif(current_setting('app.company_id', true), '')::int))
  with check (id = (select nullif(current_setting('app.company_id', true), '')::int));
grant update (name, admin_email, settings, updated_at) on companies to keyhold_app;

create table history_checks (
  company_id integer not null default nullif(current_setting('app.company_id', true), '')::int references companies (id),
  id integer generated always as identity,
  checked_at timestamptz not null default clock(),
  checked_by integer not null default nullif(current_setting('app.user_id', true), '')::int,
  checked_by_name text not null,
  movements bigint not null,
  log_entries bigint not null,
  broken_chain text check (broken_chain in ('movement', 'log')),
  broken_at bigint,
  reason text,
  primary key (company_id, id),
  foreign key (company_id, checked_by) references users (company_id, id),
  check ((broken_chain is null) = (broken_at is null) and (broken_chain is null) = (reason is null))
);
create trigger append_only before update or delete on history_checks for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on history_checks execute function refuse_rewriting();

alter table history_checks enable row level security;
create policy own on history_checks to keyhold_app
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))
  with check (company_id = (select nullif(current_setting('app.company_id', true), '')::int));
grant select, insert on history_checks to keyhold_app;

-- The check of the caller's own company alone.
create function verify_own_history() returns table (chain text, entries bigint, broken_at bigint, reason text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select * from verify_history(nullif(current_setting('app.company_id', true), '')::int)
$$;
