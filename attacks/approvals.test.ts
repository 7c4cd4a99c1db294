import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  APPROVED_DUE,
  approvalOf,
  approverOf,
  pushDeviceOf,
  sensitiveBunch,
} from '../server/testing/approval.ts';
import { dumpCompany } from '../server/testing/dump.ts';
import { KIOSK_NUMBER, turnOf } from '../server/testing/kiosk.ts';
import { inputOf, send } from '../server/testing/samples.ts';
import { holderOf, makeSite, type Site } from '../server/testing/site.ts';
import { type Person, useWorld } from '../server/testing/world.ts';

// A set that needs a second person leaves with one, and no other way: neither by a guess, a token, a replay nor another's approval.
const world = useWorld({ LOGIN_FAILURES: '100000' });
let site: Site;
let officer: Person;
beforeAll(async () => {
  site = await makeSite(world);
  officer = await site.company.as('officer');
});

const WRONG = '593817';
const ask = async (me: Person, keyBunchId: number, holderId: number) =>
  (await me.call('askApprovals', { body: { holderId, dueAt: APPROVED_DUE, items: [{ keyBunchId }] } }))
    .body[0]?.id ?? 0;
const issue = (me: Person, id: number, holderId: number, more = {}) =>
  me.call('issueKeyBunch', { params: { id }, body: { holderId, dueAt: APPROVED_DUE, ...more } });
const issues = async (keyBunchId: number) =>
  (
    await world.sql("select from movement_history where key_bunch_id = $1 and action_type = 'issue'", [
      keyBunchId,
    ])
  ).length;

test('SECOND-21 the number of an approver cannot be guessed: desks and kiosks share the count', async () => {
  const { badge } = await approverOf(site);
  const holderId = await holderOf(site);
  const set = await sensitiveBunch(site);
  const id = await ask(officer, set, holderId);
  const kiosk = await turnOf(site, { offered: await sensitiveBunch(site) });
  const [offered] = await world.sql<{ id: number }>(
    'select offered_id as id from kiosk_turns where kiosk_id = $1',
    [kiosk.id],
  );
  const atDesk = (kioskNumber: string) =>
    officer.call('approveAtDesk', { body: { ids: [id], badge, kioskNumber } });
  const atKiosk = (kioskNumber: string) =>
    kiosk.call('approveAtKiosk', {
      body: { keyBunchId: offered?.id ?? 0, badge, kioskNumber, turn: kiosk.turn },
    });
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? atDesk(WRONG) : atKiosk(WRONG))),
  );
  expect(guesses.filter(({ status }) => status === 403).length).toBeLessThanOrEqual(4);
  for (const tried of [await atDesk(KIOSK_NUMBER), await atKiosk(KIOSK_NUMBER)])
    expect([tried.status, tried.body]).toMatchObject([429, { code: 'person_rests' }]);
  expect((await officer.call('getApproval', { params: { id } })).body.state).toBe('waiting');
});

test('SECOND-22 an approval of another company, set, person, due time or asker is worth nothing', async () => {
  const holderId = await holderOf(site);
  const set = await sensitiveBunch(site);
  const about = { keyBunchId: set, holderId, askedBy: officer.id, isApproved: true };
  const theirs = await makeSite(world);
  const before = await dumpCompany(world, theirs.company.id);
  const foreign = await approvalOf(theirs, { isApproved: true });
  expect((await issue(officer, set, holderId, { approvalId: foreign })).status).toBe(404);
  const others = [
    await approvalOf(site, { ...about, keyBunchId: await sensitiveBunch(site) }),
    await approvalOf(site, { ...about, holderId: await holderOf(site) }),
    await approvalOf(site, { ...about, askedBy: site.admin.id }),
    await approvalOf(site, { ...about, kind: 'switch_off' }),
    await approvalOf(site, { ...about, isApproved: false }),
  ];
  for (const approvalId of others)
    expect([(await issue(officer, set, holderId, { approvalId })).body]).toMatchObject([
      { code: 'approval_over' },
    ]);
  const own = await approvalOf(site, about);
  const later = await issue(officer, set, holderId, { approvalId: own, dueAt: '2121-01-01T06:00:00Z' });
  expect(later.body).toMatchObject({ code: 'approval_over' });
  expect(await issues(set)).toBe(0);
  expect(before).not.toBe('');
});

test('SECOND-23 a token asks and issues, but decides nothing', async () => {
  const holderId = await holderOf(site);
  const set = await sensitiveBunch(site);
  const made = await site.admin.call('createToken', {
    body: {
      name: 'Patrol',
      permissions: ['key:view', 'key:issue'],
      allowedLocationIds: [],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  const headers = { authorization: `Bearer ${made.body.token}` };
  const body = { holderId, dueAt: APPROVED_DUE, items: [{ keyBunchId: set }] };
  const asked = await world.visitor.call('askApprovals', { body, headers });
  const id = asked.body[0]?.id ?? 0;
  // Its maker asked through it, and is no second person.
  expect(asked.body[0]?.approvers.map((one) => one.id)).not.toContain(site.admin.id);
  for (const name of ['decideApprovals', 'approveAtDesk', 'addPushDevice'] as const) {
    const input = await inputOf(name, site, site.admin);
    const { status, body: refused } = await send(world.visitor, name, { ...input, headers });
    expect([status, (refused as { code?: string }).code], name).toEqual([403, 'token_may_not']);
  }
  expect((await site.admin.call('decideApprovals', { body: { ids: [id], yes: true } })).status).toBe(403);
  await world.sql(
    `update approvals set approved = true, decided_by = $2, decided_by_name = 'Tom', decided_at = now(), how = 'own_device' where id = $1`,
    [id, (await approverOf(site)).id],
  );
  expect((await issue(officer, set, holderId, { approvalId: id })).status).toBe(409);
  const emergency = { params: { id: set }, body: { holderId, emergencyReason: 'Fire' }, headers };
  expect((await world.visitor.call('issueKeyBunch', emergency)).status).toBe(403);
  const params = { id: set };
  const taken = await world.visitor.call('issueKeyBunch', {
    params,
    body: { holderId, approvalId: id },
    headers,
  });
  expect(taken.status).toBe(200);
});

test('SECOND-24 fifty issues at once with one approval, of its set and of another, are one', async () => {
  const holderId = await holderOf(site);
  const set = await sensitiveBunch(site);
  const approvalId = await approvalOf(site, {
    keyBunchId: set,
    holderId,
    askedBy: officer.id,
    isApproved: true,
  });
  const other = await sensitiveBunch(site);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => issue(officer, n % 2 ? set : other, holderId, { approvalId })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status } of answers) expect([200, 409, 503]).toContain(status);
  expect([await issues(set), await issues(other)]).toEqual([1, 0]);
}, 60_000);

test('SECOND-25 an issue that is sent again is recorded once; a yes that is sent again changes nothing', async () => {
  const holderId = await holderOf(site);
  const set = await sensitiveBunch(site);
  const id = await ask(officer, set, holderId);
  const headers = { 'idempotency-key': randomUUID() };
  const yes = { body: { ids: [id], yes: true }, headers };
  const both = [await site.admin.call('decideApprovals', yes), await site.admin.call('decideApprovals', yes)];
  expect(both.map(({ status, headers: got }) => [status, got['idempotent-replayed']])).toEqual([
    [200, undefined],
    [200, 'true'],
  ]);
  const key = { 'idempotency-key': randomUUID() };
  const input = {
    params: { id: set },
    body: { holderId, dueAt: APPROVED_DUE, approvalId: id },
    headers: key,
  };
  const twice = [await officer.call('issueKeyBunch', input), await officer.call('issueKeyBunch', input)];
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect(await issues(set)).toBe(1);
});

test('SECOND-26 a decision in the database stays: no statement of the application changes one that is over', async () => {
  const id = await approvalOf(site, { isApproved: true });
  await world.sql('update approvals set used_at = now(), used_batch = gen_random_uuid() where id = $1', [id]);
  for (const change of ['used_at = null', 'approved = false', "decided_by_name = 'Eve'"])
    await expect(world.sql(`update approvals set ${change} where id = $1`, [id])).rejects.toMatchObject({
      constraint: 'approvals_over',
    });
});

test('SECOND-27 no private address is asked, and a push has no content', async () => {
  const viewer = await site.company.as('viewer');
  const refused = await viewer.call('addPushDevice', { body: { endpoint: 'https://push.example/one' } });
  expect(refused.status).toBe(403);
  for (const endpoint of ['http://push.example/one', 'ftp://push.example', 'push', ''])
    expect((await site.admin.call('addPushDevice', { body: { endpoint } })).status).toBe(400);
  // It is stored, and refused when it is sent to, as its name may have another address by then.
  await pushDeviceOf(site, site.admin.id, 'https://169.254.169.254/latest/meta-data');
  const other = await site.company.as('officer');
  await pushDeviceOf(site, other.id);
  const { devices } = (await other.call('getApprovalNotices')).body;
  expect(devices).toHaveLength(1);
  expect(JSON.stringify(devices)).not.toContain('invalid');
  const [columns] = await world.sql<{ names: string[] }>(
    "select array_agg(attname::text order by attnum) as names from pg_attribute where attrelid = 'pushes'::regclass and attnum > 0 and not attisdropped",
  );
  expect(columns?.names).toEqual(['company_id', 'device_id', 'id', 'tries', 'next_at', 'good_until']);
});
