import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
const read = async (site: Site, id: number) =>
  (await site.admin.call('getKeyBunch', { params: { id } })).body;
const START = '2026-01-01T00:00:00.000000Z';
const age = (id: number) => world.sql('update key_bunches set last_seen_at = $2 where id = $1', [id, START]);

describe('a set is seen', () => {
  test('when it is issued, returned, moved, linked and found; not when it is looked up, edited or carried by nobody', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id, { type: 'static' });
    expect(await read(site, id)).toMatchObject({ lastSeenAt: null, lastSeenLocation: null });
    const params = { id };
    const { admin, here, there } = site;
    const seenBy = async (act: () => Promise<{ status: number }>) => {
      await age(id);
      expect((await act()).status).toBe(200);
      const { lastSeenAt, lastSeenLocation } = await read(site, id);
      return lastSeenAt === START ? 'not seen' : lastSeenLocation?.name;
    };
    const patch = (body: Record<string, unknown>) => () => admin.call('updateKeyBunch', { params, body });
    const move = (body: Record<string, unknown>) => () => admin.call('moveKeyBunch', { params, body });
    const issue = () => admin.call('issueKeyBunch', { params, body: { officerName: 'Callum Reid' } });
    const returnKeys = () =>
      admin.call('returnKeyBunch', { params, body: { officerName: 'Callum Reid', newTag: '9' } });

    expect(await seenBy(issue)).toBe(here.name);
    expect(await seenBy(move({ toLocationId: there.id }))).toBe('not seen');
    expect(await seenBy(returnKeys)).toBe(there.name);
    expect(await seenBy(move({ toLocationId: here.id }))).toBe(here.name);
    expect(await seenBy(move({ toBunchType: 'lock_ups' }))).toBe('not seen');
    expect(await seenBy(patch({ locationId: there.id }))).toBe(there.name);
    expect(await seenBy(patch({ notes: 'Edited', currentTag: '10' }))).toBe('not seen');
    expect(await seenBy(() => admin.call('linkNfc', { params, body: { nfcSerial: randomUUID() } }))).toBe(
      there.name,
    );
    const { nfcSerial } = await read(site, id);
    expect(await seenBy(() => admin.call('listKeyBunches', { query: { nfcSerial: nfcSerial ?? '' } }))).toBe(
      'not seen',
    );
    expect(await seenBy(patch({ status: 'missing' }))).toBe('not seen');
    expect(await seenBy(move({ toLocationId: here.id }))).toBe('not seen');
    expect((await read(site, id)).missing?.lastLocation).toEqual({ id: there.id, name: there.name });
    expect(await seenBy(patch({ status: 'active' }))).toBe(here.name);
    expect(await seenBy(patch({ status: 'inactive' }))).toBe('not seen');
  });

  test('when an audit scans it, wherever it is registered, and when one that ticked it is completed', async () => {
    const site = await makeSite(world);
    const [scanned, ticked, unticked] = [
      await site.company.bunch(site.here.id, { nfcSerial: randomUUID() }),
      await site.company.bunch(site.here.id),
      await site.company.bunch(site.here.id),
    ];
    const strays = await site.company.bunch(site.there.id, { nfcSerial: randomUUID() });
    const before = await read(site, scanned.id);
    const start = (mode: string) =>
      site.admin.call('startAudit', { body: { locationId: site.here.id, mode } });
    const nfc = (await start('nfc')).body.id;
    for (const { nfcSerial } of [scanned, strays])
      await site.admin.call('scanAudit', { body: { auditSessionId: nfc, nfcSerial: nfcSerial ?? '' } });
    const seen = await read(site, scanned.id);
    const lastSeenLocation = { id: site.here.id, name: site.here.name };
    expect(seen).toEqual({ ...before, lastSeenAt: expect.stringMatching(/Z$/), lastSeenLocation });
    expect(await read(site, strays.id)).toMatchObject({ locationId: site.there.id, lastSeenLocation });

    const { id: manual, totalExpected } = (await start('manual')).body;
    const tick = { params: { id: manual }, body: { keyBunchId: ticked.id, seen: true } };
    await site.admin.call('tickAudit', tick);
    expect((await read(site, ticked.id)).lastSeenAt).toBeNull();
    await site.admin.call('completeAudit', {
      params: { id: manual },
      body: { confirmMissing: totalExpected - 1 },
    });
    expect(await read(site, ticked.id)).toMatchObject({ lastSeenLocation });
    expect(await read(site, unticked.id)).toMatchObject({ status: 'missing', lastSeenAt: null });
  });

  test('S-24 where it was seen is told to whoever may see that place, and outlives it as a time', async () => {
    const site = await makeSite(world);
    const gone = await site.company.location({ name: 'Gone' });
    const { id } = await site.company.bunch(gone.id);
    await site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Callum Reid' } });
    await site.admin.call('moveKeyBunch', { params: { id }, body: { toLocationId: site.here.id } });
    const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
    const theirs = (await limited.call('getKeyBunch', { params: { id } })).body;
    expect((await read(site, id)).lastSeenLocation).toEqual({ id: gone.id, name: 'Gone' });
    expect(theirs).toMatchObject({ lastSeenAt: expect.any(String), lastSeenLocation: null });
    const { updatedAt } = await read(site, id);
    expect((await site.admin.call('deleteLocation', { params: { id: gone.id } })).status).toBe(200);
    expect(await read(site, id)).toMatchObject({
      lastSeenAt: theirs.lastSeenAt,
      lastSeenLocation: null,
      updatedAt,
    });
  });
});

test('the list keeps those not seen for so long or never, and those out for so long, in that order and page by page', async () => {
  const site = await makeSite(world);
  const { admin, here } = site;
  const make = async (identifier: string, seenDaysAgo: number | null, outHours: number | null) => {
    const { id } = await site.company.bunch(here.id, { identifier });
    if (outHours !== null)
      await admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Callum Reid' } });
    await world.sql(
      `update key_bunches set last_seen_at = now() - make_interval(days => $2),
         issued_at = case when issued_at is not null then now() - make_interval(hours => $3) end where id = $1`,
      [id, seenDaysAgo, outHours],
    );
  };
  await make('A', 3, null);
  await make('B', null, null);
  await make('C', 40, 30);
  await make('D', 29, 13);
  await make('E', 400, 11);
  const list = async (query: Record<string, string | number>) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.call('listKeyBunches', {
        query: { ...query, limit: 2, ...(cursor && { cursor }) },
      });
      expect(page.status).toBe(200);
      seen.push(...page.body.map(({ identifier }) => identifier));
      cursor = page.headers['x-next-cursor'] ? String(page.headers['x-next-cursor']) : undefined;
    } while (cursor);
    return seen.join('');
  };
  expect(await list({ notSeenDays: 30 })).toBe('BCE');
  expect(await list({ notSeenDays: 30, sort: 'lastSeen' })).toBe('BEC');
  expect(await list({ sort: 'lastSeen' })).toBe('BECDA');
  expect(await list({ sort: '-lastSeen' })).toBe('ADCEB');
  expect(await list({ outHours: 12, sort: 'issuedAt' })).toBe('CD');
  expect(await list({ sort: 'issuedAt' })).toBe('CDEAB');
  expect(await list({ outHours: 11 })).toBe('CDE');
  expect(await list({ outHours: 12, notSeenDays: 30 })).toBe('C');
  for (const query of [
    { outHours: 0 },
    { outHours: '1.5' },
    { notSeenDays: -1 },
    { notSeenDays: 'x' },
    { outHours: 100_000 },
  ])
    expect((await admin.call('listKeyBunches', { query })).status, JSON.stringify(query)).toBe(400);
});
