-- People: users, their sessions, identities and one-time links, and the mail that carries those links.

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

-- What a person may do, as text: another text when a right was given or taken.
create function rights_of(u users) returns text
  language sql stable parallel safe
  as $$ select row(u.company_id, u.is_active, u.role, u.permissions, u.custom_permissions, u.allowed_location_ids)::text $$;

-- Whose session this is. What bounds them (0001) is set from here to the end of the transaction. No row when the session has ended or
-- the person or their company is inactive.
create function call_as(session text) returns table (
    id integer, email text, first_name text, last_name text, profile_image_url text, company_id integer, role text,
    permissions text[], custom_permissions text[], allowed_location_ids integer[], created_at text, updated_at text,
    remember boolean, left_ms bigint, is_large boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  select u.id, u.email, u.first_name, u.last_name, u.profile_image_url, u.company_id, u.role,
    u.permissions, u.custom_permissions, u.allowed_location_ids, u.created_at::text, u.updated_at::text,
    coalesce((s.sess ->> 'remember')::boolean, false),
    (extract(epoch from s.expire - clock_timestamp()) * 1000)::bigint, coalesce(c.is_large, false)
  into id, email, first_name, last_name, profile_image_url, company_id, role,
    permissions, custom_permissions, allowed_location_ids, created_at, updated_at, remember, left_ms, is_large
  from sessions s join users u on u.id = s.user_id left join companies c on c.id = u.company_id
  where s.sid = session and s.expire > clock_timestamp() and u.is_active and coalesce(c.is_active, true);
  if not found then return; end if;
  perform set_config('app.company_id', coalesce(company_id::text, ''), true),
    set_config('app.user_id', id::text, true),
    set_config('app.all_locations',
      case when role = 'super_admin' or cardinality(allowed_location_ids) = 0 then 'on' else 'off' end, true),
    set_config('app.locations', allowed_location_ids::text, true);
  return next;
end $$;

create table one_time_tokens (
  token_hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('invite', 'reset')),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index one_time_tokens_user on one_time_tokens (user_id);

-- Who the identity provider says somebody is: the pair of issuer and subject, never the email, names a person.
create table identities (
  issuer text not null check (char_length(issuer) between 1 and 2000),
  subject text not null check (char_length(subject) between 1 and 255),
  user_id integer not null references users (id) on delete cascade,
  -- Whether the provider has said that the email the user has here is theirs.
  email_verified boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- A password is set by a link to the mailbox, or by somebody who knows the old one. Whoever registered the address before at a
-- provider that did not check it is out from then on.
create function forget_unverified_identities() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    delete from identities where user_id = new.id and not email_verified;
    return new;
  end $$;
create trigger forget_unverified_identities after update of password on users
  for each row when (new.password is distinct from old.password)
  execute function forget_unverified_identities();

-- What the provider confirmed was the former email. Who changes their own keeps the identity, unconfirmed; an account whose email
-- somebody else changes is handed to another person.
create function doubt_identities() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if own_user() = new.id then
      update identities set email_verified = false where user_id = new.id;
    else
      delete from identities where user_id = new.id;
    end if;
    return new;
  end $$;
create trigger doubt_identities after update of email on users
  for each row when (new.email is distinct from old.email)
  execute function doubt_identities();

-- Mail that is still to be sent. It names the person, never a link: the link is made when the letter leaves, so that no table
-- ever holds one. A reset is asked for by email, known or not; whether anybody has it is looked up by the sender.
create table outbox (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('invite', 'reset', 'email_changed', 'email_confirmed', 'password_changed')),
  email text not null check (char_length(email) <= 255),
  user_id integer references users (id) on delete cascade,
  invited_by text,
  -- Whose turn it takes: the company that caused it, 0 for what anybody may ask for.
  lane integer not null,
  tries integer not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  -- What could not leave until then is given up.
  good_until timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
create index outbox_due on outbox (next_at);

-- Lanes take turns, so that no company's letters wait for all of another's.
create table mail_turns (
  lane integer primary key,
  served_at timestamptz not null
);

alter table users enable row level security;
create policy own on users to keyhold_app
  using (company_id = (select own_company()))
  with check (company_id = (select own_company()));

-- The hash of the caller's own password, to ask for it again; the role of companies reads no other.
create function own_password() returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$ select password from users
    where id = own_user()
      and company_id = own_company() $$;

-- The person of that id in the caller's company, or null: what the functions below may touch.
create function own_person(person integer) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select id from users where id = person and company_id = own_company()
$$;

-- Ends every link of a person that was not used yet, and the letters that would bring another.
create function revoke_links(person integer) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  update one_time_tokens set used_at = clock_timestamp() where user_id = own_person(person) and used_at is null;
  delete from outbox where user_id = own_person(person) and kind in ('invite', 'reset')
$$;

-- Keeps the hash of a new invitation; false when the person is none of the company's.
create function keep_invitation(person integer, hash text, hours integer) returns boolean
  language sql volatile security definer set search_path = public, pg_temp as $$
  with kept as (
    insert into one_time_tokens (token_hash, user_id, purpose, expires_at)
    select hash, own_person(person), 'invite', clock_timestamp() + make_interval(hours => hours)
    where own_person(person) is not null and length(hash) = 64
    returning 1)
  select exists (select from kept)
$$;

-- Queues a letter to a person of the company; `address` only where it is not the person's present one.
create function queue_letter(letter text, person integer, address text, inviter text, minutes integer) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into outbox (kind, email, user_id, invited_by, lane, good_until)
  select letter, coalesce(address, u.email), u.id, inviter, own_company(), clock_timestamp() + make_interval(mins => minutes)
  from users u
  where u.id = own_person(person) and letter in ('invite', 'email_changed', 'email_confirmed')
$$;

-- Signs a person of the company out everywhere.
create function end_sessions(person integer) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from sessions where user_id = own_person(person)
$$;

-- An account whose email somebody else changed is the new mailbox's: nothing of the old one opens it any more.
create function move_account(person integer) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  select end_sessions(person);
  select revoke_links(person);
  update users set password = null where id = own_person(person)
$$;

-- Of each person of the company who has not chosen a password yet: until when the newest invitation is good. Whoever signs in by
-- the provider waits for no invitation.
create function company_invitations() returns table (user_id integer, until timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, greatest(
    (select max(t.expires_at) from one_time_tokens t where t.user_id = u.id and t.purpose = 'invite' and t.used_at is null),
    (select max(o.good_until) from outbox o where o.user_id = u.id and o.kind = 'invite'))
  from users u
  where u.company_id = own_company() and u.password is null
    and not exists (select from identities i where i.user_id = u.id)
$$;

-- The last check, behind the feature's own: a company never loses its last active super_admin.
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

grant select (id, email, first_name, last_name, profile_image_url, company_id, role, permissions, custom_permissions,
  allowed_location_ids, is_active, created_at, updated_at) on users to keyhold_app;
grant update (first_name, last_name, email, updated_at) on users to keyhold_app;
grant insert (email, first_name, last_name, role, custom_permissions, allowed_location_ids, is_active) on users to keyhold_app;
grant update (role, custom_permissions, allowed_location_ids, is_active) on users to keyhold_app;
