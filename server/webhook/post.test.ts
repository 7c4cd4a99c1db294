import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReceiver, type Receiver } from '../testing/receiver.ts';
import { useWorld } from '../testing/world.ts';
import { isPublic, type Manner, postEvent } from './post.ts';

const world = useWorld({ WEBHOOK_HTTP: 'on' });
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

const port = () => new URL(receiver.url).port;
/** Sends to that name, whose look-ups return these addresses in turn. */
async function post(host: string, leads: string[][], manner: Partial<Manner> = {}) {
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return leads[asked.length - 1] ?? leads.at(-1) ?? [];
  };
  const before = receiver.requests.length;
  const outcome = await postEvent(
    `http://${host}:${port()}/`,
    '{}',
    { 'webhook-id': 'evt_1' },
    {
      resolve,
      privateAddresses: false,
      http: true,
      limitMs: 400,
      ...manner,
    },
  );
  return { ...outcome, asked, heard: receiver.requests.slice(before) };
}

describe('an address that is not public', () => {
  test.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    'not an address',
  ])('%s is refused', (address) => expect(isPublic(address)).toBe(false));
  test.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is not', (address) =>
    expect(isPublic(address)).toBe(true),
  );

  test('is refused when a name leads to it, alone or among others, and nothing is sent', async () => {
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1']])
      expect(await post('hooks.example.com', [addresses])).toMatchObject({
        problem: 'The address is private',
        heard: [],
      });
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:7f00:1]'])
      expect(await post(host, [['8.8.8.8']])).toMatchObject({
        problem: 'The address is private',
        asked: [],
        heard: [],
      });
  });

  test('is not connected to when the name leads elsewhere after it was judged', async () => {
    const sent = await post('rebinding.example.com', [['8.8.8.8'], ['127.0.0.1']]);
    expect(sent.asked).toEqual(['rebinding.example.com']);
    expect(sent.problem).not.toBeNull();
    expect(sent.heard).toEqual([]);
    // The connection goes to the checked address, with the requested name.
    const pinned = await post('pinned.example.com', [['127.0.0.1'], ['8.8.8.8']], { privateAddresses: true });
    expect(pinned).toMatchObject({ problem: null, status: 204, asked: ['pinned.example.com'] });
    expect(pinned.heard[0]?.headers.host).toBe(`pinned.example.com:${port()}`);
  });

  test('is refused when it is named in an address, and at every try of a name that leads to it', async () => {
    const company = await world.newCompany();
    const make = (url: string) =>
      company.admin.call('createWebhook', { body: { url, events: ['key_set.issued'] } });
    for (const url of [receiver.url, 'https://[::1]/', 'https://10.0.0.1/', 'https://169.254.169.254/latest'])
      expect(await make(url)).toMatchObject({
        status: 400,
        body: { errors: { url: 'This address is private' } },
      });
    for (const url of [
      'ftp://hooks.example.com/',
      'https://me:secret@hooks.example.com/',
      'hooks.example.com',
      'https://',
    ])
      expect((await make(url)).status).toBe(400);
    const { body: made } = await make(`http://localhost:${port()}/`);
    const before = receiver.requests.length;
    await company.admin.call('testWebhook', { params: made, body: {} });
    const log = async () => (await company.admin.call('listDeliveries', { params: made })).body;
    await expect
      .poll(log, { timeout: 10_000 })
      .toMatchObject([{ status: 'failed', problem: 'The address is private' }]);
    expect(receiver.requests).toHaveLength(before);
  });
});

describe('an exchange', () => {
  test('by http is refused unless the operator allows it', async () => {
    const refused = await post('127.0.0.1', [], { http: false, privateAddresses: true });
    expect(refused).toMatchObject({ problem: 'The address is not https', heard: [] });
  });

  test('ends in time, whether the name, the answer or the end of a refusal does not come', async () => {
    const drip = createServer((_request, response) => {
      response.writeHead(500);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => drip.listen(0, '127.0.0.1', resolve));
    const { port: dripping } = drip.address() as AddressInfo;
    const manner: Manner = {
      resolve: () => new Promise(() => undefined),
      privateAddresses: true,
      http: true,
      limitMs: 300,
    };
    receiver.mood = 'stalls';
    const begun = performance.now();
    const outcomes = await Promise.all(
      [`http://nowhere.example.com/`, receiver.url, `http://127.0.0.1:${dripping}/`].map((url) =>
        postEvent(url, '{}', {}, manner),
      ),
    );
    receiver.mood = 'takes';
    expect(outcomes.map(({ problem }) => problem)).toEqual([
      'No answer in time',
      'No answer in time',
      'Answered 500',
    ]);
    expect(outcomes[2]?.response).toMatch(/^\.+$/);
    expect(performance.now() - begun).toBeLessThan(2000);
    drip.closeAllConnections();
    await new Promise((resolve) => drip.close(resolve));
  });

  test('reads a few kilobytes of a refusal and keeps its beginning', async () => {
    let written = 0;
    const flood = createServer((_request, response) => {
      response.statusCode = 500;
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) written += 65_536;
        response.once('drain', more);
      };
      more();
    });
    await new Promise<void>((resolve) => flood.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(flood.address() as AddressInfo).port}/`;
    const outcome = await postEvent(
      url,
      '{}',
      {},
      { resolve: async () => [], privateAddresses: true, http: true, limitMs: 3000 },
    );
    expect(outcome).toEqual({ problem: 'Answered 500', status: 500, response: 'x'.repeat(300) });
    expect(written).toBeLessThan(20_000_000);
    flood.closeAllConnections();
    await new Promise((resolve) => flood.close(resolve));
  });

  test.each([
    ['is left open', (response: ServerResponse) => void response.write('so far')],
    ['never begins', (response: ServerResponse) => response.flushHeaders()],
    ['is cut', (response: ServerResponse) => void response.write('cut', () => response.destroy())],
    [
      'is shorter than it said',
      (response: ServerResponse) => void response.setHeader('content-length', 99).end('x'),
    ],
    [
      'is broken gzip',
      (response: ServerResponse) => void response.setHeader('content-encoding', 'gzip').end('no gzip'),
    ],
    [
      'is reset',
      (response: ServerResponse) => {
        response.flushHeaders();
        setTimeout(() => response.socket?.resetAndDestroy(), 30);
      },
    ],
    [
      'never ends',
      (response: ServerResponse) => {
        const more = () =>
          response.destroyed || void setTimeout(() => response.write('x'.repeat(65_536), more), 1);
        more();
      },
    ],
  ])('with a 2xx has arrived by its head, also when its body %s', async (_what, body) => {
    const open = createServer((_request, response) => {
      response.statusCode = 202;
      body(response);
    });
    await new Promise<void>((resolve) => open.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(open.address() as AddressInfo).port}/`;
    const begun = performance.now();
    const manner: Manner = { resolve: async () => [], privateAddresses: true, http: true, limitMs: 5000 };
    expect(await postEvent(url, '{}', {}, manner)).toEqual({ problem: null, status: 202, response: null });
    expect(performance.now() - begun).toBeLessThan(2500);
    open.closeAllConnections();
    await new Promise((resolve) => open.close(resolve));
  });

  test('tries every address of a name until one connects, and looks the name up once', async () => {
    // No server listens at these addresses of the loopback network.
    for (const leads of [
      ['127.0.0.9', '127.0.0.1'],
      ['::1', '127.0.0.8', '127.0.0.1'],
      ['127.0.0.7', '127.0.0.9', '127.0.0.1', '127.0.0.8'],
    ]) {
      const sent = await post('several.example.com', [leads, ['10.0.0.1']], {
        privateAddresses: true,
        limitMs: 3000,
      });
      expect(sent).toMatchObject({ problem: null, status: 204, asked: ['several.example.com'] });
      expect(sent.heard).toHaveLength(1);
    }
    expect(
      await post('dead.example.com', [['127.0.0.9', '127.0.0.8']], { privateAddresses: true }),
    ).toMatchObject({
      problem: 'The connection was refused',
    });
  });

  test('connects to none of the addresses of a name when one of them is private', async () => {
    for (const leads of [
      ['8.8.8.8', '127.0.0.1'],
      ['127.0.0.1', '8.8.8.8'],
      ['2606:4700::1111', '8.8.8.8', '10.0.0.1'],
    ])
      expect(await post('mixed.example.com', [leads])).toMatchObject({
        problem: 'The address is private',
        heard: [],
      });
  });

  test('that is refused or has no name says so in words', async () => {
    expect((await post('hooks.example.com', [[]])).problem).toBe('The address has no entry in the DNS');
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(closed.address() as AddressInfo).port}/`;
    await new Promise((resolve) => closed.close(resolve));
    const manner: Manner = { resolve: async () => [], privateAddresses: true, http: true, limitMs: 3000 };
    expect(await postEvent(url, '{}', {}, manner)).toMatchObject({ problem: 'The connection was refused' });
  });
});

test('an address is kept without what a parser overlooks and no column holds', async () => {
  const { admin } = await world.newCompany();
  const url = 'https://hooks.example.com/keys';
  const body = { url: `\u0001 ${url}\u0000 `, events: ['key_set.issued'] };
  const made = await admin.call('createWebhook', { body });
  expect([made.status, made.body.url]).toEqual([201, url]);
  const edited = await admin.call('updateWebhook', {
    params: made.body,
    body: { url: `${url}2\u0000\u0001` },
  });
  expect([edited.status, edited.body.url]).toEqual([200, `${url}2`]);
});
