-- Companies, people, sessions and what is asked of them before a company is known.
-- Runs as keyhold_owner. `keyhold_app` is the company door; every company transaction sets app.company_id, app.user_id,
-- app.all_locations and app.locations, and the policies below let nothing else exist.

-- The one clock of everything the register dates: the database's own. keyhold_app owns nothing and can replace nothing, so it can choose
-- no time (docs/decisions/0018-the-past-of-the-demo.md).
create function clock() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;

create table companies (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 255),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 255),
  admin_email text not null,
  plan_type text not null default 'basic' check (plan_type in ('basic', 'professional', 'enterprise')),
  is_active boolean not null default true,
  settings jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create table users (
  id integer generated always as identity primary key,
  email text not null unique check (email = lower(email) and char_length(email) <= 255),
  first_name text check (char_length(first_name) <= 255),
  last_name text check (char_length(last_name) <= 255),
  password text,
  profile_image_url text,
  company_id integer default nullif(current_setting('app.company_id', true), '')::int references companies (id),
  role text not null default 'officer' check (role in ('super_admin', 'admin', 'officer', 'viewer')),
  permissions text[] not null default '{}',
  custom_permissions text[] not null default '{}',
  allowed_location_ids integer[] not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (company_id, id)
);

-- sid is the SHA-256 of the cookie's value, so that the table alone opens no session.
create table sessions (
  sid text primary key,
  sess jsonb not null default '{}',
  expire timestamptz not null,
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);
create index sessions_user on sessions (user_id);
create index sessions_expire on sessions (expire);

create table one_time_tokens (
  token_hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('invite', 'reset')),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index one_time_tokens_user on one_time_tokens (user_id);

-- The counters of rate-limiter-flexible; attempts hold across processes and restarts.
create table attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create table idempotency_keys (
  company_id integer not null default nullif(current_setting('app.company_id', true), '')::int references companies (id),
  user_id integer not null default nullif(current_setting('app.user_id', true), '')::int,
  key uuid not null,
  fingerprint text not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, user_id, key),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index idempotency_keys_age on idempotency_keys (created_at);

alter table companies enable row level security;
create policy own on companies for select to keyhold_app
  using (id = (select nullif(current_setting('app.company_id', true), '')::int));

alter table users enable row level security;
create policy own on users to keyhold_app
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))
  with check (company_id = (select nullif(current_setting('app.company_id', true), '')::int));

alter table idempotency_keys enable row level security;
create policy own on idempotency_keys to keyhold_app
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::int)
    and user_id = (select nullif(current_setting('app.user_id', true), '')::int))
  with check (company_id = (select nullif(current_setting('app.company_id', true), '')::int)
    and user_id = (select nullif(current_setting('app.user_id', true), '')::int));

-- The hash of the caller's own password, to ask for it again; the company door reads no other.
create function own_password() returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$ select password from users
    where id = nullif(current_setting('app.user_id', true), '')::int
      and company_id = nullif(current_setting('app.company_id', true), '')::int $$;

grant select on companies to keyhold_app;
grant select (id, email, first_name, last_name, profile_image_url, company_id, role, permissions, custom_permissions,
  allowed_location_ids, is_active, created_at, updated_at) on users to keyhold_app;
grant update (first_name, last_name, email, updated_at) on users to keyhold_app;
grant select, insert on idempotency_keys to keyhold_app;
grant update (status, body) on idempotency_keys to keyhold_app;
