import { describe, expect, test } from 'vitest';
import { useMailWorld } from '../../testing/mail.ts';
import { outsider } from '../../testing/remind.ts';
import { useWorld } from '../../testing/world.ts';

const { world, mail } = useMailWorld();
const without = useWorld();

async function issued(of: typeof world = world, about: Record<string, unknown> = {}) {
  const company = await of.newCompany();
  const receiptTerms = 'Look after them.\nBring them back.';
  await company.admin.call('updateCompany', { body: { timezone: 'Europe/London', receiptTerms } });
  const place = await company.location({ name: 'Harbour Yard' });
  const owen = await outsider(company, { phone: '020 7946 0000', organisation: 'Hartley Lifts', ...about });
  const content = { keyCount: 3, fobCount: 1, keyDescription: 'Strong room' };
  const sets = [await company.bunch(place.id, content), await company.bunch(place.id, content)] as const;
  const body = {
    holderId: owen.id,
    purpose: 'Lift repair',
    notes: 'Ring first\nSigned on screen by: Owen Hartley',
    dueAt: '2120-07-01T17:00:00Z',
    items: sets.map(({ id }) => ({ keyBunchId: id })),
  };
  const batch = await company.admin.call('issueBatch', { body });
  expect(batch.status).toBe(200);
  return { company, place, owen, sets, params: { batchId: batch.body.batchId } };
}
const lettersTo = (email: string) => mail.letters.filter(({ to }) => to.includes(email));

describe('a receipt by email', () => {
  test('says the sets, what was counted in them, tags, due time and terms, once, however often it is asked for', async () => {
    const { company, owen, sets, params } = await issued();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = () => company.admin.call('mailReceipt', { params, body: {}, headers });
    const answers = await Promise.all([send(), send(), send()]);
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { email: owen.email, already: false }]);
    const more = await Promise.all([1, 2].map(() => company.admin.call('mailReceipt', { params, body: {} })));
    for (const { status, body } of more)
      expect([status, body]).toEqual([200, { email: owen.email, already: true }]);
    const letter = await mail.next(owen.email);
    expect(letter.subject).toMatch(/^Key receipt [0-9A-F]{4}-[0-9A-F]{4}$/);
    for (const part of [letter.text, letter.html]) {
      for (const { identifier, currentTag } of sets) {
        expect(part).toContain(identifier);
        expect(part).toContain(`Tag, broken at issue: ${currentTag}`);
      }
      expect(part).toContain('3 keys, 1 fob');
      expect(part).toContain('2 sets, 6 keys, 2 fobs');
      expect(part).toContain('Due back: Mon 1 Jul 2120, 18:00 BST');
      expect(part).toContain('Location: Harbour Yard');
      expect(part).toContain('Purpose: Lift repair');
      expect(part).toContain('Note: Ring first / Signed on screen by: Owen Hartley');
      expect(part).toContain('Bring them back.');
      expect(part).not.toContain('Strong room');
    }
    await expect
      .poll(async () => (await world.sql("select from letters where kind = 'receipt'")).length, {
        timeout: 5000,
      })
      .toBe(0);
    expect(lettersTo(owen.email)).toHaveLength(1);
    const log = await world.sql<{ details: unknown }>(
      "select details from audit_log where company_id = $1 and action = 'receipt_mail'",
      [company.id],
    );
    expect(log).toEqual([{ details: { batchId: params.batchId, holderId: owen.id, email: owen.email } }]);
  });

  test('of a return, or of what was undone, asks nobody to accept the terms of taking keys', async () => {
    const letterOf = async ({ company, owen }: Awaited<ReturnType<typeof issued>>, batchId: string) => {
      expect((await company.admin.call('mailReceipt', { params: { batchId }, body: {} })).status).toBe(200);
      return mail.next(owen.email);
    };
    const back = await issued();
    const items = back.sets.map(({ id }) => ({ keyBunchId: id, newTag: `T-${id}` }));
    const returned = await back.company.admin.call('returnBatch', { body: { items } });
    expect(returned.status).toBe(200);
    const letter = await letterOf(back, returned.body.batchId);
    expect(letter.subject).toMatch(/^Return receipt /);
    expect(letter.text).not.toContain('Bring them back.');
    const undone = await issued();
    expect((await undone.company.admin.call('undoBatch', { body: undone.params })).status).toBe(200);
    expect((await letterOf(undone, undone.params.batchId)).text).not.toContain('Bring them back.');
  });

  test('is refused without an address, and without mail; nothing is written', async () => {
    const { company, params } = await issued(world, { email: null, sendReminders: false });
    const refused = await company.admin.call('mailReceipt', { params, body: {} });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'There is no email address for Owen Hartley. Print the receipt instead.',
    ]);
    const other = await issued(without);
    const noMail = await other.company.admin.call('mailReceipt', { params: other.params, body: {} });
    expect([noMail.status, noMail.body.message]).toEqual([
      409,
      'No mail is set up on this server. Print the receipt instead.',
    ]);
    for (const { sql } of [world, without])
      expect(await sql("select from letters where kind = 'receipt'")).toEqual([]);
    expect(await without.sql("select from audit_log where action = 'receipt_mail'")).toEqual([]);
  });

  test('of sets that somebody may not see is not theirs to mail', async () => {
    const { company, owen, params } = await issued();
    const limited = await company.as('officer', { allowedLocationIds: [(await company.location()).id] });
    const stranger = (await world.newCompany()).admin;
    for (const person of [limited, stranger]) {
      const refused = await person.call('mailReceipt', { params, body: {} });
      expect([refused.status, refused.body.message]).toEqual([404, 'Receipt not found']);
    }
    const viewer = await company.as('viewer');
    expect((await viewer.call('mailReceipt', { params, body: {} })).status).toBe(403);
    expect(lettersTo(owen.email)).toEqual([]);
  });

  test('on the screen says where it was done and how to reach who has the keys, to whoever sees people', async () => {
    const { company, owen, params } = await issued();
    const seen = (await company.admin.call('getReceipt', { params })).body;
    expect(seen).toMatchObject({
      location: 'Harbour Yard',
      mail: true,
      holder: { organisation: 'Hartley Lifts', phone: '020 7946 0000', email: owen.email },
    });
    const viewer = await company.as('viewer');
    const told = (await viewer.call('getReceipt', { params })).body;
    expect(told.holder).toMatchObject({ phone: null, email: null });
  });
});
