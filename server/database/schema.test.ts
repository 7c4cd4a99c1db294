import { describe, expect, test } from 'vitest';
import { useWorld } from '../testing/world.ts';
import * as people from './schema/accounts.ts';
import * as delivery from './schema/delivery.ts';
import * as history from './schema/history.ts';
import * as register from './schema/register.ts';
import type { AnyTable, Column } from './table.ts';

const SCHEMA = { ...people, ...register, ...history, ...delivery };

const world = useWorld({});

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
type Real = { name: string; nullable: boolean; type: string; default: string | null; isMade: boolean };
const columnsOf = (table: string): Promise<Real[]> =>
  world.sql<Real>(
    `select column_name as name, is_nullable = 'YES' as nullable, coalesce(nullif(data_type, 'ARRAY'), udt_name) as type,
       column_default as default, is_identity = 'YES' or is_generated = 'ALWAYS' as "isMade"
     from information_schema.columns where table_schema = 'public' and table_name = $1 order by 1`,
    [table],
  );

describe('the tables have the fields of the specification', () => {
  const has = (table: string, names: string) => async () => {
    const columns = (await columnsOf(table)).map(({ name }) => name);
    expect(columns).toEqual(expect.arrayContaining(names.split(/\s+/).map(snake)));
  };
  test(
    'ENT-01 companies',
    has('companies', 'id name slug adminEmail planType isActive settings createdAt updatedAt'),
  );
  test(
    'ENT-04 users',
    has(
      'users',
      `id email firstName lastName password profileImageUrl companyId role permissions customPermissions
       allowedLocationIds isActive createdAt updatedAt`,
    ),
  );
  test('ENT-08 locations', has('locations', 'id companyId name type description status'));
  test(
    'ENT-10 key_bunches',
    has(
      'key_bunches',
      `id companyId identifier type currentTag nfcSerial locationId status keyCount fobCount keyDescription notes
       imageUrl imageUpdatedAt lastUpdated createdAt updatedAt`,
    ),
  );
  test(
    'ENT-13 movement_history',
    has(
      'movement_history',
      `id keyBunchId fromLocationId toLocationId fromBunchType toBunchType actionType oldTag newTag performedBy
       timestamp notes companyId`,
    ),
  );
  test(
    'ENT-17 audit_sessions',
    has(
      'audit_sessions',
      `id companyId performedBy locationId keyType startTime endTime totalExpected totalScanned missingBunches status
       notes createdAt`,
    ),
  );
  test(
    'ENT-19 audit_scans',
    has(
      'audit_scans',
      'id auditSessionId keyBunchId nfcScanned tagScanned scanResult timestamp notes companyId',
    ),
  );
  test(
    'ENT-20 archived_key_bunches',
    has(
      'archived_key_bunches',
      `id originalId identifier type currentTag nfcSerial locationId locationName status keyCount fobCount
       keyDescription notes createdAt lastUpdated deletedAt deletedBy deletionReason companyId`,
    ),
  );
  test('ENT-21 audit_log', has('audit_log', 'id action userId keyBunchId details timestamp companyId'));
  test('ENT-23 sessions', has('sessions', 'sid sess expire'));
  test('ENT-24 settings', has('settings', 'id name displayName description color isActive companyId'));

  test('ENT-03 ENT-06 ENT-09 ENT-11 ENT-18 defaults', async () => {
    const defaults: [string, string, string | RegExp][] = [
      ['companies', 'plan_type', /^'basic'/],
      ['users', 'role', /^'officer'/],
      ['locations', 'status', /^'active'/],
      ['key_bunches', 'status', /^'active'/],
      ['key_bunches', 'key_count', /^1$/],
      ['key_bunches', 'fob_count', /^0$/],
      ['audit_sessions', 'total_scanned', /^0$/],
      ['audit_sessions', 'status', /^'in_progress'/],
    ];
    for (const [table, name, value] of defaults) {
      const column = (await columnsOf(table)).find((found) => found.name === name);
      expect(column?.default, `${table}.${name}`).toMatch(value);
    }
  });

  test('ENT-07 permissions are text lists, allowed locations an integer list', async () => {
    const types = Object.fromEntries((await columnsOf('users')).map(({ name, type }) => [name, type]));
    expect(types).toMatchObject({
      permissions: '_text',
      custom_permissions: '_text',
      allowed_location_ids: '_int4',
    });
    const sessions = await columnsOf('audit_sessions');
    expect(sessions.find(({ name }) => name === 'missing_bunches')?.type).toBe('_text');
  });

  test('ENT-02 ENT-05 a slug and an email are unique', async () => {
    const insert = 'insert into companies (name, slug, admin_email) values ($1, $2, $3)';
    await world.sql(insert, ['A', 'one-of-a-kind', 'a@example.com']);
    await expect(world.sql(insert, ['B', 'one-of-a-kind', 'b@example.com'])).rejects.toMatchObject({
      code: '23505',
      constraint: 'companies_slug_key',
    });
    await world.sql("insert into users (email) values ('one@example.com')");
    await expect(world.sql("insert into users (email) values ('one@example.com')")).rejects.toMatchObject({
      code: '23505',
      constraint: 'users_email_key',
    });
    await expect(world.sql("insert into users (email) values ('One@example.com')")).rejects.toMatchObject({
      code: '23514',
    });
  });
});

/** Tables without a declaration: only statements written by hand and functions of the database use them. */
const UNDECLARED = [
  'approval_desks',
  'approvals',
  'archived_key_bunches',
  'attempts',
  'backup_state',
  'bunch_counts',
  'chain_heads',
  'changes',
  'devices',
  'found_notices',
  'handover_requests',
  'history_texts',
  'idempotency_keys',
  'import_refused_rows',
  'key_bunch_terms',
  'kiosk_numbers',
  'kiosk_turns',
  'kiosks',
  'label_codes',
  'labels',
  'mail_turns',
  'mailed_receipts',
  'outbox_answers',
  'outbox_entries',
  'overdue_sets',
  'push_devices',
  'pushes',
  'reminder_days',
  'reminder_marks',
  'reminder_runs',
  'reminder_wishes',
  'reservations',
  'room_handover_items',
  'room_handovers',
  'room_signers',
  'round_sets',
  'rounds',
  'schema_migrations',
  'searched_words',
  'unsubscribe_tokens',
  'webhook_events',
  'webhook_overdue',
];

test('every table is declared or known to need no declaration', async () => {
  const real = await world.sql<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  const declared = Object.values<AnyTable>(SCHEMA).map(({ name }) => name);
  expect(real.map(({ name }) => name)).toEqual([...declared, ...UNDECLARED].sort());
});

test('each declared table has exactly the columns of the database, with their types', async () => {
  for (const { name, columns } of Object.values<AnyTable>(SCHEMA)) {
    const declared = Object.values<Column & { name: string }>(columns).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    const real = await columnsOf(name);
    expect(
      declared.map((column) => [column.name, column.type, column.isNullable]),
      name,
    ).toEqual(real.map((column) => [column.name, column.type, column.nullable]));
    // What the declaration says is given has a default, may be null, or is made by the database.
    for (const { name: column, isGiven } of declared) {
      const { default: value, nullable, isMade } = real.find((one) => one.name === column) ?? {};
      expect(isGiven, `${name}.${column}`).toBe(Boolean(value) || nullable || isMade);
    }
  }
});
