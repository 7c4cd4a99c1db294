-- The search of the key list: the present texts of each bunch, and every tag and holder it had. Neither ilike nor lower() may use an index
-- under row-level security, so the search runs in functions of the owner, which check the caller's company and locations themselves;
-- nothing else reads the table.

-- `slot` separates the former tags and holders of a bunch, up to several each; `at` is when each ended.
create table key_bunch_terms (
  company_id integer not null references companies (id),
  key_bunch_id integer not null,
  field text not null check (field in ('identifier', 'currentTag', 'formerTag', 'nfcSerial', 'keyDescription', 'notes', 'holder',
    'formerHolder', 'premises', 'address', 'client', 'reference', 'position')),
  slot text not null default '',
  text text not null,
  key text not null,
  at timestamptz,
  primary key (company_id, key_bunch_id, field, slot),
  foreign key (company_id, key_bunch_id) references key_bunches (company_id, id) on delete cascade
) with (fillfactor = 90);
create index key_bunch_terms_code on key_bunch_terms (company_id, key)
  where field in ('identifier', 'currentTag', 'formerTag', 'nfcSerial');
create index key_bunch_terms_premises on key_bunch_terms (company_id, key) where field in ('premises', 'address');
create index key_bunch_terms_grams on key_bunch_terms using gin (term_grams(company_id, key)) with (gin_pending_list_limit = 256);
-- Of the terms that a change of status or holder does not touch.
create index key_bunch_terms_look on key_bunch_terms (company_id, field, look_of(text)) where field in ('identifier', 'currentTag');

alter table key_bunch_terms enable row level security;
create policy nobody on key_bunch_terms to keyhold_app using (false) with check (false);

-- A field's text as it is compared.
create function term_key(field text, value text) returns text
  language sql immutable parallel safe as $$
  select case when field in ('identifier', 'currentTag', 'formerTag') then code_of(value)
    when field = 'nfcSerial' then serial_of(value) else words_of(value) end
$$;

-- Stores the present text of a field; the text before, of a tag or a holder, is kept as `former`.
create function store_term(b key_bunches, named text, before text, now text, former text default null) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if now is null then
    delete from key_bunch_terms where company_id = b.company_id and key_bunch_id = b.id and field = named;
  else
    insert into key_bunch_terms (company_id, key_bunch_id, field, text, key)
    values (b.company_id, b.id, named, now, term_key(named, now))
    on conflict (company_id, key_bunch_id, field, slot) do update set text = excluded.text, key = excluded.key;
  end if;
  if former is not null and before is not null then
    insert into key_bunch_terms (company_id, key_bunch_id, field, slot, text, key, at)
    values (b.company_id, b.id, former, before, before, term_key(former, before), clock())
    on conflict (company_id, key_bunch_id, field, slot) do update set at = excluded.at;
  end if;
end $$;
revoke all on function store_term(key_bunches, text, text, text, text) from public;

create function store_new_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into key_bunch_terms (company_id, key_bunch_id, field, text, key)
  select b.company_id, b.id, term.field, term.text, term_key(term.field, term.text)
  from added b, lateral (values ('identifier', b.identifier), ('currentTag', b.current_tag), ('nfcSerial', b.nfc_serial),
    ('keyDescription', b.key_description), ('notes', b.notes), ('holder', b.holder_name), ('position', b.position)) as term (field, text)
  where term.text is not null;
  return null;
end $$;
create trigger terms_insert after insert on key_bunches referencing new table as added
  for each statement execute function store_new_terms();

create function store_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.identifier is distinct from old.identifier then
    perform store_term(new, 'identifier', old.identifier, new.identifier);
  end if;
  if new.current_tag is distinct from old.current_tag then
    perform store_term(new, 'currentTag', old.current_tag, new.current_tag, 'formerTag');
  end if;
  if new.nfc_serial is distinct from old.nfc_serial then
    perform store_term(new, 'nfcSerial', old.nfc_serial, new.nfc_serial);
  end if;
  if new.key_description is distinct from old.key_description then
    perform store_term(new, 'keyDescription', old.key_description, new.key_description);
  end if;
  if new.notes is distinct from old.notes then
    perform store_term(new, 'notes', old.notes, new.notes);
  end if;
  if new.holder_name is distinct from old.holder_name then
    perform store_term(new, 'holder', old.holder_name, new.holder_name, 'formerHolder');
  end if;
  if new.position is distinct from old.position then
    perform store_term(new, 'position', old.position, new.position);
  end if;
  return null;
end $$;
create trigger terms after update of identifier, current_tag, nfc_serial, key_description, notes, holder_name, position on key_bunches
  for each row execute function store_terms();

-- A searched text in the three forms in which terms are compared.
create type query_forms as (words text, code text, serial text);

create function query_forms_of(q text) returns query_forms
  language sql immutable parallel safe
  as $$ select row(words_of(q), code_of(q), serial_of(q))::query_forms $$;

create function form_for(field text, a query_forms) returns text
  language sql immutable parallel safe as $$
  select case when field in ('identifier', 'currentTag', 'formerTag') then a.code when field = 'nfcSerial' then a.serial else a.words end
$$;

-- Whether a term contains the searched text, as its field is compared.
create function term_matches(t key_bunch_terms, a query_forms) returns boolean
  language sql immutable parallel safe
  as $$ select strpos(t.key, form_for(t.field, a)) > 0 and form_for(t.field, a) <> '' $$;

-- How well it matches: 0 the identifier itself, 1 the tag or serial, or the name or address of premises, 2 a former tag or the position, 3
-- the words themselves in the description, 4 the beginning of a field, 5 anything else.
create function term_rank(t key_bunch_terms, a query_forms) returns integer
  language sql immutable parallel safe as $$
  select case
    when t.key = form_for(t.field, a) and t.field = 'identifier' then 0
    when t.key = form_for(t.field, a) and t.field in ('currentTag', 'nfcSerial', 'premises', 'address') then 1
    when t.key = form_for(t.field, a) and t.field in ('formerTag', 'position') then 2
    when t.field = 'keyDescription' and t.key ~ ('(^|[^[:alnum:]])'
      || regexp_replace(a.words, '[][\\.^$*+?(){}|]', '\\\&', 'g') || '($|[^[:alnum:]])') then 3
    when starts_with(t.key, form_for(t.field, a)) then 4
    else 5 end
$$;

create type term_hit as (key_bunch_id integer, rank integer, field text, text text, at timestamptz);

-- The terms of the company that match, in no order; at most `most`. `among` keeps those of these bunches, null keeps all.
create function terms_with(a query_forms, among integer[], most integer) returns key_bunch_terms[]
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant integer := own_company();
  words constant text[] := query_grams(company, a.words);
  code constant text[] := coalesce(query_grams(company, a.code), words);
  serial constant text[] := coalesce(query_grams(company, a.serial), words);
begin
  return array(
    select t
    from key_bunch_terms t
    where t.company_id = company
      and (term_grams(t.company_id, t.key) @> words or term_grams(t.company_id, t.key) @> code
        or term_grams(t.company_id, t.key) @> serial)
      and term_matches(t, a) and (among is null or t.key_bunch_id = any (among))
    limit most);
end $$;
revoke all on function terms_with(query_forms, integer[], integer) from public;

-- The terms that match, of bunches the caller may see, in no order; at most `most`.
create function found_terms(q text, most integer) returns key_bunch_terms[]
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  company constant integer := own_company();
  places constant integer[] := own_locations();
  a constant query_forms := query_forms_of(q);
  -- Up to this many matches, each one's location is looked up; for more, the caller's bunches are read first.
  few constant integer := least(1000, most);
  found constant key_bunch_terms[] := terms_with(a, null, case when places is null then most else few + 1 end);
begin
  if places is null then return found; end if;
  if cardinality(found) > few then
    return terms_with(a, array(select id from key_bunches where company_id = company and location_id = any (places)), most);
  end if;
  -- A lookup for each term: a join would read all bunches of the company.
  return array(select t from unnest(found) t
    where (select b.location_id from key_bunches b where b.company_id = company and b.id = t.key_bunch_id) = any (places));
end $$;

-- For the key list. `hits`: every matching term with its rank, when at most `ranked` match, as ranking costs more than all else. Else
-- `bunches`: those that match, in no order, null when more than `named` terms do; and `total`, the number of bunches of the terms found.
create function search_bunches(q text, ranked integer, named integer, out hits json, out bunches integer[], out total integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  a constant query_forms := query_forms_of(q);
  terms constant key_bunch_terms[] := found_terms(q, named + 1);
begin
  if cardinality(terms) <= ranked then
    hits := (select coalesce(json_agg(json_build_object('key_bunch_id', t.key_bunch_id, 'rank', term_rank(t, a), 'field', t.field,
        'text', t.text, 'at', t.at::text)), '[]') from unnest(terms) t);
    return;
  end if;
  bunches := array(select distinct t.key_bunch_id from unnest(terms) t);
  total := cardinality(bunches);
  if cardinality(terms) > named then bunches := null; end if;
end $$;

-- The matching terms of these bunches, of those the caller may see.
create function terms_of(bunches integer[], q text) returns setof term_hit
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare a constant query_forms := query_forms_of(q);
begin
  return query
    select t.key_bunch_id, term_rank(t, a), t.field, t.text, t.at
    from key_bunch_terms t
    join key_bunches b on b.company_id = t.company_id and b.id = t.key_bunch_id
    where t.company_id = own_company() and t.key_bunch_id = any (bunches) and term_matches(t, a)
      and (own_locations() is null or b.location_id = any (own_locations()));
end $$;

-- Whether a bunch that the caller may see matches: called row by row when nearly all of them do.
create function bunch_matches(bunch integer, a query_forms) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp cost 1000 as $$
begin
  return exists (select from key_bunch_terms t where t.company_id = own_company() and t.key_bunch_id = bunch and term_matches(t, a))
    and (own_locations() is null or exists (select from key_bunches b
      where b.company_id = own_company() and b.id = bunch and b.location_id = any (own_locations())));
end $$;

-- The bunches the caller may see with this code as identifier, tag, serial or former tag.
create function exact_terms(q text, most integer) returns setof term_hit
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  places constant integer[] := own_locations();
  a constant query_forms := query_forms_of(q);
begin
  return query
    select t.key_bunch_id, term_rank(t, a), t.field, t.text, t.at
    from key_bunch_terms t
    where t.company_id = own_company() and t.field in ('identifier', 'currentTag', 'formerTag', 'nfcSerial')
      and t.key in (a.code, a.serial) and t.key = form_for(t.field, a)
      and (places is null or (select b.location_id from key_bunches b
        where b.company_id = t.company_id and b.id = t.key_bunch_id) = any (places))
    order by 2, 1 limit most;
end $$;

-- The bunches the caller may see that open premises with this name or address.
create function exact_premises(q text, most integer) returns setof term_hit
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  places constant integer[] := own_locations();
  a constant query_forms := query_forms_of(q);
begin
  return query
    select t.key_bunch_id, term_rank(t, a), t.field, t.text, t.at
    from key_bunch_terms t
    where t.company_id = own_company() and t.field in ('premises', 'address') and t.key = a.words
      and (places is null or (select b.location_id from key_bunches b
        where b.company_id = t.company_id and b.id = t.key_bunch_id) = any (places))
    order by 1 limit most;
end $$;

-- The bunches the caller may see whose identifier, or tag, looks so (look_of).
create function look_alikes(look text, of_tag boolean, most integer) returns setof integer
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  places constant integer[] := own_locations();
begin
  return query select t.key_bunch_id from key_bunch_terms t
    where t.company_id = own_company() and t.field in ('identifier', 'currentTag')
      and t.field = case when of_tag then 'currentTag' else 'identifier' end and look_of(t.text) = look
      and (places is null or (select b.location_id from key_bunches b
        where b.company_id = t.company_id and b.id = t.key_bunch_id) = any (places))
    limit most;
end $$;

-- Whether a bunch of the company has or had this tag, including those the caller may not see: a used number is used.
create function tag_was_used(tag text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from key_bunch_terms t where t.company_id = own_company() and t.key = code_of(tag) and t.text = tag
      and t.field in ('currentTag', 'formerTag'))
    or exists (select from movement_history m where m.company_id = own_company() and m.old_tag = tag)
$$;
