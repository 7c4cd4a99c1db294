-- What a search of the key list looks at: every text of a bunch that is there now, and every tag and holder it ever had. Neither ilike
-- nor lower() may use an index under row-level security, so the search runs in functions of the owner, which hold the company and the
-- locations of the caller themselves; nobody else reads the table.

-- As numbers and codes are compared: lower case, without spaces and hyphens. The collation of a column does not matter to what is compared.
create function code_of(value text) returns text
  language sql immutable parallel safe
  as $$ select regexp_replace(lower(value collate "default"), '[[:space:]\u2010-\u2015\u2212-]', '', 'g') $$;

-- As NFC serials are compared: without any separator.
create function serial_of(value text) returns text
  language sql immutable parallel safe
  as $$ select regexp_replace(lower(value collate "default"), '[[:space:]:._-]', '', 'g') $$;

-- As words are compared: lower case, one space between two.
create function words_of(value text) returns text
  language sql immutable parallel safe
  as $$ select btrim(regexp_replace(lower(value collate "default"), '[[:space:]]+', ' ', 'g')) $$;

-- What is indexed of a text: its pairs and triples of letters, and by itself every letter that stands for a word in some script; each
-- under its company's number, so that nobody's search grows with another company.
create function term_grams(company integer, value text) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  letters constant text[] := string_to_array(value, null);
  own constant text := company::text || ':';
  grams text[] := '{}';
begin
  for n in 1 .. cardinality(letters) loop
    if ascii(letters[n]) > 127 then grams := grams || (own || letters[n]); end if;
    if n > 1 then grams := grams || (own || letters[n - 1] || letters[n]); end if;
    if n > 2 then grams := grams || (own || letters[n - 2] || letters[n - 1] || letters[n]); end if;
  end loop;
  return grams;
end $$;

-- What a searched text asks of that index; null when it is too short to ask anything.
create function asked_grams(company integer, value text) returns text[]
  language sql immutable parallel safe as $$
  select array_agg(distinct company::text || ':' || substr(value, n, size))
  from (select least(char_length(value), 3) as size) s, generate_series(1, char_length(value) - size + 1) n
  where size > 1 or ascii(value) > 127
$$;

-- `slot` tells apart what a field may hold more than once (former tags, former holders); `at` is when that ended.
create table key_bunch_terms (
  company_id integer not null references companies (id),
  key_bunch_id integer not null,
  field text not null check (field in ('identifier', 'currentTag', 'formerTag', 'nfcSerial', 'keyDescription', 'notes', 'holder',
    'formerHolder')),
  slot text not null default '',
  text text not null,
  key text not null,
  at timestamptz,
  primary key (company_id, key_bunch_id, field, slot),
  foreign key (company_id, key_bunch_id) references key_bunches (company_id, id) on delete cascade
) with (fillfactor = 90);
create index key_bunch_terms_code on key_bunch_terms (company_id, key)
  where field in ('identifier', 'currentTag', 'formerTag', 'nfcSerial');
create index key_bunch_terms_grams on key_bunch_terms using gin (term_grams(company_id, key)) with (gin_pending_list_limit = 256);

create function term_key(field text, value text) returns text
  language sql immutable parallel safe as $$
  select case when field in ('identifier', 'currentTag', 'formerTag') then code_of(value)
    when field = 'nfcSerial' then serial_of(value) else words_of(value) end
$$;

-- What a field says now; what it said before is kept when it was a tag or a holder.
create function keep_term(b key_bunches, named text, before text, now text, former text default null) returns void
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
revoke all on function keep_term(key_bunches, text, text, text, text) from public;

create function keep_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare was key_bunches%rowtype;
begin
  if tg_op = 'UPDATE' then was := old; end if;
  if new.identifier is distinct from was.identifier then
    perform keep_term(new, 'identifier', was.identifier, new.identifier);
  end if;
  if new.current_tag is distinct from was.current_tag then
    perform keep_term(new, 'currentTag', was.current_tag, new.current_tag, 'formerTag');
  end if;
  if new.nfc_serial is distinct from was.nfc_serial then
    perform keep_term(new, 'nfcSerial', was.nfc_serial, new.nfc_serial);
  end if;
  if new.key_description is distinct from was.key_description then
    perform keep_term(new, 'keyDescription', was.key_description, new.key_description);
  end if;
  if new.notes is distinct from was.notes then
    perform keep_term(new, 'notes', was.notes, new.notes);
  end if;
  if new.holder_name is distinct from was.holder_name then
    perform keep_term(new, 'holder', was.holder_name, new.holder_name, 'formerHolder');
  end if;
  return null;
end $$;
create trigger terms after insert or update of identifier, current_tag, nfc_serial, key_description, notes, holder_name on key_bunches
  for each row execute function keep_terms();

-- A searched text in the three forms in which terms are compared.
create type asked as (words text, code text, serial text);
create function asked_of(q text) returns asked
  language sql immutable parallel safe
  as $$ select row(words_of(q), code_of(q), serial_of(q))::asked $$;

create function form_for(field text, a asked) returns text
  language sql immutable parallel safe as $$
  select case when field in ('identifier', 'currentTag', 'formerTag') then a.code when field = 'nfcSerial' then a.serial else a.words end
$$;

-- Whether a term contains what is searched, as its field is compared.
create function term_matches(t key_bunch_terms, a asked) returns boolean
  language sql immutable parallel safe
  as $$ select strpos(t.key, form_for(t.field, a)) > 0 and form_for(t.field, a) <> '' $$;

-- How well it matches: 0 the identifier itself, 1 the tag or serial, 2 a tag it wore, 3 the very words in the description, 4 the beginning
-- of something, 5 anything else.
create function term_rank(t key_bunch_terms, a asked) returns integer
  language sql immutable parallel safe as $$
  select case
    when t.key = form_for(t.field, a) and t.field = 'identifier' then 0
    when t.key = form_for(t.field, a) and t.field in ('currentTag', 'nfcSerial') then 1
    when t.key = form_for(t.field, a) and t.field = 'formerTag' then 2
    when t.field = 'keyDescription' and t.key ~ ('(^|[^[:alnum:]])'
      || regexp_replace(a.words, '[][\\.^$*+?(){}|]', '\\\&', 'g') || '($|[^[:alnum:]])') then 3
    when starts_with(t.key, form_for(t.field, a)) then 4
    else 5 end
$$;

create type term_hit as (key_bunch_id integer, rank integer, field text, text text, at timestamptz);

-- The terms that match, of bunches the caller may see; one more than `most` when there are more.
create function matching_terms(q text, most integer) returns setof term_hit
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant integer := own_company();
  places constant integer[] := own_locations();
  a constant asked := asked_of(q);
  words constant text[] := asked_grams(company, a.words);
  code constant text[] := coalesce(asked_grams(company, a.code), words);
  serial constant text[] := coalesce(asked_grams(company, a.serial), words);
begin
  return query
    select t.key_bunch_id, term_rank(t, a), t.field, t.text, t.at
    from key_bunch_terms t
    where t.company_id = company
      and (term_grams(t.company_id, t.key) @> words or term_grams(t.company_id, t.key) @> code
        or term_grams(t.company_id, t.key) @> serial)
      and term_matches(t, a)
      -- One look for each term: joined, all bunches of the company would be read.
      and (places is null or (select b.location_id from key_bunches b
        where b.company_id = company and b.id = t.key_bunch_id) = any (places))
    limit most + 1;
end $$;

-- The bunches the caller may see that match, in no order; null when more than `most` terms do.
create function matching_bunches(q text, most integer) returns integer[]
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare found constant integer[] := array(select key_bunch_id from matching_terms(q, most));
begin
  return case when cardinality(found) <= most then array(select distinct unnest(found)) end;
end $$;

-- The matching terms of these bunches, as far as the caller may see them.
create function terms_of(bunches integer[], q text) returns setof term_hit
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare a constant asked := asked_of(q);
begin
  return query
    select t.key_bunch_id, term_rank(t, a), t.field, t.text, t.at
    from key_bunch_terms t
    join key_bunches b on b.company_id = t.company_id and b.id = t.key_bunch_id
    where t.company_id = own_company() and t.key_bunch_id = any (bunches) and term_matches(t, a)
      and (own_locations() is null or b.location_id = any (own_locations()));
end $$;

-- Whether a bunch that the caller may see matches: asked of one bunch after another when nearly all of them do.
create function bunch_matches(bunch integer, a asked) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp cost 1000 as $$
begin
  return exists (select from key_bunch_terms t where t.company_id = own_company() and t.key_bunch_id = bunch and term_matches(t, a))
    and (own_locations() is null or exists (select from key_bunches b
      where b.company_id = own_company() and b.id = bunch and b.location_id = any (own_locations())));
end $$;

-- The bunches the caller may see whose identifier, tag, serial or former tag is this very code.
create function exact_terms(q text, most integer) returns setof term_hit
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  places constant integer[] := own_locations();
  a constant asked := asked_of(q);
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

-- What a set ID or a tag looks like, exactly as lookOf of shared/look-alike.ts says: the letters of `translate` are its twins, the hyphens those
-- that Unicode calls dash punctuation, and the minus sign.
create function look_of(code text) returns text
  language sql immutable parallel safe as $$
  select trim(regexp_replace(regexp_replace(regexp_replace(
    translate(lower(normalize(code, nfkc) collate public.natural_order),
      'аеорсухіјѕһԁԛԝкмтвнαβεηικμνορτυχγζ',
      'aeopcyxijshdqwkmtbhabehikmnoptyxyz') collate "C",
    '[-\u058a\u05be\u1400\u1806\u2010-\u2015\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0]', '-', 'g'),
    '\s+', ' ', 'g'),
    '(?<![0-9])0+(?=[0-9])', '', 'g'))
$$;
-- Of the terms, which a change of status or holder leaves alone.
create index key_bunch_terms_look on key_bunch_terms (company_id, field, look_of(text)) where field in ('identifier', 'currentTag');

-- The bunches of the company that the caller may see and whose identifier, or tag, people cannot tell from this code.
create function look_alikes(code text, of_tag boolean, most integer) returns setof integer
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  places constant integer[] := own_locations();
  look constant text := look_of(code);
begin
  return query select t.key_bunch_id from key_bunch_terms t
    where t.company_id = own_company() and t.field in ('identifier', 'currentTag')
      and t.field = case when of_tag then 'currentTag' else 'identifier' end and look_of(t.text) = look
      and (places is null or (select b.location_id from key_bunches b
        where b.company_id = t.company_id and b.id = t.key_bunch_id) = any (places))
    limit most;
end $$;

-- Whether any bunch of the company wears this tag or ever wore it, whatever the caller may see: a used number is used.
create function tag_was_worn(tag text) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from key_bunch_terms t where t.company_id = own_company() and t.key = code_of(tag) and t.text = tag
      and t.field in ('currentTag', 'formerTag'))
    or exists (select from movement_history m where m.company_id = own_company() and m.old_tag = tag)
$$;

alter table key_bunch_terms enable row level security;
create policy nobody on key_bunch_terms to keyhold_app using (false) with check (false);

-- The words of names, addresses and descriptions, for a search that finds nothing as it was typed: each once for its company. Codes are
-- no words. A word stays when nothing has it any more: what is guessed by it is searched for, and finds nothing.
create table searched_words (
  company_id integer not null references companies (id),
  word text not null,
  primary key (company_id, word)
);

-- What is left of a word's beginning when up to so many letters are left out of it. Two words so many slips apart (a letter too much, too
-- little, wrong, or two that changed places) have one of these in common; each under its company's number, as above.
create function word_slips(company integer, word text, slips integer) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  own constant text := company::text || ':';
  head constant text := left(word, 8);
  size constant integer := char_length(head);
  rest text;
  found text[] := array[own || head];
begin
  for n in 1 .. size loop
    rest := left(head, n - 1) || substr(head, n + 1);
    found := found || (own || rest);
    continue when slips < 2;
    for m in n .. size - 1 loop
      found := found || (own || left(rest, m - 1) || substr(rest, m + 1));
    end loop;
  end loop;
  return found;
end $$;
-- Two slips are forgiven in nine letters, which may stand for seven.
create index searched_words_slips on searched_words
  using gin (word_slips(company_id, word, case when char_length(word) < 7 then 1 else 2 end)) with (gin_pending_list_limit = 256);

-- Sorted, so that two who write the same words at once wait for each other in one order.
create function keep_words(company integer, value text) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into searched_words (company_id, word)
  select distinct company, w[1] from regexp_matches(words_of(value), '[[:alnum:]]+', 'g') w
  where w[1] ~ '^[[:alpha:]]{4,40}$' order by 2
  on conflict do nothing
$$;
revoke all on function keep_words(integer, text) from public;

-- The fields that say words.
create function is_of_words(field text) returns boolean
  language sql immutable parallel safe
  as $$ select field in ('keyDescription', 'notes', 'holder', 'formerHolder', 'premises', 'address', 'client') $$;

create function keep_term_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform keep_words(new.company_id, new.key);
  return null;
end $$;
create trigger words after insert or update of key on key_bunch_terms
  for each row when (is_of_words(new.field)) execute function keep_term_words();
revoke all on function keep_term_words() from public;

-- For each word that was typed, words it may have been meant for: at most `most`, and some that are further away.
create function near_words(typed text[], most integer) returns table (asked text, word text)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant integer := own_company();
  one text;
  slips integer;
begin
  foreach one in array typed loop
    slips := case when char_length(one) < 9 then 1 else 2 end;
    return query select one, w.word from searched_words w
      where w.company_id = company
        and word_slips(w.company_id, w.word, case when char_length(w.word) < 7 then 1 else 2 end) && word_slips(company, one, slips)
        and abs(char_length(w.word) - char_length(one)) <= slips and w.word <> one
      limit most;
  end loop;
end $$;

create type guess_hit as (phrase integer, key_bunch_id integer, field text, text text, at timestamptz);

-- The terms of words that contain one of these phrases, of bunches the caller may see: those of the first phrase first, at most `most`.
create function guessed_terms(phrases text[], most integer) returns setof guess_hit
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant integer := own_company();
  places constant integer[] := own_locations();
  grams text[];
  told integer;
begin
  for n in 1 .. cardinality(phrases) loop
    exit when most <= 0;
    grams := asked_grams(company, phrases[n]);
    return query select n, t.key_bunch_id, t.field, t.text, t.at from key_bunch_terms t
      where t.company_id = company and is_of_words(t.field) and term_grams(t.company_id, t.key) @> grams
        and strpos(t.key, phrases[n]) > 0
        -- One look for each term: joined, all bunches of the company would be read.
        and (places is null or (select b.location_id from key_bunches b
          where b.company_id = company and b.id = t.key_bunch_id) = any (places))
      limit most;
    get diagnostics told = row_count;
    most := most - told;
  end loop;
end $$;

alter table searched_words enable row level security;
create policy nobody on searched_words to keyhold_app using (false) with check (false);

-- The search of the history. An entry is found by its texts: each stands once for its company in `history_texts`, where "contains" is asked
-- as of the terms above, and the entries that have it are in an index of whole texts, each under its company's number as `prefix`, so that
-- nobody's search grows with another company. One plain expression, which the planner sees through and knows the statistics of.
create function movement_texts(prefix text, identifier text, old_tag text, new_tag text, from_name text, to_name text, email text,
  first_name text, last_name text, details jsonb) returns text[]
  language sql immutable parallel safe as $$
  select array_remove(array[prefix || lower(identifier), prefix || lower(old_tag), prefix || lower(new_tag), prefix || lower(from_name),
    prefix || lower(to_name), prefix || lower(email), prefix || lower(coalesce(first_name || ' ' || last_name, first_name, last_name)),
    prefix || lower(details->>'officer')], null)
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

create function keep_texts() returns trigger
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
create trigger texts after insert on movement_history for each row execute function keep_texts();

-- Whether an entry is one that the caller may see and that passes the filters that are not null.
create function passes(m movement_history, places integer[], actions text[], since timestamptz, until timestamptz, place integer, bunch integer)
  returns boolean
  language sql immutable parallel safe as $$
  select (places is null or m.from_location_id = any (places) or m.to_location_id = any (places))
    and (actions is null or m.action_type = any (actions))
    and (since is null or m."timestamp" >= since) and (until is null or m."timestamp" <= until)
    and (place is null or m.from_location_id = place or m.to_location_id = place)
    and (bunch is null or m.key_bunch_id = bunch)
$$;

-- The numbers of the entries that pass and contain what is searched. `numbers` is null when there are more than `most` (then `many` is
-- true), or when so many texts contain it that it takes too long to tell.
create function found_movements(q text, most integer, actions text[], since timestamptz, until timestamptz, place integer, bunch integer,
    out numbers bigint[], out many boolean)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant integer := own_company();
  prefix constant text := company::text || ':';
  places constant integer[] := own_locations();
  asked constant text := lower(q);
  grams constant text[] := asked_grams(company, asked);
  -- An entry may be met by each of its texts.
  met constant integer := 8 * most;
  narrowed constant boolean := num_nonnulls(places, actions, since, until, place, bunch) > 0;
  texts text[];
begin
  -- A single letter is in no index, but most letters are soon found often enough.
  if grams is null then
    texts := array(select prefix || t.text from history_texts t where t.company_id = company and strpos(t.text, asked) > 0 limit most + 1);
  else
    texts := array(select prefix || t.text from history_texts t
      where t.company_id = company and term_grams(t.company_id, t.text) @> grams and strpos(t.text, asked) > 0 limit most + 1);
  end if;
  if cardinality(texts) <= 100 then
    numbers := array(select m.seq from movement_history m
      where m.company_id = company and passes(m, places, actions, since, until, place, bunch)
        and movement_texts(m.company_id::text || ':', m.key_bunch_identifier, m.old_tag, m.new_tag, m.from_location_name,
          m.to_location_name, m.performed_by_email, m.performed_by_first_name, m.performed_by_last_name, m.details) && texts
      limit most + 1);
    many := cardinality(numbers) > most;
  else
    -- One text after another: to compare an entry with all of them would take longer.
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

alter table history_texts enable row level security;
create policy nobody on history_texts to keyhold_app using (false) with check (false);
