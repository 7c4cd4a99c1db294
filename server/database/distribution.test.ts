import { describe, expect, test } from 'vitest';
import { useWorld } from '../testing/world.ts';

// The requirements of a PostgreSQL distributed by company (Citus) on the schema, read from the catalogue; docs/scaling.md gives the
// consequences.
const world = useWorld({});

/**
 * Where each table would be: `sharded` by its company_id, all of a company on one node; `reference`, a copy on every node; or `local`,
 * on one node alone, because it is asked before a company is known.
 */
const PLACES: Record<string, 'sharded' | 'reference' | 'local'> = {
  api_tokens: 'sharded',
  approval_desks: 'sharded',
  approvals: 'sharded',
  archived_key_bunches: 'sharded',
  audit_expected: 'sharded',
  audit_log: 'sharded',
  audit_members: 'sharded',
  audit_scans: 'sharded',
  audit_sessions: 'sharded',
  bunch_counts: 'sharded',
  chain_heads: 'sharded',
  devices: 'sharded',
  former_checks: 'sharded',
  former_entries: 'sharded',
  former_registers: 'sharded',
  found_notices: 'sharded',
  handover_requests: 'sharded',
  history_checks: 'sharded',
  history_texts: 'sharded',
  holders: 'sharded',
  idempotency_keys: 'sharded',
  import_refused_rows: 'sharded',
  imports: 'sharded',
  key_bunch_premises: 'sharded',
  key_bunch_terms: 'sharded',
  key_bunches: 'sharded',
  kiosk_numbers: 'sharded',
  kiosk_turns: 'sharded',
  kiosks: 'sharded',
  labels: 'sharded',
  locations: 'sharded',
  mailed_receipts: 'sharded',
  movement_history: 'sharded',
  outbox_answers: 'sharded',
  outbox_entries: 'sharded',
  overdue_sets: 'sharded',
  photos: 'sharded',
  premises: 'sharded',
  reminder_days: 'sharded',
  reminder_marks: 'sharded',
  reminder_runs: 'sharded',
  reminder_wishes: 'sharded',
  reservations: 'sharded',
  room_handover_items: 'sharded',
  room_handovers: 'sharded',
  room_signers: 'sharded',
  round_sets: 'sharded',
  rounds: 'sharded',
  searched_words: 'sharded',
  settings: 'sharded',
  signatures: 'sharded',
  webhook_deliveries: 'sharded',
  webhook_events: 'sharded',
  webhook_overdue: 'sharded',
  webhooks: 'sharded',
  // Emails and company identifiers are unique across all companies, and every shard refers to people.
  companies: 'reference',
  users: 'reference',
  attempts: 'local',
  authenticator_apps: 'local',
  backup_state: 'local',
  // Every server reads all of it, in the order of transactions on a single node.
  changes: 'local',
  factor_challenges: 'local',
  half_sign_ins: 'local',
  identities: 'local',
  label_codes: 'local',
  mail_turns: 'local',
  one_time_tokens: 'local',
  letters: 'local',
  passkeys: 'local',
  // The address of a browser is unique across all companies.
  push_devices: 'local',
  pushes: 'local',
  recovery_codes: 'local',
  schema_migrations: 'local',
  sessions: 'local',
  unsubscribe_tokens: 'local',
};
const placeOf = (table: string) => PLACES[table] ?? 'unknown';

type Key = {
  table: string;
  kind: 'p' | 'u' | 'f';
  columns: string[];
  to: string | null;
  toColumns: string[];
  on: string;
};
const keys = () =>
  world.sql<Key>(
    `select t.relname::text as table, c.contype::text as kind, f.relname::text as to, c.confdeltype::text as on,
       array(select attname::text from unnest(c.conkey) with ordinality k(n, o) join pg_attribute a
         on a.attrelid = c.conrelid and a.attnum = k.n order by o) as columns,
       array(select attname::text from unnest(c.confkey) with ordinality k(n, o) join pg_attribute a
         on a.attrelid = c.confrelid and a.attnum = k.n order by o) as "toColumns"
     from pg_constraint c join pg_class t on t.oid = c.conrelid left join pg_class f on f.oid = c.confrelid
     where t.relnamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'f')`,
  );

/** Citus joins and checks within a node: with both sides by company, or with a table that is on every node. */
function crosses({ table, to, columns, toColumns }: Key): boolean {
  const [from, towards] = [placeOf(table), placeOf(to ?? '')];
  if (towards === 'reference') return false;
  if (from === 'sharded' && towards === 'sharded')
    return !columns.some((column, n) => column === 'company_id' && toColumns[n] === 'company_id');
  return !(from === 'local' && towards === 'local');
}

describe('a database distributed by company', () => {
  test('every table has its place, and every sharded one a company that is never absent', async () => {
    const tables = await world.sql<{ name: string }>(
      "select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
    );
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(PLACES).sort());
    const sharded = await world.sql<{ name: string; type: string }>(
      `select table_name::text as name, data_type::text as type from information_schema.columns
       where table_schema = 'public' and column_name = 'company_id' and is_nullable = 'NO' order by 1`,
    );
    expect(sharded.filter(({ name }) => placeOf(name) !== 'local')).toEqual(
      Object.entries(PLACES)
        .filter(([, place]) => place === 'sharded')
        .map(([name]) => ({ name, type: 'integer' })),
    );
  });

  test('what is unique in a sharded table is so within a company, and no key crosses shards', async () => {
    const all = await keys();
    expect(all.length).toBeGreaterThan(50);
    const unique = all.filter(({ table, kind }) => kind !== 'f' && placeOf(table) === 'sharded');
    expect(unique.filter(({ columns }) => !columns.includes('company_id'))).toEqual([]);
    expect(all.filter((key) => key.kind === 'f' && crosses(key))).toEqual([]);
    const indexes = await world.sql<{ table: string; name: string }>(
      `select t.relname::text as table, i.indexrelid::regclass::text as name from pg_index i join pg_class t on t.oid = i.indrelid
       where i.indisunique and t.relnamespace = 'public'::regnamespace and not exists (select from pg_attribute a
         where a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[]) and a.attname = 'company_id')`,
    );
    expect(indexes.filter(({ table }) => placeOf(table) === 'sharded')).toEqual([]);
  });

  test('an index of a sharded table begins with the company, or with what a token or only housekeeping asks', async () => {
    const others = await world.sql<{ table: string; name: string }>(
      `select t.relname::text as table, i.indexrelid::regclass::text as name from pg_index i join pg_class t on t.oid = i.indrelid
         join pg_am m on m.oid = (select relam from pg_class where oid = i.indexrelid)
       where t.relnamespace = 'public'::regnamespace and m.amname = 'btree' and not exists (select from pg_attribute a
         where a.attrelid = i.indrelid and a.attnum = i.indkey[0] and a.attname = 'company_id')`,
    );
    const sharded = others.filter(({ table }) => placeOf(table) === 'sharded').map(({ name }) => name);
    expect(sharded.sort()).toEqual([
      // The company of a token or a kiosk is known only once it was found, so it is searched on every node.
      'api_tokens_hash',
      'idempotency_keys_age',
      'kiosks_code',
      'kiosks_secret',
      'webhook_events_age',
    ]);
  });

  test('what a company’s transaction asks of the one node that knows people is in named functions', async () => {
    const local = Object.keys(PLACES).filter((table) => placeOf(table) === 'local');
    const functions = await world.sql<{ name: string; text: string }>(
      "select proname::text as name, prosrc as text from pg_proc where pronamespace = 'public'::regnamespace order by 1",
    );
    const names = (text: string) =>
      local.filter((table) => new RegExp(`\\b(from|into|update|join) ${table}\\b`).test(text));
    // The trigger functions that publish changes do nothing else.
    const asking = functions
      .filter(({ name }) => !name.startsWith('notify_'))
      .map(({ name, text }) => [name, names(text)] as const);
    expect(Object.fromEntries(asking.filter(([, tables]) => tables.length > 0))).toEqual({
      add_push_device: ['push_devices'],
      backup_health: ['backup_state'],
      call_as: ['sessions'],
      company_second_factors: ['authenticator_apps', 'passkeys'],
      end_half_sign_ins: ['half_sign_ins'],
      lock_caller: ['sessions'],
      has_second_factor: ['authenticator_apps', 'passkeys'],
      remove_sign_in: ['authenticator_apps', 'half_sign_ins', 'passkeys', 'recovery_codes', 'sessions'],
      company_invitations: ['identities', 'one_time_tokens', 'letters'],
      count_letters: ['attempts'],
      unconfirm_identities: ['identities'],
      end_own_sessions: ['sessions'],
      end_sessions: ['sessions'],
      finder_of: ['label_codes'],
      delete_imported: ['changes'],
      forget_push_devices: ['push_devices'],
      forget_unverified_identities: ['identities'],
      store_invitation: ['one_time_tokens'],
      skip_delivery: ['changes'],
      own_factor_missing: ['sessions'],
      own_sessions: ['sessions'],
      queue_approval_notices: ['changes', 'letters', 'push_devices', 'pushes'],
      queue_letter: ['letters'],
      raise_found_keys: ['label_codes', 'letters'],
      release_label_codes: ['label_codes'],
      reserve_label_codes: ['label_codes'],
      taken_label_codes: ['label_codes'],
      queue_receipt: ['letters'],
      queue_reservation_letter: ['letters'],
      reminder_health: ['letters'],
      revoke_links: ['one_time_tokens', 'letters'],
    });
  });

  test('what Citus refuses of the schema as it is: the list of docs/scaling.md', async () => {
    const count = async (query: string) =>
      (await world.sql<{ table: string }>(query)).filter(({ table }) => placeOf(table) !== 'local').length;
    const found = {
      'policies with a subquery': await count(
        `select tablename::text as table from pg_policies where schemaname = 'public' and concat(qual, with_check) ilike '%select%'`,
      ),
      triggers: await count(
        `select t.relname::text as table from pg_trigger g join pg_class t on t.oid = g.tgrelid
         where not g.tgisinternal and t.relnamespace = 'public'::regnamespace`,
      ),
      'identities of four bytes': await count(
        `select table_name::text as table from information_schema.columns
         where table_schema = 'public' and is_identity = 'YES' and data_type = 'integer'`,
      ),
      'foreign keys that set null': (await keys()).filter(({ on }) => on === 'n').length,
    };
    expect(Object.entries(found).filter(([, n]) => n === 0)).toEqual([]);
    expect(found['foreign keys that set null']).toBe(1);
  });
});
