import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { type Chain, checkChains } from './history-chain.ts';

/** Something that must never be: `what` names the record, `rule` the guarantee that it breaks. */
export type Fault = { companyId: number; rule: string; what: string };

type Invariant = { rule: string; sql: string };

/** What left an issued bunch: a return, or a change of its status to missing. */
const CUSTODY = `action_type in ('issue', 'return') or (action_type = 'status_change' and details ->> 'from' = 'issued')`;

/** What led a set to another place: a move, a return that kept it elsewhere, or what undid that. */
const LED = `action_type = 'location_move' or (action_type in ('return', 'issue') and to_location_id is not null)`;

/**
 * What holds between the tables whatever happened: each query answers the company and the name of every
 * record that breaks it. The chains themselves are checked by `checkChains`.
 */
export const INVARIANTS: Record<'I2' | 'I3' | 'I7' | 'I8' | 'I11', Invariant> = {
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
};

/** A company with its two chains (I4) and what breaks the rules between its tables. */
export type Finding = { id: number; name: string; chains: Chain[]; faults: Fault[] };

/**
 * Reads everything in one snapshot as keyhold_system and answers a finding for every company, in order of its id. Changes
 * nothing. Throws when the database holds no Keyhold.
 */
export async function findFaults(client: pg.Client): Promise<Finding[]> {
  await client.query('begin isolation level repeatable read read only; set local role keyhold_system');
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('public.movement_history') is not null as there`,
    );
    if (!rows[0]?.there) throw new Error('Keyhold is not set up in this database yet.');
    const companies = await client.query<{ id: number; name: string }>(
      'select id, name from companies order by id',
    );
    const faults = await brokenRules(client);
    const reader = drizzle(client);
    const findings: Finding[] = [];
    for (const { id, name } of companies.rows) {
      const own = faults.filter((fault) => fault.companyId === id);
      findings.push({ id, name, chains: await checkChains(reader, id), faults: own });
    }
    return findings;
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

async function brokenRules(client: pg.ClientBase): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { rule, sql } of Object.values(INVARIANTS)) {
    const { rows } = await client.query<{ company_id: number; what: string }>(sql);
    faults.push(...rows.map(({ company_id, what }) => ({ companyId: company_id, rule, what })));
  }
  return faults;
}
