import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../shared/webhook.ts';
import type { WebhookEvent } from '../../shared/webhook-event.ts';
import { openReceiver, type Receiver } from '../testing/receiver.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { type Person, type TestCompany, useWorld } from '../testing/world.ts';

const world = useWorld({ WEBHOOK_PRIVATE_ADDRESSES: 'on', WEBHOOK_HTTP: 'on' });

const receivers: Receiver[] = [];
const clients: pg.Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  for (const receiver of receivers.splice(0)) await receiver.close();
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
/** A program that may read events, unless `about` says otherwise. */
async function programOf({ admin }: TestCompany, about: Record<string, unknown> = {}): Promise<Person> {
  const permissions = ['key:view', 'history:view', 'key:issue', 'key:return'];
  const body = { name: 'Patrol', permissions, expiresAt: inAnHour(), ...about };
  const made = await admin.call('createToken', { body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return world.program(String(made.body.token), admin);
}
const read = async (program: Person, query: { after?: string; limit?: number } = {}) => {
  const { status, body, headers } = await program.call('listEvents', { query });
  expect(status, JSON.stringify(body)).toBe(200);
  return { events: body as WebhookEvent[], next: String(headers['x-next-cursor']) };
};
const subjects = (events: WebhookEvent[]) =>
  events.map(({ type, data }) => `${type} ${data.keySet?.identifier}`);
const issue = (site: Site, id: number) =>
  site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Ana Ruiz' } });

/** A connection of the owner, for transactions that stay open. */
async function connected(): Promise<pg.Client> {
  const client = new pg.Client(world.admin);
  await client.connect();
  clients.push(client);
  return client;
}
const storeEvent = (client: pg.Client, companyId: number, type = 'key_set.created') =>
  client.query('select store_event($1, $2, now(), $3)', [companyId, type, {}]);

describe('the list of events', () => {
  test('has what webhooks send, once, in the same order, a page at a time', async () => {
    const site = await makeSite(world);
    const program = await programOf(site.company);
    const receiver = await openReceiver();
    receivers.push(receiver);
    const hook = { url: receiver.url, events: [...EVENT_TYPES] };
    expect((await site.admin.call('createWebhook', { body: hook })).status).toBe(201);
    const { id } = await site.company.bunch(site.here.id, { identifier: 'A-1' });
    await issue(site, id);
    await site.admin.call('returnKeyBunch', { params: { id }, body: { officerName: 'Ana', newTag: '77' } });
    await site.admin.call('updateKeyBunch', {
      params: { id },
      body: { status: 'missing', identifier: 'A-2', reason: 'Lost' },
    });
    await site.admin.call('deleteKeyBunch', { params: { id }, body: {} });
    await expect.poll(() => receiver.requests.length, { timeout: 10_000 }).toBe(6);

    const all = await read(program);
    expect(all.events.map(({ type }) => type)).toEqual([
      'key_set.created',
      'key_set.issued',
      'key_set.returned',
      'key_set.changed',
      'key_set.missing',
      'key_set.deleted',
    ]);
    expect(all.events).toEqual(receiver.requests.map(({ body }) => JSON.parse(body)));
    const paged: WebhookEvent[] = [];
    let after: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const { events, next } = await read(program, { limit: 2, ...(after && { after }) });
      expect(events).toHaveLength(2);
      paged.push(...events);
      after = next;
    }
    expect(paged).toEqual(all.events);
    expect((await read(program, { after: String(after) })).events).toEqual([]);
    expect((await read(program, { after: all.next })).events).toEqual([]);
  });

  test('begins with the first token that may read it, from now if that is asked for', async () => {
    const site = await makeSite(world);
    const sets = await Promise.all(
      ['A', 'B', 'C', 'D'].map((identifier) => site.company.bunch(site.here.id, { identifier })),
    );
    const [a = 0, b = 0, c = 0, d = 0] = sets.map(({ id }) => id);
    await issue(site, a);
    const before = await programOf(site.company, { permissions: ['key:view', 'key:issue'] });
    await issue(site, b);
    expect((await before.call('listEvents', { query: {} })).status).toBe(403);
    const program = await programOf(site.company);
    const { events, next } = await read(program, { after: 'now' });
    expect(events).toEqual([]);
    expect(
      (await program.call('issueKeyBunch', { params: { id: c }, body: { officerName: 'Ana' } })).status,
    ).toBe(200);
    expect((await issue(site, c)).status).toBe(409);
    expect(subjects((await read(program, { after: next })).events)).toEqual(['key_set.issued C']);
    const now = await read(program, { after: 'now' });
    await issue(site, d);
    expect(subjects((await read(program, { after: now.next })).events)).toEqual(['key_set.issued D']);
    expect(subjects((await read(program)).events)).toEqual(['key_set.issued C', 'key_set.issued D']);
    expect((await read(await programOf(await world.newCompany()))).events).toEqual([]);
  });

  test('tells what became overdue to who has no webhook', async () => {
    const site = await makeSite(world);
    const program = await programOf(site.company);
    const { id } = await site.company.bunch(site.here.id, { identifier: 'Late' });
    await issue(site, id);
    await world.sql(
      "update key_bunches set issued_at = clock() - interval '1 hour', due_at = clock() + interval '50 milliseconds' where id = $1",
      [id],
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    await world.sql('select store_overdue_events(500)');
    await world.sql('select store_overdue_events(500)');
    expect(subjects((await read(program)).events).filter((text) => text.includes('overdue'))).toEqual([
      'key_set.overdue Late',
    ]);
  });

  test('is of all locations, and of those who may see the history', async () => {
    const site = await makeSite(world);
    const here = { allowedLocationIds: [site.here.id] };
    const limited = await programOf(site.company, here);
    const refused = await limited.call('listEvents', { query: {} });
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    const officer = await site.company.as('officer', here);
    expect((await officer.call('listEvents', { query: {} })).status).toBe(403);
    expect((await (await site.company.as('officer')).call('listEvents', { query: {} })).status).toBe(200);
  });

  test('refuses a cursor that it did not write, and one behind which events are gone', async () => {
    const program = await programOf(await world.newCompany());
    const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    for (const [after, status, code] of [
      ['x', 400, 'bad_cursor'],
      [cursorOf('1'), 400, 'bad_cursor'],
      [cursorOf('one', ago(1)), 400, 'bad_cursor'],
      [cursorOf('1', 'yesterday'), 400, 'bad_cursor'],
      [cursorOf('9'.repeat(40), ago(1)), 400, 'bad_cursor'],
      [cursorOf('1', ago(31)), 410, 'events_gone'],
    ] as const) {
      const answer = await program.call('listEvents', { query: { after } });
      expect([answer.status, answer.body.code], after).toEqual([status, code]);
    }
    expect((await read(program, { after: cursorOf('1', ago(29)) })).events).toEqual([]);
  });
});

describe('a cursor', () => {
  test('passes over no event of a transaction that began before and commits later', async () => {
    const { company, admin } = await makeSite(world);
    const program = await programOf(company);
    const [slow, quick] = [await connected(), await connected()];
    await slow.query('begin');
    await storeEvent(slow, admin.companyId ?? 0, 'key_set.created');
    await storeEvent(quick, admin.companyId ?? 0, 'key_set.changed');
    const first = await read(program);
    expect(first.events.map(({ type }) => type)).toEqual(['key_set.changed']);
    await slow.query('commit');
    const second = await read(program, { after: first.next });
    expect(second.events.map(({ type }) => type)).toEqual(['key_set.created']);
    const whole = await read(program);
    expect(whole.events).toEqual([...first.events, ...second.events]);
  });

  test('is of no commit that another one may still come before: the second waits for the first', async () => {
    const { company, admin } = await makeSite(world);
    const companyId = admin.companyId ?? 0;
    const program = await programOf(company);
    const [one, other] = [await connected(), await connected()];
    for (const client of [one, other]) await client.query('begin');
    await storeEvent(one, companyId, 'key_set.created');
    await storeEvent(other, companyId, 'key_set.changed');
    // As at its commit: numbered, and not visible yet.
    await one.query('set constraints all immediate');
    let isDone = false;
    const committed = other.query('commit').then(() => {
      isDone = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([isDone, (await read(program)).events]).toEqual([false, []]);
    await one.query('commit');
    await committed;
    expect((await read(program)).events.map(({ type }) => type)).toEqual([
      'key_set.created',
      'key_set.changed',
    ]);
  });

  test('of what was rolled back is of nothing', async () => {
    const { company, admin } = await makeSite(world);
    const program = await programOf(company);
    const client = await connected();
    await client.query('begin');
    await storeEvent(client, admin.companyId ?? 0);
    await client.query('set constraints all immediate');
    await client.query('rollback');
    await storeEvent(client, admin.companyId ?? 0, 'key_set.changed');
    expect((await read(program)).events.map(({ type }) => type)).toEqual(['key_set.changed']);
  });

  test('of many writers at once has every event once, and each set in its order', async () => {
    const site = await makeSite(world);
    const program = await programOf(site.company);
    const ids = await Promise.all(
      Array.from(
        { length: 6 },
        async (_, at) => (await site.company.bunch(site.here.id, { identifier: `S${at}` })).id,
      ),
    );
    const seen: string[] = [];
    let after = (await read(program, { after: 'now' })).next;
    let isBusy = true;
    const reading = (async () => {
      let isLast = false;
      while (!isLast) {
        const wasBusy = isBusy;
        const { events, next } = await read(program, { after, limit: 3 });
        seen.push(...subjects(events));
        after = next;
        isLast = !wasBusy && events.length === 0;
      }
    })();
    await Promise.all(
      ids.map(async (id) => {
        for (let turn = 0; turn < 3; turn += 1) {
          expect((await issue(site, id)).status).toBe(200);
          const body = { officerName: 'Ana Ruiz', newTag: randomUUID().slice(0, 8) };
          expect((await site.admin.call('returnKeyBunch', { params: { id }, body })).status).toBe(200);
        }
      }),
    );
    isBusy = false;
    await reading;
    const each = Array.from({ length: 3 }, () => ['key_set.issued', 'key_set.returned']).flat();
    for (const at of ids.keys())
      expect(seen.filter((text) => text.endsWith(` S${at}`))).toEqual(each.map((type) => `${type} S${at}`));
    expect(seen).toHaveLength(36);
  });
});
