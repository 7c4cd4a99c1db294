-- Letters to be sent, and one-time links of invitations and resets.

create table one_time_tokens (
  token_hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('invite', 'reset')),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index one_time_tokens_user on one_time_tokens (user_id);
grant select, insert, update (used_at), delete on one_time_tokens to keyhold_system;

-- A letter names the user, never a link: the link is made when the letter is sent, so that no table holds one. A reset is requested by
-- email, known or not; the sender looks up whether a user has it.
create table letters (
  id integer generated always as identity primary key,
  kind text not null check (kind in
    ('invite', 'reset', 'email_changed', 'email_confirmed', 'password_changed', 'reminder', 'receipt', 'webhook_paused', 'webhook_gone',
      'found_keys', 'factor_added', 'factor_removed', 'factor_reset', 'recovery_code_used', 'reservation', 'kiosk_rests',
      'approval_asked', 'approval_emergency')),
  email text not null check (char_length(email) <= 255),
  user_id integer references users (id) on delete cascade,
  -- A holder of the company of `lane`; holders are never deleted, and a foreign key would cross shards.
  holder_id integer,
  invited_by text,
  -- Content of a letter that needs more than the recipient's name.
  about jsonb,
  -- Queue of the letter: the company that caused it, 0 for requests without one.
  lane integer not null,
  tries integer not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  -- The letter is dropped when it was not sent until then.
  good_until timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint outbox_to_holder check ((kind in ('reminder', 'receipt', 'reservation')) = (holder_id is not null and about is not null))
);
create index letters_due on letters (next_at);
-- One pending reminder for each holder.
create unique index letters_reminder on letters (lane, holder_id) where kind = 'reminder';
grant select, insert, update (tries, next_at), delete on letters to keyhold_system;

-- Lanes take turns, so that no company's letters wait for all of another's.
create table mail_turns (
  lane integer primary key,
  served_at timestamptz not null
);
grant select, insert, update (served_at) on mail_turns to keyhold_system;

-- Ends every unused link of a user, and deletes the letters that would bring another.
create function revoke_links(person integer) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  update one_time_tokens set used_at = clock_timestamp() where user_id = own_person(person) and used_at is null;
  delete from letters where user_id = own_person(person) and kind in ('invite', 'reset')
$$;

-- Stores the hash of a new invitation; false when the user is not of the company.
create function store_invitation(person integer, hash text, hours integer) returns boolean
  language sql volatile security definer set search_path = public, pg_temp as $$
  with stored as (
    insert into one_time_tokens (token_hash, user_id, purpose, expires_at)
    select hash, own_person(person), 'invite', clock_timestamp() + make_interval(hours => hours)
    where own_person(person) is not null and length(hash) = 64
    returning 1)
  select exists (select from stored)
$$;

-- Queues a letter to a user of the company; `address` only where it differs from the user's present email.
create function queue_letter(letter text, person integer, address text, inviter text, minutes integer) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into letters (kind, email, user_id, invited_by, lane, good_until)
  select letter, coalesce(address, u.email), u.id, inviter, own_company(), clock_timestamp() + make_interval(mins => minutes)
  from users u
  where u.id = own_person(person) and letter in ('invite', 'email_changed', 'email_confirmed', 'factor_reset', 'kiosk_rests')
$$;

-- For each user of the company who has not chosen a password: until when the newest invitation is valid. A user with an identity at the
-- provider needs no invitation.
create function company_invitations() returns table (user_id integer, until timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, greatest(
    (select max(t.expires_at) from one_time_tokens t where t.user_id = u.id and t.purpose = 'invite' and t.used_at is null),
    (select max(o.good_until) from letters o where o.user_id = u.id and o.kind = 'invite'))
  from users u
  where u.company_id = own_company() and u.password is null
    and not exists (select from identities i where i.user_id = u.id)
$$;
