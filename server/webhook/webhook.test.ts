import { afterEach, describe, expect, test } from 'vitest';
import { REFUSALS } from '../../shared/messages.ts';
import { EVENT_TYPES } from '../../shared/webhook.ts';
import { readConfig } from '../environment.ts';
import { makeApp } from '../http/pipeline.ts';
import { useMailWorld } from '../testing/mail.ts';
import { isSignedBy, openReceiver, type Receiver } from '../testing/receiver.ts';
import type { TestCompany } from '../testing/world.ts';

const ALLOWED = { WEBHOOK_PRIVATE_ADDRESSES: 'on', WEBHOOK_HTTP: 'on' };
const { world, mail } = useMailWorld(ALLOWED);

const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});
const receive = async () => {
  const receiver = await openReceiver();
  receivers.push(receiver);
  return receiver;
};

type About = { events?: readonly string[]; path?: string };
/** A company with a webhook for every event at a receiver. */
async function told(
  company: TestCompany,
  receiver: Receiver,
  { events = EVENT_TYPES, path = '' }: About = {},
) {
  const body = { url: `${receiver.url}${path}`, events: [...events] };
  const made = await company.admin.call('createWebhook', { body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body;
  return {
    id,
    secret: String(made.body.secret),
    now: async () => (await company.admin.call('listWebhooks')).body.find((one) => one.id === id),
    log: async () => (await company.admin.call('listDeliveries', { params: { id } })).body,
  };
}
const issue = (company: TestCompany, id: number) =>
  company.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Ana Ruiz' } });
const bringBack = (company: TestCompany, id: number, newTag: string) =>
  company.admin.call('returnKeyBunch', { params: { id }, body: { officerName: 'Ana Ruiz', newTag } });
/** Makes the next attempt due, as if the time until then had passed. */
const passTime = async (since = '1 hour') => {
  await world.sql(
    `update webhooks set next_at = clock_timestamp(), failing_since = clock_timestamp() - $1::interval where failing_since is not null`,
    [since],
  );
  await world.app.webhooks.round();
};
const kept = async (companyId: number) =>
  (
    await world.sql<{ n: number }>('select count(*)::int as n from webhook_events where company_id = $1', [
      companyId,
    ])
  )[0]?.n;

describe('what is told', () => {
  test('every event, once, in the order in which it happened, signed, and of a set its declared fields alone', async () => {
    const company = await world.newCompany();
    const receiver = await receive();
    const { secret } = await told(company, receiver);
    const [here, there] = [await company.location(), await company.location()];
    const { id } = await company.bunch(here.id, {
      identifier: 'HY-1',
      notes: 'Behind the bins',
      nfcSerial: '04:aa',
    });
    const call = company.admin.call;
    const params = { id };
    await call('updateKeyBunch', { params, body: { keyCount: 4, notes: 'Elsewhere' } });
    await issue(company, id);
    const ben = await company.as('officer');
    const [holder] = await world.sql<{ id: number }>('select id from holders where user_id = $1', [ben.id]);
    await call('handOver', { params, body: { holderId: holder?.id, notes: null } });
    await bringBack(company, id, '500001');
    await call('moveKeyBunch', { params, body: { toLocationId: there.id } });
    await call('updateKeyBunch', { params, body: { status: 'missing' } });
    await call('updateKeyBunch', { params, body: { status: 'active' } });
    const audit = await call('startAudit', { body: { locationId: there.id } });
    await call('completeAudit', { params: { id: audit.body.id }, body: { allMissing: true } });
    await call('undoAudit', { params: { id: audit.body.id }, body: {} });
    await call('deleteKeyBunch', { params, body: { reason: 'Sold' } });
    await expect.poll(() => receiver.taken().map(({ type }) => type), { timeout: 8000 }).toHaveLength(13);
    const events = receiver.taken();
    expect(events.map(({ type }) => type)).toEqual([
      'key_set.created',
      'key_set.changed',
      'key_set.issued',
      'key_set.handed_over',
      'key_set.returned',
      'key_set.moved',
      'key_set.missing',
      'key_set.found',
      'audit.completed',
      'key_set.missing',
      'audit.reopened',
      'key_set.found',
      'key_set.deleted',
    ]);
    const of = (type: string) => events.find((event) => event.type === type)?.data;
    expect(of('key_set.changed')).toMatchObject({
      changed: ['keyCount'],
      keySet: { keyCount: 4 },
      movement: null,
    });
    expect(of('key_set.issued')).toMatchObject({
      keySet: {
        id,
        identifier: 'HY-1',
        status: 'issued',
        holder: { name: 'Ana Ruiz' },
        location: { name: here.name },
      },
      movement: { action: 'issue', by: 'Dana Holt', holder: 'Ana Ruiz' },
    });
    expect(of('key_set.moved')?.movement).toMatchObject({
      fromLocation: { id: here.id },
      toLocation: { id: there.id },
    });
    expect(of('key_set.deleted')?.keySet).toMatchObject({ identifier: 'HY-1' });
    expect(of('audit.completed')).toMatchObject({
      audit: { expected: 1, missing: 1, location: { id: there.id } },
    });
    expect(of('audit.reopened')).toEqual(of('audit.completed'));
    for (const received of receiver.requests) {
      expect(received.headers['webhook-id']).toBe(received.event.id);
      expect(isSignedBy(received, secret)).toBe(true);
      expect(isSignedBy({ ...received, body: `${received.body} ` }, secret)).toBe(false);
      expect(received.event.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}Z$/);
      expect(received.body).not.toMatch(/Behind the bins|Elsewhere|04:aa/i);
    }
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  });

  test('an edit once: what is found or lost names its tag itself, any other status stands with what else changed', async () => {
    const company = await world.newCompany();
    const receiver = await receive();
    await told(company, receiver, {
      events: ['key_set.changed', 'key_set.missing', 'key_set.found'],
    });
    const { id } = await company.bunch((await company.location()).id, { currentTag: '100' });
    const edit = async (body: object) =>
      expect((await company.admin.call('updateKeyBunch', { params: { id }, body })).status).toBe(200);
    await edit({ status: 'missing' });
    await edit({ status: 'active', currentTag: '200', reason: 'Seal broken' });
    await edit({ status: 'missing', identifier: 'HY-2' });
    await edit({ status: 'active', currentTag: '300', position: 'B 1' });
    await edit({ status: 'inactive', currentTag: '400', keyCount: 7 });
    const events = await receiver.until(7);
    expect(events.map(({ type, data }) => [type.slice(8), data.changed])).toEqual([
      ['missing', null],
      ['found', null],
      ['changed', ['identifier']],
      ['missing', null],
      ['changed', ['position']],
      ['found', null],
      ['changed', ['tag', 'status', 'keyCount']],
    ]);
    expect(events[1]?.data).toMatchObject({
      keySet: { status: 'active', tag: '200' },
      movement: { oldTag: '100', newTag: '200' },
    });
    // Each event contains the set as after the whole edit.
    expect(events[4]?.data.keySet).toMatchObject({ status: 'active', tag: '300', position: 'B 1' });
  });

  test('an edit in an audit, whose one entry names the tag: a set found by it tells its tag as a change', async () => {
    const company = await world.newCompany();
    const receiver = await receive();
    await told(company, receiver, { events: ['key_set.changed', 'key_set.found'] });
    const here = await company.location();
    const { id } = await company.bunch(here.id, { currentTag: '100' });
    const edit = async (body: object) =>
      expect((await company.admin.call('updateKeyBunch', { params: { id }, body })).status).toBe(200);
    await edit({ status: 'missing' });
    const { body: audit } = await company.admin.call('startAudit', { body: { locationId: here.id } });
    await edit({ auditSessionId: audit.id, status: 'active', currentTag: '200', position: 'B 1' });
    await edit({ auditSessionId: audit.id, status: 'inactive', currentTag: '300' });
    const events = await receiver.until(3);
    expect(events.map(({ type, data }) => [type.slice(8), data.changed])).toEqual([
      ['changed', ['tag', 'position']],
      ['found', null],
      ['changed', ['tag', 'status']],
    ]);
    expect(events[0]?.data.keySet).toMatchObject({ status: 'active', tag: '200', position: 'B 1' });
  });

  test('only what was chosen, and nothing of a company without an address or of what was refused', async () => {
    const [company, silent] = [await world.newCompany(), await world.newCompany()];
    const receiver = await receive();
    await told(company, receiver, { events: ['key_set.returned'] });
    for (const one of [company, silent]) {
      const { id } = await one.bunch((await one.location()).id);
      await issue(one, id);
      expect((await issue(one, id)).status).toBe(409);
      await bringBack(one, id, '1');
    }
    expect((await receiver.until(1)).map(({ type }) => type)).toEqual(['key_set.returned']);
    expect(await kept(company.id)).toBe(1);
    expect(await kept(silent.id)).toBe(0);
  });

  test('a set that becomes overdue, once for each issue and due time', async () => {
    const company = await world.newCompany();
    const receiver = await receive();
    const { id } = await company.bunch((await company.location()).id);
    const due = (moment: string) =>
      world.sql(`update key_bunches set due_at = ${moment} where company_id = $1 and id = $2`, [
        company.id,
        id,
      ]);
    await issue(company, id);
    await due(`clock_timestamp() - interval '1 hour'`);
    await told(company, receiver, { events: ['key_set.overdue', 'key_set.issued'] });
    const look = async () => {
      await world.app.webhooks.round();
      return kept(company.id);
    };
    // It was due before a webhook existed.
    expect(await look()).toBe(0);
    await due('clock_timestamp()');
    expect(await look()).toBe(1);
    expect(await look()).toBe(1);
    await due('clock_timestamp()');
    expect(await look()).toBe(2);
    await bringBack(company, id, '1');
    expect(await look()).toBe(2);
    await issue(company, id);
    await due('clock_timestamp()');
    expect(await look()).toBe(4);
    const types = (await receiver.until(4)).map(({ type }) => type);
    expect(types).toEqual(['key_set.overdue', 'key_set.overdue', 'key_set.issued', 'key_set.overdue']);
  });
});

describe('an address that fails', () => {
  test('for an hour: no call waits for it, and all arrive in their order when it is back', async () => {
    const company = await world.newCompany();
    const receiver = await receive();
    const webhook = await told(company, receiver, { events: ['key_set.issued', 'key_set.returned'] });
    const { id } = await company.bunch((await company.location()).id);
    receiver.mood = 'fails';
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await issue(company, id)).status).toBe(200);
      expect((await bringBack(company, id, String(turn))).status).toBe(200);
    }
    await expect.poll(async () => (await webhook.now())?.failingSince).toBeTruthy();
    expect((await webhook.log()).at(-1)).toMatchObject({
      status: 'pending',
      responseStatus: 500,
      response: 'Not today',
      problem: 'Answered 500',
    });
    await passTime();
    await expect.poll(async () => (await webhook.log()).at(-1)?.tries).toBeGreaterThanOrEqual(2);
    // Only the first is tried, even with many waiting behind it.
    expect(new Set(receiver.requests.map(({ event }) => event.id)).size).toBe(1);
    expect(await webhook.now()).toMatchObject({ waiting: 10, pausedAt: null });
    receiver.mood = 'takes';
    await passTime();
    const events = await receiver.until(10);
    expect(events.map(({ type }) => type.slice(8))).toEqual(Array(5).fill(['issued', 'returned']).flat());
    expect(new Set(events.map((event) => event.id)).size).toBe(10);
    await expect.poll(webhook.now).toMatchObject({ waiting: 0, failingSince: null });
  });

  test('for three days is paused with a letter, keeps what happens meanwhile, and goes on when it is switched on', async () => {
    const company = await world.newCompany();
    const receiver = await receive();
    receiver.mood = 'fails';
    const webhook = await told(company, receiver, { events: ['key_set.issued', 'key_set.returned'] });
    const { id } = await company.bunch((await company.location()).id);
    await issue(company, id);
    await expect.poll(async () => (await webhook.now())?.failingSince).toBeTruthy();
    await passTime('2 days 23 hours');
    await expect.poll(() => receiver.requests.length).toBe(2);
    await expect.poll(webhook.now).toMatchObject({ pausedAt: null, nextTryAt: expect.any(String) });
    await passTime('3 days 1 hour');
    await expect.poll(webhook.now).toMatchObject({ pausedAt: expect.any(String), nextTryAt: null });
    const letter = await mail.next(company.admin.email, /webhook was paused/);
    expect(letter.text).toContain('127.0.0.1');
    await bringBack(company, id, '1');
    await world.app.webhooks.round();
    expect(receiver.requests).toHaveLength(3);
    receiver.mood = 'takes';
    await company.admin.call('updateWebhook', { params: webhook, body: { isActive: true } });
    expect((await receiver.until(2)).map(({ type }) => type)).toEqual(['key_set.issued', 'key_set.returned']);
  });

  test('by refusing one event for ever holds up the rest, until somebody leaves that one out', async () => {
    const [company, other] = [await world.newCompany(), await world.newCompany()];
    const receiver = await receive();
    receiver.mood = 'refuses';
    const webhook = await told(company, receiver, { events: ['key_set.issued', 'key_set.returned'] });
    const { id } = await company.bunch((await company.location()).id);
    const leaveOut = (by: TestCompany, delivery: number) =>
      by.admin.call('leaveOutDelivery', { params: { id: delivery }, body: {} });
    await issue(company, id);
    await bringBack(company, id, '1');
    await expect
      .poll(webhook.now)
      .toMatchObject({ waiting: 2, pausedAt: null, heldUpBy: { responseStatus: 400, status: 'pending' } });
    const [behind, first] = (await webhook.log()).map((one) => one.id);
    expect((await webhook.now())?.heldUpBy?.id).toBe(first);
    // An event that was not tried yet cannot be left out, nor can another company's.
    expect((await leaveOut(company, behind ?? 0)).status).toBe(409);
    expect((await leaveOut(other, first ?? 0)).status).toBe(404);
    receiver.mood = 'takes';
    expect((await leaveOut(company, first ?? 0)).status).toBe(200);
    expect((await receiver.until(1)).map(({ type }) => type)).toEqual(['key_set.returned']);
    await expect.poll(webhook.now).toMatchObject({ waiting: 0, failingSince: null, heldUpBy: null });
    expect((await webhook.log()).at(-1)).toMatchObject({ status: 'left_out', problem: 'Answered 400' });
    expect((await leaveOut(company, first ?? 0)).status).toBe(409);
    expect((await leaveOut(company, behind ?? 0)).status).toBe(409);
    // It is kept and can still be sent.
    await company.admin.call('replayDelivery', { params: { id: first ?? 0 }, body: {} });
    expect((await receiver.until(2)).at(-1)?.type).toBe('key_set.issued');
    const { body } = await company.admin.call('listActivity', { query: { kind: 'settings' } });
    const details = { eventId: expect.stringMatching(/^evt_/), type: 'key_set.issued' };
    expect(body[0]).toMatchObject({ action: 'webhook_leave_out', details });
  });

  test('while it is being sent, an event that was left out stays so, and nothing waits for its next try', async () => {
    const company = await world.newCompany();
    const receiver = await receive();
    receiver.mood = 'refuses';
    const webhook = await told(company, receiver, { events: ['key_set.issued', 'key_set.returned'] });
    const { id } = await company.bunch((await company.location()).id);
    await issue(company, id);
    await bringBack(company, id, '1');
    await expect.poll(async () => (await webhook.now())?.heldUpBy).toBeTruthy();
    receiver.mood = 'stalls';
    await passTime();
    await expect.poll(() => receiver.requests.length).toBe(2);
    const first = (await webhook.now())?.heldUpBy?.id ?? 0;
    expect((await company.admin.call('leaveOutDelivery', { params: { id: first }, body: {} })).status).toBe(
      200,
    );
    receiver.mood = 'takes';
    receiver.hangUp();
    expect((await receiver.until(1)).map(({ type }) => type)).toEqual(['key_set.returned']);
    expect((await webhook.log()).at(-1)).toMatchObject({ id: first, status: 'left_out' });
  });

  test('by being gone (410) is paused at once, with a letter that says so, and goes on when it is switched on', async () => {
    const company = await world.newCompany();
    const receiver = await receive();
    receiver.mood = 'gone';
    const webhook = await told(company, receiver, { events: ['key_set.issued', 'key_set.returned'] });
    const { id } = await company.bunch((await company.location()).id);
    // A test is not an event.
    await company.admin.call('testWebhook', { params: webhook, body: {} });
    await expect.poll(webhook.log).toMatchObject([{ status: 'failed', responseStatus: 410 }]);
    expect(await webhook.now()).toMatchObject({ pausedAt: null });
    await issue(company, id);
    await expect
      .poll(webhook.now)
      .toMatchObject({ pausedAt: expect.any(String), heldUpBy: { responseStatus: 410 }, waiting: 1 });
    const letter = await mail.next(company.admin.email, /webhook was paused/);
    expect(letter.text).toMatch(/127\.0\.0\.1:\d+ answered 410 \(gone\)/);
    await bringBack(company, id, '1');
    await world.app.webhooks.round();
    expect(receiver.requests).toHaveLength(2);
    receiver.mood = 'takes';
    await company.admin.call('updateWebhook', { params: webhook, body: { isActive: true } });
    expect((await receiver.until(2)).map(({ type }) => type)).toEqual(['key_set.issued', 'key_set.returned']);
  });

  test('and was changed while it was asked: what the old one answers is not held against the new one', async () => {
    const company = await world.newCompany();
    const [old, fresh] = [await receive(), await receive()];
    old.mood = 'stalls';
    const webhook = await told(company, old, { events: ['key_set.issued'] });
    await issue(company, (await company.bunch((await company.location()).id)).id);
    await expect.poll(() => old.requests.length).toBe(1);
    const body = { url: fresh.url };
    expect((await company.admin.call('updateWebhook', { params: webhook, body })).status).toBe(200);
    old.answer(410);
    expect((await fresh.until(1)).map(({ type }) => type)).toEqual(['key_set.issued']);
    await expect.poll(webhook.now).toMatchObject({ waiting: 0, pausedAt: null, failingSince: null });
  });

  test('to a second try of what arrived meanwhile leaves it as it is: delivered, and not sent again', async () => {
    const company = await world.newCompany();
    const receiver = await receive();
    receiver.mood = 'stalls';
    const webhook = await told(company, receiver, { events: ['key_set.issued', 'key_set.returned'] });
    const { id } = await company.bunch((await company.location()).id);
    await issue(company, id);
    await expect.poll(() => receiver.requests.length).toBe(1);
    // The sender pauses for longer than its claim lasts.
    await world.sql(`update webhooks set claimed_until = clock_timestamp() where id = $1`, [webhook.id]);
    await world.app.webhooks.round();
    await expect.poll(() => receiver.requests.length).toBe(2);
    receiver.answer(204);
    await expect.poll(webhook.log).toMatchObject([{ status: 'delivered', responseStatus: 204 }]);
    receiver.mood = 'takes';
    receiver.answer(500);
    await bringBack(company, id, '1');
    expect((await receiver.until(1)).map(({ type }) => type)).toEqual(['key_set.returned']);
    const delivered = { status: 'delivered', responseStatus: 204, problem: null };
    await expect.poll(webhook.log).toMatchObject([delivered, delivered]);
    expect(await webhook.now()).toMatchObject({ waiting: 0, failingSince: null });
  });

  test('by a redirect has not taken it, and nobody follows', async () => {
    const company = await world.newCompany();
    const receiver = await receive();
    receiver.mood = 'redirects';
    const webhook = await told(company, receiver);
    await company.admin.call('testWebhook', { params: webhook, body: {} });
    await expect
      .poll(webhook.log)
      .toMatchObject([{ status: 'failed', responseStatus: 302, problem: /Redirects/ }]);
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/']);
  });

  test('by never answering holds up no other address of its company, nor of another, nor a call', async () => {
    const [stuck, other] = [await world.newCompany(), await world.newCompany()];
    const [dead, alive, quiet] = [await receive(), await receive(), await receive()];
    const test = (company: TestCompany, webhook: { id: number }) =>
      company.admin.call('testWebhook', { params: webhook, body: {} });
    // Both answer once, and so does an address that stalls afterwards.
    const good = await told(stuck, alive, { events: ['key_set.issued'] });
    const turning = await told(stuck, dead, { path: 'turning', events: ['key_set.issued'] });
    const elsewhere = await told(other, quiet, { events: ['key_set.issued'] });
    for (const [company, webhook] of [
      [stuck, good],
      [stuck, turning],
      [other, elsewhere],
    ] as const)
      await test(company, webhook);
    await Promise.all([alive.until(1), dead.until(1), quiet.until(1)]);
    const crowd = await Promise.all(Array.from({ length: 14 }, () => world.newCompany()));
    dead.mood = 'stalls';
    for (const company of [stuck, stuck, ...Array.from({ length: 9 }, () => crowd).flat()])
      await test(
        company,
        await told(company, dead, { path: `of ${company.id}`, events: ['key_set.issued'] }),
      );
    // All places for slow or dead addresses are taken.
    await expect.poll(() => dead.requests.length, { timeout: 8000 }).toBeGreaterThanOrEqual(120);
    const places = [await stuck.location(), await other.location()];
    const [one, two] = [await stuck.bunch(places[0]?.id ?? 0), await other.bunch(places[1]?.id ?? 0)];
    const begun = performance.now();
    expect((await issue(stuck, one.id)).status).toBe(200);
    expect((await issue(other, two.id)).status).toBe(200);
    await Promise.all([alive.until(2), quiet.until(2)]);
    expect(performance.now() - begun).toBeLessThan(2500);
    // A request that stalled in the quick lane is tried once more in the slow one before it counts as failed.
    expect(await turning.now()).toMatchObject({ failingSince: null, waiting: 1 });
    dead.hangUp();
  });

  test('nine that never answer do not delay the first event to the tenth of their company', async () => {
    const company = await world.newCompany();
    const [dead, alive] = [await receive(), await receive()];
    dead.mood = 'stalls';
    const stuck: Awaited<ReturnType<typeof told>>[] = [];
    for (let n = 1; n <= 9; n += 1)
      stuck.push(await told(company, dead, { path: `${n}`, events: ['key_set.issued'] }));
    await told(company, alive, { events: ['key_set.issued'] });
    await issue(company, (await company.bunch((await company.location()).id)).id);
    await Promise.all([alive.until(1), expect.poll(() => dead.requests.length, { timeout: 10_000 }).toBe(9)]);
    // None of the nine first requests has ended, so the tenth did not wait for one.
    const tries = async ({ log }: (typeof stuck)[number]) => (await log())[0]?.tries;
    expect(await Promise.all(stuck.map(tries))).toEqual(Array(9).fill(0));
    dead.hangUp();
  });

  test('waits as long as it was said before each next try', async () => {
    const company = await world.newCompany();
    const receiver = await receive();
    receiver.mood = 'fails';
    const webhook = await told(company, receiver, { events: ['key_set.issued'] });
    await issue(company, (await company.bunch((await company.location()).id)).id);
    const waits: number[] = [];
    // As in docs/decisions/0040-webhooks.md; the last interval repeats.
    const said = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200, 43_200];
    for (let tries = 1; tries <= said.length; tries += 1) {
      await expect.poll(async () => (await webhook.log())[0]?.tries).toBe(tries);
      const [row] = await world.sql<{ wait: number }>(
        `select extract(epoch from w.next_at - d.last_at)::float8 as wait
         from webhooks w join webhook_deliveries d on d.webhook_id = w.id where w.id = $1`,
        [webhook.id],
      );
      waits.push(row?.wait ?? 0);
      await passTime();
    }
    expect(waits.map(Math.round)).toEqual(said);
  });
});

describe('an administrator', () => {
  test('makes up to ten webhooks, however many calls at once, and sends up to ten tests a minute to each', async () => {
    const company = await world.newCompany();
    const receiver = await receive();
    const body = { url: receiver.url, events: ['key_set.issued'] };
    const made = await Promise.all(
      Array.from({ length: 14 }, () => company.admin.call('createWebhook', { body })),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), ...Array(4).fill(409)]);
    expect(made.find(({ status }) => status === 409)?.body).toMatchObject({ message: REFUSALS.webhooksMax });
    const { id } = made.find(({ status }) => status === 201)?.body ?? { id: 0 };
    expect((await company.admin.call('deleteWebhook', { params: { id } })).status).toBe(200);
    const again = await company.admin.call('createWebhook', { body });
    expect(again.status).toBe(201);
    const params = { id: again.body.id };
    const sent = await Promise.all(
      Array.from({ length: 14 }, () => company.admin.call('testWebhook', { params, body: {} })),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(4).fill(429)]);
    const [delivery] = (await company.admin.call('listDeliveries', { params })).body;
    const repeat = () =>
      company.admin.call('replayDelivery', { params: { id: delivery?.id ?? 0 }, body: {} });
    expect((await repeat()).status).toBe(429);
    await world.sql(
      `update webhook_deliveries set created_at = created_at - interval '1 minute' where webhook_id = $1`,
      [params.id],
    );
    expect((await repeat()).status).toBe(200);
  });

  test('a delivery that is to be sent again waits once, however often it is pressed', async () => {
    const company = await world.newCompany();
    const webhook = await told(company, await receive(), { events: ['key_set.issued'] });
    const { id } = await company.bunch((await company.location()).id);
    await issue(company, id);
    const [first] = await webhook.log();
    // Its address is busy: another server sends to it.
    await world.sql(
      `update webhooks set claimed_by = gen_random_uuid(), claimed_until = clock_timestamp() + interval '1 minute' where id = $1`,
      [webhook.id],
    );
    const repeat = () => company.admin.call('replayDelivery', { params: { id: first?.id ?? 0 }, body: {} });
    const pressed = await Promise.all([repeat(), repeat()]);
    expect(pressed.map(({ status }) => status)).toEqual([200, 200]);
    const again = (await webhook.log()).filter(({ purpose }) => purpose === 'replay');
    expect(again.map(({ eventId, status }) => [eventId, status])).toEqual([[first?.eventId, 'pending']]);
  });

  test('tests an address beside what waits, sends again with the same id, and renews its secret', async () => {
    const company = await world.newCompany();
    const receiver = await receive();
    const webhook = await told(company, receiver, { events: ['key_set.issued'] });
    const { id } = await company.bunch((await company.location()).id);
    await issue(company, id);
    const [issued] = await receiver.until(1);
    await company.admin.call('updateWebhook', { params: webhook, body: { isActive: false } });
    await company.admin.call('testWebhook', { params: webhook, body: {} });
    expect((await receiver.until(2)).at(-1)).toMatchObject({ type: 'webhook.test', data: {} });
    const first = (await webhook.log()).find(({ purpose }) => purpose === 'event');
    expect(first).toMatchObject({ eventId: issued?.id, status: 'delivered', tries: 1, responseStatus: 204 });
    const [read] = (await company.admin.call('listWebhooks')).body;
    const headers = { 'if-match': `"${read?.updatedAt}"` };
    const renewed = await company.admin.call('renewWebhookSecret', { params: webhook, body: {}, headers });
    // Of two people at once one renews: the receiver's secret would not be the old one any more.
    const stale = await company.admin.call('renewWebhookSecret', { params: webhook, body: {}, headers });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    await company.admin.call('replayDelivery', { params: { id: first?.id ?? 0 }, body: {} });
    expect((await receiver.until(3)).at(-1)).toEqual(issued);
    const last = receiver.requests[2];
    const signed = (secret: string) => (last ? isSignedBy(last, secret) : null);
    expect([signed(webhook.secret), signed(String(renewed.body.secret)), signed('whsec_AAAA')]).toEqual([
      true,
      true,
      false,
    ]);
    await world.sql(`update webhooks set old_secret_until = clock_timestamp() where id = $1`, [webhook.id]);
    await company.admin.call('testWebhook', { params: webhook, body: {} });
    await receiver.until(4);
    const after = receiver.requests[3];
    expect(
      after && [isSignedBy(after, webhook.secret), isSignedBy(after, String(renewed.body.secret))],
    ).toEqual([false, true]);
    const everything = JSON.stringify([await webhook.now(), await webhook.log(), world.log]);
    expect(everything).not.toContain(webhook.secret.slice(6));
  });

  test('who sees some places alone knows of no webhook and makes none', async () => {
    const company = await world.newCompany();
    const here = await company.location();
    const limited = await company.as('officer', {
      customPermissions: ['system:admin'],
      allowedLocationIds: [here.id],
    });
    const receiver = await receive();
    const { id } = await told(company, receiver);
    const body = { url: receiver.url, events: ['key_set.issued'] };
    expect((await limited.call('createWebhook', { body })).status).toBe(403);
    expect((await limited.call('listWebhooks')).body).toEqual([]);
    expect((await limited.call('testWebhook', { params: { id }, body: {} })).status).toBe(404);
    expect((await limited.call('renewWebhookSecret', { params: { id }, body: {} })).status).toBe(404);
  });
});

test('two servers send each event once, in order', async () => {
  const company = await world.newCompany();
  const [one, two] = [await receive(), await receive()];
  const other = await makeApp(readConfig({ LOG_LEVEL: 'silent', DEMO_MODE: 'off', ...ALLOWED }), world.pool);
  await other.ready();
  for (const receiver of [one, two])
    await told(company, receiver, { events: ['key_set.issued', 'key_set.returned'] });
  const { id } = await company.bunch((await company.location()).id);
  for (let turn = 0; turn < 10; turn += 1) {
    await issue(company, id);
    await bringBack(company, id, String(turn));
    await Promise.all([world.app.webhooks.round(), other.webhooks.round()]);
  }
  const [first, second] = [await one.until(20), await two.until(20)];
  await expect
    .poll(async () => (await company.admin.call('listWebhooks')).body.map(({ waiting }) => waiting))
    .toEqual([0, 0]);
  await other.close();
  for (const events of [first, second])
    expect(events.map(({ type }) => type.slice(8))).toEqual(Array(10).fill(['issued', 'returned']).flat());
  expect(first.map((event) => event.id)).toEqual(second.map((event) => event.id));
  expect(one.requests).toHaveLength(20);
  expect(new Set(first.map((event) => event.id)).size).toBe(20);
});
