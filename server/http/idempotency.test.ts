import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { api, type CallName } from '../../shared/api.ts';
import { dumpCompany } from '../testing/dump.ts';
import { CALLS, inputOf, samples, send } from '../testing/samples.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { useWorld } from '../testing/world.ts';

// A write with one Idempotency-Key has one effect, however often it is sent.
const world = useWorld();
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});
const withKey = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const issueBody = { officerName: 'Callum Reid' };

/** Every call that changes a company's data. */
const writes = CALLS.filter(
  (name) =>
    api[name].method !== 'GET' &&
    !samples[name].refused &&
    samples[name].access !== 'anyone' &&
    samples[name].access !== 'session',
);

/** The effect of each sample: movements, log entries, records created or removed. */
const EFFECTS: Partial<Record<CallName, { moves?: number; log?: number; rows?: number }>> = {
  endSession: { log: 1 },
  createLocation: { log: 1, rows: 1 },
  updateLocation: { log: 1 },
  createHolder: { log: 1, rows: 1 },
  updateHolder: { log: 1 },
  createPremises: { log: 1, rows: 1 },
  updatePremises: { log: 1 },
  runImport: { log: 2, rows: 1 },
  undoImport: { log: 1, rows: -1 },
  handOver: { moves: 1 },
  askHandover: { log: 1 },
  acceptHandover: { moves: 1 },
  refuseHandover: { log: 1 },
  withdrawHandover: { log: 1 },
  createReservations: { log: 1 },
  updateReservation: { log: 1 },
  createRound: { log: 1 },
  updateRound: { log: 1 },
  useRound: { log: 1 },
  beginRoomHandover: { log: 1 },
  updateRoomHandover: {},
  answerRoomHandover: {},
  cancelRoomHandover: { log: 1 },
  numberRegisterSheet: { log: 1 },
  recordPaper: { moves: 1 },
  sendOutbox: { moves: 1 },
  settleOutbox: { log: 1 },
  forgetDevice: { log: 1 },
  changeDue: { log: 1 },
  undoCustody: { moves: 1 },
  settleShort: { moves: 1 },
  issueBatch: { moves: 1 },
  returnBatch: { moves: 1 },
  undoBatch: { moves: 1 },
  deleteLocation: { log: 1, rows: -1 },
  createKeyBunch: { log: 2, rows: 1 },
  updateKeyBunch: { moves: 2, log: 3 },
  deleteKeyBunch: { moves: 1, log: 1, rows: -1 },
  moveKeyBunch: { moves: 1 },
  issueKeyBunch: { moves: 1 },
  returnKeyBunch: { moves: 1 },
  linkNfc: { log: 1 },
  unlinkNfc: { log: 1 },
  startAudit: { rows: 1 },
  scanAudit: { rows: 1 },
  tickAudit: { rows: 1 },
  readAudit: { rows: 1 },
  undoAudit: { moves: 1, log: 1 },
  createSetting: { log: 1, rows: 1 },
  updateSetting: { log: 1 },
  deleteSetting: { log: 1, rows: -1 },
  updateCompany: { log: 1 },
  verifyHistory: { rows: 1 },
  createUser: { log: 1, rows: 1 },
  updateUser: { log: 1 },
  inviteUser: { log: 1 },
  resetFactors: { log: 1 },
  requireSecondFactor: { log: 1 },
  createToken: { log: 1 },
  confirmToken: { log: 1 },
  revokeToken: { log: 1 },
  createWebhook: { log: 1 },
  updateWebhook: { log: 1 },
  deleteWebhook: { log: 1 },
  renewWebhookSecret: { log: 1 },
  leaveOutDelivery: { log: 1 },
  linkLabel: { log: 1 },
  renewLabel: { log: 1 },
  closeFoundNotice: { log: 1 },
  askApprovals: { log: 1 },
  decideApprovals: { log: 1 },
  approveAtDesk: { log: 1 },
  takeBackApprovals: { log: 1 },
  askAtKiosk: { log: 1 },
  approveAtKiosk: { log: 2 },
  createKiosk: { log: 1 },
  updateKiosk: { log: 1 },
  renewKioskCode: { log: 1 },
  revokeKiosk: { log: 1 },
  setOwnKioskNumber: { log: 1 },
  createFirstKioskNumber: { log: 1 },
  deleteKioskNumber: { log: 1 },
  reportAbsent: { log: 1 },
  takeAtKiosk: { moves: 1 },
  returnAtKiosk: { moves: 1 },
};
/** The effect of these two depends on the records of other tests. */
const MANY: CallName[] = ['bulkMove', 'completeAudit'];

/** A reply without its secret, which is sent once and not part of a replay. */
function told(name: CallName, body: unknown): unknown {
  const secret = 'oneTimeSecret' in api[name] ? api[name].oneTimeSecret : '';
  return Object.fromEntries(Object.entries(body as object).filter(([field]) => field !== secret));
}

describe('one key thirty times in parallel: one effect and thirty equal replies', () => {
  for (const name of writes) {
    test(`${name}`, async () => {
      const made = await inputOf(name, site, site.admin);
      const input = { ...made, headers: { ...made.headers, ...withKey() } };
      const count = async () => {
        const [row] = await world.sql<{ log: number; moves: number; rows: number }>(
          `select (select count(*)::int from audit_log) as log, (select count(*)::int from movement_history) as moves,
             (select count(*)::int from key_bunches) + (select count(*)::int from locations)
               + (select count(*)::int from audit_sessions) + (select count(*)::int from audit_scans)
               + (select count(*)::int from settings) + (select count(*)::int from history_checks)
               + (select count(*)::int from users) + (select count(*)::int from premises)
               + (select count(*)::int from holders where user_id is null) as rows`,
        );
        return row ?? { log: 0, moves: 0, rows: 0 };
      };
      const before = await count();
      const answers = await Promise.all(Array.from({ length: 30 }, () => send(site.admin, name, input)));
      const success = (api[name] as { status?: number }).status ?? 200;
      for (const { status, body, headers } of answers) {
        expect(status, JSON.stringify(body)).toBe(success);
        expect(JSON.stringify(told(name, body))).toBe(JSON.stringify(told(name, answers[0]?.body)));
        expect(headers.etag).toBe(answers[0]?.headers.etag);
      }
      expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(29);
      const after = await count();
      if (MANY.includes(name)) {
        expect(after.moves).toBeGreaterThan(before.moves);
        return;
      }
      const { moves = 0, log = 0, rows = 0 } = EFFECTS[name] ?? {};
      expect(after.moves - before.moves, 'movements').toBe(moves);
      expect(after.log - before.log, 'log entries').toBe(log);
      expect(after.rows - before.rows, 'records').toBe(rows);
    });
  }
});

describe('a key', () => {
  test('with another body, or another address, is 422 and does nothing', async () => {
    const bunch = await site.company.bunch(site.here.id);
    const other = await site.company.bunch(site.here.id);
    const headers = withKey();
    const issue = (id: number, body: Record<string, unknown>) =>
      site.admin.call('issueKeyBunch', { params: { id }, body, headers });
    expect((await issue(bunch.id, issueBody)).status).toBe(200);
    const before = await dumpCompany(world, site.company.id);
    for (const refused of [
      await issue(bunch.id, { ...issueBody, notes: 'other' }),
      await issue(other.id, issueBody),
      await site.admin.call('deleteKeyBunch', { params: { id: other.id }, headers }),
    ]) {
      expect([refused.status, refused.body.message]).toEqual([
        422,
        'This Idempotency-Key was used for another request',
      ]);
    }
    expect(await dumpCompany(world, site.company.id)).toBe(before);
  });

  test('of one user means nothing to another, of the same company or of another', async () => {
    const headers = withKey();
    const colleague = await site.company.as('admin');
    const stranger = (await world.newCompany()).admin;
    for (const person of [site.admin, colleague, stranger]) {
      const made = await person.call('createLocation', {
        body: { name: `By ${person.id}`, type: 'van' },
        headers,
      });
      expect([made.status, made.body.name]).toEqual([201, `By ${person.id}`]);
      expect(made.headers['idempotent-replayed']).toBeUndefined();
    }
  });

  test('of a refused request may be tried again, and then counts', async () => {
    const bunch = await site.company.bunch(site.here.id);
    const params = { id: bunch.id };
    const headers = withKey();
    const back = () =>
      site.admin.call('returnKeyBunch', { params, body: { officerName: 'A', newTag: '5' }, headers });
    expect((await back()).status).toBe(409);
    await site.admin.call('issueKeyBunch', { params, body: issueBody });
    expect((await back()).status).toBe(200);
    const again = await back();
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
  });

  test('replays what was answered then, not what is true now', async () => {
    const bunch = await site.company.bunch(site.here.id);
    const params = { id: bunch.id };
    const headers = withKey();
    const issue = () => site.admin.call('issueKeyBunch', { params, body: issueBody, headers });
    const first = await issue();
    await site.admin.call('returnKeyBunch', { params, body: { officerName: 'A', newTag: '5' } });
    const replayed = await issue();
    expect([replayed.status, replayed.body]).toEqual([200, first.body]);
    const { body } = await site.admin.call('getKeyBunch', { params });
    expect(body.status).toBe('active');
  });

  test('P16 answers nothing that was stored once the rights of its person changed, and does nothing again', async () => {
    const officer = await site.company.as('officer');
    const bunch = await site.company.bunch(site.here.id);
    const input = { params: { id: bunch.id }, body: issueBody, headers: withKey() };
    expect((await officer.call('issueKeyBunch', input)).status).toBe(200);
    const rights = (allowedLocationIds: number[]) =>
      site.admin.call('updateUser', { params: { id: officer.id }, body: { allowedLocationIds } });
    expect((await rights([site.there.id])).status).toBe(200);
    const before = await dumpCompany(world, site.company.id);
    const refused = await officer.call('issueKeyBunch', input);
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        message: 'This was done already. Your access has changed since, so the answer is not shown again.',
        code: 'answer_withdrawn',
      },
    ]);
    expect(await dumpCompany(world, site.company.id)).toBe(before);
    expect((await rights([])).status).toBe(200);
    expect((await officer.call('issueKeyBunch', input)).headers['idempotent-replayed']).toBe('true');
  });

  test('that is no UUID is 400', async () => {
    const before = await dumpCompany(world, site.company.id);
    for (const key of ['1', '', 'x'.repeat(36), `${randomUUID()}0`, `{${randomUUID()}}`]) {
      const { status, body } = await site.admin.call('createLocation', {
        body: { name: 'A', type: 'van' },
        headers: withKey(key),
      });
      expect([status, body.message], key).toEqual([400, 'Idempotency-Key must be a UUID']);
    }
    expect(await dumpCompany(world, site.company.id)).toBe(before);
  });

  test('is ignored by reads, and by what runs before a company is known', async () => {
    const headers = withKey();
    const first = await site.admin.call('listLocations', { headers });
    await site.company.location();
    const second = await site.admin.call('listLocations', { headers });
    expect(second.body).toHaveLength(first.body.length + 1);
    expect((await site.admin.call('getDashboard', { headers: withKey('no uuid') })).status).toBe(200);
    const bad: CallName[] = ['logIn', 'setUpCompany', 'logOut'];
    for (const name of bad) {
      const answer = await send(world.visitor, name, {
        ...(await inputOf(name, site, world.visitor)),
        headers: withKey('no uuid'),
      });
      expect(answer.status, name).toBeLessThan(300);
    }
  });

  test('is kept in the transaction of its effect, under its user', async () => {
    const key = randomUUID();
    const made = await site.admin.call('createLocation', {
      body: { name: 'Kept', type: 'van' },
      headers: withKey(key),
    });
    const [row] = await world.sql(
      'select user_id, company_id, status, body from idempotency_keys where key = $1',
      [key],
    );
    expect(row).toEqual({
      user_id: site.admin.id,
      company_id: site.company.id,
      status: 201,
      body: made.body,
    });
  });
});

test('S-56 a refusal that kept what it wrote is told again as it was, in its own words', async () => {
  const site = await makeSite(world);
  await site.company.bunch(site.here.id);
  const elsewhere = await site.company.bunch(site.there.id, { nfcSerial: '04:EE:01' });
  const { body: session } = await site.admin.call('startAudit', {
    body: { locationId: site.here.id, mode: 'nfc' },
  });
  for (const [nfcSerial, status, message] of [
    ['04:FF:99', 404, 'Key bunch not found for this NFC tag'],
    ['04:EE:01', 409, `${elsewhere.identifier} is registered at ${site.there.name}`],
  ] as const) {
    const headers = { 'idempotency-key': randomUUID() };
    const scan = () =>
      site.admin.call('scanAudit', { body: { auditSessionId: session.id, nfcSerial }, headers });
    const first = await scan();
    const second = await scan();
    expect([first.status, first.body.message]).toEqual([status, message]);
    expect([second.status, second.body]).toEqual([status, first.body]);
    expect(second.headers['idempotent-replayed']).toBe('true');
  }
  const { body } = await site.admin.call('getAudit', { params: { id: session.id } });
  expect([body.unexpected.length, body.unknown.length]).toEqual([1, 1]);
});
