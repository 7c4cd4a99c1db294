import { beforeAll, describe, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

// D-23, decision 0075: any number of people in one audit.
const world = useWorld();
let site: Site;
let tom: Person;
let hannah: Person;
beforeAll(async () => {
  site = await makeSite(world);
  tom = await site.company.as('officer', { firstName: 'Tom', lastName: 'Whitaker' });
  hannah = await site.company.as('officer', { firstName: 'Hannah', lastName: 'Boyd' });
});

/** An audit that Tom began ten minutes ago, of sets on these hooks. */
async function audit(hooks: (string | null)[] = ['A 1', 'A 2', 'A 3', 'A 4']) {
  const place = await site.company.location();
  const ids: number[] = [];
  for (const [n, position] of hooks.entries())
    ids.push((await site.company.bunch(place.id, { position, nfcSerial: `04:D${place.id}:0${n}` })).id);
  const { body } = await tom.call('startAudit', { body: { locationId: place.id } });
  await world.sql(`update audit_sessions set start_time = start_time - interval '10 minutes' where id = $1`, [
    body.id,
  ]);
  const params = { id: body.id };
  const tick = (me: Person, n: number, seen = true, more: Record<string, unknown> = {}) =>
    me.call('tickAudit', { params, body: { keyBunchId: ids[n], seen, ...more } });
  const scan = (me: Person, n: number, more: Record<string, unknown> = {}) =>
    me.call('scanAudit', {
      body: { auditSessionId: body.id, nfcSerial: `04:D${place.id}:0${n}`, ...more },
    });
  const read = async (me: Person = tom) => (await me.call('getAudit', { params })).body;
  return { place, ids, params, tick, scan, read };
}
const join = (me: Person, id: number, body = {}) => me.call('joinAudit', { params: { id }, body });
const complete = (me: Person, id: number, body: Record<string, unknown> = {}) =>
  me.call('completeAudit', { params: { id }, body });
const statusOf = async (id: number) => (await site.admin.call('getKeyBunch', { params: { id } })).body.status;
/** Lets a member's last sign of life be that long ago. */
const silence = (id: number, me: Person, how: string) =>
  world.sql(
    'update audit_members set heard_at = heard_at - $3::interval where audit_session_id = $1 and user_id = $2',
    [id, me.id, how],
  );
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

describe('who takes part', () => {
  test('users who may audit at the location join, tick and complete; no others do', async () => {
    const { params, tick, read, place } = await audit();
    expect((await join(hannah, params.id, { device: 'phone', unsent: 2 })).body.members).toMatchObject([
      { userId: tom.id, device: null, counted: 0 },
      {
        userId: hannah.id,
        user: { firstName: 'Hannah' },
        device: 'phone',
        unsent: 2,
        leftAt: null,
        last: null,
      },
    ]);
    for (const n of [0, 1, 2]) expect((await tick(hannah, n)).status).toBe(200);
    await tick(tom, 3);
    const [first, second] = (await read()).members;
    expect([first?.counted, second?.counted, second?.device]).toEqual([1, 3, 'phone']);
    expect(second?.last).toMatchObject({ position: 'A 3' });
    const viewer = await site.company.as('viewer');
    expect([(await join(viewer, params.id)).status, (await tick(viewer, 0)).status]).toEqual([403, 403]);
    const elsewhere = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
    expect((await join(elsewhere, params.id)).status).toBe(404);
    const left = await hannah.call('leaveAudit', { params });
    expect(left.body.members[1]?.leftAt).toEqual(expect.any(String));
    // A count brings a member back.
    await tick(hannah, 3);
    expect((await read()).members[1]?.leftAt).toBeNull();
    const done = await complete(hannah, params.id);
    expect(done.body).toMatchObject({ user: { firstName: 'Tom' }, completedBy: { firstName: 'Hannah' } });
    expect((await join(tom, params.id)).body.message).toBe('Audit session is not in progress');
    const counted = [
      { userId: hannah.id, user: expect.objectContaining({ firstName: 'Hannah' }), counted: 3 },
      { userId: tom.id, user: expect.objectContaining({ firstName: 'Tom' }), counted: 1 },
    ];
    const verified = await site.admin.call('getVerification', { params: { id: place.id } });
    expect(verified.body.audit?.countedBy).toEqual(counted);
    const report = await site.admin.call('getLocationReport', { params: { id: place.id } });
    expect(report.body.lastAudit?.countedBy).toEqual(counted);
  });

  test('the starter cancels, users with audit:edit, and members once the starter left or was not heard for an hour', async () => {
    const cancel = (me: Person, params: { id: number }) => me.call('cancelAudit', { params, body: {} });
    const one = await audit();
    await join(hannah, one.params.id);
    expect([(await cancel(hannah, one.params)).status, (await one.read(hannah)).mayCancel]).toEqual([
      403,
      false,
    ]);
    expect([(await one.read(tom)).mayCancel, (await one.read(site.admin)).mayCancel]).toEqual([true, true]);
    await tom.call('leaveAudit', { params: one.params });
    expect((await one.read(hannah)).mayCancel).toBe(true);
    expect((await cancel(hannah, one.params)).body.status).toBe('abandoned');
    const other = await audit();
    await silence(other.params.id, tom, '61 minutes');
    expect((await cancel(hannah, other.params)).status, 'who did not join').toBe(403);
  });

  test('of two who take over an audit that was left alone one does, and both go on with it', async () => {
    const { params, tick, read } = await audit();
    expect((await read()).idleSince).toBeNull();
    await silence(params.id, tom, '61 minutes');
    const { idleSince, members } = await read();
    expect(idleSince).toBe(members[0]?.heardAt);
    const dana = await site.company.as('officer');
    const answers = await Promise.all([join(hannah, params.id), join(dana, params.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read()).toMatchObject({ idleSince: null, performedBy: tom.id });
    const taken = await world.sql(
      `select user_id from audit_log where action = 'audit_take_over' and details->>'auditSessionId' = $1`,
      [String(params.id)],
    );
    expect(taken).toHaveLength(1);
    expect([(await tick(hannah, 0)).status, (await tick(dana, 1)).status]).toEqual([200, 200]);
    expect([(await read(hannah)).mayCancel, (await read(dana)).mayCancel]).toEqual([true, true]);
    await join(tom, params.id);
    expect((await read(hannah)).mayCancel, 'the starter is back').toBe(false);
  });

  test('the starter cannot begin anew over colleagues who count in the audit', async () => {
    const { place, params, tick } = await audit();
    await tick(hannah, 0);
    const again = await tom.call('startAudit', { body: { locationId: place.id } });
    expect([again.status, again.body.code, again.body.auditSessionId]).toEqual([
      409,
      'audit_open',
      params.id,
    ]);
    expect(again.body.message).toMatch(
      /^Other people take part in your audit of .* Continue it, or cancel it first\.$/,
    );
    await hannah.call('leaveAudit', { params });
    expect((await tom.call('startAudit', { body: { locationId: place.id } })).status).toBe(201);
  });

  test('every member sees a count, a member and a split through the ticks', async () => {
    const { params, tick } = await audit();
    await join(hannah, params.id);
    await tick(tom, 0);
    await tick(tom, 1);
    await tick(hannah, 1, false);
    const { body } = await hannah.call('getAuditTicks', { params, query: { after: 0 } });
    expect(body.members.map(({ userId, counted }) => [userId, counted])).toEqual([
      [tom.id, 1],
      [hannah.id, 0],
    ]);
    expect(body.withdrawn).toEqual(body.unticked.map(({ keyBunchId }) => keyBunchId));
    expect(body.unticked).toMatchObject([{ userId: hannah.id, user: { firstName: 'Hannah' } }]);
  });
});

describe('parts', () => {
  test('are as large as each other in the order of the hooks; sets without a hook are one more', async () => {
    const { params, read } = await audit(['A 10', 'A 2', 'A 1', 'B 1', null]);
    await join(hannah, params.id);
    const split = (parts: unknown) => tom.call('splitAudit', { params, body: { parts } });
    const rest = { from: null, to: null, userId: null };
    expect((await split([tom.id, hannah.id])).body.parts).toEqual([
      { from: 'A 1', to: 'A 2', userId: tom.id },
      { from: 'A 10', to: 'B 1', userId: hannah.id },
      rest,
    ]);
    await hannah.call('leaveAudit', { params });
    expect((await read()).parts[1]).toEqual({ from: 'A 10', to: 'B 1', userId: null });
    expect((await split([hannah.id, null])).body.message, 'who left').toBe('Unknown member');
    expect((await split([tom.id])).body.message).toBe('Choose 2 or 3 parts');
    expect((await split([null, null, null, null])).status).toBe(400);
    expect((await split([])).body.parts).toEqual([]);
  });
});

describe('two counts of one set', () => {
  test('the one that was made first counts, whichever arrives first; the other is told whose', async () => {
    const { ids, tick, scan, read } = await audit();
    expect((await tick(tom, 0, true, { doneAt: ago(20) })).body).toMatchObject({ totalScanned: 1 });
    const later = await tick(hannah, 0, true, { doneAt: ago(10) });
    expect(later.body).toMatchObject({ totalScanned: 1, already: { userId: tom.id } });
    const scanned = await scan(hannah, 0, { doneAt: ago(5) });
    expect([scanned.status, scanned.body.code]).toEqual([409, 'already_scanned']);
    expect(scanned.body).toMatchObject({ already: { userId: tom.id, user: { firstName: 'Tom' } } });
    // Made earlier, arrived later.
    expect((await scan(hannah, 0, { doneAt: ago(30) })).status).toBe(200);
    const now = await read();
    expect(now.seen).toMatchObject([{ keyBunchId: ids[0], userId: hannah.id, matched: 'nfc' }]);
    expect([now.totalScanned, ...now.members.map(({ counted }) => counted)]).toEqual([1, 0, 1]);
  });

  test('of the same moment one counts', async () => {
    const { tick, read } = await audit();
    const both = await Promise.all([tick(tom, 0), tick(hannah, 0), tick(tom, 1), tick(hannah, 1)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const now = await read();
    expect([now.totalScanned, now.members.reduce((sum, { counted }) => sum + counted, 0)]).toEqual([2, 2]);
  });

  test('an untick that arrives late undoes no count that was made after it', async () => {
    const { tick, scan, read } = await audit();
    await tick(tom, 0, true, { doneAt: ago(40) });
    await tick(hannah, 0, true, { doneAt: ago(20) });
    expect((await tick(tom, 0, false, { doneAt: ago(30) })).body.totalScanned).toBe(1);
    expect((await read()).seen).toMatchObject([{ userId: hannah.id }]);
    expect((await tick(tom, 0, false)).body.totalScanned).toBe(0);
    const before = await scan(hannah, 0, { doneAt: ago(10) });
    expect([before.status, before.body.code]).toEqual([409, 'unticked']);
    expect((await tick(hannah, 0, true, { doneAt: ago(5) })).body).toMatchObject({
      totalScanned: 0,
      unticked: { userId: tom.id, user: { firstName: 'Tom' } },
    });
    expect((await read()).totalScanned).toBe(0);
  });

  test('a device whose clock is ahead, or was in the past, counts now', async () => {
    const { tick, read } = await audit();
    await tick(tom, 0, true, { doneAt: '2120-01-01T00:00:00Z' });
    await tick(tom, 1, true, { doneAt: '2020-01-01T00:00:00Z' });
    const { seen, startTime } = await read();
    for (const one of seen) {
      expect(Date.parse(one.doneAt) - Date.parse(one.timestamp)).toBeLessThan(1000);
      expect(one.doneAt >= startTime).toBe(true);
    }
  });
});

describe('a completion', () => {
  test('with a quarter unseen, and at least two, needs their number', async () => {
    const { params, tick, ids } = await audit();
    await tick(tom, 0);
    await tick(tom, 1);
    for (const body of [{}, { confirmMissing: 3 }]) {
      const refused = await complete(hannah, params.id, body);
      expect([refused.status, refused.body.message]).toEqual([400, 'Type how many will be Missing']);
      expect(refused.body.errors).toHaveProperty('confirmMissing');
    }
    expect(await statusOf(ids[2] ?? 0)).toBe('active');
    expect((await complete(hannah, params.id, { confirmMissing: 'two' })).status).toBe(400);
    expect((await complete(hannah, params.id, { confirmMissing: 2 })).status).toBe(200);
    const one = await audit();
    for (const n of [0, 1, 2]) await one.tick(tom, n);
    expect((await complete(tom, one.params.id)).status, 'one of four').toBe(200);
  });

  test('names members who may have counts to send, once', async () => {
    const { params, tick, ids } = await audit();
    for (const n of [0, 1]) await tick(tom, n);
    await join(hannah, params.id, { unsent: 4 });
    await tick(hannah, 2);
    const named = async (body = {}) => {
      const { status, body: answer } = await complete(tom, params.id, body);
      return status === 409 ? answer.unheard?.map(({ userId, unsent }) => [userId, unsent]) : status;
    };
    expect(await named()).toEqual([[hannah.id, 3]]);
    await join(hannah, params.id, { unsent: 0 });
    await silence(params.id, hannah, '61 seconds');
    expect(await named()).toEqual([[hannah.id, 0]]);
    const refused = await complete(tom, params.id);
    expect([refused.body.code, refused.body.message]).toEqual([
      'counts_unsent',
      'Hannah Boyd may still have counts to send. Complete without them?',
    ]);
    expect(await statusOf(ids[3] ?? 0)).toBe('active');
    expect(await named({ without: [hannah.id] })).toBe(200);
  });

  test('asks about no user who left or was not heard for ten minutes, nor when no set is unseen', async () => {
    const outcomes: number[] = [];
    for (const how of ['left', 'gone', 'all seen']) {
      const { params, tick } = await audit();
      for (const n of how === 'all seen' ? [0, 1, 2, 3] : [0, 1, 2]) await tick(tom, n);
      await join(hannah, params.id, { unsent: 1 });
      if (how === 'left') await hannah.call('leaveAudit', { params });
      if (how === 'gone') await silence(params.id, hannah, '601 seconds');
      outcomes.push((await complete(tom, params.id)).status);
    }
    expect(outcomes).toEqual([200, 200, 200]);
  });

  test('at once with a colleague’s tick: the tick is in it, or is a late count', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { params, tick, ids, read } = await audit();
      for (const n of [0, 1, 2]) await tick(tom, n);
      const [done, ticked] = await Promise.all([
        complete(tom, params.id),
        tick(hannah, 3, true, { doneAt: ago(15) }),
      ]);
      expect([done.status, ticked.status]).toEqual([200, 200]);
      const now = await read();
      expect(ticked.body.late ?? false).toBe((now.late ?? []).length === 1);
      expect([now.missing, await statusOf(ids[3] ?? 0)]).toEqual([[], 'active']);
    }
  });
});

test('D-27 an audit that found less than the company’s share allows no bulk move, until late counts reach it', async () => {
  const owner = await site.company.as('super_admin');
  const { params, tick, place } = await audit();
  const verification = async () =>
    (await site.admin.call('getVerification', { params: { id: place.id } })).body;
  for (const n of [0, 1, 2]) await tick(tom, n);
  await complete(tom, params.id);
  expect(await verification()).toMatchObject({
    isVerified: false,
    neededShare: 90,
    message: 'Last audit found 75% of its sets. A bulk move needs 90%.',
    audit: { share: 75 },
  });
  const move = { fromLocationId: place.id, toLocationId: (await site.company.location()).id };
  const refused = await site.admin.call('bulkMove', { body: move });
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    403,
    'audit_required',
    'Last audit found 75% of its sets. A bulk move needs 90%.',
  ]);
  await tick(hannah, 3, true, { doneAt: ago(30) });
  expect(await verification()).toMatchObject({ isVerified: true, audit: { share: 100 } });
  const set = (auditShare: unknown) => owner.call('updateCompany', { body: { auditShare } });
  for (const wrong of [0, 101, 7.5]) expect((await set(wrong)).status).toBe(400);
  expect((await set(75)).body.auditShare).toBe(75);
  await set(90);
});
