-- Holders: all who may have keys, staff and outsiders alike. A holder is never deleted, as the history names them.

create table holders (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  name text not null check (char_length(name) between 1 and 255),
  kind text not null check (kind in ('staff', 'contractor', 'client', 'other')),
  organisation text check (char_length(organisation) between 1 and 255),
  phone text check (char_length(phone) between 1 and 255),
  email text check (email = lower(email) and char_length(email) between 1 and 255),
  -- Their badge as read, and as compared.
  badge text check (char_length(badge) between 1 and 255),
  badge_code text generated always as (nullif(serial_of(badge), '')) stored,
  user_id integer,
  -- Most sets at once; null for no limit.
  max_sets integer check (max_sets between 1 and 9999),
  -- The last day on which they may take keys, in the company's time zone.
  valid_until date,
  is_active boolean not null default true,
  notes text check (char_length(notes) <= 2000),
  -- Whether an outsider receives reminders, and since when they no longer wish to.
  send_reminders boolean not null default false,
  reminders_stopped_at timestamptz,
  -- The text a search reads.
  words text generated always as (words_of(name || ' ' || coalesce(organisation, '') || ' ' || coalesce(phone, '') || ' '
    || coalesce(email, '') || ' ' || coalesce(badge, ''))) stored,
  -- The order of names.
  sort_name text collate natural_order generated always as (lower(name)) stored,
  created_by_name text,
  created_at timestamptz not null default clock(),
  updated_at timestamptz not null default clock(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  check (user_id is null or kind = 'staff'),
  constraint reminders_of_outsiders check (not send_reminders or user_id is null)
);
create unique index holders_badge on holders (company_id, badge_code) where badge_code is not null;
create unique index holders_user on holders (company_id, user_id) where user_id is not null;
create index holders_name on holders (company_id, sort_name, id);
create index holders_changed on holders (company_id, updated_at, id);
create index holders_kind on holders (company_id, kind, sort_name, id);
create index holders_inactive on holders (company_id, sort_name, id) where not is_active;
create index holders_words on holders using gin (term_grams(company_id, words)) with (gin_pending_list_limit = 256);

alter table holders enable row level security;
create policy own on holders to keyhold_app
  using (company_id = (select own_company()))
  with check (company_id = (select own_company()));
create policy system on holders to keyhold_system using (true) with check (true);
grant select, insert,
  update (name, kind, organisation, phone, email, badge, max_sets, valid_until, is_active, notes, send_reminders) on holders to keyhold_app;
grant select, update (send_reminders, reminders_stopped_at) on holders to keyhold_system;

create function touch_holder() returns trigger language plpgsql as $$
begin
  new.updated_at := clock();
  return new;
end $$;
create trigger touch before update on holders for each row execute function touch_holder();

create function name_of_user(u users) returns text
  language sql immutable parallel safe
  as $$ select left(coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), split_part(u.email, '@', 1)), 255) $$;

-- Each user of a company is a holder of kind staff with the same name and email, active as long as the account is.
create function sync_staff_holder() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or old.company_id is null then
    insert into holders (company_id, name, kind, email, user_id, is_active)
    values (new.company_id, name_of_user(new), 'staff', new.email, new.id, new.is_active);
  else
    update holders set name = name_of_user(new), email = new.email,
      is_active = case when new.is_active = old.is_active then is_active else new.is_active end
    where company_id = new.company_id and user_id = new.id
      and (name_of_user(new), new.email, new.is_active) is distinct from (name_of_user(old), old.email, old.is_active);
  end if;
  return null;
end $$;
create trigger staff_holder after insert or update of company_id, first_name, last_name, email, is_active on users
  for each row when (new.company_id is not null) execute function sync_staff_holder();

-- The holders that match; at most `most`. In the order of the key, so that a frequent word stops at the limit and other companies' rows are
-- not read.
create function matching_holders(q text, most integer) returns setof integer
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant integer := own_company();
  searched constant text := words_of(q);
  grams constant text[] := query_grams(company, searched);
begin
  return query select h.id from holders h
    where h.company_id = company and (grams is null or term_grams(h.company_id, h.words) @> grams) and strpos(h.words, searched) > 0
    order by h.company_id, h.id limit most;
end $$;

-- Stores the words of names and firms for guesses (0021-guesses.sql).
create function store_holder_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform store_words(new.company_id, concat_ws(' ', new.name, new.organisation));
  return null;
end $$;
create trigger words after insert or update of name, organisation on holders for each row execute function store_holder_words();

-- The holders whose name or firm contains one of the phrases; at most `most` for each phrase.
create function guessed_holders(phrases text[], most integer) returns table (phrase integer, id integer, text text)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant integer := own_company();
  grams text[];
begin
  for n in 1 .. cardinality(phrases) loop
    grams := query_grams(company, phrases[n]);
    return query select n, h.id, concat_ws(' ', h.name, h.organisation) from holders h
      where h.company_id = company and term_grams(h.company_id, h.words) @> grams
        and strpos(words_of(concat_ws(' ', h.name, h.organisation)), phrases[n]) > 0
      order by h.company_id, h.id limit most;
  end loop;
end $$;
