-- Guesses for a search that finds nothing as typed.

-- The words of names, addresses and descriptions, each once for its company; codes are no words. A word stays after its last use: a guess
-- of it is searched for and finds nothing.
create table searched_words (
  company_id integer not null references companies (id),
  word text not null,
  primary key (company_id, word)
);
-- Two slips are forgiven in nine letters, which may be meant for seven.
create index searched_words_slips on searched_words
  using gin (word_slips(company_id, word, case when char_length(word) < 7 then 1 else 2 end)) with (gin_pending_list_limit = 256);

alter table searched_words enable row level security;
create policy nobody on searched_words to keyhold_app using (false) with check (false);

-- Sorted, so that two transactions that write the same words lock them in the same order.
create function store_words(company integer, value text) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into searched_words (company_id, word)
  select distinct company, w[1] from regexp_matches(words_of(value), '[[:alnum:]]+', 'g') w
  where w[1] ~ '^[[:alpha:]]{4,40}$' order by 2
  on conflict do nothing
$$;
revoke all on function store_words(integer, text) from public;

-- Whether a field holds words.
create function is_of_words(field text) returns boolean
  language sql immutable parallel safe
  as $$ select field in ('keyDescription', 'notes', 'holder', 'formerHolder', 'premises', 'address', 'client') $$;

create function store_term_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform store_words(new.company_id, new.key);
  return null;
end $$;
create trigger words after update of key on key_bunch_terms
  for each row when (is_of_words(new.field)) execute function store_term_words();

create function store_new_term_words() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform store_words(company_id, string_agg(key, ' ')) from added where is_of_words(field) group by company_id;
  return null;
end $$;
create trigger words_insert after insert on key_bunch_terms referencing new table as added
  for each statement execute function store_new_term_words();

-- For each typed word, words it may be meant for: at most `most` for each, some of them further away than the slips allow.
create function near_words(typed text[], most integer) returns table (typed_word text, word text)
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

-- The terms of words that contain one of the phrases, of bunches the caller may see: in the order of the phrases, at most `most`.
create function guessed_terms(phrases text[], most integer) returns setof guess_hit
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant integer := own_company();
  places constant integer[] := own_locations();
  -- The caller's bunches where these are few, else null.
  among integer[] := array(select id from key_bunches where company_id = company and location_id = any (places) limit 1001);
  grams text[];
  added integer;
begin
  if places is null or cardinality(among) > 1000 then among := null; end if;
  for n in 1 .. cardinality(phrases) loop
    exit when most <= 0;
    grams := query_grams(company, phrases[n]);
    return query select n, t.key_bunch_id, t.field, t.text, t.at from key_bunch_terms t
      where t.company_id = company and is_of_words(t.field) and term_grams(t.company_id, t.key) @> grams
        and strpos(t.key, phrases[n]) > 0
        and (among is null or t.key_bunch_id = any (among))
        -- A lookup for each term: a join would read all bunches of the company.
        and (places is null or among is not null or (select b.location_id from key_bunches b
          where b.company_id = company and b.id = t.key_bunch_id) = any (places))
      limit most;
    get diagnostics added = row_count;
    most := most - added;
  end loop;
end $$;
