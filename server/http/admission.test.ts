import { request as open } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { useWorld } from '../testing/world.ts';
import { openAdmission } from './admission.ts';

// Reliability R17: 32 at once, 200 more wait a second, then 503; of one user's requests eight run and the rest wait.
const settled = async (promise: Promise<unknown>, ms = 20): Promise<boolean> =>
  Promise.race([promise.then(() => true), wait(ms, false)]);

describe('the door', () => {
  const places: { leave(): void }[] = [];
  afterEach(() => {
    for (const place of places.splice(0)) place.leave();
  });

  test('lets 32 in, keeps 200 waiting in order and refuses the next at once', async () => {
    const admission = openAdmission();
    for (let n = 0; n < 32; n += 1) places.push(await admission.enter());
    const order: number[] = [];
    const crowd = Array.from({ length: 200 }, (_, n) =>
      admission.enter().then((place) => {
        order.push(n);
        places.push(place);
      }),
    );
    await expect(admission.enter()).rejects.toMatchObject({ status: 503, retryAfter: 1 });
    expect(order).toEqual([]);
    places.splice(0, 3).map((place) => place.leave());
    await Promise.all(crowd.slice(0, 3));
    expect(order).toEqual([0, 1, 2]);
    while (order.length < 200) {
      places.shift()?.leave();
      await wait(0);
    }
    expect(order).toEqual(Array.from({ length: 200 }, (_, n) => n));
  });

  test('whoever waited a second is told to come back', async () => {
    const admission = openAdmission();
    for (let n = 0; n < 32; n += 1) places.push(await admission.enter());
    const started = performance.now();
    await expect(admission.enter()).rejects.toMatchObject({
      status: 503,
      body: { code: 'busy' },
      retryAfter: 1,
    });
    expect(performance.now() - started).toBeGreaterThanOrEqual(950);
    expect(performance.now() - started).toBeLessThan(1500);
  });

  test("a place is given back once, and the next one's is its own", async () => {
    const admission = openAdmission();
    for (let n = 0; n < 32; n += 1) places.push(await admission.enter());
    const [first] = places.splice(0, 1);
    first?.leave();
    first?.leave();
    places.push(await admission.enter());
    const thirtyThird = admission.enter();
    expect(await settled(thirtyThird)).toBe(false);
    places.shift()?.leave();
    places.push(await thirtyThird);
  });
});

describe("one user's own crowd", () => {
  test('waits for itself, and leaves the door free for everybody else', async () => {
    const admission = openAdmission();
    const inside: { leave(): void }[] = [];
    const come = async (userId: number) => {
      const place = await admission.enter();
      await place.as(userId);
      inside.push(place);
      return place;
    };
    const crowd = Array.from({ length: 60 }, () => come(1));
    await wait(20);
    expect(inside).toHaveLength(8);
    const other = await Promise.race([come(2), wait(200, null)]);
    expect(other).not.toBeNull();
    expect(inside).toHaveLength(9);
    while (inside.length > 0) {
      inside.shift()?.leave();
      await wait(0);
    }
    await Promise.all(crowd);
  });

  test('who leaves while waiting takes no place with them', async () => {
    const admission = openAdmission();
    const come = async (userId: number) => {
      const place = await admission.enter();
      await place.as(userId);
      return place;
    };
    const eight = await Promise.all(Array.from({ length: 8 }, () => come(1)));
    const gone = await admission.enter();
    const waiting = gone.as(1);
    gone.leave();
    for (const place of eight) place.leave();
    await waiting;
    const again = await Promise.race([
      Promise.all(Array.from({ length: 8 }, () => come(1))),
      wait(200, null),
    ]);
    expect(again).toHaveLength(8);
  });
});

test('who has left before it is known whose they are gives their place back once', async () => {
  const admission = openAdmission();
  const come = async () => {
    const place = await admission.enter();
    await place.as(1);
    return place;
  };
  const eight = await Promise.all(Array.from({ length: 8 }, come));
  const gone = await admission.enter();
  gone.leave();
  const late = gone.as(1);
  // Eight of 32 places are taken: 24 more fit at once, and not one beyond.
  for (let n = 0; n < 24; n += 1) await admission.enter();
  const beyond = await Promise.race([admission.enter().then(() => 'inside'), wait(200, 'waits')]);
  expect(beyond).toBe('waits');
  for (const place of eight) place.leave();
  await late;
});

describe('over the wire', () => {
  const world = useWorld();
  test('callers who hang up leave the door free', async () => {
    const company = await world.newCompany();
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    const address = world.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const headers = { cookie: company.admin.cookie ?? '' };
    // Held up by the company's row, forty sign-out calls and creations are abandoned half way.
    const site = await company.location();
    const lock = await world.pool.connect();
    await lock.query('begin; set local role keyhold_owner');
    await lock.query('select from companies where id = $1 for update', [company.id]);
    const body = JSON.stringify({ identifier: 'A', currentTag: '1', locationId: site.id });
    const calls = Array.from({ length: 40 }, () => {
      const call = open({
        port,
        method: 'POST',
        path: '/api/key-bunches',
        headers: { ...headers, 'content-type': 'application/json' },
      });
      call.on('error', () => undefined);
      call.end(body);
      return call;
    });
    await wait(150);
    for (const call of calls) call.destroy();
    await lock.query('rollback');
    lock.release();
    await wait(300);
    for (let n = 0; n < 40; n += 1) {
      const { status } = await fetch(`http://127.0.0.1:${port}/api/dashboard/stats`, { headers });
      expect(status).toBe(200);
    }
  });
});
