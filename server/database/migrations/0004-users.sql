-- Users, and their identities at an identity provider.

create table users (
  id integer generated always as identity primary key,
  email text not null unique check (email = lower(email) and char_length(email) <= 255),
  first_name text check (char_length(first_name) <= 255),
  last_name text check (char_length(last_name) <= 255),
  password text,
  profile_image_url text,
  company_id integer default own_company() references companies (id),
  role text not null default 'officer' check (role in ('super_admin', 'admin', 'officer', 'viewer')),
  permissions text[] not null default '{}',
  custom_permissions text[] not null default '{}',
  allowed_location_ids integer[] not null default '{}',
  is_active boolean not null default true,
  -- Whether they may approve what needs a second person; a super_admin always may.
  approver boolean not null default false,
  -- Whether a question for a second person also comes by mail.
  approval_letters boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (company_id, id)
);

alter table users enable row level security;
create policy own on users to keyhold_app
  using (company_id = (select own_company()))
  with check (company_id = (select own_company()));
create policy system on users to keyhold_system using (true) with check (true);

grant select (id, email, first_name, last_name, profile_image_url, company_id, role, permissions, custom_permissions,
    allowed_location_ids, is_active, approver, approval_letters, created_at, updated_at),
  insert (email, first_name, last_name, role, custom_permissions, allowed_location_ids, is_active, approver),
  update (first_name, last_name, email, role, custom_permissions, allowed_location_ids, is_active, approver, approval_letters, updated_at)
  on users to keyhold_app;
grant select, insert, update (password, company_id, role, first_name, last_name, updated_at) on users to keyhold_system;

-- The rights of a user as text, which differs when a right was given or withdrawn.
create function rights_of(u users) returns text
  language sql stable parallel safe
  as $$ select row(u.company_id, u.is_active, u.role, u.permissions, u.custom_permissions, u.allowed_location_ids,
    u.approver)::text $$;

-- The hash of the caller's own password; keyhold_app reads no other.
create function own_password() returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$ select password from users
    where id = own_user()
      and company_id = own_company() $$;

-- The user of that id in the caller's company, else null: the check of every function that acts on a user for a company.
create function own_person(person integer) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select id from users where id = person and company_id = own_company()
$$;

-- Behind the feature's own check: a company keeps its last active super_admin.
create function keep_one_super_admin() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.role = 'super_admin' and old.is_active and not (new.role = 'super_admin' and new.is_active)
    and not exists (select from users where company_id = old.company_id and id <> old.id
      and role = 'super_admin' and is_active) then
    raise exception 'the last active super_admin' using errcode = '23514', constraint = 'users_last_super_admin';
  end if;
  return new;
end $$;
create trigger keep_one_super_admin before update of role, is_active on users
  for each row when (old.company_id is not null) execute function keep_one_super_admin();

-- A user is named by issuer and subject of the identity provider, never by email.
create table identities (
  issuer text not null check (char_length(issuer) between 1 and 2000),
  subject text not null check (char_length(subject) between 1 and 255),
  user_id integer not null references users (id) on delete cascade,
  -- Whether the provider confirmed the user's email.
  email_verified boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);
grant select, insert, update (email_verified), delete on identities to keyhold_system;

-- A password is set through a link to the mailbox, or with the old password. An identity that a provider accepted for that email without
-- checking it ends then.
create function forget_unverified_identities() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    delete from identities where user_id = new.id and not email_verified;
    return new;
  end $$;
create trigger forget_unverified_identities after update of password on users
  for each row when (new.password is distinct from old.password)
  execute function forget_unverified_identities();

-- The provider confirmed the former email only. A user who changes their own email keeps the identity, unconfirmed; a change by another
-- user gives the account to another person, and the identity is deleted.
create function unconfirm_identities() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if own_user() = new.id then
      update identities set email_verified = false where user_id = new.id;
    else
      delete from identities where user_id = new.id;
    end if;
    return new;
  end $$;
create trigger unconfirm_identities after update of email on users
  for each row when (new.email is distinct from old.email)
  execute function unconfirm_identities();
