-- The search of the history. `history_texts` has each text of a company's entries once, indexed by its grams; an index of whole texts finds
-- the entries of a text. Both start with the company's number, so that the cost of a search does not grow with other companies.

-- The searched texts of an entry. One plain expression: the planner inlines it and has statistics of it.
create function movement_texts(prefix text, identifier text, old_tag text, new_tag text, from_name text, to_name text, email text,
  first_name text, last_name text, details jsonb) returns text[]
  language sql immutable parallel safe as $$
  select array_remove(array[prefix || lower(identifier), prefix || lower(old_tag), prefix || lower(new_tag), prefix || lower(from_name),
    prefix || lower(to_name), prefix || lower(email), prefix || lower(coalesce(first_name || ' ' || last_name, first_name, last_name)),
    prefix || lower(details->>'officer'), prefix || lower(details->>'fromHolder')], null)
$$;

create table history_texts (
  company_id integer not null references companies (id),
  text text not null,
  primary key (company_id, text)
);
create index history_texts_grams on history_texts using gin (term_grams(company_id, text)) with (gin_pending_list_limit = 256);
create index movement_history_texts on movement_history using gin (movement_texts(company_id::text || ':', key_bunch_identifier, old_tag,
  new_tag, from_location_name, to_location_name, performed_by_email, performed_by_first_name, performed_by_last_name, details))
  with (gin_pending_list_limit = 256);

alter table history_texts enable row level security;
create policy nobody on history_texts to keyhold_app using (false) with check (false);

create function store_texts() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history_texts (company_id, text)
  select new.company_id, one
  from unnest(movement_texts('', new.key_bunch_identifier, new.old_tag, new.new_tag, new.from_location_name, new.to_location_name,
    new.performed_by_email, new.performed_by_first_name, new.performed_by_last_name, new.details)) one
  where one <> ''
  on conflict do nothing;
  return null;
end $$;
create trigger texts after insert on movement_history for each row execute function store_texts();

-- Whether the caller may see an entry and it passes the filters that are not null.
create function passes(m movement_history, places integer[], actions text[], since timestamptz, until timestamptz, place integer, bunch integer)
  returns boolean
  language sql immutable parallel safe as $$
  select (places is null or m.from_location_id = any (places) or m.to_location_id = any (places))
    and (actions is null or m.action_type = any (actions))
    and (since is null or m.done_at >= since) and (until is null or m.done_at <= until)
    and (place is null or m.from_location_id = place or m.to_location_id = place)
    and (bunch is null or m.key_bunch_id = bunch)
$$;

-- The numbers of the entries that pass and contain the searched text. `numbers` is null when there are more than `most` (then `many` is
-- true), or when too many texts contain it to count the entries in time.
create function found_movements(q text, most integer, actions text[], since timestamptz, until timestamptz, place integer, bunch integer,
    out numbers bigint[], out many boolean)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant integer := own_company();
  prefix constant text := company::text || ':';
  places constant integer[] := own_locations();
  searched constant text := lower(q);
  grams constant text[] := query_grams(company, searched);
  -- An entry may match with several of its texts.
  met constant integer := 8 * most;
  narrowed constant boolean := num_nonnulls(places, actions, since, until, place, bunch) > 0;
  texts text[];
begin
  -- No index has single letters, but a scan soon finds enough of most letters.
  if grams is null then
    texts := array(select prefix || t.text from history_texts t where t.company_id = company and strpos(t.text, searched) > 0 limit most + 1);
  else
    texts := array(select prefix || t.text from history_texts t
      where t.company_id = company and term_grams(t.company_id, t.text) @> grams and strpos(t.text, searched) > 0 limit most + 1);
  end if;
  if cardinality(texts) <= 100 then
    numbers := array(select m.seq from movement_history m
      where m.company_id = company and passes(m, places, actions, since, until, place, bunch)
        and movement_texts(m.company_id::text || ':', m.key_bunch_identifier, m.old_tag, m.new_tag, m.from_location_name,
          m.to_location_name, m.performed_by_email, m.performed_by_first_name, m.performed_by_last_name, m.details) && texts
      limit most + 1);
    many := cardinality(numbers) > most;
  else
    -- Text by text: comparing an entry with all of them takes longer.
    numbers := array(select m.seq from unnest(texts) one join movement_history m
      on m.company_id = company and movement_texts(m.company_id::text || ':', m.key_bunch_identifier, m.old_tag, m.new_tag,
        m.from_location_name, m.to_location_name, m.performed_by_email, m.performed_by_first_name, m.performed_by_last_name, m.details)
        && array[one]
      limit met + 1);
    many := cardinality(numbers) > met;
    if many and narrowed then
      numbers := null;
      many := false;
      return;
    end if;
    if narrowed then
      numbers := array(select m.seq from movement_history m where m.company_id = company and m.seq = any (numbers)
        and passes(m, places, actions, since, until, place, bunch));
    else
      numbers := array(select distinct unnest(numbers));
    end if;
    many := many or cardinality(numbers) > most;
  end if;
  if many or cardinality(texts) > most then numbers := null; end if;
end $$;
