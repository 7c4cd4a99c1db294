import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { api } from '../../../shared/api.ts';
import { APPROVED_DUE, sensitiveBunch } from '../../testing/approval.ts';
import { deviceOf, holderOf, makeSite, nameOfHolder, type Site, webhookBody } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();

/** The details of the last entry of a set. */
const lastOf = async ({ admin }: Site, id: number) =>
  (await admin.call('getKeyBunchHistory', { params: { id } })).body[0]?.details;

test('SECOND-19 what a device recorded without signal is recorded as without a second person', async () => {
  const site = await makeSite(world);
  const id = await sensitiveBunch(site);
  const { body: set } = await site.admin.call('getKeyBunch', { params: { id } });
  const entry = {
    ...{ n: 1, key: randomUUID(), kind: 'issue' as const, keyBunchId: id, doneAt: new Date().toISOString() },
    seen: { status: 'active', holderId: null, currentTag: set.currentTag, locationId: site.here.id },
    body: { officerName: 'Owen Hartley' },
  };
  const device = await deviceOf(site.admin);
  const { answers } = (await site.admin.call('sendOutbox', { body: { device, entries: [entry] } })).body;
  expect(answers[0]).toMatchObject({ outcome: 'check', check: 'second_person' });
  expect(await lastOf(site, id)).toMatchObject({ withoutSecondPerson: true });
});

test('SECOND-19 so is a line from paper', async () => {
  const site = await makeSite(world);
  const [id, holderId] = [await sensitiveBunch(site), await holderOf(site)];
  const doneAt = new Date(Math.floor(Date.now() / 60_000 - 60) * 60_000).toISOString();
  const lines = [{ line: 1, doneAt, kind: 'out' as const, keyBunchId: id, holderId }];
  const paper = { locationId: site.here.id, sheet: 'P-0001', writtenBy: 'Siân Morgan', lines };
  const { answers } = (await site.admin.call('recordPaper', { body: paper })).body;
  expect(answers[0]).toMatchObject({ outcome: 'recorded', checks: [{ check: 'second_person' }] });
  expect(await lastOf(site, id)).toMatchObject({ withoutSecondPerson: true });
});

test('SECOND-09 a file can switch the need of a second person on, never off', async () => {
  const site = await makeSite(world);
  const id = await sensitiveBunch(site);
  const { identifier, location } = (await site.admin.call('getKeyBunch', { params: { id } })).body;
  const plain = await site.company.bunch(site.here.id);
  const row = (name: string, secondPerson: string) => ({
    identifier: name,
    location: location.name,
    secondPerson,
  });
  const check = await site.admin.call('checkImport', {
    body: { kind: 'key_sets', rows: [row(identifier, 'no'), row(plain.identifier, 'yes')] },
  });
  expect(check.body.rows.map(({ result, errors }) => [result, errors.secondPerson])).toEqual([
    ['refused', 'Another person must approve this. Change it in Key Details.'],
    ['changed', undefined],
  ]);
});

test('SECOND-09 a file issues no set that needs a second person, and its undo does not switch the need off', async () => {
  const site = await makeSite(world);
  const id = await sensitiveBunch(site);
  const { identifier, location } = (await site.admin.call('getKeyBunch', { params: { id } })).body;
  const plain = await site.company.bunch(site.here.id);
  const row = { identifier, location: location.name, status: 'issued', holder: 'Owen Hartley' };
  const body = { kind: 'key_sets' as const, fileName: 'sets.csv', sha256: 'ab'.repeat(32) };
  const check = await site.admin.call('checkImport', { body: { kind: 'key_sets', rows: [row] } });
  expect(check.body.rows.map(({ result, errors }) => [result, errors.holder])).toEqual([
    ['refused', 'Needs a second person. Issue it at the desk.'],
  ]);
  expect((await site.admin.call('runImport', { body: { ...body, rows: [row] } })).status).toBe(409);
  const on = { identifier: plain.identifier, location: location.name, secondPerson: 'yes' };
  const made = await site.admin.call('runImport', { body: { ...body, rows: [on] } });
  const undone = await site.admin.call('undoImport', { params: { id: made.body.id }, body: {} });
  expect(undone.body.message).toMatch(/1 key set still needs a second person/);
  const left = await site.admin.call('getKeyBunch', { params: { id: plain.id } });
  expect(left.body.secondPerson).toBe(true);
});

test('SECOND-19 an undone return says that there was no second person', async () => {
  const site = await makeSite(world);
  const { id } = await site.company.bunch(site.here.id);
  const holderId = await holderOf(site);
  await site.admin.call('issueKeyBunch', { params: { id }, body: { holderId } });
  await world.sql('update key_bunches set second_person = true where id = $1', [id]);
  await site.admin.call('returnKeyBunch', { params: { id }, body: { holderId, newTag: '9977' } });
  expect((await site.admin.call('undoCustody', { params: { id }, body: {} })).status).toBe(200);
  expect(await lastOf(site, id)).toMatchObject({ undoneAction: 'return', withoutSecondPerson: true });
});

test('SECOND-20 webhooks and the export have what was asked, decided and given out in an emergency', async () => {
  const site = await makeSite(world);
  const officer = await site.company.as('officer');
  const events = ['approval.asked', 'approval.decided', 'approval.emergency', 'key_set.issued'] as const;
  await site.admin.call('createWebhook', { body: { ...webhookBody(), events: [...events] } });
  await site.admin.call('updateCompany', { body: { emergencyIssue: true } });
  const [set, other, holderId] = [
    await sensitiveBunch(site),
    await sensitiveBunch(site),
    await holderOf(site),
  ];
  const body = { holderId, dueAt: APPROVED_DUE, items: [{ keyBunchId: set }] };
  const approvalId = (await officer.call('askApprovals', { body })).body[0]?.id ?? 0;
  await site.admin.call('decideApprovals', { body: { ids: [approvalId], yes: true } });
  await officer.call('issueKeyBunch', { params: { id: set }, body: { holderId, approvalId } });
  const emergencyReason = 'Fire in the plant room';
  await officer.call('issueKeyBunch', { params: { id: other }, body: { holderId, emergencyReason } });
  const stored = await world.sql<{ type: string; data: Record<string, Record<string, unknown>> }>(
    'select type, data from webhook_events where company_id = $1 order by place',
    [site.company.id],
  );
  expect(stored.map(({ type }) => type)).toEqual([
    'approval.asked',
    'approval.decided',
    'key_set.issued',
    'approval.emergency',
    'key_set.issued',
  ]);
  const name = await nameOfHolder(site, holderId);
  expect(stored[1]?.data.approval).toMatchObject({
    id: approvalId,
    approved: true,
    how: 'own_device',
    holder: { name },
  });
  expect(stored[2]?.data).toMatchObject({
    keySet: { secondPerson: true },
    movement: { approvedHow: 'own_device' },
  });
  expect(stored[3]?.data.approval).toMatchObject({ emergencyReason, approved: null, decidedBy: null });
  const headers = { cookie: site.admin.cookie ?? '' };
  const zip = await world.app.inject({ method: 'GET', url: api.exportEverything.path, headers });
  const files = unzipSync(zip.rawPayload);
  const lines = strFromU8(files['approvals.csv'] ?? new Uint8Array())
    .trim()
    .split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('own_device');
  expect(lines[2]).toContain(emergencyReason);
});
