import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { bomb, dataUrl, phonePhoto } from '../testing/photos.ts';
import { putMovements } from '../testing/put.ts';
import { makeSite } from '../testing/site.ts';
import { headOf, useWire } from '../testing/wire.ts';
import { type Person, useWorld } from '../testing/world.ts';

// Clients that send or read slowly, or not at all, do not delay others.
const world = useWorld({ REQUEST_SECONDS: '4', STALLED_SECONDS: '3' });
const wire = useWire(world);
const cookieOf = ({ cookie = '' }: Person) => ({ cookie });

async function expectServed(...people: Person[]) {
  for (let n = 0; n < 5; n += 1)
    for (const me of people) {
      const { status } = await fetch(`${wire.url}/api/locations`, { headers: cookieOf(me) });
      expect(status).toBe(200);
    }
}

const connections = () =>
  new Promise<number>((resolve) => world.app.server.getConnections((_error, count) => resolve(count)));

/** Resolves when the server has closed the connection; returns its output. */
async function closed(socket: Socket): Promise<string> {
  let said = '';
  socket.on('data', (chunk) => {
    said += String(chunk);
  });
  if (!socket.closed) await once(socket, 'close');
  return said;
}

const withPeople = async (count: number) => {
  const site = await makeSite(world);
  const people = await Promise.all(Array.from({ length: count }, () => site.company.as('admin')));
  return { site, people };
};

describe('a database', () => {
  test('that is slow to say who calls keeps nobody for five seconds, however long they waited to be asked for', async () => {
    const { admin } = await world.newCompany();
    const lock = new pg.Client(world.admin);
    await lock.connect();
    const ask = async () => {
      const started = performance.now();
      const { status } = await admin.call('getMe');
      return { status, ms: performance.now() - started };
    };
    try {
      await lock.query('begin; lock table sessions in access exclusive mode');
      const first = Array.from({ length: 16 }, ask);
      // So that they get a place just before their time runs out.
      await wait(500);
      const answers = await Promise.all([...first, ...Array.from({ length: 8 }, ask)]);
      for (const { status, ms } of answers) {
        expect(status).toBe(503);
        expect(ms).toBeLessThan(5000);
      }
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeGreaterThan(4000);
    } finally {
      await lock.end();
    }
    expect((await admin.call('getMe')).status).toBe(200);
  }, 20_000);
});

describe('bodies', () => {
  test('that are larger than they may be are refused at once, and whoever still sends is not cut off before they have read why', async () => {
    await world.newCompany();
    const length = 50 * 1024 * 1024;
    const socket = await wire.raw(headOf({ method: 'POST', path: '/api/auth/login' }, length));
    let said = '';
    socket.on('data', (part) => {
      said += String(part);
    });
    socket.resume();
    await expect.poll(() => said).toContain('HTTP/1.1 413');
    for (let sent = 0; sent < length; sent += 1024 * 1024)
      if (!socket.write(Buffer.alloc(1024 * 1024, 32))) await once(socket, 'drain');
    socket.write(headOf({ path: '/healthz' }));
    await expect.poll(() => said).toContain('HTTP/1.1 200');
  });

  test('that never come hold no place, and their connections are cut', async () => {
    const { admin } = await world.newCompany();
    const sockets = await Promise.all(
      Array.from({ length: 60 }, () =>
        wire.raw(`${headOf({ method: 'POST', path: '/api/auth/login' }, 60)}{`),
      ),
    );
    await expectServed(admin);
    const answers = await Promise.all(sockets.map(closed));
    for (const said of answers) expect(said).toMatch(/^HTTP\/1\.1 408 |^$/);
  });

  test('that are packed are refused before they are read, on every way in', async () => {
    const site = await makeSite(world);
    const body = { name: 'Packed', type: 'van' };
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'GZIP', 'identity, gzip']) {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/locations',
        headers: {
          ...cookieOf(site.admin),
          'content-type': 'application/json',
          'content-encoding': encoding,
        },
        payload: gzipSync(JSON.stringify(body)),
      });
      expect([answer.statusCode, answer.json()]).toEqual([
        415,
        { message: 'Send the body without Content-Encoding', code: 'encoded' },
      ]);
    }
    expect((await site.admin.call('listLocations')).body).toHaveLength(2);
    const plain = await site.admin.call('createLocation', {
      body,
      headers: { 'content-encoding': 'identity' },
    });
    expect(plain.status).toBe(201);
    const out = await world.request('POST', '/api/auth/logout', undefined, { 'content-encoding': 'gzip' });
    expect(out.status).toBe(200);
  });
});

describe('photos', () => {
  const put = (me: Person, id: number, imageUrl: string) =>
    me.call('updateKeyBunch', { params: { id }, body: { imageUrl } });

  test('of one company that are announced and never sent leave room for those of another', async () => {
    const { site, people } = await withPeople(8);
    const { id } = await site.company.bunch(site.here.id);
    // The photo worker is running already, as on any day.
    expect((await put(site.admin, id, dataUrl(await phonePhoto(40, 30)))).status).toBe(200);
    const path = `/api/key-bunches/${id}`;
    const sockets = await Promise.all(
      people.flatMap((me) =>
        [1, 2].map(() => wire.raw(`${headOf({ method: 'PATCH', path, headers: cookieOf(me) }, 300_000)}{`)),
      ),
    );
    const other = await makeSite(world);
    const bunch = await other.company.bunch(other.here.id);
    const imageUrl = dataUrl(await phonePhoto(1200, 900));
    expect(imageUrl.length).toBeGreaterThan(102_400);
    const started = Date.now();
    expect((await put(other.admin, bunch.id, imageUrl)).status).toBe(200);
    expect(Date.now() - started).toBeLessThan(3000);
    await Promise.all(sockets.map(closed));
    expect((await put(site.admin, id, imageUrl)).status).toBe(200);
  });

  test('that take long to draw hold no place of those who work, and let another company’s go first', async () => {
    const { site, people } = await withPeople(8);
    const other = await makeSite(world);
    const heavy = dataUrl(bomb(11_990, 3300), 'image/png');
    expect(heavy.length).toBeLessThan(100_000);
    const bunches = await Promise.all(people.map(() => site.company.bunch(site.here.id)));
    const theirs = await other.company.bunch(other.here.id);
    const drawn: string[] = [];
    const attack = people.map(async (me, n) => {
      await put(me, bunches[n]?.id ?? 0, heavy);
      drawn.push('heavy');
    });
    await expectServed(other.admin, site.admin);
    const photo = await put(other.admin, theirs.id, dataUrl(await phonePhoto(400, 300)));
    const before = drawn.length;
    expect(photo.status).toBe(200);
    await Promise.all(attack);
    expect(before).toBeLessThan(8);
  });
});

describe('replies', () => {
  test('that nobody reads hold no place of others, and are cut; whoever reads gets all of theirs', async () => {
    const { site, people } = await withPeople(4);
    const other = await makeSite(world);
    const notes = 'x'.repeat(2000);
    await putMovements(world, site.admin, { count: 6000, locationId: site.here.id, notes });
    const path = '/api/movement-history/export';
    const sockets = await Promise.all(
      people.flatMap((me) =>
        Array.from({ length: 8 }, () => wire.raw(headOf({ path, headers: cookieOf(me) }))),
      ),
    );
    await expectServed(other.admin, site.admin, ...people);
    expect((await other.admin.call('exportMovements')).status).toBe(200);
    await expect.poll(connections, { timeout: 15_000 }).toBeLessThan(sockets.length / 4);
    const whole = await site.admin.call('exportMovements');
    // Including the heading.
    expect([whole.status, String(whole.body).trim().split('\r\n').length]).toEqual([200, 6001]);
  }, 30_000);

  test('API-25 a list of everything comes whole and in order, however long', async () => {
    const site = await makeSite(world);
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, location_id)
       select $1, 'N' || lpad((n / 2)::text, 5, '0'), 'static', $2 from generate_series(1, 2500) n`,
      [site.company.id, site.here.id],
    );
    for (const call of ['listAllKeyBunches', 'listKeyBunches'] as const) {
      const { body, headers } = await site.admin.call(call);
      expect([body.length, headers['x-total-count']]).toEqual([2500, '2500']);
      const names = body.map(({ identifier, id }) => `${identifier} ${String(id).padStart(9, '0')}`);
      expect(names).toEqual([...names].sort());
      expect(new Set(names).size).toBe(2500);
    }
  });
});

test('callers who hang up leave their places', async () => {
  const company = await world.newCompany();
  const site = await company.location();
  const body = JSON.stringify({ identifier: 'A', currentTag: '1', locationId: site.id });
  const head = { method: 'POST', path: '/api/key-bunches', headers: cookieOf(company.admin) };
  const lock = await world.pool.connect();
  try {
    await lock.query('begin; set local role keyhold_system');
    await lock.query('select from companies where id = $1 for update', [company.id]);
    const calls = await Promise.all(
      Array.from({ length: 40 }, () => wire.raw(headOf(head, body.length) + body)),
    );
    const held = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    // As many places as one person has beside another company (decision 0022); the others wait for one.
    await expect.poll(async () => (await world.sql(held)).length).toBeGreaterThanOrEqual(2);
    for (const call of calls) call.destroy();
  } finally {
    await lock.query('rollback');
    lock.release();
  }
  await expectServed(company.admin);
});
