import { describe, expect, test } from 'vitest';
import type { CallName } from '../../shared/api.ts';
import { auditOf, makeSite, type Site, webhookOf } from '../testing/site.ts';
import { type Answer, useWorld } from '../testing/world.ts';

// What docs/api.md promises of every call: versions, rate limits, pages, changes.
const world = useWorld({});
const narrow = useWorld({ TOKEN_CALLS_PER_MINUTE: '5', WRITES_PER_MINUTE: '3', EXPORTS_PER_MINUTE: '2' });

const VERSION = '2026-11-26';

describe('the version of the API', () => {
  test('is in every answer below /api, refusals and unknown calls too, and in no other', async () => {
    const { admin } = await world.newCompany();
    const cookie = String(admin.cookie);
    for (const [url, headers, status] of [
      ['/api/locations', { cookie }, 200],
      ['/api/locations', {}, 401],
      ['/api/locations/x', { cookie }, 404],
      ['/api/nothing', {}, 404],
      ['/api/docs', {}, 200],
    ] as const) {
      const answer = await world.app.inject({ url, headers });
      expect([answer.statusCode, answer.headers['keyhold-version']], url).toEqual([status, VERSION]);
    }
    expect((await world.app.inject({ url: '/healthz' })).headers['keyhold-version']).toBeUndefined();
  });

  test('may be asked for; one that the server does not speak is refused', async () => {
    const { admin } = await world.newCompany();
    const asked = (version: string) =>
      admin.call('listLocations', { headers: { 'keyhold-version': version } });
    expect((await asked(VERSION)).status).toBe(200);
    for (const version of ['2026-11-25', 'latest', '']) {
      const { status, body, headers } = await asked(version);
      expect([status, body.code, headers['keyhold-version']], version).toEqual([
        400,
        'unknown_version',
        VERSION,
      ]);
      expect(body.message).toContain(VERSION);
    }
  });
});

describe('RateLimit headers', () => {
  const limitsIn = ({ headers }: { headers: Record<string, unknown> }) => [
    headers['ratelimit-policy'],
    headers.ratelimit,
    headers['retry-after'],
  ];
  const ABOUT_A_MINUTE = '(5\\d|60)';

  test('say how many calls and writes are left to a token, and that none is', async () => {
    const site = await makeSite(narrow);
    const made = await site.admin.call('createToken', {
      body: {
        name: 'Patrol',
        permissions: ['location:view', 'key:issue'],
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      },
    });
    const program = narrow.program(String(made.body.token), site.admin);
    const read = limitsIn(await program.call('listLocations'));
    expect(read).toEqual([
      '"calls";q=5;w=60',
      expect.stringMatching(`^"calls";r=4;t=${ABOUT_A_MINUTE}$`),
      undefined,
    ]);
    const wrote = limitsIn(await program.call('createHolder', { body: { name: 'Ana' } }));
    expect(wrote).toEqual([
      '"calls";q=5;w=60, "writes";q=3;w=60',
      expect.stringMatching(`^"calls";r=3;t=${ABOUT_A_MINUTE}, "writes";r=2;t=${ABOUT_A_MINUTE}$`),
      undefined,
    ]);
    for (let left = 3; left > 0; left -= 1) await program.call('listLocations');
    const refused = await program.call('listLocations');
    expect([refused.status, refused.body.code, ...limitsIn(refused)]).toEqual([
      429,
      'too_many',
      '"calls";q=5;w=60',
      expect.stringMatching(`^"calls";r=0;t=${ABOUT_A_MINUTE}$`),
      expect.stringMatching(`^${ABOUT_A_MINUTE}$`),
    ]);
  });

  test("count a person's writes and exports, and no reads", async () => {
    const { admin } = await narrow.newCompany();
    expect(limitsIn(await admin.call('listLocations'))).toEqual([undefined, undefined, undefined]);
    const sent = await Promise.all(
      Array.from({ length: 4 }, (_, at) => admin.call('createHolder', { body: { name: `Ana ${at}` } })),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429]);
    expect(sent.map((answer) => /r=(\d)/.exec(String(limitsIn(answer)[1]))?.[1]).sort()).toEqual([
      '0',
      '0',
      '1',
      '2',
    ]);
    const file = await admin.call('exportMovements', { query: {} });
    expect([file.status, ...limitsIn(file)]).toEqual([
      200,
      '"exports";q=2;w=60',
      expect.stringMatching(`^"exports";r=1;t=${ABOUT_A_MINUTE}$`),
      undefined,
    ]);
  });
});

/** Any list: what it is asked for, and its records by their ids. */
type Listed = { id: number }[];
type Ask = { params?: Record<string, number>; query?: Record<string, string | number> };

describe('a page', () => {
  const LISTS: { [N in CallName]?: (site: Site, ids: { set: number }) => Promise<Ask> | Ask } = {
    listKeyBunches: () => ({}),
    listAllKeyBunches: () => ({}),
    listHolders: () => ({}),
    listPremises: () => ({ query: { sort: 'updatedAt' } }),
    listLocations: () => ({}),
    listUsers: () => ({}),
    listMovements: () => ({}),
    getKeyBunchHistory: (_, { set }) => ({ params: { id: set } }),
    listAuditLogs: (_, { set }) => ({ query: { keyBunchId: set } }),
    listActivity: () => ({}),
    listAudits: () => ({}),
    listDeliveries: async (site) => {
      const id = await webhookOf(site);
      for (let test = 0; test < 5; test += 1)
        await site.admin.call('testWebhook', { params: { id }, body: {} });
      return { params: { id } };
    },
  };

  test.each(Object.keys(LISTS) as CallName[])(
    'of %s has the next by its cursor, until none is left',
    async (name) => {
      const site = await makeSite(world);
      const { admin } = site;
      const set = (await site.company.bunch(site.here.id)).id;
      for (let more = 0; more < 4; more += 1) {
        await site.company.bunch(site.here.id);
        await site.company.location();
        await site.company.as('officer', { firstName: `Ola ${more}` });
        await admin.call('createHolder', { body: { name: `Ana ${more}` } });
        await admin.call('createPremises', { body: { name: `Unit ${more}` } });
        await admin.call('updateKeyBunch', { params: { id: set }, body: { notes: `Note ${more}` } });
        const { session } = await auditOf(site, admin);
        await admin.call('cancelAudit', { params: { id: session }, body: {} });
        await admin.call('issueKeyBunch', { params: { id: set }, body: { officerName: 'Ana' } });
        await admin.call('returnKeyBunch', {
          params: { id: set },
          body: { officerName: 'Ana', newTag: `${more}` },
        });
      }
      const ask = (await LISTS[name]?.(site, { set })) ?? {};
      const read = async (query: Record<string, string | number>): Promise<Answer<CallName>> =>
        admin.call(name, { ...ask, query: { ...ask.query, ...query } } as never);
      const idsOf = ({ body }: Answer<CallName>) => (body as unknown as Listed).map(({ id }) => id);
      const whole = await read({ limit: 200 });
      expect([whole.status, whole.headers['x-next-cursor']]).toEqual([200, undefined]);
      expect(idsOf(whole).length).toBeGreaterThan(3);
      const paged: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await read({ limit: 2, ...(cursor && { cursor }) });
        expect(page.status, JSON.stringify(page.body)).toBe(200);
        expect(idsOf(page).length).toBeLessThanOrEqual(2);
        paged.push(...idsOf(page));
        cursor = page.headers['x-next-cursor'] as string | undefined;
      } while (cursor && paged.length < 100);
      expect(paged).toEqual(idsOf(whole));
      expect((await read({ limit: 501 })).status).toBe(400);
      expect((await read({ cursor: 'x' })).body.code).toBe('bad_cursor');
    },
  );
});

describe('changedSince', () => {
  test('lists what changed at that moment or later, in the order of the changes', async () => {
    const site = await makeSite(world);
    const { admin } = site;
    const sets = [];
    for (const identifier of ['A', 'B', 'C'])
      sets.push((await site.company.bunch(site.here.id, { identifier })).id);
    const person = async (name: string) => (await admin.call('createHolder', { body: { name } })).body;
    const premises = async (name: string) => (await admin.call('createPremises', { body: { name } })).body;
    const [ana, ben] = [await person('Ana'), await person('Ben')];
    const [mill, quay] = [await premises('Mill'), await premises('Quay')];
    const [{ at: now } = { at: '' }] = await world.sql<{ at: string }>('select clock()::text as at');
    const since = new Date(Date.parse(now) + 1).toISOString();
    await new Promise((resolve) => setTimeout(resolve, 10));
    const listed = async (
      name: 'listKeyBunches' | 'listHolders' | 'listPremises' | 'listLocations',
      more = {},
    ) =>
      ((await admin.call(name, { query: { changedSince: since, ...more } })).body as Listed).map(
        ({ id }) => id,
      );
    expect(
      await Promise.all(
        (['listKeyBunches', 'listHolders', 'listPremises', 'listLocations'] as const).map((name) =>
          listed(name),
        ),
      ),
    ).toEqual([[], [], [], []]);

    const [a = 0, , c = 0] = sets;
    await admin.call('updateKeyBunch', { params: { id: c }, body: { notes: 'New' } });
    await admin.call('issueKeyBunch', { params: { id: a }, body: { holderId: ana.id } });
    await admin.call('updateHolder', { params: { id: ben.id }, body: { phone: '1' } });
    await admin.call('updateHolder', { params: { id: ana.id }, body: { isActive: false } });
    await admin.call('updatePremises', { params: { id: quay.id }, body: { notes: 'New' } });
    await admin.call('updatePremises', { params: { id: mill.id }, body: { notes: 'New' } });
    await admin.call('updateLocation', { params: { id: site.there.id }, body: { description: 'New' } });
    expect(await listed('listKeyBunches')).toEqual([c, a]);
    expect(await listed('listKeyBunches', { sort: '-lastUpdated' })).toEqual([a, c]);
    expect(await listed('listKeyBunches', { status: 'issued' })).toEqual([a]);
    expect(await listed('listHolders')).toEqual([ben.id, ana.id]);
    expect(await listed('listPremises')).toEqual([quay.id, mill.id]);
    expect(await listed('listLocations')).toEqual([site.there.id]);

    for (const name of ['listKeyBunches', 'listHolders', 'listPremises'] as const) {
      const first = await admin.call(name, { query: { changedSince: since, limit: 1 } });
      const cursor = String(first.headers['x-next-cursor']);
      const next = await admin.call(name, { query: { changedSince: since, limit: 1, cursor } });
      expect([...first.body, ...next.body].map(({ id }) => id)).toEqual(await listed(name));
      expect([first.headers['x-total-count'], next.headers['x-next-cursor']]).toEqual(['2', undefined]);
    }
    for (const [name, sort] of [
      ['listKeyBunches', 'identifier'],
      ['listPremises', 'name'],
    ] as const) {
      const { status, body } = await admin.call(name, { query: { changedSince: since, sort } });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['sort']]);
    }
  });
});
