-- People: who manages them, the one-time links they set a password with, and the mail that carries those links.
-- Runs as keyhold_owner.

-- Mail that is still to be sent. It names the person, never a link: the link is made when the letter leaves, so that no table
-- ever holds one. A reset is asked for by email, known or not; whether anybody has it is looked up by the sender.
create table outbox (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('invite', 'reset', 'email_changed', 'password_changed')),
  email text not null check (char_length(email) <= 255),
  user_id integer references users (id) on delete cascade,
  invited_by text,
  tries integer not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
);
create index outbox_due on outbox (next_at);

grant insert (email, first_name, last_name, role, custom_permissions, allowed_location_ids, is_active) on users to keyhold_app;
grant update (role, custom_permissions, allowed_location_ids, is_active) on users to keyhold_app;

-- The person of that id in the caller's company, or null: what the functions below may touch.
create function own_person(person integer) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select id from users where id = person and company_id = nullif(current_setting('app.company_id', true), '')::int
$$;

-- Of each person of the company who has not chosen a password yet: until when the newest invitation is good.
create function company_invitations() returns table (user_id integer, until timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, greatest(
    (select max(t.expires_at) from one_time_tokens t where t.user_id = u.id and t.purpose = 'invite' and t.used_at is null),
    (select max(o.created_at) + interval '72 hours' from outbox o where o.user_id = u.id and o.kind = 'invite'))
  from users u
  where u.company_id = nullif(current_setting('app.company_id', true), '')::int and u.password is null
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
create function queue_letter(letter text, person integer, address text, inviter text) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into outbox (kind, email, user_id, invited_by)
  select letter, coalesce(address, u.email), u.id, inviter from users u
  where u.id = own_person(person) and letter in ('invite', 'email_changed')
$$;

-- Signs a person of the company out everywhere.
create function end_sessions(person integer) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from sessions where user_id = own_person(person)
$$;

-- The last wall behind the feature's own check: a company never loses its last active super_admin (DECISIONS S-16).
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
