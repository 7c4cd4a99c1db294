-- Companies. Slug, plan and state stay the operator's.

create table companies (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 255),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 255),
  admin_email text not null,
  plan_type text not null default 'basic' check (plan_type in ('basic', 'professional', 'enterprise')),
  is_active boolean not null default true,
  settings jsonb not null default '{}',
  -- So many key bunches that some statements are planned for the values they ask for; kept by fold_counts (0005-register.sql).
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
grant update (name, admin_email, settings, updated_at) on companies to keyhold_app;

grant select on companies to keyhold_app;
