-- Labels: the code on a set's label, blank codes printed in advance, and notices of finders.

-- Every code ever reserved, of all companies: no code is used twice, and one that ended stays ended.
create table label_codes (
  token text primary key check (token ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  of_company integer not null references companies (id)
);

alter table label_codes enable row level security;
create policy nobody on label_codes to keyhold_app using (false) with check (false);

-- The valid codes: of a set, or blank until linked to one. A set's code is made when its label is first printed.
create table labels (
  company_id integer not null default own_company() references companies (id),
  token text not null check (token ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  key_bunch_id integer,
  made_at timestamptz not null default clock(),
  primary key (company_id, token),
  unique (company_id, key_bunch_id),
  foreign key (company_id, key_bunch_id) references key_bunches (company_id, id) on delete cascade
);
create index labels_blank on labels (company_id, token) where key_bunch_id is null;

create function update_has_label() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Sets deleted with their labels no longer exist. Locked in the order in which custody locks sets.
  if tg_op = 'DELETE' then
    perform from key_bunches b join old_rows o on o.company_id = b.company_id and o.key_bunch_id = b.id order by b.id for no key update of b;
    update key_bunches b set has_label = false from old_rows o where o.company_id = b.company_id and o.key_bunch_id = b.id;
  else
    perform from key_bunches b join now_rows n on n.company_id = b.company_id and n.key_bunch_id = b.id order by b.id for no key update of b;
    update key_bunches b set has_label = true from now_rows n
    where n.company_id = b.company_id and n.key_bunch_id = b.id and not b.has_label;
  end if;
  return null;
end $$;
create trigger keep_insert after insert on labels referencing new table as now_rows
  for each statement execute function update_has_label();
create trigger keep_update after update on labels referencing new table as now_rows
  for each statement execute function update_has_label();
create trigger keep_delete after delete on labels referencing old table as old_rows
  for each statement execute function update_has_label();

-- What a finder of keys wrote. `sent_id` identifies the form: sent twice, it is one notice.
create table found_notices (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  key_bunch_id integer not null,
  place text not null check (char_length(place) between 1 and 500),
  reach text check (char_length(reach) between 1 and 200),
  sent_id uuid not null,
  created_at timestamptz not null default clock(),
  closed_at timestamptz,
  closed_by integer,
  closed_by_name text,
  primary key (company_id, id),
  unique (company_id, sent_id),
  foreign key (company_id, key_bunch_id) references key_bunches (company_id, id) on delete cascade,
  foreign key (company_id, closed_by) references users (company_id, id),
  check (num_nonnulls(closed_at, closed_by, closed_by_name) in (0, 3))
);
create index found_notices_open on found_notices (company_id, id) where closed_at is null;
create index found_notices_recent on found_notices (company_id, created_at);
create index found_notices_bunch on found_notices (company_id, key_bunch_id, id);

alter table labels enable row level security;
create policy own on labels to keyhold_app
  using (company_id = (select own_company()) and (key_bunch_id is null or sees_bunch(key_bunch_id)))
  with check (company_id = (select own_company()) and (key_bunch_id is null or sees_bunch(key_bunch_id)));
grant select, insert, delete, update (key_bunch_id) on labels to keyhold_app;
alter table found_notices enable row level security;
create policy own on found_notices to keyhold_app
  using (company_id = (select own_company()) and sees_bunch(key_bunch_id))
  with check (company_id = (select own_company()) and sees_bunch(key_bunch_id));
grant select, update (closed_at, closed_by, closed_by_name) on found_notices to keyhold_app;

-- Reserves codes for the caller's company; returns those that were free.
create function reserve_label_codes(tokens text[]) returns setof text
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into label_codes (token, of_company) select code, own_company() from unnest(tokens) code
  on conflict do nothing returning token
$$;

-- Which of these codes a company of this server has or had. An import takes over a code of another server only where it is free.
create function taken_label_codes(tokens text[]) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  select token from label_codes where token = any (tokens)
$$;

-- Frees the codes that an import brought in, for its undo: the same file can be imported again.
create function release_label_codes(import integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare codes text[];
begin
  select array(select jsonb_array_elements_text(effects -> 'labels')) into strict codes from imports
  where company_id = own_company() and id = import and performed_at is not null and undone_at is null;
  delete from labels where company_id = own_company() and token = any (codes);
  delete from label_codes where of_company = own_company() and token = any (codes);
end $$;

-- All that a finder with a code may read: the finder line, and the company's name where it chose so. No row for an unknown, blank or ended
-- code, or a closed company. Nothing of the set.
create function finder_of(code text) returns table (line text, company text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.finder_line, case when c.finder_shows_name then c.name end
  from label_codes l
    join labels n on n.company_id = l.of_company and n.token = l.token and n.key_bunch_id is not null
    join companies c on c.id = l.of_company and c.is_active
  where l.token = code
$$;

-- Stores a finder's notice and queues a letter to the company, each once for an `intention`. At most ten letters an hour about one set and
-- 30 to one company; the notice is stored regardless. False when no set has the code.
create function raise_found_keys(code text, found_at text, finder text, intention uuid, minutes integer) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  found_set record;
begin
  -- Locked: a concurrent deletion of the set waits for this notice, or the set is not found.
  select b.company_id, b.id, b.identifier, c.admin_email, c.name into found_set
  from label_codes l
    join labels n on n.company_id = l.of_company and n.token = l.token
    join key_bunches b on b.company_id = n.company_id and b.id = n.key_bunch_id
    join companies c on c.id = n.company_id and c.is_active
  where l.token = code for key share of b;
  if not found then return false; end if;
  with raised as (
    insert into found_notices (company_id, key_bunch_id, place, reach, sent_id)
    values (found_set.company_id, found_set.id, found_at, finder, intention)
    on conflict (company_id, sent_id) do nothing returning created_at)
  insert into letters (kind, email, lane, about, good_until)
  select 'found_keys', found_set.admin_email, found_set.company_id, jsonb_build_object('company', found_set.name,
      'keyBunchId', found_set.id, 'identifier', found_set.identifier, 'place', found_at, 'reach', finder),
    clock_timestamp() + make_interval(mins => minutes)
  from raised, lateral (
    select count(*) as of_company, count(*) filter (where n.key_bunch_id = found_set.id) as of_set
    from found_notices n where n.company_id = found_set.company_id and n.created_at > clock() - interval '1 hour') before
  where char_length(found_set.admin_email) <= 255 and before.of_set < 10 and before.of_company < 30;
  return true;
end $$;
revoke all on function finder_of(text), raise_found_keys(text, text, text, uuid, integer) from public;
grant execute on function finder_of(text), raise_found_keys(text, text, text, uuid, integer) to keyhold_system;
