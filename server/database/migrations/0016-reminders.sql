-- Reminders of what is overdue, and letters to those who may have keys.

-- Whether somebody who does not sign in is reminded, and since when they no longer wish to be.
alter table holders
  add column send_reminders boolean not null default false,
  add column reminders_stopped_at timestamptz,
  add constraint reminders_of_outsiders check (not send_reminders or user_id is null);
grant update (send_reminders) on holders to keyhold_app;

-- Of a letter to a holder the lane is their company; holders are never deleted, so it needs no key that would cross shards. What a letter is
-- about when it is more than a person.
alter table outbox
  add column holder_id integer,
  add column about jsonb,
  drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in
  ('invite', 'reset', 'email_changed', 'email_confirmed', 'password_changed', 'reminder', 'receipt'));
alter table outbox add constraint outbox_to_holder check ((kind in ('reminder', 'receipt')) = (holder_id is not null and about is not null));
-- One reminder of a person waits at a time.
create unique index outbox_reminder on outbox (lane, holder_id) where kind = 'reminder';

-- The sets that a run found overdue, in the order in which it found them. A set that is no longer due then, or from that holder, goes.
create table overdue_sets (
  company_id integer not null default own_company() references companies (id),
  key_bunch_id integer not null,
  due_at timestamptz not null,
  holder_id integer,
  number bigint generated always as identity,
  primary key (company_id, key_bunch_id),
  foreign key (company_id, key_bunch_id) references key_bunches (company_id, id) on delete cascade,
  foreign key (company_id, holder_id) references holders (company_id, id)
);
create index overdue_sets_number on overdue_sets (company_id, number);

-- Up to which of these somebody was written to: of the sets they have, and of those that others have; when the latter was, and when
-- their letter of the day was last decided.
create table reminder_marks (
  company_id integer not null default own_company() references companies (id),
  holder_id integer not null,
  own_number bigint not null default 0,
  all_number bigint not null default 0,
  all_at timestamptz,
  daily_at timestamptz,
  primary key (company_id, holder_id),
  foreign key (company_id, holder_id) references holders (company_id, id)
);

-- When somebody who signs in wishes to hear of what is overdue at the locations they may see.
create table reminder_wishes (
  company_id integer not null default own_company() references companies (id),
  user_id integer not null default own_user(),
  wish text not null check (wish in ('never', 'soon', 'daily')),
  daily_time text check (daily_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  asked_at timestamptz not null default clock(),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id),
  check ((wish = 'daily') = (daily_time is not null))
);

-- The last run of a company, with how many letters it queued; and how many left on each day (UTC).
create table reminder_runs (
  company_id integer primary key default own_company() references companies (id),
  ran_at timestamptz not null,
  letters integer not null
);
create table reminder_days (
  company_id integer not null default own_company() references companies (id),
  day date not null,
  letters integer not null,
  primary key (company_id, day)
);

-- Links in letters to outsiders, by which they stop reminders, looked up before a company is known. Only the hash of one is kept.
create table unsubscribe_tokens (
  token_hash text primary key,
  company_id integer not null default own_company() references companies (id),
  holder_id integer not null,
  created_at timestamptz not null default clock_timestamp()
);
create index unsubscribe_tokens_holder on unsubscribe_tokens (company_id, holder_id);

alter table overdue_sets enable row level security;
create policy nobody on overdue_sets to keyhold_app using (false) with check (false);
alter table reminder_marks enable row level security;
create policy nobody on reminder_marks to keyhold_app using (false) with check (false);
alter table reminder_runs enable row level security;
create policy nobody on reminder_runs to keyhold_app using (false) with check (false);
alter table reminder_days enable row level security;
create policy nobody on reminder_days to keyhold_app using (false) with check (false);
alter table unsubscribe_tokens enable row level security;
create policy nobody on unsubscribe_tokens to keyhold_app using (false) with check (false);
-- A wish is one's own.
alter table reminder_wishes enable row level security;
create policy own on reminder_wishes to keyhold_app
  using (company_id = (select own_company()) and user_id = (select own_user()))
  with check (company_id = (select own_company()) and user_id = (select own_user()));
grant select, insert, update (wish, daily_time, asked_at) on reminder_wishes to keyhold_app;

-- How reminders do in the caller's company: the last run and its letters, how many left in the last seven days, how many wait, and
-- whether the last run is so old that something is wrong.
create function reminder_health(late_minutes integer)
  returns table (ran_at timestamptz, letters integer, week integer, waiting integer, late boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.ran_at, coalesce(r.letters, 0),
    (select coalesce(sum(d.letters), 0)::int from reminder_days d
      where d.company_id = c.id and d.day > (clock() at time zone 'UTC')::date - 7),
    (select count(*)::int from outbox o where o.kind = 'reminder' and o.lane = c.id),
    coalesce(r.ran_at, c.created_at) < clock() - make_interval(mins => late_minutes)
  from companies c left join reminder_runs r on r.company_id = c.id
  where c.id = own_company()
$$;

-- To which address a receipt was mailed last, and when.
create table mailed_receipts (
  company_id integer not null default own_company() references companies (id),
  batch_id uuid not null,
  email text not null check (char_length(email) between 1 and 255),
  mailed_at timestamptz not null default clock(),
  primary key (company_id, batch_id, email)
);
alter table mailed_receipts enable row level security;
create policy nobody on mailed_receipts to keyhold_app using (false) with check (false);

-- Queues a receipt to a holder of the caller's company; false when it was mailed to that address less than so many minutes ago.
create function queue_receipt(holder integer, batch uuid, receipt jsonb, again_minutes integer, good_minutes integer) returns boolean
  language sql volatile security definer set search_path = public, pg_temp as $$
  with reader as (
    select h.id, h.company_id, h.email from holders h where h.company_id = own_company() and h.id = holder and h.email is not null),
  mailed as (
    insert into mailed_receipts as m (company_id, batch_id, email) select company_id, batch, email from reader
    on conflict (company_id, batch_id, email) do update set mailed_at = clock()
      where m.mailed_at < clock() - make_interval(mins => again_minutes)
    returning 1),
  queued as (
    insert into outbox (kind, email, holder_id, lane, about, good_until)
    select 'receipt', r.email, r.id, r.company_id, receipt, clock_timestamp() + make_interval(mins => good_minutes)
    from reader r where exists (select from mailed)
    returning 1)
  select exists (select from queued)
$$;
