import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ActiveTenants, Lane, type Requester, type Width } from './admission.ts';
import { requesterOf } from './requester.ts';

const WIDTH = {
  atOnce: 32,
  perPerson: 8,
  waiting: 200,
  waitMs: 1000,
  crowdWaitMs: 4000,
};
const open = (about: Partial<Width> = {}, tenants = new ActiveTenants()) =>
  new Lane({ ...WIDTH, ...about }, tenants);
let serial = 0;
/** A new person of a company. */
const one = (company = 'A', person = `person ${++serial}`): Requester => ({ person, company });
const soon = <T>(promise: Promise<T>) => Promise.race([promise.then(() => 'inside'), wait(50, 'waits')]);
const BUSY = { status: 503, body: { code: 'busy' }, retryAfter: 1 };

describe('the places', () => {
  test('are 32 for all companies together, and of one never more than are left for the others', async () => {
    const lane = open();
    for (let n = 0; n < 16; n += 1) expect(await soon(lane.enter(one('A')))).toBe('inside');
    expect(await soon(lane.enter(one('A')))).toBe('waits');
    for (let n = 0; n < 8; n += 1) expect(await soon(lane.enter(one('B')))).toBe('inside');
    expect(await soon(lane.enter(one('B')))).toBe('waits');
    for (let n = 0; n < 8; n += 1) expect(await soon(lane.enter(one(`small ${n}`)))).toBe('inside');
    expect(await soon(lane.enter(one('one too many')))).toBe('waits');
  });

  test('hold few reads and few writes of a company, and fewer of one person, while another works, neither in the way of the other, and all once it is alone', async () => {
    const lane = open({ whileShared: { reads: 2, writes: 3, perPerson: 2 } });
    const read = (company: string) => lane.enter({ ...one(company), reads: true });
    const write = (company: string) => lane.enter(one(company));
    const alone = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? read('A') : write('A'))));
    for (const leave of alone) leave();
    const passing = await lane.enter({ ...one('an address'), noTenant: true });
    expect(await soon(read('A'))).toBe('inside');
    await lane.enter(one('B'));
    const second = await read('A');
    const third = read('A');
    expect(await soon(third)).toBe('waits');
    const writes = [await write('A'), await write('A'), await write('A')];
    const fourth = write('A');
    expect(await soon(fourth)).toBe('waits');
    expect(await soon(read('B'))).toBe('inside');
    expect(await soon(write('B'))).toBe('inside');
    passing();
    second();
    expect(await soon(third)).toBe('inside');
    expect(await soon(fourth)).toBe('waits');
    writes[0]?.();
    expect(await soon(fourth)).toBe('inside');
    const mine = () => lane.enter(one('C', 'me'));
    await mine();
    const last = await mine();
    const more = mine();
    expect(await soon(more)).toBe('waits');
    last();
    expect(await soon(more)).toBe('inside');
  });

  test('rest after a part of a file while another company works in whatever lane, and not beside whoever signs in', async () => {
    const tenants = new ActiveTenants();
    const parts = open({ rest: { times: 1000 } }, tenants);
    const calls = open({}, tenants);
    const part = async () => (await parts.enter({ ...one('A'), reads: true }))();
    await calls.enter(one('A'));
    await calls.enter(requesterOf({ known: null, ip: '10.0.0.1' }));
    await part();
    expect(parts.inside).toBe(0);
    await calls.enter(one('B'));
    await part();
    expect(parts.inside).toBe(1);
    await expect.poll(() => parts.inside).toBe(0);
  });

  test('rest after a call the longer, the more of its company wait, and not while few do', async () => {
    const tenants = new ActiveTenants();
    const lane = open({ atOnce: 2, rest: { times: 2, queue: 4 } }, tenants);
    await open({}, tenants).enter(one('B'));
    const leave = await lane.enter(one('A'));
    const waiting = Array.from({ length: 4 }, () => lane.enter(one('A')));
    for (const last of waiting.slice(2)) last.catch(() => undefined);
    await wait(100);
    leave();
    expect(await soon(waiting[0] as Promise<unknown>)).toBe('waits');
    const next = await (waiting[0] as Promise<() => void>);
    await wait(100);
    next();
    expect(await soon(waiting[1] as Promise<unknown>)).toBe('inside');
  });

  test('do not rest while the other companies wait as long', async () => {
    const lane = open({ atOnce: 1, rest: { times: 2, queue: 4 } });
    const leave = await lane.enter(one('A'));
    const queues = ['A', 'B'].map((company) => Array.from({ length: 4 }, () => lane.enter(one(company))));
    for (const call of queues.flat()) call.catch(() => undefined);
    await wait(100);
    leave();
    expect(await soon(queues[1]?.[0] as Promise<unknown>)).toBe('inside');
  });

  test('are given back once, and the next one’s is its own', async () => {
    const lane = open({ atOnce: 1 });
    const leave = await lane.enter(one());
    const second = lane.enter(one());
    leave();
    leave();
    await second;
    expect(await soon(lane.enter(one()))).toBe('waits');
  });

  test('200 of a company wait in order, the next is refused at once, and another company still gets in', async () => {
    const lane = open({ crowdWaitMs: 60_000 });
    const inside = await Promise.all(Array.from({ length: 16 }, () => lane.enter(one())));
    const order: number[] = [];
    const crowd = Array.from({ length: 200 }, (_, n) =>
      lane.enter(one()).then((leave) => {
        order.push(n);
        inside.push(leave);
      }),
    );
    await expect(lane.enter(one())).rejects.toMatchObject(BUSY);
    expect(await soon(lane.enter(one('B')))).toBe('inside');
    while (order.length < 200) {
      inside.shift()?.();
      await wait(0);
    }
    await Promise.all(crowd);
    expect(order).toEqual(Array.from({ length: 200 }, (_, n) => n));
  });

  test('whoever finds all of them taken is told after a second to come back, and who waits for their own crowd later', async () => {
    const lane = open({ atOnce: 2, crowdWaitMs: 1500 });
    await lane.enter(one('A'));
    const timeOf = async (requester: Requester) => {
      const started = Date.now();
      await expect(lane.enter(requester)).rejects.toMatchObject(BUSY);
      return Date.now() - started;
    };
    const crowd = await timeOf(one('A'));
    expect(crowd).toBeGreaterThanOrEqual(1450);
    await lane.enter(one('B'));
    const full = await timeOf(one('C'));
    expect(full).toBeGreaterThanOrEqual(950);
    expect(full).toBeLessThan(crowd);
  });
});

describe('whose turn it is', () => {
  test('of one person eight are in, and the rest waits in nobody else’s way', async () => {
    const lane = open();
    const inside: (() => void)[] = [];
    const crowd = Array.from({ length: 60 }, () =>
      lane.enter(one('A', 'me')).then((leave) => inside.push(leave)),
    );
    await wait(20);
    expect(inside).toHaveLength(8);
    expect(await soon(lane.enter(one('A', 'a colleague')))).toBe('inside');
    while (inside.length > 0) {
      inside.shift()?.();
      await wait(0);
    }
    await Promise.all(crowd);
  });

  test('goes round the companies: who comes later does not wait behind the crowd of another', async () => {
    const lane = open({ atOnce: 1 });
    const order: string[] = [];
    const leave = await lane.enter(one('A'));
    const pass = async (company: string) => {
      const out = await lane.enter(one(company));
      order.push(company);
      out();
    };
    const all = ['A', 'A', 'A', 'B', 'B', 'C'].map(pass);
    leave();
    await Promise.all(all);
    expect(order).toEqual(['B', 'C', 'A', 'B', 'A', 'A']);
  });

  test('whoever gave up waiting is no longer in anybody’s way', async () => {
    const lane = open({ atOnce: 1, waitMs: 20, crowdWaitMs: 20 });
    const leave = await lane.enter(one('A'));
    await Promise.all(
      Array.from({ length: 5 }, () => expect(lane.enter(one('B'))).rejects.toMatchObject(BUSY)),
    );
    leave();
    expect(await soon(lane.enter(one('C')))).toBe('inside');
  });
});
