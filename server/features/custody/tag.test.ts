import { describe, expect, test } from 'vitest';
import { putSettings } from '../../testing/put.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
const patch = (site: Site, id: number, body: Record<string, unknown>) =>
  site.admin.call('updateKeyBunch', { params: { id }, body });
const issue = (site: Site, id: number, officerName = 'Callum Reid') =>
  site.admin.call('issueKeyBunch', { params: { id }, body: { officerName } });
const historyOf = async (site: Site, id: number) =>
  (await site.admin.call('getKeyBunchHistory', { params: { id } })).body;

describe('D-21 a tag changed outside issue and return', () => {
  test('is a movement with both numbers and the reason, which may be absent', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id, { currentTag: '448', notes: 'Own' });
    const why = { reason: 'Seal damaged', movementNotes: 'Seen at the desk' };
    const { body } = await patch(site, id, { currentTag: '449', ...why });
    expect(body).toMatchObject({ currentTag: '449', notes: 'Own', status: 'active' });
    const [entry] = await historyOf(site, id);
    expect(entry).toMatchObject({
      action: 'status_change',
      oldTag: '448',
      newTag: '449',
      notes: 'Seen at the desk',
      fromLocation: { id: site.here.id },
    });
    expect(entry?.details).toEqual({ oldTag: '448', newTag: '449', reason: 'Seal damaged' });
    await patch(site, id, { currentTag: null });
    const [removed] = await historyOf(site, id);
    expect([removed?.oldTag, removed?.newTag, removed?.details]).toEqual([
      '449',
      null,
      { oldTag: '449', newTag: null },
    ]);
    const { body: csv } = await site.admin.call('exportMovements');
    expect(String(csv)).toContain('"Tag changed; Tag 448 -> 449"');
    expect(String(csv)).toContain('"Tag removed; Tag 449 -> none"');
    await patch(site, id, { keyCount: 3, reason: 'Nothing of custody' });
    expect(await historyOf(site, id)).toHaveLength(2);
  });

  test('S-31 one that two sets of a batch come back with is marked on the second', async () => {
    const site = await makeSite(world);
    const sets = await Promise.all([0, 1, 2].map(() => site.company.bunch(site.here.id)));
    for (const { id } of sets) await issue(site, id);
    const tags = ['883668', '883668', '883669'];
    const items = sets.map(({ id }, index) => ({ keyBunchId: id, newTag: tags[index] }));
    expect((await site.admin.call('returnBatch', { body: { items } })).status).toBe(200);
    const marks = await Promise.all(
      sets.map(async ({ id }) => (await historyOf(site, id))[0]?.details.tagReused),
    );
    expect(marks).toEqual([undefined, true, undefined]);
  });

  test('one that was worn before, by any set of the company or by this one, is marked as used again', async () => {
    const site = await makeSite(world);
    const mine = await site.company.bunch(site.here.id, { currentTag: '600' });
    const other = await site.company.bunch(site.there.id, { currentTag: '601' });
    const reused = async (id: number) => (await historyOf(site, id))[0]?.details.tagReused;
    const returnKeys = async (newTag: string) => {
      await issue(site, mine.id);
      const body = { officerName: 'Callum Reid', newTag };
      expect((await site.admin.call('returnKeyBunch', { params: { id: mine.id }, body })).status).toBe(200);
      return reused(mine.id);
    };
    expect(await returnKeys('600')).toBe(true);
    expect(await returnKeys('602')).toBeUndefined();
    expect(await returnKeys('601')).toBe(true);
    await patch(site, other.id, { currentTag: '602' });
    expect(await reused(other.id)).toBe(true);
    await patch(site, other.id, { currentTag: '603' });
    expect(await reused(other.id)).toBeUndefined();
    await site.admin.call('deleteKeyBunch', { params: { id: other.id } });
    expect(await returnKeys('603')).toBe(true);
    const stranger = await makeSite(world);
    const theirs = await stranger.company.bunch(stranger.here.id, { currentTag: '1' });
    await patch(stranger, theirs.id, { currentTag: '600' });
    expect((await historyOf(stranger, theirs.id))[0]?.details.tagReused).toBeUndefined();
  });
});

describe('lost and found', () => {
  test('a lost set says since when, who had it, where it was seen and what it was; both entries say why', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    const issued = (await issue(site, id)).body;
    const lost = await patch(site, id, {
      status: 'missing',
      reason: 'Left on a bus',
      movementNotes: 'Police told',
    });
    expect(lost.body.missing).toEqual({
      since: expect.stringMatching(/Z$/),
      lastHolder: { name: 'Callum Reid', id: null, userId: null },
      lastLocation: { id: site.here.id, name: site.here.name },
      previousStatus: 'issued',
    });
    expect(lost.body.lastSeenAt).toBe(issued.lastSeenAt);
    const since = lost.body.missing?.since;
    expect((await historyOf(site, id))[0]).toMatchObject({
      notes: 'Police told',
      details: { from: 'issued', to: 'missing', officer: 'Callum Reid', reason: 'Left on a bus' },
    });
    const back = { status: 'active', currentTag: '777', reason: 'Handed in', movementNotes: 'Tag fitted' };
    expect((await patch(site, id, back)).body.missing).toBeNull();
    expect((await historyOf(site, id))[0]).toMatchObject({
      notes: 'Tag fitted',
      newTag: '777',
      details: {
        from: 'missing',
        to: 'active',
        reason: 'Handed in',
        previousStatus: 'issued',
        missingSince: since,
        newTag: '777',
      },
    });
    expect(await historyOf(site, id)).toHaveLength(3);
  });

  test('C-17 D-20 an inactive or configured set that goes missing and is found is what it was; issued from missing says since when', async () => {
    const site = await makeSite(world);
    await putSettings(world, site.company.id, 'statuses', { in_safe: 'In safe' });
    for (const status of ['inactive', 'in_safe']) {
      const { id } = await site.company.bunch(site.here.id, { status });
      const lost = (await patch(site, id, { status: 'missing' })).body;
      expect(lost.missing).toMatchObject({ previousStatus: status, lastHolder: null });
      const listed = (await site.admin.call('listKeyBunches', { query: { status: 'missing' } })).body;
      expect(listed.find((bunch) => bunch.id === id)?.missing).toEqual(lost.missing);
      expect((await patch(site, id, { status: lost.missing?.previousStatus })).body.status).toBe(status);
      await patch(site, id, { status: 'missing' });
      const { since } = (await site.admin.call('getKeyBunch', { params: { id } })).body.missing ?? {};
      const issued = (await issue(site, id, 'Nadia Petrov')).body;
      expect(issued).toMatchObject({ status: 'issued', missing: null });
      expect((await historyOf(site, id))[0]?.details).toMatchObject({
        oldStatus: 'missing',
        missingSince: since,
        previousStatus: status,
      });
    }
    const created = await site.company.bunch(site.here.id, { status: 'missing' });
    expect(created.missing).toMatchObject({ previousStatus: null, since: expect.stringMatching(/Z$/) });
  });

  test('a set that an audit misses tells who had it last and what it was; the audit that finds it, since when', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    await issue(site, id);
    await site.admin.call('returnKeyBunch', {
      params: { id },
      body: { officerName: 'Callum Reid', newTag: '8' },
    });
    const audit = async (seen: boolean) => {
      const body = { locationId: site.here.id, mode: 'manual' };
      const { id: session, totalExpected } = (await site.admin.call('startAudit', { body })).body;
      const params = { id: session };
      if (seen) await site.admin.call('tickAudit', { params, body: { keyBunchId: id, seen } });
      await site.admin.call('completeAudit', {
        params,
        body: { allMissing: !seen, confirmMissing: totalExpected - Number(seen) },
      });
    };
    await audit(false);
    const { missing } = (await site.admin.call('getKeyBunch', { params: { id } })).body;
    expect(missing).toMatchObject({
      previousStatus: 'active',
      lastHolder: { name: 'Callum Reid', id: null, userId: null },
    });
    await audit(true);
    expect((await historyOf(site, id))[0]).toMatchObject({
      notes: 'Found in the location audit',
      details: { from: 'missing', to: 'active', missingSince: missing?.since, previousStatus: 'active' },
    });
  });
});
