import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ago, type Entry, phoneAt, sealedEntry } from '../../testing/phone.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();

/** Hannah's phone with an entry that is not sent: it issued a set to Owen. */
async function phoneOfHannah() {
  const phone = await phoneAt(world);
  const { hannah, site, set, see, entryOf, owen } = phone;
  const device = randomUUID();
  const { key } = (await hannah.call('registerDevice', { body: { id: device, name: 'Android phone' } })).body;
  const id = await set();
  const entry = entryOf('issue', id, await see(id), { holderId: owen }, ago(30));
  const seal = (one: Entry, about: { key?: string; userId?: number } = {}) =>
    sealedEntry(about.key ?? key ?? '', `1.${device}.${about.userId ?? hannah.id}`, one);
  const handIn = (entries: ReturnType<typeof seal>[], userId = hannah.id) =>
    world.visitor.call('handInOutbox', { body: { userId, device, entries } });
  const close = () => site.admin.call('updateUser', { params: { id: hannah.id }, body: { isActive: false } });
  const asked = async () => (await site.admin.call('listOutbox', { query: { state: 'open' } })).body;
  return { ...phone, id, entry, seal, handIn, close, asked };
}

test('what a dismissed person had not sent is handed in by their device, records nothing, and is asked once', async () => {
  const { entry, seal, handIn, close, asked, entryOf, id, see, read, site, owen } = await phoneOfHannah();
  await close();
  const back = entryOf('return', id, await see(id), { newTag: '451' }, ago(10));
  const sent = [seal(entry), seal(back)];
  expect(await handIn(sent)).toMatchObject({ status: 200, body: { received: [entry.n, back.n] } });
  expect((await handIn(sent)).body.received).toEqual([entry.n, back.n]);
  expect((await read(id)).status).toBe('active');
  const [question, ...others] = await asked();
  expect(others).toEqual([]);
  expect(question).toMatchObject({
    ...{ question: 'no_access', keyBunchId: id, isOwn: false, device: 'Android phone', maySettle: true },
    by: { user: { firstName: 'Hannah' } },
    entries: [{ kind: 'issue' }, { kind: 'return' }],
  });
  const other = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
  expect((await other.call('listOutbox', { query: { state: 'open' } })).body).toEqual([]);

  // An administrator lets one of them be recorded, as of the time when it was done.
  const settled = await site.admin.call('settleOutbox', {
    params: { id: question?.id ?? 0 },
    body: { answer: 'mine' },
  });
  expect(settled.status).toBe(200);
  expect(await read(id)).toMatchObject({ status: 'active', currentTag: '451' });
  expect(owen).toBeGreaterThan(0);
});

test('an open account, an old one, a forgotten device and another key are all answered alike, and change nothing', async () => {
  const { entry, seal, handIn, close, asked, hannah, site } = await phoneOfHannah();
  const unknown = { status: 404, body: { message: 'Device not found' } };
  expect(await handIn([seal(entry)])).toMatchObject(unknown);
  await close();
  const otherKey = Buffer.alloc(32, 7).toString('base64');
  expect(await handIn([seal(entry, { key: otherKey })])).toMatchObject(unknown);
  expect(await handIn([seal(entry, { userId: site.admin.id })])).toMatchObject(unknown);
  expect(await handIn([seal(entry)], site.admin.id)).toMatchObject(unknown);
  const { iv, data } = seal({ ...entry, kind: 'nothing' as never });
  expect(await handIn([{ n: entry.n, iv, data }])).toMatchObject(unknown);
  await world.sql("update users set updated_at = now() - interval '4 days' where id = $1", [hannah.id]);
  expect(await handIn([seal(entry)])).toMatchObject(unknown);
  expect(await asked()).toEqual([]);
});

test('what is sent once more after the account was opened again is answered as it was received', async () => {
  const { entry, seal, handIn, close, asked, hannah, site } = await phoneOfHannah();
  await close();
  expect((await handIn([seal(entry)])).status).toBe(200);
  await site.admin.call('updateUser', { params: { id: hannah.id }, body: { isActive: true } });
  expect((await handIn([seal(entry)])).status).toBe(404);
  expect(await asked()).toHaveLength(1);
});
