import { expect, test } from 'vitest';
import { APPROVED_DUE, approverOf, sensitiveBunch } from '../../testing/approval.ts';
import { KIOSK_NUMBER } from '../../testing/kiosk.ts';
import { holderOf, makeSite, nameOfHolder, staffOf } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld();

/** A site with an officer, a user who may approve, a person to get keys, and a set that needs a second person. */
async function scene() {
  const site = await makeSite(world);
  const officer = await site.company.as('officer');
  const approver = await site.company.as('officer');
  await world.sql('update users set approver = true where id = $1', [approver.id]);
  const holderId = await holderOf(site);
  return { site, officer, approver, holderId, set: await sensitiveBunch(site) };
}

const ask = async (me: Person, keyBunchId: number, holderId: number, more = {}) =>
  me.call('askApprovals', { body: { holderId, dueAt: APPROVED_DUE, items: [{ keyBunchId }], ...more } });
const answer = (me: Person, id: number, yes = true) =>
  me.call('decideApprovals', { body: { ids: [id], yes } });
const issue = (me: Person, id: number, holderId: number, more = {}) =>
  me.call('issueKeyBunch', { params: { id }, body: { holderId, dueAt: APPROVED_DUE, ...more } });
/** A yes that can be used. */
async function approved({ officer, approver, set, holderId }: Awaited<ReturnType<typeof scene>>) {
  const [one] = (await ask(officer, set, holderId)).body;
  await answer(approver, one?.id ?? 0);
  return one?.id ?? 0;
}
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string }).code,
];

test('SECOND-01 a set leaves with the yes of a second person, who is in its history and on the receipt', async () => {
  const { site, officer, approver, holderId, set } = await scene();
  const refused = await issue(officer, set, holderId);
  expect(codeOf(refused)).toEqual([409, 'second_person']);
  expect(refused.body.message).toMatch(/ needs a second person$/);
  const asked = await ask(officer, set, holderId, { purpose: 'Alarm response' });
  expect(asked.status).toBe(201);
  const [one] = asked.body;
  const name = await nameOfHolder(site, holderId);
  expect(one).toMatchObject({ kind: 'issue', state: 'waiting', mayDecide: false, holder: { name }, held: 0 });
  expect(one?.approvers.map(({ id }) => id).sort()).toEqual([site.admin.id, approver.id].sort());
  const id = one?.id ?? 0;
  expect(codeOf(await issue(officer, set, holderId, { approvalId: id }))).toEqual([409, 'approval_over']);
  const seen = (await approver.call('getApprovals')).body;
  expect(seen.waiting.map((each) => [each.id, each.mayDecide])).toEqual([[id, true]]);
  expect((await answer(approver, id)).body).toMatchObject([{ state: 'approved', how: 'own_device' }]);
  expect((await officer.call('getApprovals')).body.mine.map(({ state }) => state)).toEqual(['approved']);
  const issued = await issue(officer, set, holderId, { approvalId: id });
  expect(issued.status).toBe(200);
  const [movement] = (await officer.call('getKeyBunchHistory', { params: { id: set } })).body;
  expect(movement?.details).toMatchObject({
    approvalId: id,
    approvedById: approver.id,
    approvedHow: 'own_device',
  });
  const batchId = movement?.details.batchId ?? '';
  const receipt = await officer.call('getReceipt', { params: { batchId } });
  expect(receipt.body.items[0]).toMatchObject({ approvedHow: 'own_device', withoutSecondPerson: false });
  expect(receipt.body.items[0]?.approvedBy).toBe(movement?.details.approvedBy);
});

test('SECOND-02 an approval is used once, for its set, person and due time', async () => {
  const one = await scene();
  const { officer, set, holderId, site } = one;
  const approvalId = await approved(one);
  const other = await holderOf(site);
  expect(codeOf(await issue(officer, set, other, { approvalId }))).toEqual([409, 'approval_over']);
  const later = await issue(officer, set, holderId, { approvalId, dueAt: '2121-01-01T06:00:00Z' });
  expect(codeOf(later)).toEqual([409, 'approval_over']);
  const set2 = await sensitiveBunch(site);
  expect(codeOf(await issue(officer, set2, holderId, { approvalId }))).toEqual([409, 'approval_over']);
  expect(codeOf(await issue(site.admin, set, holderId, { approvalId }))).toEqual([409, 'approval_over']);
  // Without a due time that of the approval holds.
  const issued = await issue(officer, set, holderId, { approvalId, dueAt: undefined });
  expect([issued.status, Date.parse(issued.body.dueAt ?? '')]).toEqual([200, Date.parse(APPROVED_DUE)]);
  await officer.call('returnKeyBunch', { params: { id: set }, body: { holderId, newTag: '9901' } });
  const again = await issue(officer, set, holderId, { approvalId });
  expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/was used already$/)]);
});

test('SECOND-02 of 50 issues at once with one approval one is recorded', async () => {
  const one = await scene();
  const approvalId = await approved(one);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => issue(one.officer, one.set, one.holderId, { approvalId })),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(new Set(statuses)).toEqual(new Set([200, 409]));
});

test('SECOND-03 asker, approver and holder are three people', async () => {
  const { site, officer, approver, set, holderId } = await scene();
  const own = await staffOf(site, officer.id);
  expect(codeOf(await ask(officer, set, own))).toEqual([409, 'approver_oneself']);
  // The approver asks themselves, or gets the keys: another must say yes.
  const [asked] = (await ask(approver, set, holderId)).body;
  expect(asked?.approvers.map(({ id }) => id)).toEqual([site.admin.id]);
  expect(codeOf(await answer(approver, asked?.id ?? 0))).toEqual([403, 'approver_oneself']);
  const [toThem] = (await ask(officer, set, await staffOf(site, approver.id))).body;
  expect(codeOf(await answer(approver, toThem?.id ?? 0))).toEqual([403, 'approver_oneself']);
  expect(codeOf(await answer(officer, toThem?.id ?? 0))).toEqual([403, 'forbidden']);
  expect((await answer(site.admin, toThem?.id ?? 0)).status).toBe(200);
});

test('SECOND-03 without another approver at the location it is not asked', async () => {
  const site = await makeSite(world);
  const set = await sensitiveBunch(site);
  const refused = await ask(site.admin, set, await holderOf(site));
  expect(codeOf(refused)).toEqual([409, 'no_approver']);
});

test('SECOND-04 of two approvers one decides and the other is told who did; a no is final', async () => {
  const { site, officer, approver, set, holderId } = await scene();
  const [one] = (await ask(officer, set, holderId)).body;
  const id = one?.id ?? 0;
  const answers = await Promise.all([answer(approver, id, false), answer(site.admin, id, false)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const lost = answers.find(({ status }) => status === 409);
  expect(lost?.body).toMatchObject({
    code: 'approval_decided',
    message: expect.stringMatching(/said no to .* already$/),
  });
  const refused = await issue(officer, set, holderId, { approvalId: id });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/said no to /)]);
});

test('SECOND-05 an approval ends ten minutes after it was asked for, and with the access of its approver', async () => {
  const one = await scene();
  const { officer, approver, set, holderId, site } = one;
  const withdrawn = await approved(one);
  await world.sql('update users set allowed_location_ids = array[$2::int] where id = $1', [
    approver.id,
    site.there.id,
  ]);
  const gone = await issue(officer, set, holderId, { approvalId: withdrawn });
  expect([gone.status, gone.body.message]).toEqual([409, expect.stringMatching(/may no longer approve/)]);
  await world.sql("update users set allowed_location_ids = '{}', approver = false where id = $1", [
    approver.id,
  ]);
  expect(codeOf(await issue(officer, set, holderId, { approvalId: withdrawn }))).toEqual([
    409,
    'approval_over',
  ]);
  await world.sql('update users set approver = true where id = $1', [approver.id]);
  await world.sql("update approvals set expires_at = now() - interval '1 second' where id = $1", [withdrawn]);
  const late = await issue(officer, set, holderId, { approvalId: withdrawn });
  expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/has expired$/)]);
  const [waits] = (await ask(officer, set, holderId)).body;
  await world.sql("update approvals set expires_at = now() - interval '1 second' where id = $1", [waits?.id]);
  expect(codeOf(await answer(approver, waits?.id ?? 0))).toEqual([409, 'approval_decided']);
});

test('SECOND-05 asking again replaces the question; taken back it can be neither decided nor used', async () => {
  const { officer, approver, set, holderId, site } = await scene();
  const [first] = (await ask(officer, set, holderId)).body;
  const [second] = (await ask(officer, set, await holderOf(site))).body;
  expect((await officer.call('getApproval', { params: { id: first?.id ?? 0 } })).body.state).toBe(
    'taken_back',
  );
  expect(codeOf(await answer(approver, first?.id ?? 0))).toEqual([409, 'approval_decided']);
  const id = second?.id ?? 0;
  const other = await site.company.as('officer');
  expect((await other.call('takeBackApprovals', { body: { ids: [id] } })).status).toBe(404);
  expect((await officer.call('takeBackApprovals', { body: { ids: [id] } })).body[0]?.state).toBe(
    'taken_back',
  );
  expect(codeOf(await answer(approver, id))).toEqual([409, 'approval_decided']);
});

test('SECOND-06 an approver says yes at the desk with badge and number; wrong ones count as at a kiosk', async () => {
  const { site, officer, set, holderId } = await scene();
  const { badge, id: approverId } = await approverOf(site);
  const [one] = (await ask(officer, set, holderId)).body;
  const ids = [one?.id ?? 0];
  const here = (body: { badge: string; kioskNumber: string }, me = officer) =>
    me.call('approveAtDesk', { body: { ids, ...body } });
  expect(codeOf(await here({ badge: 'nobody', kioskNumber: KIOSK_NUMBER }))).toEqual([403, 'not_approver']);
  expect(codeOf(await here({ badge, kioskNumber: '000001' }))).toEqual([403, 'wrong_number']);
  expect(codeOf(await here({ badge, kioskNumber: KIOSK_NUMBER }, site.admin))).toEqual([404, 'not_found']);
  const yes = await here({ badge, kioskNumber: KIOSK_NUMBER });
  expect(yes.body[0]).toMatchObject({ state: 'approved', how: 'desk', decidedById: approverId });
  expect((await issue(officer, set, holderId, { approvalId: ids[0] })).status).toBe(200);
});

test('SECOND-06 five wrong numbers rest the approver, twenty the desk', async () => {
  const { site, officer, set, holderId } = await scene();
  const { badge } = await approverOf(site);
  const [one] = (await ask(officer, set, holderId)).body;
  const here = (of: string, kioskNumber: string) =>
    officer.call('approveAtDesk', { body: { ids: [one?.id ?? 0], badge: of, kioskNumber } });
  const tries = await Promise.all(Array.from({ length: 8 }, () => here(badge, '000001')));
  expect(tries.filter(({ status }) => status === 403)).toHaveLength(4);
  expect(codeOf(await here(badge, KIOSK_NUMBER))).toEqual([429, 'person_rests']);
  for (let n = 0; n < 15; n += 1) await here('nobody', KIOSK_NUMBER);
  expect(codeOf(await here((await approverOf(site)).badge, KIOSK_NUMBER))).toEqual([429, 'desk_rests']);
});

test('SECOND-07 in a batch the other lines are named apart, and a handover needs a yes too', async () => {
  const { site, officer, approver, set, holderId } = await scene();
  const plain = await site.company.bunch(site.here.id);
  const items = [{ keyBunchId: plain.id }, { keyBunchId: set }];
  const both = await officer.call('issueBatch', { body: { holderId, dueAt: APPROVED_DUE, items } });
  expect([both.status, both.body]).toMatchObject([
    409,
    { items: [{ keyBunchId: set, code: 'second_person' }] },
  ]);
  const now = await officer.call('issueBatch', { body: { holderId, items: items.slice(0, 1) } });
  expect(now.status).toBe(200);
  const [one] = (await ask(officer, set, holderId)).body;
  await answer(approver, one?.id ?? 0);
  const withYes = [{ keyBunchId: set, approvalId: one?.id ?? 0 }];
  expect((await officer.call('issueBatch', { body: { holderId, items: withYes } })).status).toBe(200);
  const next = await holderOf(site);
  const hand = (more = {}) =>
    officer.call('handOver', { params: { id: set }, body: { holderId: next, ...more } });
  expect(codeOf(await hand())).toEqual([409, 'second_person']);
  const [handing] = (await ask(officer, set, next, { dueAt: undefined })).body;
  expect([handing?.kind, Date.parse(handing?.dueAt ?? '')]).toEqual(['hand_over', Date.parse(APPROVED_DUE)]);
  await answer(approver, handing?.id ?? 0);
  const handed = await hand({ approvalId: handing?.id });
  expect([handed.status, Date.parse(handed.body.dueAt ?? '')]).toEqual([200, Date.parse(APPROVED_DUE)]);
  // Returns need none.
  const back = await officer.call('returnKeyBunch', {
    params: { id: set },
    body: { holderId: next, newTag: '9902' },
  });
  expect(back.status).toBe(200);
});

test('SECOND-07 who is asked to take keys over asks for the yes themselves; the giver is the third', async () => {
  const { site, officer, approver, set } = await scene();
  const taker = await site.company.as('viewer');
  const ownId = await staffOf(site, approver.id);
  await world.sql(
    `update key_bunches set status = 'issued', holder_id = $2, holder_name = 'Giver', holder_user_id = $3, issued_at = now()
     where id = $1`,
    [set, ownId, approver.id],
  );
  const takerId = await staffOf(site, taker.id);
  const items = [{ keyBunchId: set }];
  expect(codeOf(await ask(taker, set, takerId, { dueAt: undefined }))).toEqual([409, 'approver_oneself']);
  const request = await approver.call('askHandover', { body: { holderId: takerId, items } });
  const params = { requestId: request.body.requestId };
  const refused = await taker.call('acceptHandover', { params, body: { items } });
  expect(refused.body).toMatchObject({ items: [{ code: 'second_person' }] });
  const [one] = (await ask(taker, set, takerId, { dueAt: undefined })).body;
  expect(one?.approvers.map(({ id }) => id)).toEqual([site.admin.id]);
  expect(codeOf(await answer(approver, one?.id ?? 0))).toEqual([403, 'approver_oneself']);
  await answer(site.admin, one?.id ?? 0);
  const taken = await taker.call('acceptHandover', {
    params,
    body: { items: [{ keyBunchId: set, approvalId: one?.id ?? 0 }] },
  });
  expect(taken.status).toBe(200);
  expect(officer.id).not.toBe(taker.id);
});

test('SECOND-08 an emergency needs the company’s leave and a reason, and every approver is notified', async () => {
  const { site, officer, approver, set, holderId } = await scene();
  const emergency = (more = {}) =>
    issue(officer, set, holderId, { emergencyReason: 'Fire in the plant room', ...more });
  expect(codeOf(await emergency())).toEqual([409, 'emergency_off']);
  await site.admin.call('updateCompany', { body: { emergencyIssue: true } });
  expect((await emergency()).status).toBe(200);
  const [movement] = (await officer.call('getKeyBunchHistory', { params: { id: set } })).body;
  expect(movement?.details.emergencyReason).toBe('Fire in the plant room');
  for (const me of [approver, site.admin]) {
    const [seen] = (await me.call('getApprovals')).body.emergencies;
    expect(seen).toMatchObject({ state: 'used', emergencyReason: 'Fire in the plant room', decidedBy: null });
  }
  expect((await officer.call('getApprovals')).body.emergencies).toEqual([]);
  const [logged] = await world.sql(
    "select details from audit_log where company_id = $1 and action = 'approval_emergency'",
    [site.company.id],
  );
  expect(logged?.details).toMatchObject({
    reason: 'Fire in the plant room',
    approvalId: movement?.details.approvalId,
  });
  const letters = await world.sql(
    "select user_id from letters where lane = $1 and kind = 'approval_emergency'",
    [site.company.id],
  );
  expect(letters.length).toBeLessThanOrEqual(2);
});

test('SECOND-34 an undone emergency is in the history with the emergency, and approvers see when it was undone', async () => {
  const { site, officer, approver, set, holderId } = await scene();
  await site.admin.call('updateCompany', { body: { emergencyIssue: true } });
  await issue(officer, set, holderId, { emergencyReason: 'Fire in the plant room' });
  const emergency = async () => (await approver.call('getApprovals')).body.emergencies[0];
  expect((await emergency())?.undoneAt).toBeNull();
  expect((await officer.call('undoCustody', { params: { id: set }, body: {} })).status).toBe(200);
  expect((await emergency())?.undoneAt).toEqual(expect.any(String));
  const history = (await officer.call('getKeyBunchHistory', { params: { id: set } })).body;
  expect(history.slice(0, 2).map(({ details }) => [details.undoneAction, details.emergencyReason])).toEqual([
    ['issue', undefined],
    [undefined, 'Fire in the plant room'],
  ]);
  // What was decided in an emergency is not used again.
  expect(codeOf(await issue(officer, set, holderId))).toEqual([409, 'second_person']);
});

test('SECOND-09 switching it off is approved, by a yes for that alone', async () => {
  const { officer, approver, set, holderId } = await scene();
  const edit = (body: object) => officer.call('updateKeyBunch', { params: { id: set }, body });
  expect(codeOf(await edit({ secondPerson: false }))).toEqual([409, 'second_person']);
  const [issuing] = (await ask(officer, set, holderId)).body;
  await answer(approver, issuing?.id ?? 0);
  expect(codeOf(await edit({ secondPerson: false, approvalId: issuing?.id }))).toEqual([
    409,
    'approval_over',
  ]);
  const [one] = (
    await officer.call('askApprovals', { body: { switchOff: true, items: [{ keyBunchId: set }] } })
  ).body;
  expect(one).toMatchObject({ kind: 'switch_off', holder: null });
  await answer(approver, one?.id ?? 0);
  expect(codeOf(await issue(officer, set, holderId, { approvalId: one?.id }))).toEqual([
    409,
    'approval_over',
  ]);
  const off = await edit({ secondPerson: false, approvalId: one?.id });
  expect([off.status, off.body.secondPerson]).toEqual([200, false]);
  expect((await issue(officer, set, holderId)).status).toBe(200);
  expect((await edit({ secondPerson: true })).body.secondPerson).toBe(true);
});

test('SECOND-10 no other company and no other location sees or uses an approval', async () => {
  const one = await scene();
  const approvalId = await approved(one);
  const { site } = one;
  const outside = await site.company.as('admin', { allowedLocationIds: [site.there.id] });
  await world.sql('update users set approver = true where id = $1', [outside.id]);
  const stranger = (await makeSite(world)).admin;
  for (const me of [outside, stranger]) {
    expect((await me.call('getApproval', { params: { id: approvalId } })).status).toBe(404);
    expect((await answer(me, approvalId)).status).toBe(404);
    const { waiting, mine, emergencies } = (await me.call('getApprovals')).body;
    expect([waiting, mine, emergencies]).toEqual([[], [], []]);
  }
});

test('SECOND-30 several sets that one person asked for are answered at once, all or none, and what is over is named', async () => {
  const { site, officer, approver, set, holderId } = await scene();
  const sets = [set, await sensitiveBunch(site), await sensitiveBunch(site)];
  const body = { holderId, dueAt: APPROVED_DUE, items: sets.map((keyBunchId) => ({ keyBunchId })) };
  const ids = (await officer.call('askApprovals', { body })).body.map(({ id }) => id);
  await officer.call('takeBackApprovals', { body: { ids: ids.slice(0, 1) } });
  await answer(site.admin, ids[1] ?? 0, false);
  const all = (of: number[], me = approver) => me.call('decideApprovals', { body: { ids: of, yes: true } });
  const refused = await all(ids);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      items: [
        { keyBunchId: sets[0], code: 'approval_decided', message: expect.stringMatching(/was taken back/) },
        { keyBunchId: sets[1], code: 'approval_decided', message: expect.stringMatching(/said no to/) },
      ],
    },
  ]);
  const stateOf = async (id: number) => (await officer.call('getApproval', { params: { id } })).body.state;
  expect(await stateOf(ids[2] ?? 0)).toBe('waiting');
  expect(codeOf(await all(ids, officer))).toEqual([403, 'forbidden']);
  expect((await all(ids.slice(2))).body.map(({ state }) => state)).toEqual(['approved']);
});

test('SECOND-30 of two approvers who answer several at the same second one decides them all', async () => {
  const { site, officer, approver, set, holderId } = await scene();
  const sets = [set, await sensitiveBunch(site)];
  const body = { holderId, dueAt: APPROVED_DUE, items: sets.map((keyBunchId) => ({ keyBunchId })) };
  const ids = (await officer.call('askApprovals', { body })).body.map(({ id }) => id);
  const sent = await Promise.all([
    approver.call('decideApprovals', { body: { ids, yes: true } }),
    site.admin.call('decideApprovals', { body: { ids: ids.toReversed(), yes: false } }),
    approver.call('decideApprovals', { body: { ids, yes: true } }),
  ]);
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const after = (await officer.call('getApprovals')).body.mine;
  expect(new Set(after.map(({ decidedById }) => decidedById)).size).toBeLessThanOrEqual(1);
});

test('SECOND-28 questions about a set end when it leaves, goes missing or moves; who said no before is named', async () => {
  const { site, officer, approver, set, holderId } = await scene();
  const other = await site.company.as('officer');
  const [no] = (await ask(officer, set, holderId)).body;
  await answer(approver, no?.id ?? 0, false);
  const [first] = (await ask(officer, set, holderId)).body;
  expect(first?.refusedBefore).toMatchObject({ by: expect.stringContaining(' ') });
  expect(first?.endedAt).toBeNull();
  const [second] = (await ask(other, set, holderId)).body;
  await answer(approver, second?.id ?? 0);
  await issue(other, set, holderId, { approvalId: second?.id });
  const ended = (await officer.call('getApproval', { params: { id: first?.id ?? 0 } })).body;
  expect([ended.state, ended.endedAt]).toEqual(['taken_back', expect.any(String)]);
  const used = (await other.call('getApproval', { params: { id: second?.id ?? 0 } })).body;
  expect(used.state).toBe('used');
  const lost = await sensitiveBunch(site);
  const [unused] = (await ask(officer, lost, holderId)).body;
  await answer(approver, unused?.id ?? 0);
  await officer.call('updateKeyBunch', { params: { id: lost }, body: { status: 'missing' } });
  expect(codeOf(await issue(officer, lost, holderId, { approvalId: unused?.id }))).toEqual([
    409,
    'approval_over',
  ]);
});

test('SECOND-29 keys that are out stay longer only with a yes; earlier is free', async () => {
  const one = await scene();
  const { officer, approver, set, holderId } = one;
  await issue(officer, set, holderId, { approvalId: await approved(one) });
  const due = (dueAt: string | null, more = {}) =>
    officer.call('changeDue', { params: { id: set }, body: { dueAt, ...more } });
  expect((await due('2119-01-01T06:00:00Z')).status).toBe(200);
  expect(codeOf(await due('2121-01-01T06:00:00Z'))).toEqual([409, 'second_person']);
  expect(codeOf(await due(null))).toEqual([409, 'second_person']);
  const [longer] = (await ask(officer, set, holderId, { dueAt: '2121-01-01T06:00:00Z' })).body;
  expect(longer?.kind).toBe('hand_over');
  await answer(approver, longer?.id ?? 0);
  expect(codeOf(await due('2122-01-01T06:00:00Z', { approvalId: longer?.id }))).toEqual([
    409,
    'approval_over',
  ]);
  expect((await due('2121-01-01T06:00:00Z', { approvalId: longer?.id })).status).toBe(200);
  expect(codeOf(await due('2121-01-01T06:00:00Z', { approvalId: longer?.id }))).toEqual([200, undefined]);
});

test('SECOND-01 the history has the purpose that the approver saw', async () => {
  const { officer, approver, set, holderId } = await scene();
  const [one] = (await ask(officer, set, holderId, { purpose: 'Alarm response' })).body;
  await answer(approver, one?.id ?? 0);
  await issue(officer, set, holderId, { approvalId: one?.id, purpose: 'A party' });
  const [movement] = (await officer.call('getKeyBunchHistory', { params: { id: set } })).body;
  expect(movement?.details.purpose).toBe('Alarm response');
});
