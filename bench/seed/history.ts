import { LOCATIONS, type Size } from './size.ts';
import { words } from './words.ts';

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
    performed_by, performed_by_first_name, performed_by_last_name, performed_by_email, "timestamp", notes, details, seq, after)
  select c, (c - 1) * ${size.movements}::bigint + seq, k.id, k.identifier, k.type, f.id, f.name, t.id, t.name, k.type,
    case when kind = 'location_move' then k.type end, kind,
    case when kind <> 'location_move' then pg_temp.tag(b, greatest(n - 1, 0)) end,
    case when kind = 'return' then pg_temp.tag(b, n) end,
    u.id, u.first_name, u.last_name, u.email, pg_temp.moment(b, n),
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
