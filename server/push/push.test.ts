import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { APPROVED_DUE, pushDeviceOf, sensitiveBunch } from '../testing/approval.ts';
import { holderOf, makeSite, type Site } from '../testing/site.ts';
import { useWorld } from '../testing/world.ts';
import { authorizationOf, pushKeyOf } from './key.ts';

const world = useWorld({ WEBHOOK_PRIVATE_ADDRESSES: 'on', WEBHOOK_HTTP: 'on' });

type Sent = { headers: IncomingHttpHeaders; body: string };
type Service = { url: string; sent: Sent[]; status: number };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A push service that answers with `status`. */
async function openService(): Promise<Service> {
  const service: Service = { url: '', sent: [], status: 201 };
  const server = createServer(async (request, response) => {
    service.sent.push({ headers: request.headers, body: await text(request) });
    response.writeHead(service.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send/abc`;
  return service;
}

async function ask(site: Site) {
  const officer = await site.company.as('officer');
  const items = [{ keyBunchId: await sensitiveBunch(site) }];
  const body = { holderId: await holderOf(site), dueAt: APPROVED_DUE, items };
  return officer.call('askApprovals', { body });
}
const devicesOf = ({ admin }: Site) =>
  world.sql('select id from push_devices where user_id = $1', [admin.id]);

test('SECOND-31 a push has no content, and is signed with the key that the browser subscribed with', async () => {
  const site = await makeSite(world);
  const service = await openService();
  await pushDeviceOf(site, site.admin.id, service.url);
  const { publicKey } = (await site.admin.call('getApprovalNotices')).body;
  expect((await ask(site)).status).toBe(201);
  await expect.poll(() => service.sent.length, { timeout: 15_000 }).toBe(1);
  const [sent] = service.sent;
  expect([sent?.body, sent?.headers['content-length']]).toEqual(['', '0']);
  expect(Object.keys(sent?.headers ?? {}).sort()).toEqual(
    ['authorization', 'connection', 'content-length', 'host', 'ttl', 'urgency', 'user-agent'].sort(),
  );
  expect([sent?.headers.ttl, sent?.headers.urgency]).toEqual(['600', 'high']);
  expect(sent?.headers.authorization).toMatch(new RegExp(`^vapid t=[\\w.-]+, k=${publicKey}$`));
  await expect.poll(async () => (await world.sql('select id from pushes')).length).toBe(0);
});

test('SECOND-31 a question without notices sends none', async () => {
  const site = await makeSite(world);
  const service = await openService();
  await pushDeviceOf(site, site.admin.id, service.url);
  const officer = await site.company.as('officer');
  const items = [{ keyBunchId: await sensitiveBunch(site) }];
  await officer.call('askApprovals', { body: { notify: false, holderId: await holderOf(site), items } });
  expect(await world.sql('select id from pushes where company_id = $1', [site.company.id])).toEqual([]);
  expect((await ask(site)).status).toBe(201);
  await expect.poll(() => service.sent.length, { timeout: 15_000 }).toBe(1);
});

test('SECOND-32 a device that is gone is deleted; one that fails is tried again', async () => {
  const site = await makeSite(world);
  const service = await openService();
  await pushDeviceOf(site, site.admin.id, service.url);
  service.status = 500;
  await ask(site);
  await expect.poll(() => service.sent.length, { timeout: 15_000 }).toBe(1);
  expect(await devicesOf(site)).toHaveLength(1);
  service.status = 410;
  await world.sql('update pushes set next_at = now()');
  await ask(site);
  await expect.poll(() => devicesOf(site), { timeout: 15_000 }).toEqual([]);
});

test('SECOND-32 devices end with the account, and pass to the user who signs in there next', async () => {
  const site = await makeSite(world);
  const [one, two] = [await site.company.as('super_admin'), await site.company.as('super_admin')];
  const endpoint = `https://push.example/${randomBytes(8).toString('hex')}`;
  const add = (me: typeof one) => me.call('addPushDevice', { body: { endpoint } });
  for (const wrong of [
    `${endpoint}\u0000`,
    'https://[',
    'http://push.example/a',
    ' https://push.example/a',
    'https:// a',
  ]) {
    const refused = await one.call('addPushDevice', { body: { endpoint: wrong } });
    expect([refused.status, refused.body.message], wrong).toEqual([400, 'Unknown address']);
  }
  expect([(await add(one)).body.devices.length, (await add(one)).body.devices.length]).toEqual([1, 1]);
  expect((await add(two)).body.devices).toHaveLength(1);
  expect((await one.call('getApprovalNotices')).body.devices).toEqual([]);
  const [device] = (await two.call('getApprovalNotices')).body.devices;
  expect((await one.call('removePushDevice', { params: { id: device?.id ?? 0 } })).status).toBe(404);
  await site.admin.call('updateUser', { params: { id: two.id }, body: { isActive: false } });
  expect(await world.sql('select id from push_devices where user_id = $1', [two.id])).toEqual([]);
  expect((await one.call('updateApprovalNotices', { body: { letters: false } })).body.letters).toBe(false);
});

test('SECOND-33 the token of a push is of the address, valid for a day at most, and made by the key of SECRETS_KEY', () => {
  const secret = randomBytes(32);
  const [key, same] = [pushKeyOf(secret), pushKeyOf(secret)];
  expect(same.publicKey).toBe(key.publicKey);
  expect(pushKeyOf(randomBytes(32)).publicKey).not.toBe(key.publicKey);
  const now = 1_800_000_000_000;
  const header = authorizationOf(key, 'https://push.example:8443/send/abc', 'https://keys.example', now);
  const [, head = '', claims = '', signature = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=/.exec(header) ?? [];
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(read(head)).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(read(claims)).toEqual({
    aud: 'https://push.example:8443',
    exp: now / 1000 + 43_200,
    sub: 'https://keys.example',
  });
  const point = Buffer.from(key.publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const of = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), of, Buffer.from(signature, 'base64url'))).toBe(
    true,
  );
});
