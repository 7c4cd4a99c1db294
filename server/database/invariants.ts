import type pg from 'pg';
import { type Chain, checkChains } from './history-chain.ts';
import { AS_RECORDED } from './invariants-recorded.ts';
import { OWNER, SYSTEM } from './roles.ts';

/** A violation: `what` names the record, `rule` the guarantee. */
export type Fault = { companyId: number; rule: string; what: string };

type Invariant = { rule: string; sql: string };

/** Ends of an issue: a return, or a change of status to missing. */
const CUSTODY = `action_type in ('issue', 'return') or (action_type = 'status_change' and details ->> 'from' = 'issued')`;

/** Changes of a set's location: a move, a return to another location, or the undo of either. */
const LED = `action_type = 'location_move' or (action_type in ('return', 'issue') and to_location_id is not null)`;

/** Invariants between the tables: each query returns the company and name of every violating record. `checkChains` checks the chains. */
export const INVARIANTS: Record<
  'I2' | 'I3' | 'I6' | 'I7' | 'I8' | 'I9' | 'I11' | 'I18' | keyof typeof AS_RECORDED,
  Invariant
> = {
  I2: {
    rule: 'a key set is issued exactly when its last change of custody is an issue, and then it has a holder',
    sql: `with last as (
        select distinct on (company_id, key_bunch_id) company_id, key_bunch_id, action_type
        from movement_history where ${CUSTODY} order by company_id, key_bunch_id, seq desc)
      select b.company_id, 'key set ' || b.id || ' "' || b.identifier || '" is ' || b.status || ', '
        || coalesce('its last change of custody was ' || l.action_type, 'never issued') as what
      from key_bunches b left join last l on l.company_id = b.company_id and l.key_bunch_id = b.id
      where (b.status = 'issued') <> (coalesce(l.action_type, '') = 'issue')
        or (b.status = 'issued') <> (b.holder_name is not null)`,
  },
  I3: {
    rule: 'a key set is where its last move took it, or where it was added',
    sql: `with moved as (
        select distinct on (company_id, key_bunch_id) company_id, key_bunch_id, to_location_id as location_id
        from movement_history where ${LED} order by company_id, key_bunch_id, seq desc
      ), added as (
        select distinct on (company_id, key_bunch_id) company_id, key_bunch_id, location_id
        from audit_log where action = 'create' and key_bunch_id is not null order by company_id, key_bunch_id, seq desc)
      select b.company_id, 'key set ' || b.id || ' "' || b.identifier || '" is at location ' || b.location_id
        || ', the history says ' || coalesce(m.location_id, a.location_id) as what
      from key_bunches b
      left join moved m on m.company_id = b.company_id and m.key_bunch_id = b.id
      left join added a on a.company_id = b.company_id and a.key_bunch_id = b.id
      where b.location_id <> coalesce(m.location_id, a.location_id)`,
  },
  // An email may pass from one person to another: then the log has the change.
  I6: {
    rule: 'an entry of the history names the person who wrote it',
    sql: `with renamed as (
        select distinct company_id from audit_log where action in ('user_edit', 'user_rights') and details->'changes' ? 'email'
      ), said as (
        select company_id, performed_by as person, lower(performed_by_email) as email, 'movement' as entry, min(seq) as seq, max("timestamp") as at
        from movement_history group by 1, 2, 3
        union all select company_id, user_id, lower(user_email), 'log entry', min(seq), max("timestamp") from audit_log group by 1, 2, 3)
      select s.company_id, s.entry || ' ' || s.seq || ' was written by user ' || s.person || ' and names ' || s.email || ', who is user '
        || u.id as what
      from said s join users u on u.company_id = s.company_id and lower(u.email) = s.email and u.id <> s.person and u.created_at <= s.at
      where s.company_id not in (select company_id from renamed)`,
  },
  I7: {
    rule: 'a deleted key set is in the archive and has exactly one history entry',
    sql: `with gone as (
        select company_id, key_bunch_id, count(*) as entries
        from movement_history where action_type = 'deleted' group by company_id, key_bunch_id)
      select coalesce(a.company_id, g.company_id) as company_id,
        'key set ' || coalesce(a.original_id, g.key_bunch_id) || case when a.original_id is null
          then ' has a history entry but is not in the archive'
          else ' is in the archive with ' || coalesce(g.entries, 0) || ' history entries' end as what
      from archived_key_bunches a
      full join gone g on g.company_id = a.company_id and g.key_bunch_id = a.original_id
      where a.original_id is null or g.entries is distinct from 1
      union all
      select b.company_id, 'key set ' || b.id || ' "' || b.identifier || '" is in the archive but still in the register'
      from key_bunches b
      join archived_key_bunches a on a.company_id = b.company_id and a.original_id = b.id`,
  },
  I8: {
    rule: 'an NFC serial belongs to one key set of a company',
    sql: `select company_id, 'serial ' || nfc_serial || ' belongs to ' || count(*) || ' key sets' as what
      from key_bunches where nfc_serial is not null group by company_id, nfc_serial having count(*) > 1`,
  },
  I9: {
    rule: 'in a completed audit every expected set is seen, missing, or changed meanwhile; a spot check marks none missing',
    sql: `with counted as (
        select s.company_id, s.id, s.total_expected, s.total_scanned, s.missing_bunches, s.start_time, s.end_time,
          s.kind, count(e.key_bunch_id) as expected, count(e.seen_scan_id) as seen,
          count(*) filter (where e.seen_scan_id is not null and e.key_bunch_id::text = any (s.missing_bunches)) as twice,
          count(*) filter (where e.seen_scan_id is null and e.key_bunch_id::text = any (s.missing_bunches)) as missing
        from audit_sessions s left join audit_expected e
          on e.company_id = s.company_id and e.audit_session_id = s.id and e.status <> 'issued'
        where s.status = 'completed' group by s.company_id, s.id)
      select company_id, 'audit ' || id || ' expected ' || total_expected || ' and has ' || expected || ': ' || seen || ' seen of '
        || total_scanned || ', ' || missing || ' missing of ' || cardinality(missing_bunches) || ', ' || twice || ' seen and missing' as what
      from counted
      where expected <> total_expected or seen <> total_scanned or twice > 0 or missing <> cardinality(missing_bunches)
        or kind = 'spot' and missing > 0
      union all
      select c.company_id, 'audit ' || c.id || ' says nothing of key set ' || e.key_bunch_id || ', to which nothing happened meanwhile'
      from counted c join audit_expected e on e.company_id = c.company_id and e.audit_session_id = c.id
      where c.kind <> 'spot' and c.seen + c.missing < c.expected and e.status <> 'issued' and e.seen_scan_id is null
        and not e.key_bunch_id::text = any (c.missing_bunches)
        and not exists (select from movement_history m where m.company_id = c.company_id and m.key_bunch_id = e.key_bunch_id
          and m."timestamp" between c.start_time and c.end_time)`,
  },
  I11: {
    rule: 'the counts of key sets are those of the sets that are there',
    sql: `with kept as (
        select company_id, location_id, type, status, has_nfc, sum(bunches) as n from bunch_counts group by 1, 2, 3, 4, 5
      ), there as (
        select company_id, location_id, type, status, nfc_serial is not null as has_nfc, count(*) as n from key_bunches group by 1, 2, 3, 4, 5)
      select company_id, 'at location ' || location_id || ' there are ' || coalesce(there.n, 0) || ' of type ' || type || ', ' || status
        || ', ' || case when has_nfc then 'with' else 'without' end || ' an NFC tag, but counted are ' || coalesce(kept.n, 0) as what
      from there full join kept using (company_id, location_id, type, status, has_nfc)
      where coalesce(there.n, 0) <> coalesce(kept.n, 0)`,
  },
  I18: {
    rule: 'things were done with a key set in the order of its history, and an entry made without signal has its movement',
    sql: `select company_id, 'entry ' || seq || ' of key set ' || key_bunch_id || ' was done at ' || done_at || ', the one before it at '
        || coalesce(before::text, '-') || ', and it was received at ' || "timestamp" as what
      from (select company_id, key_bunch_id, seq, done_at, "timestamp",
        lag(done_at) over (partition by company_id, key_bunch_id order by seq) as before
        from movement_history where key_bunch_id is not null) m
      where done_at < before or done_at > "timestamp"
      union all
      select e.company_id, 'entry ' || e.n || ' of device ' || e.device || ' has no movement ' || e.movement_id
      from outbox_entries e where e.movement_id is not null and not exists (select from movement_history m
        where m.company_id = e.company_id and m.id = e.movement_id and m.key_bunch_id = e.key_bunch_id)`,
  },
  ...AS_RECORDED,
};

/** I5 has a check for each foreign key of the schema. */
const REFERENCES = 'no row refers to a row of another company';

type Key = { child: string; parent: string; child_columns: string[]; parent_columns: string[] };

/** Composite foreign keys between rows of a company. */
const KEYS = `select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
    (select array_agg(quote_ident(a.attname) order by k.n) from unnest(c.conkey) with ordinality k (attnum, n)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum) as child_columns,
    (select array_agg(quote_ident(a.attname) order by k.n) from unnest(c.confkey) with ordinality k (attnum, n)
      join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.attnum) as parent_columns
  from pg_constraint c join pg_namespace n on n.oid = c.connamespace
  where c.contype = 'f' and n.nspname = 'public' and cardinality(c.conkey) > 1
    and exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attnum = c.conkey[1] and a.attname = 'company_id')
  order by 1, 2`;

/** Ids stored without a foreign key: column, and the table they refer to. */
const BY_VALUE = [
  ['movement_history', 'key_bunch_id', 'key_bunches'],
  ['movement_history', 'from_location_id', 'locations'],
  ['movement_history', 'to_location_id', 'locations'],
  ['audit_log', 'key_bunch_id', 'key_bunches'],
  ['audit_log', 'location_id', 'locations'],
  ['audit_expected', 'key_bunch_id', 'key_bunches'],
  ['audit_scans', 'key_bunch_id', 'key_bunches'],
  ['audit_scans', 'location_id', 'locations'],
] as const;

/** References to rows that the company does not have. Foreign keys prevent them, unless they were switched off. */
const danglingSql = ({ child, parent, child_columns, parent_columns }: Key): string => {
  const own = child_columns.filter((name) => name !== 'company_id');
  const pairs = child_columns.map((name, at) => `p.${parent_columns[at]} = c.${name}`);
  return `select c.company_id, '${child} names ${own.join(', ')} ' || concat_ws(', ', ${own.map((name) => `c.${name}`)})
      || ', which no row of ${parent} of its company has' as what
    from ${child} c left join ${parent} p on ${pairs.join(' and ')}
    where c.company_id is not null and ${own.map((name) => `c.${name} is not null`).join(' and ')} and p.company_id is null`;
};

/** Ids are unique in the whole database, so an id of another company's row is a reference to it. */
const foreignSql = ([child, column, parent]: (typeof BY_VALUE)[number]): string =>
  `select c.company_id, '${child} ' || c.id || ' names ${column} ' || c.${column} || ' of company ' || p.company_id as what
    from (select company_id, ${child === 'audit_expected' ? 'audit_session_id as id' : 'id'}, ${column} from ${child}) c
    join ${parent} p on p.id = c.${column} and p.company_id <> c.company_id`;

/** The statements of I5, one per reference. */
async function referenceChecks(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<Key>(KEYS);
  return [...rows.map(danglingSql), ...BY_VALUE.map(foreignSql)];
}

/** A company with its two chains (I4) and its violations. */
export type Finding = { id: number; name: string; chains: Chain[]; faults: Fault[] };

/** Whether the company has no violation. */
export const isWhole = ({ chains, faults }: Finding): boolean =>
  chains.every(({ brokenAt }) => brokenAt === null) && faults.length === 0;

/** The commands' output for a company: one line, and one for each broken rule. */
export function linesOf({ id, name, chains, faults }: Finding): string[] {
  const count = (chain: Chain['chain']) => chains.find((one) => one.chain === chain)?.entries ?? 0;
  const broken = chains
    .filter(({ brokenAt }) => brokenAt !== null)
    .map(({ chain, brokenAt, reason }) => `BROKEN at ${NAMES[chain]} ${brokenAt}: ${reason}`);
  const about = `Company ${id} "${name}": ${count('movement')} movements, ${count('log')} log entries`;
  return [
    `${about}, ${broken.join(', ') || 'chain intact'}`,
    ...faults.map(({ rule, what }) => `  BROKEN: ${what} (${rule})`),
  ];
}

const NAMES = { movement: 'movement', log: 'log entry' } as const;

/** Checks that keyhold_system may not run, as it may not read the tables. */
export const OWNERS_CHECKS = ['I5', 'I9', 'I14', 'I17'] as const;
type Reader = typeof OWNER | typeof SYSTEM;

/**
 * Checks every company in one snapshot, in order of id. Read-only. As keyhold_system (the server's login) it skips OWNERS_CHECKS. `also`
 * reads on in the same snapshot, and may add to the findings. Throws when the database holds no Keyhold.
 */
export async function findFaults(
  client: pg.Client,
  reader: Reader = SYSTEM,
  also?: (findings: Finding[]) => Promise<void>,
): Promise<Finding[]> {
  await client.query(`begin isolation level repeatable read read only; set local role ${reader}`);
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('public.movement_history') is not null as there`,
    );
    if (!rows[0]?.there) throw new Error('Keyhold is not set up in this database yet.');
    const findings = await checkEverything(client, reader);
    await also?.(findings);
    return findings;
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

/** The same in the caller's transaction, with its role. */
export async function checkEverything(client: pg.ClientBase, reader: Reader = OWNER): Promise<Finding[]> {
  const companies = await client.query<{ id: number; name: string }>(
    'select id, name from companies order by id',
  );
  const faults = await brokenRules(client, reader);
  const findings: Finding[] = [];
  for (const { id, name } of companies.rows) {
    const own = faults.filter((fault) => fault.companyId === id);
    findings.push({ id, name, chains: await checkChains(client, id), faults: own });
  }
  return findings;
}

async function brokenRules(client: pg.ClientBase, reader: Reader): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [name, { rule, sql }] of Object.entries(INVARIANTS)) {
    if (reader === SYSTEM && OWNERS_CHECKS.some((one) => one === name)) continue;
    const { rows } = await client.query<{ company_id: number; what: string }>(sql);
    faults.push(...rows.map(({ company_id, what }) => ({ companyId: company_id, rule, what })));
  }
  for (const sql of reader === OWNER ? await referenceChecks(client) : []) {
    const { rows } = await client.query<{ company_id: number; what: string }>(sql);
    faults.push(...rows.map(({ company_id, what }) => ({ companyId: company_id, rule: REFERENCES, what })));
  }
  return faults;
}
