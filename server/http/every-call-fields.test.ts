import { beforeAll, describe, expect, test } from 'vitest';
import { api, type Call, type CallName } from '../../shared/api.ts';
import { PERMISSIONS } from '../../shared/permissions.ts';
import { dumpAll, expectRefused } from '../testing/dump.ts';
import { bodyShapeOf, CALLS, inputOf, samples, send } from '../testing/samples.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { type Person, useWorld } from '../testing/world.ts';

// Undeclared fields are refused: every column of every table is sent to every call that writes.
const world = useWorld({});
let mine: Site;
let theirs: Site;

beforeAll(async () => {
  mine = await makeSite(world);
  theirs = await makeSite(world);
  columns = await world.sql<Column>(
    "select table_name as table, column_name as name, data_type as type from information_schema.columns where table_schema = 'public'",
  );
});

type Column = { table: string; name: string; type: string };
let columns: Column[];

/** Values that occur nowhere else in this file. */
const POISON = { text: 'PLANTED', number: 987_654, time: '1999-01-01T00:00:00.000Z' };
const FOUND = /PLANTED|987654|1999-01-01/;

const PLANTED: Record<string, unknown> = {
  'timestamp with time zone': POISON.time,
  integer: POISON.number,
  bigint: POISON.number,
  smallint: POISON.number,
  ARRAY: [POISON.text],
  boolean: false,
  jsonb: { planted: POISON.text },
};

/** Every column of every table by both of its names, with a value of its type, and known attack fields (P6). */
function everyColumn(): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    username: POISON.text,
    isAdmin: true,
    performed_by: POISON.number,
  };
  for (const { name, type } of columns) {
    const value = PLANTED[type] ?? POISON.text;
    fields[name] = value;
    fields[name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())] = value;
  }
  return { ...fields, companyId: theirs.company.id, company_id: theirs.company.id, role: 'super_admin' };
}

const writes = CALLS.filter((name) => bodyShapeOf(name));

test('the fields sent are those of the tables', () => {
  const fields = everyColumn();
  expect(columns.map(({ table }) => table)).toEqual(
    expect.arrayContaining(['users', 'key_bunches', 'movement_history']),
  );
  for (const name of [
    'performedBy',
    'deletedBy',
    'userId',
    'createdAt',
    'holderName',
    'prevHash',
    'password',
  ]) {
    expect(Object.keys(fields)).toContain(name);
  }
});

describe('undeclared fields of a body are never stored', () => {
  for (const name of writes) {
    test(`${name}`, async () => {
      const officer = await mine.company.as('officer', {
        firstName: 'Ola',
        customPermissions: [...PERMISSIONS],
      });
      const me: Person = name === 'setUpCompany' ? world.visitor : officer;
      const input = await inputOf(name, mine, me);
      const undeclared = everyColumn();
      for (const field of Object.keys(bodyShapeOf(name) ?? {})) delete undeclared[field];
      expect(Object.keys(undeclared).length).toBeGreaterThan(50);
      const before = await dumpAll(world);
      const refused = await send(me, name, { ...input, body: { ...undeclared, ...input.body } });
      expectRefused(refused, name);
      expect([refused.status, refused.body.code]).toEqual([400, 'unknown_field']);
      expect(Object.keys(undeclared)).toEqual(
        expect.arrayContaining(Object.keys(refused.body.errors ?? { none: '' })),
      );
      expect(await dumpAll(world)).toBe(before);
      const answer = await send(me, name, input);
      expect(answer.status, JSON.stringify(answer.body)).toBe(
        samples[name].refused ?? (api[name] as Call).status ?? 200,
      );
      const rows = (await dumpAll(world)).split('\n').filter((line) => FOUND.test(line));
      expect(rows).toEqual([]);
      expect(JSON.stringify(answer.body)).not.toMatch(FOUND);
      // The officer's record is unchanged, and the newest entries are signed by them.
      const [user] = await world.sql('select role, company_id, is_active from users where id = $1', [
        officer.id,
      ]);
      expect(user).toEqual({ role: 'officer', company_id: mine.company.id, is_active: true });
      const [entry] = await world.sql('select performed_by from movement_history order by id desc limit 1');
      const [line] = await world.sql('select user_id from audit_log order by id desc limit 1');
      if (['moveKeyBunch', 'issueKeyBunch', 'returnKeyBunch', 'deleteKeyBunch'].includes(name)) {
        expect(entry).toEqual({ performed_by: officer.id });
      }
      if (['createLocation', 'updateLocation', 'createKeyBunch', 'updateUser'].includes(name)) {
        expect(line).toEqual({ user_id: officer.id });
      }
    });
  }

  test('a status of issued is set by no other call than issue', async () => {
    for (const name of ['createKeyBunch', 'updateKeyBunch', 'moveKeyBunch'] as const satisfies CallName[]) {
      const input = await inputOf(name, mine, mine.admin);
      const held = {
        status: 'issued',
        holderName: 'Nobody',
        issuedAt: POISON.time,
        holder: { name: 'Nobody' },
      };
      await send(mine.admin, name, { ...input, body: { ...input.body, ...held } });
    }
    expect(await world.sql("select id from key_bunches where holder_name = 'Nobody'")).toEqual([]);
  });
});

describe('P3 nobody raises themselves', () => {
  const others = {
    role: 'super_admin',
    permissions: [...PERMISSIONS],
    customPermissions: ['system:admin'],
    allowedLocationIds: [],
    isActive: false,
    companyId: 1,
  };
  for (const [field, value] of Object.entries(others)) {
    test(`one's own ${field} is refused when it differs`, async () => {
      const me = await mine.company.as('officer', { allowedLocationIds: [mine.here.id] });
      const before = await dumpAll(world);
      const answer = await send(me, 'updateUser', {
        params: { id: me.id },
        body: { firstName: 'New', [field]: field === 'companyId' ? theirs.company.id : value },
      });
      expect(answer.status).toBe(403);
      expectRefused(answer, field);
      expect(await dumpAll(world)).toBe(before);
    });
  }
});

test('every call that writes takes a declared body or none', () => {
  const unread = CALLS.filter((name) => api[name].method !== 'GET' && !bodyShapeOf(name));
  expect(unread).toEqual([
    'logOut',
    'beginConfirm',
    'endSession',
    'endOtherSessions',
    'verifyHistory',
    'anchorHistory',
    'deleteLocation',
    'unlinkNfc',
    'undoCustody',
    'mailReceipt',
    'forgetDevice',
    'cancelRoomHandover',
    'renewKioskCode',
    'revokeKiosk',
    'createFirstKioskNumber',
    'deleteKioskNumber',
    'removePushDevice',
    'importRegister',
    'undoImport',
    'renewLabel',
    'closeFoundNotice',
    'leaveAudit',
    'undoAudit',
    'cancelAudit',
    'dismissFirstSteps',
    'deleteSetting',
    'inviteUser',
    'confirmToken',
    'revokeToken',
    'deleteWebhook',
    'renewWebhookSecret',
    'testWebhook',
    'replayDelivery',
    'leaveOutDelivery',
    'beginPasskeySignIn',
    'beginApp',
    'removeApp',
    'beginPasskey',
    'removePasskey',
    'renewRecoveryCodes',
    'resetFactors',
  ]);
});
