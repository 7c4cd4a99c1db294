-- The second factor: authenticator apps, passkeys and recovery codes, and sign-ins that wait for one.

-- `secret` is encrypted with the key `key_id`. A code is accepted once for each step: `last_step` is the last one accepted.
create table authenticator_apps (
  user_id integer primary key references users (id) on delete cascade,
  secret bytea not null,
  key_id text not null,
  last_step bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
grant select, insert, update (secret, key_id, last_step, created_at, last_used_at), delete on authenticator_apps to keyhold_system;

create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  credential_id text not null unique check (char_length(credential_id) between 1 and 1400),
  public_key bytea not null,
  -- The device's own count of its uses; never decreases.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 100),
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
grant select, insert, update (counter, last_used_at), delete on passkeys to keyhold_system;

-- The SHA-256 of each unused code of 80 random bits.
create table recovery_codes (
  user_id integer not null references users (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  primary key (user_id, code_hash)
);
grant select, insert, delete on recovery_codes to keyhold_system;

-- A sign-in with the right password that waits for the second factor. token_hash is the SHA-256 of the cookie's value.
create table half_sign_ins (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id integer not null references users (id) on delete cascade,
  remember boolean not null,
  -- Challenge for a passkey, valid once.
  challenge text,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
create index half_sign_ins_user on half_sign_ins (user_id);
grant select, insert, update (challenge), delete on half_sign_ins to keyhold_system;

-- The pending step of a session: the encrypted secret of an app that is being set up, or the challenge for a passkey, valid once.
create table factor_challenges (
  sid text not null references sessions (sid) on delete cascade,
  purpose text not null check (purpose in ('app', 'passkey', 'confirm')),
  secret bytea,
  challenge text,
  expires_at timestamptz not null,
  primary key (sid, purpose),
  check ((purpose = 'app') = (secret is not null) and (purpose = 'app') = (challenge is null))
);
grant select, insert, update (secret, challenge, expires_at), delete on factor_challenges to keyhold_system;

-- A half sign-in depends on its password: another password, email or role or a deactivation ends it.
create function end_half_sign_ins() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    delete from half_sign_ins where user_id = new.id;
    return new;
  end $$;
create trigger end_half_sign_ins after update of password, email, is_active, role on users
  for each row when (new.password is distinct from old.password or new.email is distinct from old.email
    or new.is_active is distinct from old.is_active or new.role is distinct from old.role)
  execute function end_half_sign_ins();

create function has_second_factor(person integer) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from authenticator_apps where user_id = person) or exists (select from passkeys where user_id = person)
$$;
revoke all on function has_second_factor(integer) from public;

-- Whether the caller has one.
create function own_second_factor() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$ select has_second_factor(own_user()) $$;

-- The users of the company who have one.
create function company_second_factors() returns table (user_id integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id from users u
  where u.company_id = own_company()
    and (exists (select from authenticator_apps a where a.user_id = u.id) or exists (select from passkeys p where p.user_id = u.id))
$$;

-- Whether the caller must set one up, also in the week in which an older session still works without.
create function own_factor_missing() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.role = any (c.second_factor_roles) and s.signed_in_by is distinct from 'single_sign_on' and not has_second_factor(u.id)
  from users u join companies c on c.id = u.company_id join sessions s on s.user_id = u.id and s.id = own_session()
  where u.id = own_user()
$$;

-- Tokens of a user who is required to have a second factor, and has none, are suspended.
create function rest_tokens_without_factor() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'companies' then
    perform rest_tokens(id, 'second_factor') from users
    where company_id = new.id and role = any (new.second_factor_roles) and role <> all (old.second_factor_roles)
      and not has_second_factor(id);
  elsif exists (select from companies where id = new.company_id and new.role = any (second_factor_roles))
    and not has_second_factor(new.id) then
    perform rest_tokens(new.id, 'second_factor');
  end if;
  return null;
end $$;
create trigger rest_tokens after update of second_factor_roles on companies
  for each row when (new.second_factor_roles is distinct from old.second_factor_roles) execute function rest_tokens_without_factor();
create trigger rest_tokens after update of role on users
  for each row when (new.role is distinct from old.role) execute function rest_tokens_without_factor();

-- Deletes all that a user signs in with: second factors, sessions and the password. A new password is set through a link. For system
-- transactions; the functions below check whose user it is.
create function remove_sign_in(person integer) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from authenticator_apps where user_id = person;
  delete from passkeys where user_id = person;
  delete from recovery_codes where user_id = person;
  delete from half_sign_ins where user_id = person;
  delete from sessions where user_id = person;
  select rest_tokens(person, 'password');
  update users set password = null where id = person
$$;
revoke all on function remove_sign_in(integer) from public;
grant execute on function remove_sign_in(integer) to keyhold_system;

-- For a user of the company who lost their second factor; false when they have none.
create function reset_second_factor(person integer) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if own_person(person) is null or not has_second_factor(person) then return false; end if;
  perform remove_sign_in(person);
  return true;
end $$;

-- An account whose email another user changed belongs to the new mailbox: nothing of the former one opens it.
create function transfer_account(person integer) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  select revoke_links(person);
  select remove_sign_in(own_person(person))
$$;
