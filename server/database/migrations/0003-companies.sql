-- Companies. Slug, plan and state are the operator's (keyhold company).

-- Whether PostgreSQL and its clients agree on a time zone of that name. Abbreviations are refused: PostgreSQL reads them as a fixed offset
-- ("BST" is an hour before UTC here, and Bangladesh elsewhere).
create function is_zone(name text) returns boolean
  language plpgsql stable as $$
begin
  perform now() at time zone name;
  return upper(name) in ('UTC', 'GMT') or not exists (select from pg_timezone_abbrevs where abbrev = upper(name));
exception when invalid_parameter_value then
  return false;
end $$;

create table companies (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 255),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 255),
  admin_email text not null,
  plan_type text not null default 'basic' check (plan_type in ('basic', 'professional', 'enterprise')),
  is_active boolean not null default true,
  settings jsonb not null default '{}',
  timezone text not null default 'Etc/UTC' check (char_length(timezone) between 1 and 255),
  receipt_terms text check (char_length(receipt_terms) <= 2000),
  -- The text a finder of keys reads, and whether it names the company.
  finder_line text check (char_length(finder_line) between 1 and 200),
  finder_shows_name boolean not null default false,
  -- The percentage of its sets that an audit must find to allow a bulk move.
  audit_share smallint not null default 90 check (audit_share between 1 and 100),
  -- After how many days without an answer a device forgets what it read.
  offline_days smallint not null default 3 check (offline_days between 1 and 14),
  -- Whether users without key:issue may reserve for themselves.
  staff_reserve boolean not null default true,
  -- Whether keys may leave with a reason instead of a second person.
  emergency_issue boolean not null default false,
  -- The number of the last register on paper.
  sheets_printed integer not null default 0 check (sheets_printed >= 0),
  -- Users of these roles must have a second factor: from their first sign-in after `second_factor_since`, a week after it at the latest.
  second_factor_roles text[] not null default '{}'
    check (second_factor_roles <@ array['super_admin', 'admin', 'officer', 'viewer']),
  second_factor_since timestamptz,
  -- When an administrator dismissed the list of first steps.
  first_steps_dismissed_at timestamptz,
  -- Above the number of key bunches at which some statements are planned for their values; kept by fold_counts.
  is_large boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

alter table companies enable row level security;
create policy own on companies for select to keyhold_app
  using (id = (select own_company()));
create policy changed on companies for update to keyhold_app
  using (id = (select own_company()))
  with check (id = (select own_company()));
create policy system on companies to keyhold_system using (true) with check (true);

grant select, update (name, admin_email, settings, updated_at, timezone, receipt_terms, finder_line, finder_shows_name, audit_share,
  offline_days, staff_reserve, emergency_issue, sheets_printed, second_factor_roles, second_factor_since, first_steps_dismissed_at) on companies to keyhold_app;
grant select, insert, update (plan_type, is_active, updated_at) on companies to keyhold_system;
