-- What a search finds is asked of the index once, and ranked only where it is little: a rank costs more than all else.
-- matching_terms and matching_bunches, which ranked all of it, are still asked by servers of the version before.

-- The terms that match, of bunches the caller may see, in no order; at most `most`.
create function found_terms(q text, most integer) returns key_bunch_terms[]
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant integer := own_company();
  places constant integer[] := own_locations();
  a constant asked := asked_of(q);
  words constant text[] := asked_grams(company, a.words);
  code constant text[] := coalesce(asked_grams(company, a.code), words);
  serial constant text[] := coalesce(asked_grams(company, a.serial), words);
begin
  return array(
    select t
    from key_bunch_terms t
    where t.company_id = company
      and (term_grams(t.company_id, t.key) @> words or term_grams(t.company_id, t.key) @> code
        or term_grams(t.company_id, t.key) @> serial)
      and term_matches(t, a)
      -- One look for each term: joined, all bunches of the company would be read.
      and (places is null or (select b.location_id from key_bunches b
        where b.company_id = company and b.id = t.key_bunch_id) = any (places))
    limit most);
end $$;

-- For the key list: every term that matches, ranked (`hits`), when at most `ranked` do; else the bunches in no order, or none of them when
-- more than `named` terms match, and of how many bunches the first of these terms are (`total`).
create function search_bunches(q text, ranked integer, named integer, out hits json, out bunches integer[], out total integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  a constant asked := asked_of(q);
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
