/** What the triggers of the register note of every change for the search: former tags and holders, the words of names, and the texts of the history. */
export const searched = (first: number, last: number): string => `
  insert into key_bunch_terms (company_id, key_bunch_id, field, slot, text, key, at)
  select company_id, key_bunch_id, 'formerTag', old_tag, old_tag, term_key('formerTag', old_tag), "timestamp"
  from movement_history where action_type = 'return' and company_id between ${first} and ${last};

  insert into key_bunch_terms (company_id, key_bunch_id, field, slot, text, key, at)
  select company_id, key_bunch_id, 'formerHolder', name, name, term_key('formerHolder', name), max("timestamp")
  from movement_history, lateral (select details ->> 'officer' as name) as held
  where action_type = 'return' and company_id between ${first} and ${last}
  group by company_id, key_bunch_id, name;

  insert into searched_words (company_id, word)
  select distinct t.company_id, w[1] from (select distinct company_id, key from key_bunch_terms
      where company_id between ${first} and ${last} and is_of_words(field)) t, regexp_matches(t.key, '[[:alnum:]]+', 'g') w
  where w[1] ~ '^[[:alpha:]]{4,40}$' on conflict do nothing;

  insert into history_texts (company_id, text)
  select distinct m.company_id, one
  from movement_history m, unnest(movement_texts('', key_bunch_identifier, old_tag, new_tag, from_location_name, to_location_name,
    performed_by_email, performed_by_first_name, performed_by_last_name, details)) one
  where m.company_id between ${first} and ${last};`;
