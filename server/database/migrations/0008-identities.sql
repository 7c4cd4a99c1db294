-- Who the identity provider says somebody is (DECISIONS S-02): the pair of issuer and subject, never the email, names a person.
-- Reached by the system door alone, like sessions.

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
    if nullif(current_setting('app.user_id', true), '')::int = new.id then
      update identities set email_verified = false where user_id = new.id;
    else
      delete from identities where user_id = new.id;
    end if;
    return new;
  end $$;
create trigger doubt_identities after update of email on users
  for each row when (new.email is distinct from old.email)
  execute function doubt_identities();

-- Whoever signs in by the provider waits for no invitation.
create or replace function company_invitations() returns table (user_id integer, until timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, greatest(
    (select max(t.expires_at) from one_time_tokens t where t.user_id = u.id and t.purpose = 'invite' and t.used_at is null),
    (select max(o.created_at) + interval '72 hours' from outbox o where o.user_id = u.id and o.kind = 'invite'))
  from users u
  where u.company_id = nullif(current_setting('app.company_id', true), '')::int and u.password is null
    and not exists (select from identities i where i.user_id = u.id)
$$;
