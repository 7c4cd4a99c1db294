import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebhookEvent } from '../../../shared/webhook-event.ts';
import { turnOf } from '../../testing/kiosk.ts';
import { openReceiver, type Receiver } from '../../testing/receiver.ts';
import { makeSite, type Site, unique } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld({ WEBHOOK_PRIVATE_ADDRESSES: 'on', WEBHOOK_HTTP: 'on' });
let site: Site;
let receiver: Receiver;
beforeAll(async () => {
  site = await makeSite(world);
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

test('KIOSK-47 webhooks say the kiosk and the person of an issue and a return, and the kiosk alone of a set handed in', async () => {
  const hook = { url: receiver.url, events: ['key_set.issued', 'key_set.returned'] };
  expect((await site.admin.call('createWebhook', { body: hook })).status).toBe(201);
  const set = await site.company.bunch(site.here.id);
  const other = await site.company.bunch(site.here.id);
  await site.admin.call('issueKeyBunch', { params: { id: other.id }, body: { officerName: 'Owen Hartley' } });
  const kiosk = await turnOf(site, { offered: set.id });
  const [{ name = '' } = {}] = await world.sql<{ name: string }>('select name from kiosks where id = $1', [
    kiosk.id,
  ]);
  const person = `${kiosk.person.name} at the kiosk`;
  const did = [
    await kiosk.call('takeAtKiosk', { body: { keyBunchId: set.id, code: set.identifier } }),
    await kiosk.call('returnAtKiosk', { body: { keyBunchId: set.id, newTag: unique('T') } }),
    await kiosk.call('returnAtKiosk', { body: { code: other.identifier, newTag: unique('T') } }),
  ];
  expect(did.map(({ status }) => status)).toEqual([200, 200, 200]);
  await expect.poll(() => receiver.requests.length, { timeout: 10_000 }).toBe(4);
  const events = receiver.requests.map(({ body }) => JSON.parse(body) as WebhookEvent);
  const said = events.map(({ type, data }) => [
    type,
    data.keySet?.id,
    data.movement?.by,
    data.movement?.kiosk,
  ]);
  expect(said).toEqual([
    ['key_set.issued', other.id, 'Dana Holt', null],
    ['key_set.issued', set.id, person, name],
    ['key_set.returned', set.id, person, name],
    ['key_set.returned', other.id, `${name} (kiosk)`, name],
  ]);
  expect(events[1]?.data.movement?.holder).toBe(kiosk.person.name);
  expect(JSON.stringify(events)).not.toContain(site.admin.email);
});
