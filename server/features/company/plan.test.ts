import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PLAN_CHANGE } from '../../../shared/plan.ts';
import { makeSite } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

// specification.md, table e.
const world = useWorld();

describe('G31 table e', () => {
  for (const [plan, name, limit] of [
    ['basic', 'Basic', 100],
    ['professional', 'Professional', 500],
  ] as const) {
    test(`${plan}: of fifty bunches added at once with one place left exactly one is`, async () => {
      const site = await makeSite(world, await world.newCompany(plan));
      await world.sql(
        `insert into key_bunches (company_id, identifier, type, location_id)
         select $1, 'FULL-' || n, 'static', $2 from generate_series(1, $3) n`,
        [site.company.id, site.here.id, limit - 1],
      );
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          site.admin.call('createKeyBunch', {
            body: { identifier: `N${n}`, currentTag: '1', locationId: site.here.id },
            // With a key, as from every browser: its row refers to the company, which the plan's count locks.
            headers: { 'idempotency-key': randomUUID() },
          }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused).toHaveLength(49);
      for (const { status, body } of refused) {
        expect(status).toBe(403);
        expect(body).toEqual({
          message: `Your ${name} plan allows up to ${limit} keys. Upgrade your plan to add more.`,
          code: 'plan_limit',
          detail: PLAN_CHANGE,
        });
      }
      expect((await site.admin.call('getCompany')).body.usage?.keys).toBe(limit);
      // Work continues: only adding is refused, and deleting a bunch makes room.
      const [first] = (await site.admin.call('listKeyBunches', { query: { limit: 1 } })).body;
      const params = { id: first?.id ?? 0 };
      expect((await site.admin.call('issueKeyBunch', { params, body: { officerName: 'A' } })).status).toBe(
        200,
      );
      const back = { officerName: 'A', newTag: '2' };
      expect((await site.admin.call('returnKeyBunch', { params, body: back })).status).toBe(200);
      expect((await site.admin.call('deleteKeyBunch', { params })).status).toBe(200);
      const again = { identifier: 'A', currentTag: '1', locationId: site.here.id };
      expect((await site.admin.call('createKeyBunch', { body: again })).status).toBe(201);
    });

    test(`${plan}: of fifty locations added at once with one place left exactly one is`, async () => {
      const company = await world.newCompany(plan);
      const places = plan === 'basic' ? 5 : 15;
      for (let n = 1; n < places; n += 1) await company.location();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          company.admin.call('createLocation', { body: { name: `N${n}`, type: 'van' } }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      for (const { body } of answers.filter(({ status }) => status !== 201)) {
        expect(body).toEqual({
          message: `Your ${name} plan allows up to ${places} locations. Upgrade your plan to add more.`,
          code: 'plan_limit',
          detail: PLAN_CHANGE,
        });
      }
      expect((await company.admin.call('listLocations')).body).toHaveLength(places);
    });

    test(`${plan}: of fifty users added or made active at once with one place left exactly one is`, async () => {
      const company = await world.newCompany(plan);
      const people = plan === 'basic' ? 10 : 25;
      await world.sql(
        `insert into users (company_id, email, is_active)
         select $1::int, 'full-' || $1::int || '-' || n || '@example.com', n < $2::int from generate_series(1, $2::int + 24) n`,
        [company.id, people - 1],
      );
      const idle = await world.sql<{ id: number }>(
        'select id from users where company_id = $1 and not is_active',
        [company.id],
      );
      expect(idle).toHaveLength(25);
      const person = (n: number) => ({
        body: { email: `n${n}-${company.id}@example.com`, firstName: 'N', lastName: `${n}` },
      });
      const answers = await Promise.all(
        idle.flatMap(({ id }, n) => [
          company.admin.call('createUser', person(n)),
          company.admin.call('updateUser', { params: { id }, body: { isActive: true } }),
        ]),
      );
      expect(answers).toHaveLength(50);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      for (const { status, body } of answers.filter((answer) => answer.status >= 300)) {
        expect([status, body]).toEqual([
          403,
          {
            message: `Your ${name} plan allows up to ${people} users. Upgrade your plan to add more.`,
            code: 'plan_limit',
            detail: PLAN_CHANGE,
          },
        ]);
      }
      expect((await company.admin.call('getCompany')).body.usage?.users).toBe(people);
      // Only active people count: an inactive one can be added, and deactivating one makes room.
      const spare = person(99);
      const inactive = { body: { ...spare.body, isActive: false } };
      expect((await company.admin.call('createUser', inactive)).status).toBe(201);
      const [active] = await world.sql<{ id: number }>(
        'select id from users where company_id = $1 and is_active and id <> $2 limit 1',
        [company.id, company.admin.id],
      );
      const params = { id: active?.id ?? 0 };
      expect((await company.admin.call('updateUser', { params, body: { isActive: false } })).status).toBe(
        200,
      );
      expect((await company.admin.call('createUser', person(98))).status).toBe(201);
    });
  }

  test('enterprise has no limit', async () => {
    const company = await world.newCompany('enterprise');
    for (let n = 0; n < 17; n += 1) await company.location();
    const site = await company.location();
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, location_id)
       select $1, 'FULL-' || n, 'static', $2 from generate_series(1, 501) n`,
      [company.id, site.id],
    );
    await company.bunch(site.id);
    expect((await company.admin.call('getCompany')).body.usage).toEqual({
      keys: 502,
      locations: 18,
      users: 1,
    });
  });

  test('with a full plan nobody learns whether an email has an account', async () => {
    const company = await world.newCompany('basic');
    const stranger = (await world.newCompany()).admin.email;
    const [idle] = await world
      .sql<{ id: number }>(
        `insert into users (company_id, email, is_active)
       select $1::int, 'taken-' || $1::int || '-' || n || '@example.com', n < 10 from generate_series(1, 10) n
       returning id, is_active`,
        [company.id],
      )
      .then((rows) => rows.slice(-1));
    const full = {
      message: 'Your Basic plan allows up to 10 users. Upgrade your plan to add more.',
      code: 'plan_limit',
      detail: PLAN_CHANGE,
    };
    for (const email of [stranger, `nobody-${company.id}@example.com`]) {
      const added = await company.admin.call('createUser', {
        body: { email, firstName: 'A', lastName: 'B' },
      });
      const woken = await company.admin.call('updateUser', {
        params: { id: idle?.id ?? 0 },
        body: { email, isActive: true },
      });
      for (const { status, body } of [added, woken]) expect([status, body]).toEqual([403, full]);
    }
  });

  test('a full plan is the last thing that is told: validation, record and state come before it', async () => {
    const site = await makeSite(world, await world.newCompany('basic'));
    await site.company.bunch(site.here.id, { nfcSerial: '0477' });
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, location_id)
       select $1, 'FULL-' || n, 'static', $2 from generate_series(1, 99) n`,
      [site.company.id, site.here.id],
    );
    const add = async (about: Record<string, unknown>) =>
      (
        await site.admin.call('createKeyBunch', {
          body: { identifier: 'A', currentTag: '1', locationId: site.here.id, ...about },
        })
      ).status;
    expect(await add({ identifier: '' })).toBe(400);
    expect(await add({ type: 'beach_party' })).toBe(400);
    expect(await add({ locationId: 2_000_000_000 })).toBe(404);
    expect(await add({ nfcSerial: '0477' })).toBe(409);
    expect(await add({})).toBe(403);
  });
});
