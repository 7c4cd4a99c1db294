import { expect, test } from 'vitest';
import { APPROVED_DUE, approvalOf, approverOf, sensitiveBunch } from '../../testing/approval.ts';
import { KIOSK_NUMBER, turnOf } from '../../testing/kiosk.ts';
import { makeSite } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();

/** A person at a kiosk, to whom the hook of a set is shown that needs a second person. */
async function scene() {
  const site = await makeSite(world);
  const keyBunchId = await sensitiveBunch(site);
  const kiosk = await turnOf(site, { offered: keyBunchId });
  const [set] = await world.sql<{ tag: string }>('select current_tag as tag from key_bunches where id = $1', [
    keyBunchId,
  ]);
  const ask = () => kiosk.call('askAtKiosk', { body: { keyBunchId, turn: kiosk.turn } });
  const approve = (badge: string, kioskNumber = KIOSK_NUMBER) =>
    kiosk.call('approveAtKiosk', { body: { keyBunchId, badge, kioskNumber, turn: kiosk.turn } });
  const take = () => kiosk.call('takeAtKiosk', { body: { keyBunchId, tag: set?.tag ?? '' } });
  return { site, kiosk, keyBunchId, ask, approve, take };
}

test('SECOND-16 at a kiosk a set is taken with a yes on the approver’s own device', async () => {
  const { site, kiosk, keyBunchId, ask, take } = await scene();
  const refused = await take();
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'second_person' }]);
  const asked = await ask();
  expect(asked.body).toMatchObject({ keyBunchId, state: 'waiting', decidedBy: null });
  expect(asked.body.approvers).toHaveLength(1);
  expect((await ask()).body.id).toBe(asked.body.id);
  const waits = await take();
  expect([waits.status, waits.body]).toMatchObject([409, { code: 'approval_over' }]);
  const [seen] = (await site.admin.call('getApprovals')).body.waiting;
  expect(seen).toMatchObject({ id: asked.body.id, isKiosk: true, askedById: null });
  expect(seen?.askedBy).toMatch(/ at the kiosk$/);
  const decided = await site.admin.call('decideApprovals', { body: { ids: [asked.body.id], yes: true } });
  expect(decided.status).toBe(200);
  expect((await kiosk.call('getKioskApproval')).body.approval?.state).toBe('approved');
  expect((await take()).status).toBe(200);
  const [movement] = (await site.admin.call('getKeyBunchHistory', { params: { id: keyBunchId } })).body;
  expect(movement?.details).toMatchObject({
    approvalId: asked.body.id,
    approvedHow: 'own_device',
    byHolder: kiosk.person.name,
  });
});

test('SECOND-16 at a kiosk a set that was moved meanwhile is not asked for', async () => {
  const { site, keyBunchId, ask, take } = await scene();
  await world.sql('update key_bunches set location_id = $1 where id = $2', [site.there.id, keyBunchId]);
  for (const refused of [await ask(), await take()]) {
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      message: 'This set is not at this location any more',
      code: 'not_at_kiosk',
    });
  }
});

test('SECOND-35 the hook of a set that needs a second person is sent to the tablet after the yes only', async () => {
  const { site, kiosk, keyBunchId, approve, ask } = await scene();
  await world.sql("update key_bunches set position = 'Q 77' where id = $1", [keyBunchId]);
  await world.sql(
    `insert into reservations (company_id, group_id, key_bunch_id, holder_id, location_id, from_at, to_at, created_by)
     select $1, gen_random_uuid(), $2, h.id, $4, now(), now() + interval '5 hours', $5 from holders h
     where h.company_id = $1 and h.badge = $3`,
    [site.company.id, keyBunchId, kiosk.person.badge, site.here.id, site.admin.id],
  );
  const offer = () => kiosk.call('offerAtKiosk', { body: { keyBunchId, turn: kiosk.turn } });
  const { badge } = await approverOf(site);
  const before = await offer();
  expect(before.body.offer).toMatchObject({ secondPerson: true, isApproved: false, hook: null });
  const asked = await ask();
  const other = await site.company.bunch(site.here.id, { nfcSerial: `04:Q7:${keyBunchId}` });
  const read = await kiosk.call('takeAtKiosk', { body: { keyBunchId, code: other.identifier } });
  for (const { body } of [before, asked, await offer(), read])
    expect(JSON.stringify(body)).not.toContain('Q 77');
  expect((await offer()).body.mine.toTake.map((one) => one.hook)).toEqual([null]);
  await approve(badge);
  expect((await offer()).body.offer).toMatchObject({ isApproved: true, hook: 'Q 77' });
});

test('SECOND-16 after the yes the list says so, until its approver may no longer approve the set: then another is asked', async () => {
  const { site, kiosk, keyBunchId, approve, ask, take } = await scene();
  await world.sql("update key_bunches set position = 'Q 78' where id = $1", [keyBunchId]);
  await world.sql(
    `insert into reservations (company_id, group_id, key_bunch_id, holder_id, location_id, from_at, to_at, created_by)
     values ($1, gen_random_uuid(), $2, $3, $4, now(), now() + interval '5 hours', $5)`,
    [site.company.id, keyBunchId, kiosk.person.id, site.here.id, site.admin.id],
  );
  const shown = async () => {
    const { mine, offer } = (await kiosk.call('offerAtKiosk', { body: { keyBunchId, turn: kiosk.turn } }))
      .body;
    return [mine.toTake[0]?.isApproved, offer?.isApproved, offer?.hook];
  };
  const { badge, id, name } = await approverOf(site);
  expect(await shown()).toEqual([false, false, null]);
  const yes = await approve(badge);
  expect(await shown()).toEqual([true, true, 'Q 78']);
  await world.sql('update users set approver = false where id = $1', [id]);
  const refused = await take();
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      code: 'approval_over',
      message: expect.stringMatching(`^${name} may no longer approve `),
      detail: 'Ask another approver.',
    },
  ]);
  expect(await shown()).toEqual([false, false, null]);
  expect((await kiosk.call('getKioskApproval')).body.approval).toBeNull();
  const asked = await ask();
  expect([asked.status, asked.body.state]).toEqual([200, 'waiting']);
  expect(asked.body.id).not.toBe(yes.body.id);
  await site.admin.call('decideApprovals', { body: { ids: [asked.body.id], yes: true } });
  expect(await shown()).toEqual([true, true, 'Q 78']);
  expect((await take()).status).toBe(200);
});

test('SECOND-16 or with the badge and number of an approver at the tablet; the person themselves is none', async () => {
  const { site, kiosk, approve, take } = await scene();
  const { badge, id } = await approverOf(site);
  const own = await approve(kiosk.person.badge);
  expect([own.status, own.body]).toMatchObject([403, { code: 'not_approver' }]);
  const wrong = await approve(badge, '000001');
  expect([wrong.status, wrong.body]).toMatchObject([403, { code: 'wrong_number' }]);
  const yes = await approve(badge);
  expect([yes.status, yes.body.state]).toEqual([200, 'approved']);
  expect((await take()).status).toBe(200);
  const [decided] = await world.sql('select how, decided_by from approvals where id = $1', [yes.body.id]);
  expect(decided).toEqual({ how: 'kiosk', decided_by: id });
  const [counted] = await world.sql('select wrong, unknown from kiosk_turns where kiosk_id = $1', [kiosk.id]);
  expect(counted).toEqual({ wrong: 1, unknown: 1 });
});

test('SECOND-16 a wrong badge or number asks no question, so the approvers are notified of the one that is asked then', async () => {
  const { site, kiosk, ask, approve } = await scene();
  const { badge, id } = await approverOf(site);
  const letters = async () =>
    (await world.sql("select from letters where kind = 'approval_asked' and user_id = $1", [id])).length;
  expect((await approve(kiosk.person.badge)).status).toBe(403);
  expect((await approve(badge, '000001')).status).toBe(403);
  expect((await kiosk.call('getKioskApproval')).body.approval).toBeNull();
  expect((await ask()).body.state).toBe('waiting');
  expect(await letters()).toBe(1);
});

test('SECOND-16 a question that was used is not shown when the set is asked for again, one that was refused is', async () => {
  const { site, kiosk, keyBunchId, approve, ask, take } = await scene();
  const { badge } = await approverOf(site);
  const shown = async () => (await kiosk.call('getKioskApproval')).body.approval?.state;
  await approve(badge);
  expect(await shown()).toBe('approved');
  expect((await take()).status).toBe(200);
  await world.sql('update kiosk_turns set offered_id = $2 where kiosk_id = $1', [kiosk.id, keyBunchId]);
  expect(await shown()).toBeUndefined();
  await site.admin.call('returnKeyBunch', {
    params: { id: keyBunchId },
    body: { officerName: kiosk.person.name, newTag: `S-${keyBunchId}` },
  });
  const { id } = (await ask()).body;
  await site.admin.call('decideApprovals', { body: { ids: [id], yes: false } });
  expect(await shown()).toBe('refused');
});

test('SECOND-16 after the yes the hook is shown with the due time that was approved', async () => {
  const { site, kiosk, keyBunchId } = await scene();
  await approvalOf(site, { keyBunchId, holderId: kiosk.person.id, kioskId: kiosk.id, isApproved: true });
  const { offer } = (await kiosk.call('offerAtKiosk', { body: { keyBunchId, turn: kiosk.turn } })).body;
  expect(offer?.isApproved).toBe(true);
  expect(Date.parse(offer?.dueAt ?? '')).toBe(Date.parse(APPROVED_DUE));
});

test('SECOND-16 a kiosk sees no question of another, and forgets the person as before', async () => {
  const [one, two] = [await scene(), await scene()];
  await one.ask();
  expect((await two.kiosk.call('getKioskApproval')).body.approval).toBeNull();
  await world.sql("update kiosk_turns set until = now() - interval '1 second' where kiosk_id = $1", [
    one.kiosk.id,
  ]);
  expect((await one.kiosk.call('getKioskApproval')).body.approval).toBeNull();
  const gone = await one.ask();
  expect([gone.status, gone.body]).toMatchObject([409, { code: 'kiosk_locked' }]);
});
