-- Holders: everybody who may have keys, staff and outsiders alike. A holder is never deleted, as the history names them.

create table holders (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  name text not null check (char_length(name) between 1 and 255),
  kind text not null check (kind in ('staff', 'contractor', 'client', 'other')),
  organisation text check (char_length(organisation) between 1 and 255),
  phone text check (char_length(phone) between 1 and 255),
  email text check (email = lower(email) and char_length(email) between 1 and 255),
  -- What their badge says when it is read, and as it is compared.
  badge text check (char_length(badge) between 1 and 255),
  badge_code text generated always as (nullif(serial_of(badge), '')) stored,
  user_id integer,
  -- How many sets they may have at once; null is as many as they like.
  max_sets integer check (max_sets between 1 and 9999),
  -- The last day on which they may take keys, in the company's time zone.
  valid_until date,
  is_active boolean not null default true,
  notes text check (char_length(notes) <= 2000),
  -- What a search looks at.
  words text generated always as (words_of(name || ' ' || coalesce(organisation, '') || ' ' || coalesce(phone, '') || ' '
    || coalesce(email, '') || ' ' || coalesce(badge, ''))) stored,
  -- The order of names.
  sort_name text collate natural_order generated always as (lower(name)) stored,
  created_by_name text,
  created_at timestamptz not null default clock(),
  updated_at timestamptz not null default clock(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  check (user_id is null or kind = 'staff')
);
create unique index holders_badge on holders (company_id, badge_code) where badge_code is not null;
create unique index holders_user on holders (company_id, user_id) where user_id is not null;
create index holders_name on holders (company_id, sort_name, id);
create index holders_kind on holders (company_id, kind, sort_name, id);
create index holders_inactive on holders (company_id, sort_name, id) where not is_active;
create index holders_words on holders using gin (term_grams(company_id, words)) with (gin_pending_list_limit = 256);

alter table holders enable row level security;
create policy own on holders to keyhold_app
  using (company_id = (select own_company()))
  with check (company_id = (select own_company()));
grant select, insert,
  update (name, kind, organisation, phone, email, badge, max_sets, valid_until, is_active, notes) on holders to keyhold_app;

create function touch_holder() returns trigger language plpgsql as $$
begin
  new.updated_at := clock();
  return new;
end $$;
create trigger touch before update on holders for each row execute function touch_holder();

create function name_of_user(u users) returns text
  language sql immutable parallel safe
  as $$ select left(coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), split_part(u.email, '@', 1)), 255) $$;

-- Every member of a company is a holder of kind staff, of the same name and email, who may have keys as long as the account is active.
create function keep_staff_holder() returns trigger
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
  for each row when (new.company_id is not null) execute function keep_staff_holder();
revoke all on function keep_staff_holder() from public;

-- The holders that match, in no order; at most `most`.
create function matching_holders(q text, most integer) returns setof integer
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant integer := own_company();
  asked constant text := words_of(q);
  grams constant text[] := asked_grams(company, asked);
begin
  return query select h.id from holders h
    where h.company_id = company and (grams is null or term_grams(h.company_id, h.words) @> grams) and strpos(h.words, asked) > 0
    limit most;
end $$;

-- What a search that finds nobody may have meant: the words of names and firms.
create function keep_holder_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_words(new.company_id, concat_ws(' ', new.name, new.organisation));
  return null;
end $$;
create trigger words after insert or update of name, organisation on holders for each row execute function keep_holder_words();
revoke all on function keep_holder_words() from public;

-- The holders whose name or firm contains one of these phrases, each with the first that it does; at most `most` of each.
create function guessed_holders(phrases text[], most integer) returns table (phrase integer, id integer, text text)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant integer := own_company();
  grams text[];
begin
  for n in 1 .. cardinality(phrases) loop
    grams := asked_grams(company, phrases[n]);
    return query select n, h.id, concat_ws(' ', h.name, h.organisation) from holders h
      where h.company_id = company and term_grams(h.company_id, h.words) @> grams
        and strpos(words_of(concat_ws(' ', h.name, h.organisation)), phrases[n]) > 0
      limit most;
  end loop;
end $$;

-- An existing register: its users, and whoever else is named as holder, now or before, and is no user by that name.
insert into holders (company_id, name, kind, email, user_id, is_active)
select u.company_id, name_of_user(u), 'staff', u.email, u.id, u.is_active from users u where u.company_id is not null order by u.id;

insert into holders (company_id, name, kind)
select distinct on (t.company_id, t.key) t.company_id, t.text, 'other'
from key_bunch_terms t
where t.field in ('holder', 'formerHolder')
  and not exists (select from users u where u.company_id = t.company_id and words_of(name_of_user(u)) = t.key)
order by t.company_id, t.key, t.at desc nulls first;
