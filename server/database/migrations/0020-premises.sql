-- Premises: what a set opens. A set opens none, one or several; lists show the first.

create table premises (
  company_id integer not null default own_company() references companies (id),
  id integer generated always as identity,
  name text not null check (char_length(name) between 1 and 255),
  address text check (char_length(address) between 1 and 500),
  postcode text check (char_length(postcode) between 1 and 20),
  client text check (char_length(client) between 1 and 255),
  reference text check (char_length(reference) between 1 and 255),
  notes text check (char_length(notes) <= 2000),
  is_active boolean not null default true,
  -- The text a search reads, and the orders of names and of clients.
  words text generated always as (words_of(name || ' ' || coalesce(address, '') || ' ' || coalesce(postcode, '') || ' '
    || coalesce(client, '') || ' ' || coalesce(reference, ''))) stored,
  sort_name text collate natural_order generated always as (lower(name)) stored,
  sort_client text collate natural_order generated always as (lower(client)) stored,
  created_by integer default own_user(),
  created_at timestamptz not null default clock(),
  updated_at timestamptz not null default clock(),
  primary key (company_id, id)
);
create index premises_name on premises (company_id, sort_name, id);
create index premises_changed on premises (company_id, updated_at, id);
create index premises_client on premises (company_id, sort_client, sort_name, id);
create index premises_creator on premises (company_id, created_by, id);
create index premises_words on premises using gin (term_grams(company_id, words)) with (gin_pending_list_limit = 256);

create table key_bunch_premises (
  company_id integer not null default own_company() references companies (id),
  key_bunch_id integer not null,
  premises_id integer not null,
  place smallint not null check (place between 1 and 20),
  primary key (company_id, key_bunch_id, premises_id),
  unique (company_id, key_bunch_id, place) deferrable initially deferred,
  foreign key (company_id, key_bunch_id) references key_bunches (company_id, id) on delete cascade,
  foreign key (company_id, premises_id) references premises (company_id, id)
);
create index key_bunch_premises_premises on key_bunch_premises (company_id, premises_id, key_bunch_id);

-- Whether the caller may see premises: with all locations, with a set that opens them, or as the user who added them. In plpgsql, which
-- keeps the plan: policies call it row by row.
create function sees_premises(which integer, creator integer) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return own_locations() is null or creator = own_user() or exists (
    select from key_bunch_premises kp join key_bunches b on b.company_id = kp.company_id and b.id = kp.key_bunch_id
    where kp.company_id = own_company() and kp.premises_id = which and b.location_id = any (own_locations()));
end $$;

alter table premises enable row level security;
create policy own on premises to keyhold_app
  using (company_id = (select own_company()) and ((select own_locations()) is null or sees_premises(id, created_by)))
  with check (company_id = (select own_company()));
grant select, insert, update (name, address, postcode, client, reference, notes, is_active) on premises to keyhold_app;

alter table key_bunch_premises enable row level security;
create policy own on key_bunch_premises to keyhold_app
  using (company_id = (select own_company())
    and exists (select from key_bunches b where b.company_id = key_bunch_premises.company_id and b.id = key_bunch_id))
  with check (company_id = (select own_company())
    and exists (select from key_bunches b where b.company_id = key_bunch_premises.company_id and b.id = key_bunch_id));
grant select, insert, delete on key_bunch_premises to keyhold_app;

create function touch_premises() returns trigger language plpgsql as $$
begin
  new.updated_at := clock();
  return new;
end $$;
create trigger touch before update on premises for each row execute function touch_premises();

-- The premises of these sets. Each table is read once: of rows that were added in the same transaction the planner expects one, and would
-- read all of the company's for each set.
create function linked_premises(company integer, bunches integer[])
  returns table (bunch integer, place smallint, id integer, name text, address text, postcode text, client text, reference text)
  language sql stable set search_path = public, pg_temp as $$
  with kp as materialized (select key_bunch_id, premises_id, place from key_bunch_premises
      where company_id = company and key_bunch_id = any (bunches)),
    p as materialized (select id, name, address, postcode, client, reference from premises
      where company_id = company and id = any (array(select premises_id from kp)))
  select kp.key_bunch_id, kp.place, p.* from kp join p on p.id = kp.premises_id
$$;
revoke all on function linked_premises(integer, integer[]) from public;

-- Copies the premises of sets to key_bunches.premises and to the terms of the search, all sets of a statement at once.
create function copy_premises(company integer, bunches integer[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Locked first: after a wait, the statements below see what was committed meanwhile.
  perform from key_bunches where company_id = company and id = any (bunches) order by id for no key update;
  with said as materialized (select bunch, jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'address', p.address,
      'postcode', p.postcode, 'client', p.client) order by p.place) as premises
    from linked_premises(company, bunches) p group by bunch)
  update key_bunches b set premises = coalesce((select said.premises from said where said.bunch = b.id), '[]')
  where b.company_id = company and b.id = any (bunches);
  delete from key_bunch_terms
  where company_id = company and key_bunch_id = any (bunches) and field in ('premises', 'address', 'client', 'reference');
  insert into key_bunch_terms (company_id, key_bunch_id, field, slot, text, key)
  select company, p.bunch, term.field, p.id::text, term.text, words_of(term.text)
  from linked_premises(company, bunches) p,
    lateral (values ('premises', p.name), ('address', p.address), ('client', p.client),
      ('reference', p.reference)) as term (field, text)
  where term.text <> '';
end $$;
revoke all on function copy_premises(integer, integer[]) from public;

create function copy_linked_premises() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform copy_premises(company_id, array_agg(distinct key_bunch_id)) from links group by company_id;
  return null;
end $$;
create trigger copied_insert after insert on key_bunch_premises referencing new table as links
  for each statement execute function copy_linked_premises();
create trigger copied_delete after delete on key_bunch_premises referencing old table as links
  for each statement execute function copy_linked_premises();

create function copy_renamed_premises() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform copy_premises(new.company_id, array(select key_bunch_id from key_bunch_premises
    where company_id = new.company_id and premises_id = new.id));
  return null;
end $$;
create trigger copied after update of name, address, postcode, client, reference on premises
  for each row when ((old.name, old.address, old.postcode, old.client, old.reference)
    is distinct from (new.name, new.address, new.postcode, new.client, new.reference)) execute function copy_renamed_premises();

-- The premises the caller may see that match, in no order; at most `most`.
create function matching_premises(q text, most integer) returns setof integer
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant integer := own_company();
  searched constant text := words_of(q);
  grams constant text[] := query_grams(company, searched);
  everything constant boolean := own_locations() is null;
begin
  return query select p.id from premises p
    where p.company_id = company and (grams is null or term_grams(p.company_id, p.words) @> grams) and strpos(p.words, searched) > 0
      and (everything or sees_premises(p.id, p.created_by))
    order by p.company_id, p.id limit most;
end $$;

-- Stores the words of names, addresses and clients for guesses (0021-guesses.sql).
create function store_premises_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform store_words(new.company_id, concat_ws(' ', new.name, new.address, new.client));
  return null;
end $$;
create trigger words after insert or update of name, address, client on premises
  for each row execute function store_premises_words();

-- The premises the caller may see whose name, address or client contains one of the phrases; at most `most` for each phrase. `among` lists
-- all that they see when these are few, so that others need no check; else it is null.
create function guessed_premises(phrases text[], most integer, among integer[]) returns table (phrase integer, id integer, text text)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant integer := own_company();
  everything constant boolean := own_locations() is null;
  grams text[];
begin
  for n in 1 .. cardinality(phrases) loop
    grams := query_grams(company, phrases[n]);
    return query select n, p.id, concat_ws(' ', p.name, p.address, p.client) from premises p
      where p.company_id = company and term_grams(p.company_id, p.words) @> grams
        and strpos(words_of(concat_ws(' ', p.name, p.address, p.client)), phrases[n]) > 0
        and (among is null or p.id = any (among)) and (everything or sees_premises(p.id, p.created_by))
      order by p.company_id, p.id limit most;
  end loop;
end $$;
