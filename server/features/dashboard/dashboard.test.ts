import { describe, expect, test } from 'vitest';
import { LONG_OUT_HOURS } from '../../../shared/limits.ts';
import { putStatus } from '../../testing/put.ts';
import { makeSite } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();

/** Two active, one issued, one missing, one inactive, one in_use here; one active there. */
async function furnish() {
  const site = await makeSite(world);
  const made: Record<string, number> = {};
  for (const status of ['active', 'issued', 'missing', 'inactive', 'in_use']) {
    const bunch = await site.company.bunch(site.here.id, { identifier: status, type: 'static' });
    made[status] = bunch.id;
    await putStatus(world, bunch.id, status);
  }
  await site.company.bunch(site.here.id, { type: 'lock_ups' });
  await site.company.bunch(site.there.id, { type: 'lock_ups' });
  return { site, made };
}

describe('figures', () => {
  test('API-13 S-28 C-13 all, issued, missing and active; inactive and in_use count in the total only', async () => {
    const { site } = await furnish();
    const { status, body } = await site.admin.call('getDashboardStats');
    expect(status).toBe(200);
    expect(body).toEqual({
      totalBunches: 7,
      inUse: 1,
      missing: 1,
      present: 3,
      overdue: 0,
      dueToday: 0,
      short: 0,
    });
    const issued = await site.admin.call('listKeyBunches', { query: { status: 'issued' } });
    expect(issued.body).toHaveLength(body.inUse);
  });

  test('API-14 the dashboard has them with the latest five movements and every location', async () => {
    const { site, made } = await furnish();
    const empty = await site.company.location({ name: 'Zzz empty' });
    for (let n = 0; n < 3; n += 1) {
      const params = { id: made.active ?? 0 };
      await site.admin.call('issueKeyBunch', { params, body: { officerName: `A${n}` } });
      await site.admin.call('returnKeyBunch', { params, body: { officerName: `A${n}`, newTag: `${n}` } });
    }
    const { status, body } = await site.admin.call('getDashboard');
    expect(status).toBe(200);
    expect(body.stats).toEqual((await site.admin.call('getDashboardStats')).body);
    expect(body.recentMovements).toEqual(
      (await site.admin.call('listMovements', { query: { limit: 5 } })).body,
    );
    expect(body.recentMovements).toHaveLength(5);
    expect(body.locations).toEqual([
      {
        ...site.here,
        total: 6,
        byStatus: { active: 2, issued: 1, missing: 1, inactive: 1, in_use: 1 },
        byType: { static: 5, lock_ups: 1 },
      },
      { ...site.there, total: 1, byStatus: { active: 1 }, byType: { lock_ups: 1 } },
      { ...empty, total: 0, byStatus: {}, byType: {} },
    ]);
    // In order of name, so that equal counts have the same ETag in any order of the database.
    expect(body.locations.map(({ byStatus }) => Object.keys(byStatus))).toEqual([
      ['active', 'in_use', 'inactive', 'issued', 'missing'],
      ['active'],
      [],
    ]);
    expect(body.missingNow).toEqual([
      expect.objectContaining({
        identifier: 'missing',
        missing: expect.objectContaining({ previousStatus: 'active', since: expect.stringMatching(/Z$/) }),
      }),
    ]);
    expect(body.longOut).toBe(0);
    await world.sql("update key_bunches set issued_at = now() - interval '13 hours' where id = $1", [
      made.issued,
    ]);
    expect((await site.admin.call('getDashboard')).body.longOut).toBe(1);
    const query = { outHours: LONG_OUT_HOURS, sort: 'issuedAt' };
    const listed = await site.admin.call('listKeyBunches', { query });
    expect(listed.body.map(({ id }) => id)).toEqual([made.issued]);
  });

  test('a company that has nothing yet', async () => {
    const { admin } = await world.newCompany();
    expect((await admin.call('getDashboard')).body).toEqual({
      stats: { totalBunches: 0, inUse: 0, missing: 0, present: 0, overdue: 0, dueToday: 0, short: 0 },
      longOut: 0,
      longOutMore: false,
      missingNow: [],
      due: [],
      remindersLate: null,
      backupLate: null,
      foundNotices: 0,
      pausedWebhooks: 0,
      mine: { sets: 0, overdue: 0, nextDue: null, asked: 0 },
      recentMovements: [],
      locations: [],
    });
  });
});

test('a type or a status may have any name, also one that means something to JavaScript', async () => {
  const site = await makeSite(world);
  for (const name of ['constructor', 'toString', 'valueOf']) {
    const bunch = await site.company.bunch(site.here.id);
    await world.sql('update key_bunches set type = $2, status = $2 where id = $1', [bunch.id, name]);
  }
  const { status, body } = await site.admin.call('getDashboard');
  expect(status).toBe(200);
  const sums = { constructor: 1, toString: 1, valueOf: 1 };
  expect(body.locations[0]).toMatchObject({ total: 3, byStatus: sums, byType: sums });
});

describe('what a caller may see', () => {
  test('S-24 PERM-20 a limited officer counts the allowed locations only', async () => {
    const { site } = await furnish();
    const limited = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    const { body } = await limited.call('getDashboard');
    expect(body.stats).toEqual({
      totalBunches: 1,
      inUse: 0,
      missing: 0,
      present: 1,
      overdue: 0,
      dueToday: 0,
      short: 0,
    });
    expect((await limited.call('getDashboardStats')).body).toEqual(body.stats);
    expect(body.locations.map(({ id, total }) => [id, total])).toEqual([[site.there.id, 1]]);
    expect(body.missingNow).toEqual([]);
  });

  test('table a: without history:view no movements, without location:view no locations', async () => {
    const { site, made } = await furnish();
    await site.admin.call('issueKeyBunch', { params: { id: made.active ?? 0 }, body: { officerName: 'A' } });
    const keysOnly = await site.company.as('viewer', { permissions: ['key:view'] });
    const bare = (await keysOnly.call('getDashboard')).body;
    expect([bare.recentMovements, bare.locations, bare.stats.totalBunches]).toEqual([[], [], 7]);
    const both = await site.company.as('viewer', {
      permissions: ['key:view', 'history:view', 'location:view'],
    });
    const full = (await both.call('getDashboard')).body;
    expect([full.recentMovements.length, full.locations.length]).toEqual([1, 2]);
  });
});
