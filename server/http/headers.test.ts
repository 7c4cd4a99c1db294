import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../config.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { headOf, useWire } from '../testing/wire.ts';
import { useWorld } from '../testing/world.ts';

// guarantees.md R20, R21, G20.
const world = useWorld();
const wire = useWire(world);
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

type Reply = { statusCode: number; headers: Record<string, unknown> };
const ask = async (
  method: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'OPTIONS' | 'DELETE',
  url: string,
  payload?: string,
  headers: Record<string, string> = {},
): Promise<Reply> => world.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });

const json = { 'content-type': 'application/json' };
/** A reply of every kind: its status and its request. */
const REPLIES: [number, string, () => Promise<Reply>][] = [
  [200, 'a call', () => ask('GET', '/api/locations', undefined, { cookie: site.admin.cookie ?? '' })],
  [
    200,
    'a file',
    () => ask('GET', '/api/movement-history/export', undefined, { cookie: site.admin.cookie ?? '' }),
  ],
  [200, 'a sign-out', () => ask('POST', '/api/auth/logout')],
  [200, 'health', () => ask('GET', '/healthz')],
  [200, 'readiness', () => ask('GET', '/readyz')],
  [200, 'a HEAD', () => ask('HEAD', '/api/locations', undefined, { cookie: site.admin.cookie ?? '' })],
  [401, 'no session', () => ask('GET', '/api/auth/user')],
  [
    403,
    'another site',
    () => ask('POST', '/api/auth/login', '{}', { ...json, origin: 'https://evil.example' }),
  ],
  [404, 'no such call', () => ask('GET', '/api/nothing')],
  [404, 'no such method', () => ask('PUT', '/api/locations', '{}', json)],
  [
    404,
    'no such record',
    () => ask('GET', '/api/key-bunches/1', undefined, { cookie: site.admin.cookie ?? '' }),
  ],
  [400, 'a bad body', () => ask('POST', '/api/auth/login', '{', json)],
  [400, 'a bad field', () => ask('POST', '/api/auth/login', '{}', json)],
  [404, 'a bad address', () => ask('GET', '/api/key-bunches/%zz')],
  [413, 'a large body', () => ask('POST', '/api/auth/login', `"${'x'.repeat(102_400)}"`, json)],
  [404, 'no such file', () => ask('GET', '/assets/none.js')],
  [404, 'nothing to post to', () => ask('POST', '/login', '{}', json)],
  [415, 'a packed body', () => ask('POST', '/api/auth/login', '{}', { ...json, 'content-encoding': 'br' })],
  [415, 'no JSON', () => ask('POST', '/api/auth/login', 'a=b', { 'content-type': 'text/plain' })],
];

describe('G20 the security headers stand on every kind of reply', () => {
  for (const [status, title, get] of REPLIES) {
    test(`${status} ${title}`, async () => {
      const { statusCode, headers } = await get();
      expect(statusCode).toBe(status);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'nfc=(self), camera=(self), microphone=(), geolocation=(), payment=()',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers['cache-control']).toBe('no-store');
    });
  }
});

test('R21 a request that names the host, as those of proxies do, is one for its path', async () => {
  const said = async (target: string) => {
    const socket = await wire.raw(headOf({ path: target, headers: { connection: 'close' } }));
    return text(socket);
  };
  for (const host of ['http://keys.example.com', 'HTTPS://keys.example.com:8080']) {
    const call = await said(`${host}/api/auth/user?x=http://a.b/c`);
    expect(call).toMatch(/^HTTP\/1\.1 401 /);
    expect(call).toMatch(/^cache-control: no-store\r$/m);
    expect(await said(`${host}/healthz`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await said(`${host}/api/%zz`)).toMatch(/^HTTP\/1\.1 404 [\s\S]*^cache-control: no-store\r$/m);
  }
});

const built = existsSync(join(ROOT, 'dist/web/index.html'));
test.runIf(built)('R21 a page has a policy with a fresh nonce, without inline or eval', async () => {
  const nonces = new Set<string>();
  for (const url of ['/', '/login', '/key-bunches?status=issued', '/no-such-page']) {
    const { statusCode, headers } = await ask('GET', url);
    expect(statusCode).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-([\w+/=]{24})'; /,
    );
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    for (const part of [
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    expect(headers).not.toHaveProperty('x-powered-by');
    nonces.add(/nonce-([^']+)/.exec(policy)?.[1] ?? '');
  }
  expect(nonces.size).toBe(4);
});

test.runIf(built)(
  'R21 one script alone may compile WebAssembly, and reaches nothing but this server',
  async () => {
    const scripts = readdirSync(join(ROOT, 'dist/web/assets')).filter((name) => name.endsWith('.js'));
    const may = [];
    for (const name of scripts) {
      const policy = String((await ask('GET', `/assets/${name}`)).headers['content-security-policy']);
      if (policy.includes('unsafe')) may.push([name.replace(/-.*/, ''), policy]);
    }
    expect(may).toEqual([
      [
        'decoder',
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
      ],
    ]);
  },
);

test.runIf(built)(
  'R21 the worker is never taken from a cache, reaches this server alone, and keeps a page without a user in it',
  async () => {
    const cookie = site.admin.cookie ?? '';
    const worker = await world.app.inject({ url: '/sw.js', headers: { cookie } });
    expect(worker.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': expect.stringMatching(/javascript/),
      'content-security-policy':
        "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
    });
    const files = [...worker.body.matchAll(/url:[`"'](\/[^`"']+)[`"']/g)].map(([, url = '']) => url);
    expect(files).toEqual(expect.arrayContaining(['/favicon.svg', '/theme.js']));
    expect(worker.body).toContain('/app-shell');
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((url) => !/^\/(theme\.js|favicon\.svg|assets\/[\w.-]+)$/.test(url))).toEqual([]);
    for (const url of files) expect([url, (await ask('GET', url)).statusCode]).toEqual([url, 200]);

    const shell = await world.app.inject({ url: '/app-shell', headers: { cookie } });
    const visitors = await world.app.inject('/app-shell');
    const withoutNonce = (body: string) => body.replace(/name="csp-nonce" content="[^"]+"/, '');
    expect(withoutNonce(shell.body)).toBe(withoutNonce(visitors.body));
    expect(shell.body).toContain('<meta name="session" content="sent" />');
    expect(shell.body).toContain('<meta name="live" content="" />');
    expect(shell.body).not.toContain('/api/');
    expect((await ask('GET', '/manifest.webmanifest')).headers['content-type']).toMatch(
      /^application\/manifest\+json/,
    );
  },
);

test.runIf(built)(
  'a script comes as it was compressed when it was built, and plain to whoever takes nothing else',
  async () => {
    const script = /src="(\/assets\/[^"]+\.js)"/.exec((await world.app.inject('/')).body)?.[1] ?? '';
    const plain = await world.app.inject(script);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const small = await world.app.inject({ url: script, headers: { 'accept-encoding': 'gzip, br' } });
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': plain.headers['content-type'],
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(brotliDecompressSync(small.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect((await ask('GET', `${script}.br`)).statusCode).toBe(404);
  },
);

test.runIf(built)('a page names the files that its address needs, and they are there', async () => {
  const cookie = site.admin.cookie ?? '';
  for (const [url, headers] of [
    ['/', {}],
    ['/', { cookie }],
    ['/key-bunches?status=issued', { cookie }],
    ['/auth/reset-password/abc', {}],
  ] as const) {
    const { body } = await world.app.inject({ url, headers });
    const files = [...body.matchAll(/rel="modulepreload" crossorigin href="([^"]+)"/g)].map(
      ([, file]) => file,
    );
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect([file, (await ask('GET', file ?? '')).statusCode]).toEqual([file, 200]);
    expect(body.includes('href="/api/auth/user"')).toBe('cookie' in headers);
  }
});

describe('reached by https', () => {
  const safe = useWorld({ PUBLIC_URL: 'https://keys.example.com' });
  test('R20 the cookie is Secure and __Host-, and browsers are told to stay with https', async () => {
    const { admin } = await safe.newCompany();
    expect(admin.cookie).toMatch(/^__Host-sid=[\w-]{43}$/);
    const login = await safe.visitor.call('logIn', {
      body: { email: admin.email, password: 'correct horse' },
    });
    expect(String(login.headers['set-cookie'])).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(login.headers['strict-transport-security']).toContain('max-age=31536000');
    expect((await admin.call('getMe')).status).toBe(200);
    // The plain name is not accepted instead.
    const plain = { cookie: String(admin.cookie).replace('__Host-', '') };
    expect((await safe.request('GET', '/api/auth/user', undefined, plain)).status).toBe(401);
  });
});
