import pg from 'pg';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { api, type Call } from '../../shared/api.ts';
import type { Topic } from '../../shared/topic.ts';
import { listen, type Subscriber } from '../testing/live.ts';
import { CALLS, inputOf, samples, send } from '../testing/samples.ts';
import { makeSite, type Site } from '../testing/site.ts';
import { useWire } from '../testing/wire.ts';
import { type Person, useWorld } from '../testing/world.ts';
import type { ServerTopic } from './changes.ts';

const world = useWorld({ STALLED_SECONDS: '3' });
const wire = useWire(world);

const open: Subscriber[] = [];
const hear = async (person: Person, options?: Parameters<typeof listen>[2]) => {
  const subscriber = await listen(wire.url, person, options);
  open.push(subscriber);
  // Without an id the first event is a reset; the events sent with it are in the same message.
  if (!options && subscriber.status === 200)
    await subscriber.until(() => subscriber.events.some(({ event }) => event === 'reset'));
  return subscriber;
};
afterEach(() => {
  for (const subscriber of open.splice(0)) subscriber.close();
});

/** Waits until all have received all earlier changes: a user with all locations receives the change of a new location. */
async function settle(site: Site, ...subscribers: Subscriber[]) {
  const sees = await hear(site.admin);
  const { id } = await site.company.location();
  await sees.until((subscriber) =>
    subscriber.changes().some(({ topic, ids }) => topic === 'locations' && ids?.includes(id)),
  );
  sees.close();
  // All users may see settings: once their change was received, all earlier ones were.
  const params = { category: 'actions' as const };
  const body = { name: `heard ${id}`, displayName: 'Heard' };
  const setting = (await site.admin.call('createSetting', { params, body })).body.id;
  await Promise.all(
    subscribers.map((subscriber) =>
      subscriber.until(() =>
        subscriber.changes().some((one) => one.topic === 'settings' && one.ids?.includes(setting)),
      ),
    ),
  );
}
const about = (subscriber: Subscriber, id: number) =>
  subscriber.changes().filter(({ ids }) => ids?.includes(id));
const lastPosition = async (person: Person) => (await hear(person)).lastId();

let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

describe('whoever listens', () => {
  test('API-04 hears within a second what somebody else did, by topic and id, and nothing of what it says', async () => {
    const subscriber = await hear(await site.company.as('officer'));
    const took: number[] = [];
    let bunch = { id: 0 };
    for (let n = 0; n < 5; n += 1) {
      bunch = await site.company.bunch(site.here.id, { notes: 'Nobody hears this' });
      const { id } = bunch;
      await subscriber.until(() => about(subscriber, id).length > 0);
      const before = about(subscriber, id).length;
      const body = { officerName: 'Callum Reid' };
      expect((await site.admin.call('issueKeyBunch', { params: { id }, body })).status).toBe(200);
      const answered = Date.now();
      await subscriber.until(() => about(subscriber, id).length > before);
      took.push(Date.now() - answered);
    }
    expect(took.sort((a, b) => a - b)[2]).toBeLessThan(1000);
    await subscriber.until(() => subscriber.topics().includes('movements'));
    expect(about(subscriber, bunch.id)).toEqual(
      expect.arrayContaining([
        { topic: 'keyBunches', ids: [bunch.id] },
        { topic: 'movements', ids: [bunch.id] },
      ]),
    );
    expect(JSON.stringify(subscriber.events)).not.toMatch(/Callum|Nobody hears|SET-|Site/);
  });

  test('is answered as a stream that no proxy and no cache keeps', async () => {
    const { status, headers } = await hear(site.admin);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  test('outlives a quiet time longer than STALLED_SECONDS', async () => {
    const subscriber = await hear(site.admin);
    await subscriber.until(
      () => subscriber.events.filter(({ event }) => event === 'beat').length >= 5,
      10_000,
    );
    expect(subscriber.ended()).toBe(false);
  }, 15_000);

  test('knows the own changes by the key they were sent with, and nobody else is told that key', async () => {
    const bunch = await site.company.bunch(site.here.id);
    const other = await hear(await site.company.as('admin'));
    const own = await hear(site.admin);
    const key = crypto.randomUUID();
    await site.admin.call('updateKeyBunch', {
      params: { id: bunch.id },
      body: { notes: 'By me' },
      headers: { 'idempotency-key': key },
    });
    await settle(site, own, other);
    expect(about(own, bunch.id)).toContainEqual({ topic: 'keyBunches', ids: [bunch.id], by: key });
    expect(about(other, bunch.id).length).toBeGreaterThan(0);
    expect(JSON.stringify(other.events)).not.toContain(key);
  });

  test('gets a burst as few messages, and everything of it', async () => {
    const subscriber = await hear(site.admin);
    const before = subscriber.events.length;
    const started = Date.now();
    await Promise.all(Array.from({ length: 30 }, () => site.company.bunch(site.here.id)));
    await settle(site, subscriber);
    const changed = subscriber.events.slice(before).filter(({ event }) => event === 'changed');
    expect(changed.length).toBeLessThanOrEqual(2 + Math.ceil((Date.now() - started) / 250));
    expect(
      new Set(
        subscriber
          .changes()
          .filter(({ topic }) => topic === 'keyBunches')
          .flatMap(({ ids }) => ids ?? []),
      ).size,
    ).toBeGreaterThanOrEqual(30);
  });

  test('is told that anything of a topic may have changed where too much did to name it', async () => {
    const subscriber = await hear(site.admin);
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, location_id) select $1, 'MANY ' || n, 'static', $2 from generate_series(1, 500) n`,
      [site.company.id, site.here.id],
    );
    await settle(site, subscriber);
    expect(subscriber.changes()).toContainEqual({ topic: 'keyBunches' });
  });
});

describe('nobody hears', () => {
  test('PERM-20 PERM-23 of a location or company that is not theirs, in whatever role', async () => {
    const theirs = await makeSite(world);
    const here = { allowedLocationIds: [site.here.id] };
    const all = await Promise.all([
      site.company.as('super_admin'),
      site.company.as('admin'),
      site.company.as('officer'),
      site.company.as('viewer'),
    ]);
    const limited = await Promise.all([
      site.company.as('admin', here),
      site.company.as('officer', here),
      site.company.as('viewer', here),
    ]);
    const foreign = await hear(theirs.admin);
    // Changes that their own company made so far may still be on the way to them.
    await settle(theirs, foreign);
    const own = foreign.changes().length;
    const subscribers = await Promise.all(all.map((one) => hear(one)));
    const limitedSubscribers = await Promise.all(limited.map((one) => hear(one)));
    const near = await site.company.bunch(site.here.id);
    const far = await site.company.bunch(site.there.id);
    await site.admin.call('issueKeyBunch', { params: { id: far.id }, body: { officerName: 'A' } });
    await site.admin.call('startAudit', { body: { locationId: site.there.id } });
    await site.admin.call('updateLocation', { params: { id: site.there.id }, body: { description: 'Far' } });
    const moved = await site.company.bunch(site.there.id);
    await site.admin.call('moveKeyBunch', { params: { id: moved.id }, body: { toLocationId: site.here.id } });
    await settle(site, ...subscribers, ...limitedSubscribers);

    for (const subscriber of subscribers)
      expect(about(subscriber, far.id).map(({ topic }) => topic)).toEqual(
        expect.arrayContaining(['keyBunches', 'movements']),
      );
    for (const subscriber of limitedSubscribers) {
      expect(about(subscriber, near.id).length).toBeGreaterThan(0);
      expect(about(subscriber, far.id)).toEqual([]);
      expect(
        subscriber
          .changes()
          .filter(({ topic, ids }) => topic === 'locations' && ids?.includes(site.there.id)),
      ).toEqual([]);
      expect(subscriber.topics()).not.toContain('audits');
      expect(subscriber.topics()).not.toContain('plan');
      // They receive changes of records that came to a visible location.
      expect(about(subscriber, moved.id).length).toBeGreaterThan(0);
    }
    expect(foreign.changes().slice(own)).toEqual([]);
  });

  test('of what no call would let them read', async () => {
    const viewer = await hear(await site.company.as('viewer'));
    const admin = await hear(site.admin);
    await site.company.as('officer');
    await settle(site, viewer, admin);
    expect(admin.topics()).toContain('users');
    expect(viewer.topics()).not.toContain('users');
  });

  test('of what was undone, and of anything before it is committed', async () => {
    const bunch = await site.company.bunch(site.here.id);
    await settle(site, await hear(site.admin));
    const subscriber = await hear(site.admin);
    const client = new pg.Client(world.admin);
    await client.connect();
    try {
      await client.query('begin');
      await client.query("update key_bunches set notes = 'undone' where id = $1", [bunch.id]);
      await client.query('rollback; begin');
      const late = await site.company.bunch(site.here.id);
      await client.query("update key_bunches set notes = 'late' where id = $1", [bunch.id]);
      await settle(site, subscriber);
      expect(about(subscriber, late.id).length).toBeGreaterThan(0);
      expect(about(subscriber, bunch.id)).toEqual([]);
      await client.query('commit');
    } finally {
      await client.end();
    }
    // It began before changes that were already received, and is received too.
    await settle(site, subscriber);
    expect(about(subscriber, bunch.id)).toEqual([{ topic: 'keyBunches', ids: [bunch.id] }]);
  });

  test.each([
    ['a visitor', 401],
    ['a person without company', 403],
    ['a dismissed person', 401],
  ] as const)('%s', async (who, status) => {
    const dismissed = await site.company.as('admin');
    await world.sql('update users set is_active = false where id = $1', [dismissed.id]);
    const people = {
      'a visitor': world.visitor,
      'a person without company': await world.person(),
      'a dismissed person': dismissed,
    };
    expect((await hear(people[who])).status).toBe(status);
  });
});

describe('a stream ends or changes with the rights of who listens', () => {
  test('at once when they sign out, and only theirs', async () => {
    const officer = await site.company.as('officer');
    const elsewhere = await world.signIn(officer.email);
    const [subscriber, other] = [await hear(officer), await hear(elsewhere)];
    await officer.call('logOut', { body: {} });
    await subscriber.until(() => subscriber.ended(), 2000);
    await settle(site, other);
    expect(other.ended()).toBe(false);
  });

  test('at once when they are deactivated', async () => {
    const officer = await site.company.as('officer');
    const subscriber = await hear(officer);
    await site.admin.call('updateUser', { params: { id: officer.id }, body: { isActive: false } });
    await subscriber.until(() => subscriber.ended(), 2000);
    expect((await hear(officer)).status).toBe(401);
  });

  test('when a location is taken from them they hear no more of it, and that their own rights changed', async () => {
    const officer = await site.company.as('officer', { allowedLocationIds: [site.here.id, site.there.id] });
    const subscriber = await hear(officer);
    const before = await site.company.bunch(site.there.id);
    await subscriber.until(() => about(subscriber, before.id).length > 0);
    await site.admin.call('updateUser', {
      params: { id: officer.id },
      body: { allowedLocationIds: [site.here.id] },
    });
    const after = await site.company.bunch(site.there.id);
    await settle(site, subscriber);
    expect(about(subscriber, after.id)).toEqual([]);
    expect(subscriber.topics()).toContain('me');
  });

  test('when the company is closed everybody’s ends', async () => {
    const closing = await makeSite(world);
    const subscriber = await hear(closing.admin);
    await world.sql('update companies set is_active = false where id = $1', [closing.company.id]);
    await site.company.location();
    await subscriber.until(() => subscriber.ended(), 2000);
  });
});

describe('whoever comes back', () => {
  test('is told what they missed, by Last-Event-ID or by their query', async () => {
    const officer = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
    const position = await lastPosition(officer);
    const near = await site.company.bunch(site.here.id);
    const far = await site.company.bunch(site.there.id);
    for (const options of [{ lastEventId: position }, { after: position }]) {
      const subscriber = await hear(officer, options);
      await subscriber.until(() => about(subscriber, near.id).length > 0);
      expect(subscriber.events.map(({ event }) => event)).not.toContain('reset');
      expect(about(subscriber, far.id)).toEqual([]);
    }
  });

  test('and missed nothing is told nothing', async () => {
    await settle(site, await hear(site.admin));
    const position = await lastPosition(site.admin);
    const subscriber = await hear(site.admin, { after: position });
    await subscriber.until(() => subscriber.events.filter(({ event }) => event === 'beat').length >= 2);
    expect(subscriber.changes()).toEqual([]);
    expect(subscriber.events.map(({ event }) => event)).not.toContain('reset');
  });

  test.each([
    ['nothing', undefined],
    ['what is no id', 'x'],
    ['an id of long ago', `${Date.now() - 600_000}.1:1:`],
    ['an id of another database', `${Date.now()}.900000000000:900000000000:`],
    ['an id that no database makes', `${Date.now()}.5:3:`],
    ['SQL', `${Date.now()}.1:1:'; drop table changes; --`],
  ])('and shows %s is told to ask again for everything', async (_what, after) => {
    const subscriber = await hear(site.admin, after === undefined ? {} : { after });
    await subscriber.until(() => subscriber.events.some(({ event }) => event === 'reset'));
  });
});

test('ten streams a person, and not one more', async () => {
  const officer = await site.company.as('officer');
  const subscribers = await Promise.all(Array.from({ length: 10 }, () => hear(officer)));
  expect(subscribers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect((await hear(officer)).status).toBe(429);
  expect((await hear(site.admin)).status).toBe(200);
  subscribers[0]?.close();
  await expect.poll(async () => (await hear(officer)).status).toBe(200);
});

test('three hundred streams take no place of those who work', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => site.company.as('viewer')));
  for (const one of people) await Promise.all(Array.from({ length: 10 }, () => hear(one)));
  const answers = await Promise.all(people.slice(0, 16).map((one) => one.call('listLocations')));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
}, 30_000);

describe('every action changes what its entry says and is told', () => {
  /** The topics of a transaction for a user who may receive all. */
  const toldSince = (xid: string) =>
    // Changes by the webhook sender come at any time and have no user.
    world.sql<{ topic: Topic | ServerTopic }>(
      `select distinct topic from changes where xid >= $1::text::xid8 and (topic <> 'webhooks' or user_id is not null)`,
      [xid],
    );
  const now = async () =>
    (await world.sql<{ xid: string }>('select pg_current_xact_id()::text as xid'))[0]?.xid ?? '0';

  for (const name of CALLS.filter((one) => api[one].method !== 'GET')) {
    test(name, async () => {
      const me = samples[name].access === 'anyone' ? world.visitor : await site.company.as('super_admin');
      const input = await inputOf(name, site, me);
      const since = await now();
      const answer = await send(me, name, input);
      expect(answer.status, JSON.stringify(answer.body)).toBe(
        samples[name].refused ?? (api[name] as Call).status ?? 200,
      );
      const told = (await toldSince(since)).map(({ topic }) => topic);
      const heard = told.filter(
        (topic) => !['sessions', 'letters', 'pushWork', 'webhookWork'].includes(topic),
      );
      expect(heard.filter((topic) => !(api[name] as Call).changes?.includes(topic as Topic))).toEqual([]);
    });
  }
});

test('every topic that is told is read by some call, and the other way round', () => {
  const entries = Object.values(api) as Call[];
  const read = new Set(entries.flatMap(({ reads = [] }) => reads));
  const changed = new Set(entries.flatMap(({ changes = [] }) => changes));
  expect([...changed].filter((topic) => !read.has(topic))).toEqual([]);
  expect([...read].filter((topic) => !changed.has(topic))).toEqual([]);
});
