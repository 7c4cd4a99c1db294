import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { makePool } from '../database/open.ts';
import { readConfig } from '../environment.ts';
import { useWire } from '../testing/wire.ts';
import { useWorld } from '../testing/world.ts';
import { makeApp } from './pipeline.ts';

const world = useWorld({ LOG_LEVEL: 'info', TRUST_PROXY: '1' });
const wire = useWire(world);
const MADE = /^[0-9a-f]{16}$/;
const SENT = 'proxy-7f3a.12';

describe('R28 the reference of a call', () => {
  test('is in every reply, whatever became of it', async () => {
    const { admin } = await world.newCompany();
    const cookie = String(admin.cookie);
    const seen: unknown[] = [];
    for (const [method, url, headers] of [
      ['GET', '/healthz', {}],
      ['GET', '/api/auth/user', { cookie }],
      ['GET', '/api/auth/user', {}],
      ['GET', '/api/key-bunches/1', { cookie }],
      ['POST', '/api/locations', { cookie, 'content-type': 'application/json' }],
      ['GET', '/api/live', {}],
      ['GET', '/no/such%zz', {}],
      ['GET', '/api/nothing', {}],
    ] as const) {
      const reply = await world.app.inject({ method, url, headers });
      seen.push([reply.statusCode, reply.headers['x-request-id']]);
    }
    expect(seen).toEqual(
      [200, 200, 401, 404, 400, 401, 404, 404].map((status) => [status, expect.stringMatching(MADE)]),
    );
  });

  test('is in the answer to what is no request, or has too large a head, with a line that it leads to', async () => {
    for (const [bytes, status, code] of [
      ['NONSENSE\r\n\r\n', 400, 'bad_request'],
      [`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'header_too_large'],
    ] as const) {
      world.log.length = 0;
      const socket = await wire.raw(bytes);
      const said = await text(socket);
      expect(said).toContain(`HTTP/1.1 ${status} `);
      expect(JSON.parse(said.split('\r\n\r\n')[1] ?? '')).toMatchObject({
        code,
        message: expect.any(String),
      });
      const id = /^x-request-id: (\w+)/im.exec(said)?.[1];
      expect(id).toMatch(MADE);
      expect(world.log.filter(({ reqId }) => reqId === id)).toMatchObject([{ msg: 'request', status, code }]);
    }
  });

  test('is in the 413 of a body that is too large and in the files of the pages', async () => {
    const { admin } = await world.newCompany();
    const headers = { cookie: String(admin.cookie), 'content-type': 'application/json' };
    const large = await world.app.inject({
      method: 'POST',
      url: '/api/locations',
      headers,
      payload: JSON.stringify({ name: 'x'.repeat(200_000) }),
    });
    expect([large.statusCode, large.json().code]).toEqual([413, 'too_large']);
    const page = await world.app.inject({ url: '/keys' });
    for (const { headers } of [large, page]) expect(headers['x-request-id']).toMatch(MADE);
  });

  test('is in the 503 of a database that is away, and the log has the cause under it', async () => {
    const lines: Record<string, unknown>[] = [];
    const config = readConfig({ DATABASE_URL: world.databaseUrl, DEMO_MODE: 'off', LOG_LEVEL: 'info' });
    const nowhere = makePool({ ...world.admin, host: '127.0.0.1', port: 1 } as never, () => undefined);
    const app = await makeApp({ ...config, anchors: { ...config.anchors, dir: world.anchors } }, nowhere, {
      write: (line) => lines.push(JSON.parse(line)),
    });
    const payload = { email: 'ines@example.com', password: 'correct horse' };
    const reply = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
    const reference = reply.headers['x-request-id'];
    expect([reply.statusCode, reference]).toEqual([503, expect.stringMatching(MADE)]);
    expect(lines.filter(({ reqId }) => reqId === reference).map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['unavailable', 'request']),
    );
    await app.close();
    await nowhere.end();
  });

  test("is the proxy's own, from X-Request-Id or traceparent, when well-formed", async () => {
    const sent = async (headers: Record<string, string>) =>
      (await world.app.inject({ url: '/healthz', headers })).headers['x-request-id'];
    expect(await sent({ 'x-request-id': SENT })).toBe(SENT);
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    expect(await sent({ traceparent: `00-${trace}-00f067aa0ba902b7-01` })).toBe(trace);
    for (const bad of [
      'short',
      'x'.repeat(65),
      'has a blank in it',
      '<script>alert(1)</script>',
      '\u202eabcdefgh',
    ])
      expect(await sent({ 'x-request-id': bad }).catch(() => 'refused'), bad).toMatch(
        /^[0-9a-f]{16}$|^refused$/,
      );
    const alone = await makeApp(
      readConfig({
        DATABASE_URL: world.databaseUrl,
        DEMO_MODE: 'off',
        LOG_LEVEL: 'silent',
        ANCHOR_DIR: world.anchors,
      }),
      world.pool,
    );
    const reply = await alone.inject({ url: '/healthz', headers: { 'x-request-id': SENT } });
    expect(reply.headers['x-request-id']).toMatch(MADE);
    await alone.close();
  });

  test('leads to the line of the call, with its reason and the set it was about, and nothing that was typed', async () => {
    const company = await world.newCompany();
    const site = await company.location();
    const bunch = await company.bunch(site.id);
    const issue = (officerName: string, headers = {}) =>
      company.admin.call('issueKeyBunch', { params: { id: bunch.id }, body: { officerName }, headers });
    expect((await issue('Callum Reid')).status).toBe(200);
    world.log.length = 0;
    const refused = await issue('Dana Holt', { 'x-request-id': SENT });
    expect([refused.status, refused.headers['x-request-id']]).toEqual([409, SENT]);
    expect(world.log.filter(({ reqId }) => reqId === SENT)).toMatchObject([
      {
        msg: 'request',
        route: '/api/key-bunches/:id/issue',
        status: 409,
        reason: 'Keys are already issued',
        target: { id: bunch.id },
        userId: company.admin.id,
      },
    ]);
    const bad = await company.admin.call('createKeyBunch', { body: { identifier: '', locationId: site.id } });
    const [line] = world.log.filter(({ reqId }) => reqId === bad.headers['x-request-id']);
    expect(line).toMatchObject({ status: 400, fields: expect.arrayContaining(['identifier']) });
    const serial = '04A1B2C3';
    const other = await company.bunch(site.id, { identifier: 'Vault door', nfcSerial: serial });
    expect(other.identifier).toBe('Vault door');
    const taken = await company.admin.call('linkNfc', {
      params: { id: bunch.id },
      body: { nfcSerial: serial },
    });
    expect(taken.body.message).toContain('Vault door');
    const [quoting] = world.log.filter(({ reqId }) => reqId === taken.headers['x-request-id']);
    expect(quoting).toMatchObject({ status: 409, code: 'nfc_in_use', target: { id: bunch.id } });
    expect(JSON.stringify(world.log)).not.toMatch(/Dana|Vault|04A1/);
  });
});
