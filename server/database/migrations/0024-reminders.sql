-- Reminders of overdue sets.

-- Overdue sets in the order in which a run found them. A row is deleted when the set is no longer due then, or has another holder.
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

-- The last overdue_sets.number a holder was mailed about: of their own sets, and of those of others. `all_at` is when the latter was sent,
-- `daily_at` when their daily letter was last decided.
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

-- When a user wishes to be mailed about overdue sets at the locations they may see.
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

-- The last run of a company and the number of letters it queued; and the number sent on each day (UTC).
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

-- Links with which outsiders stop reminders, looked up before the company is known. Only the hash is stored.
create table unsubscribe_tokens (
  token_hash text primary key,
  company_id integer not null default own_company() references companies (id),
  holder_id integer not null,
  created_at timestamptz not null default clock_timestamp()
);
create index unsubscribe_tokens_holder on unsubscribe_tokens (company_id, holder_id);

alter table overdue_sets enable row level security;
create policy nobody on overdue_sets to keyhold_app using (false) with check (false);
create policy system on overdue_sets to keyhold_system using (true) with check (true);
alter table reminder_marks enable row level security;
create policy nobody on reminder_marks to keyhold_app using (false) with check (false);
create policy system on reminder_marks to keyhold_system using (true) with check (true);
alter table reminder_runs enable row level security;
create policy nobody on reminder_runs to keyhold_app using (false) with check (false);
create policy system on reminder_runs to keyhold_system using (true) with check (true);
alter table reminder_days enable row level security;
create policy nobody on reminder_days to keyhold_app using (false) with check (false);
create policy system on reminder_days to keyhold_system using (true) with check (true);
alter table unsubscribe_tokens enable row level security;
create policy nobody on unsubscribe_tokens to keyhold_app using (false) with check (false);
create policy system on unsubscribe_tokens to keyhold_system using (true) with check (true);
-- A wish is the user's own.
alter table reminder_wishes enable row level security;
create policy own on reminder_wishes to keyhold_app
  using (company_id = (select own_company()) and user_id = (select own_user()))
  with check (company_id = (select own_company()) and user_id = (select own_user()));
create policy system on reminder_wishes to keyhold_system using (true) with check (true);

grant select, insert, update (wish, daily_time, asked_at) on reminder_wishes to keyhold_app;
grant select, insert, delete on overdue_sets, unsubscribe_tokens to keyhold_system;
grant select, insert, update (own_number, all_number, all_at, daily_at) on reminder_marks to keyhold_system;
grant select on reminder_wishes to keyhold_system;
grant select, insert, update (ran_at, letters) on reminder_runs to keyhold_system;
grant select, insert, update (letters), delete on reminder_days to keyhold_system;

-- The reminders of the caller's company: the last run and its letters, the letters of the last seven days, those waiting, and whether the
-- last run is more than `late_minutes` ago.
create function reminder_health(late_minutes integer)
  returns table (ran_at timestamptz, letters integer, week integer, waiting integer, late boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.ran_at, coalesce(r.letters, 0),
    (select coalesce(sum(d.letters), 0)::int from reminder_days d
      where d.company_id = c.id and d.day > (clock() at time zone 'UTC')::date - 7),
    (select count(*)::int from letters o where o.kind = 'reminder' and o.lane = c.id),
    coalesce(r.ran_at, c.created_at) < clock() - make_interval(mins => late_minutes)
  from companies c left join reminder_runs r on r.company_id = c.id
  where c.id = own_company()
$$;
