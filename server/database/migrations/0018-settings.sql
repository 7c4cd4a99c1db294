-- What a company configures: key types, statuses, location types, and how actions look.

create table settings (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  category text not null check (category in ('keyTypes', 'statuses', 'locationTypes', 'actions')),
  name text not null check (char_length(name) between 1 and 255),
  display_name text collate natural_order not null check (char_length(display_name) between 1 and 255),
  description text check (char_length(description) <= 2000),
  color text check (color ~ '^#[0-9a-f]{6}$'),
  -- When sets of a key type are due: a number of hours after the issue, or at the next such time of day in the company's time zone.
  due_hours integer check (due_hours between 1 and 8760),
  due_time text check (due_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  is_active boolean not null default true,
  created_at timestamptz not null default clock(),
  updated_at timestamptz not null default clock(),
  primary key (company_id, id),
  unique (company_id, category, name),
  constraint settings_due_rule
    check (num_nonnulls(due_hours, due_time) = 0 or (category = 'keyTypes' and num_nonnulls(due_hours, due_time) = 1))
);

alter table settings enable row level security;
create policy own on settings to keyhold_app
  using (company_id = (select own_company()))
  with check (company_id = (select own_company()));
grant select, insert, delete,
  update (name, display_name, description, color, due_hours, due_time, is_active, updated_at) on settings to keyhold_app;

-- The number of records that have a value, including those the caller may not see.
create function setting_uses(of_category text, of_name text) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select case of_category
    when 'keyTypes' then (select coalesce(sum(bunches), 0)::int from bunch_counts
      where company_id = own_company() and type = of_name)
    when 'statuses' then (select coalesce(sum(bunches), 0)::int from bunch_counts
      where company_id = own_company() and status = of_name)
    when 'locationTypes' then (select count(*)::int from locations
      where company_id = own_company() and type = of_name)
    when 'actions' then (select count(*)::int from movement_history
      where company_id = own_company() and action_type = of_name)
  end
$$;
