import { ANCHOR, words } from './formulas.ts';
import { LOCATIONS, type Size } from './size.ts';

/**
 * Temporary tables like the two histories, each with a function that chains the stored entries without numbering them: with the register's
 * own hash function, entry by entry, from the head of each company's chain.
 */
export const chains = (): string =>
  [
    { table: 'movement_history', hash: 'movement_hash', head: 'movement' },
    { table: 'audit_log', hash: 'log_hash', head: 'log' },
  ]
    .map(
      ({ table, hash, head }) => `
  create temp table staged_${table} (like ${table} including defaults);
  create function pg_temp.chain_${table}() returns void language plpgsql as $$
  declare
    entry ${table}%rowtype;
    before ${table}%rowtype;
  begin
    for entry in select * from staged_${table} order by company_id, seq loop
      if entry.company_id is distinct from before.company_id then
        update chain_heads set ${head}_seq = before.seq, ${head}_hash = before.hash where company_id = before.company_id;
        select ${head}_hash into before.hash from chain_heads where company_id = entry.company_id;
      end if;
      entry.prev_hash := before.hash;
      entry.hash := ${hash}(entry);
      insert into ${table} overriding system value values (entry.*);
      before := entry;
    end loop;
    update chain_heads set ${head}_seq = before.seq, ${head}_hash = before.hash where company_id = before.company_id;
    truncate staged_${table};
  end $$;`,
    )
    .join('\n');

/** What a round of movements is, for its `kind`: details, places and tags. */
const KINDS = (last: number): string => `
  case
    when n = 0 then 'location_move'
    when n = ${last} and s.status <> 'issued' then
      case when s.status <> 'active' then 'status_change' when pg_temp.comes_last(b) then 'location_move' else 'audit_edit' end
    when n % 2 = 1 then 'issue'
    else 'return'
  end`;

const DETAILS = `
  case kind
    when 'location_move' then jsonb_build_object('from', f.name, 'to', t.name)
    when 'issue' then jsonb_build_object('officer', pg_temp.holder(b, n), 'officerUserId', null,
      'purpose', pg_temp.pick(${words('purpose')}, b + n, 21), 'newTag', null, 'oldStatus', 'active', 'newStatus', 'issued')
    when 'return' then jsonb_build_object('officer', pg_temp.holder(b, n - 1), 'newTag', pg_temp.tag(b, n), 'oldStatus', 'issued',
      'newStatus', 'active')
    when 'status_change' then jsonb_build_object('from', 'active', 'to', s.status, 'newStatus', s.status)
    else jsonb_build_object('changes', jsonb_build_object('keyCount', jsonb_build_object('from', 1, 'to', 2)))
  end`;

/** The movements of rounds `from` to `to`, of the companies from `first` to `last`. */
export function movements(size: Size, first: number, last: number, from: number, to: number): string {
  const { users, bunches } = size;
  const end = size.movements / bunches - 1;
  const place = (l: string) => `(c - 1) * ${LOCATIONS} + ${l}`;
  return `
  insert into staged_movement_history (company_id, id, key_bunch_id, key_bunch_identifier, key_bunch_type, from_location_id,
    from_location_name, to_location_id, to_location_name, from_bunch_type, to_bunch_type, action_type, old_tag, new_tag,
    performed_by, performed_by_first_name, performed_by_last_name, performed_by_email, "timestamp", done_at, notes, details, seq, after)
  select c, (c - 1) * ${size.movements}::bigint + seq, k.id, k.identifier, k.type, f.id, f.name, t.id, t.name, k.type,
    case when kind = 'location_move' then k.type end, kind,
    case when kind <> 'location_move' then pg_temp.tag(b, greatest(n - 1, 0)) end,
    case when kind = 'return' then pg_temp.tag(b, n) end,
    u.id, u.first_name, u.last_name, u.email, pg_temp.moment(b, n), pg_temp.moment(b, n),
    case when pg_temp.h(b + n, 22) % 7 = 0 then pg_temp.pick(${words('remark')}, b + n, 23) end, ${DETAILS}, seq,
    case when n = ${end} then state_of_set(c, k.id) || jsonb_build_object('log', ${bunches}) end
  from generate_series(${first}, ${last}) c
  cross join generate_series(${from}, ${to}) n
  cross join generate_series(1, ${bunches}) b
  cross join pg_temp.status(b) s (status)
  cross join lateral (select ${KINDS(end)} as kind, pg_temp.seq(b, n) as seq) as what
  join key_bunches k on k.company_id = c and k.id = (c - 1) * ${bunches} + b
  join users u on u.company_id = c and u.id = (c - 1) * ${users} + 1 + pg_temp.h(b * 31 + n, 24) % ${users}
  join locations f on f.company_id = c and f.id = ${place(`case when n = 0 then pg_temp.elsewhere(b, 3)
    when n = ${end} and kind = 'location_move' then pg_temp.at(b, n - 1) else pg_temp.at(b, n) end`)}
  left join locations t on kind = 'location_move' and t.company_id = c and t.id = ${place('pg_temp.at(b, n)')};
  select pg_temp.chain_movement_history();`;
}

/** When each set was added, and by whom. */
export const additions = ({ bunches, users }: Size, first: number, last: number): string => `
  insert into staged_audit_log (company_id, id, action, user_id, user_first_name, user_last_name, user_email, key_bunch_id, location_id,
    description, details, "timestamp", seq)
  select c, k.id, 'create', u.id, u.first_name, u.last_name, u.email, k.id, (c - 1) * ${LOCATIONS} + pg_temp.elsewhere(b, 3),
    'Key set ' || k.identifier || ' added', '{}', k.created_at, b
  from generate_series(${first}, ${last}) c
  cross join generate_series(1, ${bunches}) b
  join key_bunches k on k.company_id = c and k.id = (c - 1) * ${bunches} + b
  join users u on u.company_id = c and u.id = (c - 1) * ${users} + 1;
  select pg_temp.chain_audit_log();`;

/** Who added each user and completed each audit, stamped by the register as entries of now. */
export const recorded = (): string => `
  do $$ declare c record; begin
    for c in select company_id, min(id) as founder from users group by company_id order by company_id loop
      perform set_config('app.company_id', c.company_id::text, true), set_config('app.user_id', c.founder::text, true);
      insert into audit_log (company_id, action, user_email, description, details)
      select u.company_id, 'user_create', f.email, 'User added', jsonb_build_object('userId', u.id)
      from users u join users f on f.id = c.founder where u.company_id = c.company_id and u.id <> c.founder order by u.id;
      insert into audit_log (company_id, action, user_email, location_id, description, details)
      select s.company_id, 'audit_complete', f.email, s.location_id, 'Audit completed', jsonb_build_object('auditSessionId', s.id)
      from audit_sessions s join users f on f.id = c.founder where s.company_id = c.company_id and s.status = 'completed' order by s.id;
    end loop;
  end $$`;

/** Completed audits of every location, a quarter of a year apart: everything at hand was found, and the rest of what was not issued is missing. */
export const audits = ({ companies, users, audits: each }: Size): string => `
  insert into audit_sessions (company_id, id, performed_by, location_id, location_name, mode, start_time, end_time, total_expected,
    total_scanned, missing_bunches, status, created_at) overriding system value
  select l.company_id, (l.id - 1) * ${each} + a, (l.company_id - 1) * ${users} + 1, l.id, l.name,
    case when l.id % 2 = 0 then 'nfc' else 'manual' end, ended - interval '1 hour', ended, counts.expected, counts.found,
    counts.missing, 'completed', ended - interval '1 hour'
  from locations l
  cross join generate_series(1, ${each}) a
  cross join lateral (select ${ANCHOR} - interval '90 days' * (${each} - a) - interval '1 minute' * (l.id % 1000) as ended) as times
  cross join lateral (select count(*) filter (where status <> 'issued') as expected, count(*) filter (where status = 'active') as found,
      coalesce(array_agg(b.id::text) filter (where status not in ('active', 'issued')), '{}') as missing
    from key_bunches b where b.company_id = l.company_id and b.location_id = l.id) as counts
  where l.company_id <= ${companies};

  insert into audit_scans (company_id, id, audit_session_id, key_bunch_id, nfc_scanned, matched, tag_scanned, identifier,
    scan_result, performed_by, "timestamp", done_at) overriding system value
  select s.company_id, row_number() over (order by s.company_id, s.id, b.id), s.id, b.id, b.nfc_serial is not null,
    case when b.nfc_serial is null then 'tag' else 'nfc' end, b.current_tag, b.identifier, 'found', s.performed_by, s.end_time, s.end_time
  from audit_sessions s
  join key_bunches b on b.company_id = s.company_id and b.location_id = s.location_id and b.status = 'active';

  insert into audit_expected (company_id, audit_session_id, key_bunch_id, identifier, current_tag, type, status, holder_name,
    seen_scan_id)
  select s.company_id, s.id, b.id, b.identifier, b.current_tag, b.type, b.status, b.holder_name, scan.id
  from audit_sessions s
  join key_bunches b on b.company_id = s.company_id and b.location_id = s.location_id
  left join audit_scans scan on scan.company_id = s.company_id and scan.audit_session_id = s.id and scan.key_bunch_id = b.id;`;

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
