import { beforeAll, describe, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

// specification.md, table d, S-54 to S-56: the server decides which sets an audit expected, saw and missed.
const world = useWorld();
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

/** A new location with three bunches: two present, one out with Callum Reid. */
async function cabinet() {
  const place = await site.company.location();
  const first = await site.company.bunch(place.id, { nfcSerial: `04:A1:${place.id}` });
  const second = await site.company.bunch(place.id, { nfcSerial: `04:A2:${place.id}` });
  const out = await site.company.bunch(place.id, { nfcSerial: `04:A3:${place.id}` });
  await issue(out.id);
  return { place, first, second, out };
}
const issue = (id: number, me: Person = site.admin) =>
  me.call('issueKeyBunch', { params: { id }, body: { officerName: 'Callum Reid' } });
const start = async (locationId: number, about: Record<string, unknown> = {}, me: Person = site.admin) =>
  (await me.call('startAudit', { body: { locationId, ...about } })).body;
const scan = (auditSessionId: number, nfcSerial: string, me: Person = site.admin) =>
  me.call('scanAudit', { body: { auditSessionId, nfcSerial } });
const complete = (id: number, body: Record<string, unknown> = {}, me: Person = site.admin) =>
  me.call('completeAudit', { params: { id }, body });
/** Ticks sets of an audit as its checklist does. */
async function see(id: number, keyBunchIds: number[], me: Person = site.admin) {
  for (const keyBunchId of keyBunchIds) {
    const { status } = await me.call('tickAudit', { params: { id }, body: { keyBunchId, seen: true } });
    expect(status).toBe(200);
  }
}
const statusOf = async (id: number) => (await site.admin.call('getKeyBunch', { params: { id } })).body.status;

describe('start', () => {
  test('STATE-14 API-42 the server fixes what is expected; what is out is named with its holder and not expected', async () => {
    const { place, first, second, out } = await cabinet();
    const answer = await site.admin.call('startAudit', {
      body: { locationId: place.id, totalExpected: 99, performedBy: 1, notes: 'Monthly count' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'in_progress',
      mode: 'manual',
      keyType: null,
      totalExpected: 2,
      totalScanned: 0,
      revision: 0,
      notes: 'Monthly count',
      performedBy: site.admin.id,
      location: { id: place.id, name: place.name },
    });
    expect(answer.body.id).toBeGreaterThan(0);
    expect(Date.parse(answer.body.createdAt)).not.toBeNaN();
    expect(answer.body.expected.map((one) => one.id)).toEqual([first.id, second.id]);
    await see(answer.body.id, [first.id, second.id]);
    const done = await complete(answer.body.id, { missingBunches: [] });
    expect(done.body.out).toEqual([expect.objectContaining({ id: out.id, holder: 'Callum Reid' })]);
  });

  test('S-55 C-06 nothing to audit, and no location, are refused', async () => {
    const empty = await site.company.location();
    const none = await site.admin.call('startAudit', { body: { locationId: empty.id } });
    expect([none.status, none.body.message]).toEqual([400, 'No keys to audit at this location']);
    const nowhere = await site.admin.call('startAudit', { body: { totalExpected: 3 } });
    expect([nowhere.status, nowhere.body.message]).toEqual([400, 'Location is required']);
  });

  test('S-54 S-55 the screen knows before the start what would be expected, what is out and what a configured status explains', async () => {
    const { place, first } = await cabinet();
    await world.sql(
      "insert into settings (company_id, category, name, display_name) values ($1, 'statuses', 'in_repair', 'In repair') on conflict do nothing",
      [site.company.id],
    );
    const scope = async (query: Record<string, unknown> = {}) =>
      (await site.admin.call('getAuditScope', { params: { id: place.id }, query })).body;
    expect(await scope()).toEqual({ expected: 2, withoutNfc: 0, issued: 1, other: 0 });
    await site.admin.call('unlinkNfc', { params: { id: first.id } });
    expect(await scope()).toEqual({ expected: 2, withoutNfc: 1, issued: 1, other: 0 });
    await site.admin.call('updateKeyBunch', { params: { id: first.id }, body: { status: 'in_repair' } });
    expect(await scope()).toEqual({ expected: 1, withoutNfc: 0, issued: 1, other: 1 });
    expect(await scope({ keyType: 'static' })).toEqual({
      expected: 0,
      withoutNfc: 0,
      issued: 0,
      other: 0,
    });
  });

  test('S-54 an open session names what is out, what the register says now, and what a completion will leave alone', async () => {
    const { place, first, second, out } = await cabinet();
    const session = await start(place.id);
    expect(session.out).toEqual([expect.objectContaining({ id: out.id, holder: 'Callum Reid' })]);
    await site.admin.call('updateKeyBunch', {
      params: { id: first.id },
      body: { currentTag: '449111', keyCount: 7, auditSessionId: session.id },
    });
    await issue(second.id);
    const now = (await site.admin.call('getAudit', { params: { id: session.id } })).body;
    expect(now.expected).toMatchObject([
      {
        id: first.id,
        currentTag: first.currentTag,
        leftAlone: false,
        now: { currentTag: '449111', keyCount: 7 },
      },
      { id: second.id, status: 'active', leftAlone: true, now: { status: 'issued' } },
    ]);
    await site.admin.call('deleteKeyBunch', { params: { id: first.id }, body: {} });
    const then = (await site.admin.call('getAudit', { params: { id: session.id } })).body;
    expect(then.expected[0]).toMatchObject({ identifier: first.identifier, leftAlone: true, now: null });
  });
});

describe('scan', () => {
  test('API-43 AUDIT-09 an expected bunch counts once; separators and case of the serial do not matter', async () => {
    const { place, first } = await cabinet();
    const session = await start(place.id, { mode: 'nfc' });
    const once = await scan(session.id, ` 04-a1-${place.id} `);
    expect(once.body).toMatchObject({
      keyBunch: {
        id: first.id,
        identifier: first.identifier,
        currentTag: first.currentTag,
        type: 'day_shift',
        status: 'active',
      },
      matched: 'nfc',
      totalScanned: 1,
      revision: 1,
    });
    const twice = await scan(session.id, `04:A1:${place.id}`);
    expect([twice.status, twice.body.message]).toEqual([
      409,
      `${first.identifier} has already been scanned in this audit`,
    ]);
    expect((await site.admin.call('getAudit', { params: { id: session.id } })).body.totalScanned).toBe(1);
  });

  test('S-56 what is found here and should not be is refused, noted and told at the end', async () => {
    const { place, out } = await cabinet();
    const stray = await site.company.bunch(site.there.id, { nfcSerial: `04:B1:${place.id}` });
    const session = await start(place.id, { mode: 'nfc' });
    const answers = [
      await scan(session.id, `04:B1:${place.id}`),
      await scan(session.id, `04:A3:${place.id}`),
      await scan(session.id, '04:FF:FF'),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [409, `${stray.identifier} is registered at ${site.there.name}`],
      [409, `${out.identifier} is recorded as issued to Callum Reid. Return it first.`],
      [404, 'Key bunch not found for this NFC tag'],
    ]);
    const done = (await complete(session.id, { allMissing: true, confirmMissing: 2 })).body;
    expect(done.unexpected.map((one) => one.identifier)).toEqual(
      expect.arrayContaining([stray.identifier, out.identifier]),
    );
    expect(done.unknown.map((one) => one.serial)).toEqual(['04FFFF']);
    expect(done.totalScanned).toBe(0);
  });

  test('S-56 a bunch that came after the start is found and expected', async () => {
    const { place, out } = await cabinet();
    const session = await start(place.id, { mode: 'nfc' });
    const late = await site.company.bunch(place.id, { nfcSerial: `04:C1:${place.id}` });
    await site.admin.call('returnKeyBunch', {
      params: { id: out.id },
      body: { officerName: 'Callum Reid', newTag: '448999' },
    });
    expect((await scan(session.id, `04:C1:${place.id}`)).status).toBe(200);
    expect((await scan(session.id, `04:A3:${place.id}`)).status).toBe(200);
    const now = (await site.admin.call('getAudit', { params: { id: session.id } })).body;
    expect([now.totalExpected, now.totalScanned]).toEqual([4, 2]);
    expect(now.seen.map((one) => one.keyBunchId)).toEqual([out.id, late.id]);
  });
});

describe('complete', () => {
  test('STATE-15 API-44 C-07 what was not seen becomes missing, what was missing and seen present, each with its history', async () => {
    const { place, first, second, out } = await cabinet();
    await site.admin.call('updateKeyBunch', { params: { id: first.id }, body: { status: 'missing' } });
    const session = await start(place.id);
    await see(session.id, [first.id]);
    const done = await complete(session.id, {
      totalScanned: 77,
      notes: 'Night count',
      missingBunches: [String(second.id)],
    });
    expect(done.body).toMatchObject({
      status: 'completed',
      totalScanned: 1,
      notes: 'Night count',
      missingBunches: [String(second.id)],
      found: [{ id: first.id }],
      missing: [{ id: second.id }],
    });
    expect([await statusOf(first.id), await statusOf(second.id), await statusOf(out.id)]).toEqual([
      'active',
      'missing',
      'issued',
    ]);
    const history = (await site.admin.call('getKeyBunchHistory', { params: { id: second.id } })).body;
    expect(history[0]).toMatchObject({
      action: 'status_change',
      details: { from: 'active', to: 'missing' },
      notes: 'Not found in the location audit',
    });
    const logs = (await site.admin.call('listAuditLogs', { query: { keyBunchId: first.id } })).body;
    expect(logs[0]?.description).toBe('Audit: found');
  });

  test('S-54 what was moved, issued or returned since the start is left alone', async () => {
    const { place, first, second } = await cabinet();
    const third = await site.company.bunch(place.id);
    const fourth = await site.company.bunch(place.id);
    const session = await start(place.id);
    await see(session.id, [fourth.id]);
    await issue(first.id);
    await site.admin.call('moveKeyBunch', {
      params: { id: second.id },
      body: { toLocationId: site.here.id },
    });
    await issue(third.id);
    await site.admin.call('returnKeyBunch', {
      params: { id: third.id },
      body: { officerName: 'Callum Reid', newTag: '448998' },
    });
    const done = await complete(session.id, { missingBunches: [] });
    expect(done.body.missing).toEqual([]);
    expect([await statusOf(first.id), await statusOf(second.id), await statusOf(third.id)]).toEqual([
      'issued',
      'active',
      'active',
    ]);
  });

  test('saved ticks are what was seen; a withdrawn one is not; the same tick again changes nothing', async () => {
    const { place, first, second } = await cabinet();
    const session = await start(place.id);
    const tick = (keyBunchId: number, seen: boolean) =>
      site.admin.call('tickAudit', { params: { id: session.id }, body: { keyBunchId, seen } });
    expect((await tick(first.id, true)).body.totalScanned).toBe(1);
    expect((await tick(first.id, true)).body.totalScanned).toBe(1);
    expect((await tick(second.id, true)).body.totalScanned).toBe(2);
    expect((await tick(second.id, false)).body.totalScanned).toBe(1);
    expect((await tick(site.here.id + 1_000_000, true)).status).toBe(400);
    await complete(session.id);
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['active', 'missing']);
  });

  test('a bunch that is not expected cannot be called missing', async () => {
    const { place, out } = await cabinet();
    const session = await start(place.id);
    expect((await complete(session.id, { missingBunches: [out.id] })).status).toBe(400);
    expect((await complete(session.id, { missingBunches: ['x'] })).status).toBe(400);
  });

  test('two completions at once: one ends the audit, the other is told that it is over', async () => {
    const { place, first, second } = await cabinet();
    const session = await start(place.id);
    await see(session.id, [second.id]);
    const answers = await Promise.all(
      [1, 2, 3].map(() => complete(session.id, { missingBunches: [first.id] })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    const history = (await site.admin.call('getKeyBunchHistory', { params: { id: first.id } })).body;
    expect(history.filter((entry) => entry.action === 'status_change')).toHaveLength(1);
    const late = await scan(session.id, `04:A1:${place.id}`);
    expect([late.status, late.body.message]).toEqual([409, 'Audit session is not in progress']);
  });

  test('AUDIT-09 two people in one audit at once: a set counts once, no tick is lost, and what is scanned too late is told so', async () => {
    const { place, first, second } = await cabinet();
    const manager = await site.company.as('admin');
    const session = await start(place.id, { mode: 'nfc' });
    const same = await Promise.all(
      [site.admin, manager, site.admin, manager].map((me) => scan(session.id, `04:A1:${place.id}`, me)),
    );
    expect(same.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
    for (const answer of same.filter(({ status }) => status === 409))
      expect(answer.body.message).toBe(`${first.identifier} has already been scanned in this audit`);
    const third = await site.company.bunch(place.id, { nfcSerial: `04:A4:${place.id}` });
    const both = await Promise.all([
      scan(session.id, `04:A4:${place.id}`, manager),
      site.admin.call('tickAudit', {
        params: { id: session.id },
        body: { keyBunchId: second.id, seen: true },
      }),
    ]);
    expect(both.map((answer) => answer.status)).toEqual([200, 200]);
    const now = (await site.admin.call('getAudit', { params: { id: session.id } })).body;
    expect([now.totalScanned, now.totalExpected]).toEqual([3, 3]);
    expect(now.seen.map((one) => one.keyBunchId).sort()).toEqual([first.id, second.id, third.id].sort());

    const late = await site.company.bunch(place.id, { nfcSerial: `04:A5:${place.id}` });
    const [done, scanned] = await Promise.all([
      complete(session.id, {}, manager),
      scan(session.id, `04:A5:${place.id}`),
    ]);
    expect(done.status).toBe(200);
    expect(await statusOf(late.id)).toBe('active');
    if (scanned.status === 200) expect(done.body.totalScanned).toBe(4);
    else expect([scanned.status, scanned.body.message]).toEqual([409, 'Audit session is not in progress']);
  });

  test('D-23 another user’s audit is completed by any user who may audit', async () => {
    const { place } = await cabinet();
    const session = await start(place.id);
    const [officer, viewer] = [await site.company.as('officer'), await site.company.as('viewer')];
    const all = { allMissing: true, confirmMissing: 2 };
    expect((await complete(session.id, all, viewer)).status).toBe(403);
    expect((await complete(session.id, all, officer)).status).toBe(200);
  });

  test('an audit that nobody finished in a day is abandoned when it is read', async () => {
    const { place } = await cabinet();
    const session = await start(place.id);
    await world.sql(`update audit_sessions set start_time = start_time - interval '25 hours' where id = $1`, [
      session.id,
    ]);
    expect((await site.admin.call('getAudit', { params: { id: session.id } })).body.status).toBe('abandoned');
    expect((await complete(session.id)).status).toBe(409);
  });
});

describe('verification and bulk move', () => {
  test('STATE-16 STATE-17 CONST-08 API-45 an audit verifies for less than 24 hours', async () => {
    const { place, first, second } = await cabinet();
    const ask = async (keyType?: string) =>
      (
        await site.admin.call('getVerification', {
          params: { id: place.id },
          query: keyType ? { keyType } : {},
        })
      ).body;
    expect(await ask()).toEqual({
      isVerified: false,
      neededShare: 90,
      hoursSinceAudit: null,
      lastAuditDate: null,
      keyType: null,
      message: 'No completed audit for this location',
      audit: null,
    });
    const session = await start(place.id);
    await see(session.id, [first.id, second.id]);
    await complete(session.id);
    expect(await ask()).toMatchObject({
      isVerified: true,
      hoursSinceAudit: 0,
      message: 'Last audit completed 0 hours ago',
    });
    const age = (hours: string) =>
      world.sql(`update audit_sessions set end_time = clock_timestamp() - $2::interval where id = $1`, [
        session.id,
        hours,
      ]);
    await age('23 hours 59 minutes');
    expect(await ask('day_shift')).toMatchObject({ isVerified: true, hoursSinceAudit: 23 });
    await age('24 hours');
    expect(await ask()).toMatchObject({
      isVerified: false,
      hoursSinceAudit: 24,
      message: 'Last audit was 24 hours ago. A new audit is required.',
    });
  });

  test('S-57 S-58 a bulk move needs a fresh audit, takes all but issued and missing, all or none', async () => {
    await world.sql('update companies set audit_share = 50 where id = $1', [site.company.id]);
    const { place, first, second, out } = await cabinet();
    const to = await site.company.location();
    const body = { fromLocationId: place.id, toLocationId: to.id, notes: 'New round' };
    const early = await site.admin.call('bulkMove', { body });
    expect([early.status, early.body.message]).toEqual([
      403,
      'A completed audit is required before bulk moving keys. Please complete an audit for this location first.',
    ]);
    const oneByOne = { ...body, fromBunchType: 'day_shift' };
    expect((await site.admin.call('moveKeyBunch', { params: { id: first.id }, body: oneByOne })).status).toBe(
      403,
    );

    const session = await start(place.id);
    await see(session.id, [first.id]);
    await complete(session.id, { missingBunches: [second.id] });
    const moved = await site.admin.call('bulkMove', { body });
    expect(moved.body).toMatchObject({ moved: 1, ids: [first.id] });
    const placeOf = async (id: number) =>
      (await site.admin.call('getKeyBunch', { params: { id } })).body.locationId;
    expect([await placeOf(first.id), await placeOf(second.id), await placeOf(out.id)]).toEqual([
      to.id,
      place.id,
      place.id,
    ]);
    const [entry] = (await site.admin.call('getKeyBunchHistory', { params: { id: first.id } })).body;
    expect(entry).toMatchObject({ action: 'location_move', notes: 'New round', toLocationId: to.id });
    const again = await site.admin.call('bulkMove', { body });
    expect([again.status, again.body.message]).toEqual([400, 'No keys found at selected location']);
    const typed = await site.admin.call('bulkMove', { body: { ...body, fromBunchType: 'night_shift' } });
    expect(typed.body.message).toBe('No Night Shift keys found at selected location');
  });

  test('API-36 the per-key form of the bulk move is checked too', async () => {
    const { place, first } = await cabinet();
    const session = await start(place.id);
    await see(session.id, [first.id]);
    await complete(session.id);
    const elsewhere = await site.company.location();
    const ok = await site.admin.call('moveKeyBunch', {
      params: { id: first.id },
      body: {
        fromLocationId: place.id,
        fromBunchType: 'day_shift',
        toLocationId: elsewhere.id,
        notes: 'Step',
      },
    });
    expect(ok.body.locationId).toBe(elsewhere.id);
    const stale = await site.admin.call('moveKeyBunch', {
      params: { id: first.id },
      body: { fromLocationId: place.id, toLocationId: site.here.id },
    });
    expect(stale.status).toBe(409);
    const officer = await site.company.as('officer', { customPermissions: ['key:move'] });
    const refused = await officer.call('moveKeyBunch', {
      params: { id: first.id },
      body: { fromLocationId: elsewhere.id, toLocationId: place.id },
    });
    expect(refused.status).toBe(403);
  });
});

describe('NFC links and edits in an audit', () => {
  test('API-39 API-40 S-32 a tag is linked, is not taken twice, and is unlinked', async () => {
    const { first, second } = await cabinet();
    const link = (id: number, nfcSerial: string) =>
      site.admin.call('linkNfc', { params: { id }, body: { nfcSerial } });
    await site.admin.call('unlinkNfc', { params: { id: first.id } });
    expect((await link(first.id, ' 0a:0b ')).body.nfcSerial).toBe('0A0B');
    expect((await link(first.id, '0A0B')).status).toBe(200);
    expect((await link(first.id, '0C')).body.message).toBe('Unlink the current NFC tag first');
    await site.admin.call('unlinkNfc', { params: { id: second.id } });
    expect((await link(second.id, '0A-0B')).body).toMatchObject({
      message: `This NFC tag is already linked to key bunch ${first.identifier}`,
      code: 'nfc_in_use',
      identifier: first.identifier,
    });
    expect((await link(second.id, ' : ')).status).toBe(400);
    const logs = (await site.admin.call('listAuditLogs', { query: { keyBunchId: first.id } })).body;
    expect(logs.map((entry) => entry.action)).toEqual(['nfc_link', 'nfc_unlink', 'create']);
  });

  test('STATE-13 S-59 an edit in an audit is an audit_edit', async () => {
    const { place, first } = await cabinet();
    const session = await start(place.id);
    const body = { auditSessionId: session.id, keyCount: 4 };
    expect((await site.admin.call('updateKeyBunch', { params: { id: first.id }, body })).status).toBe(200);
    const [entry] = (await site.admin.call('getKeyBunchHistory', { params: { id: first.id } })).body;
    expect(entry).toMatchObject({
      action: 'audit_edit',
      details: { changes: { keyCount: { from: 1, to: 4 } } },
    });
  });
});

describe('what changes while an audit runs', () => {
  test('a set that was given another type is left alone, as a moved one is', async () => {
    const { place, first, second } = await cabinet();
    const third = await site.company.bunch(place.id);
    const { id } = await start(place.id);
    await see(id, [third.id]);
    await site.admin.call('moveKeyBunch', { params: { id: first.id }, body: { toBunchType: 'lock_ups' } });
    const { body: open } = await site.admin.call('getAudit', { params: { id } });
    expect(open.expected.find((one) => one.id === first.id)?.leftAlone).toBe(true);
    expect((await complete(id, { missingBunches: [second.id] })).status).toBe(200);
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['active', 'missing']);
  });

  test('S-54 a set that was put into a configured status keeps it, unseen or scanned', async () => {
    await world.sql(
      `insert into settings (company_id, category, name, display_name) values ($1, 'statuses', 'in_repair', 'In repair') on conflict do nothing`,
      [site.company.id],
    );
    const { place, first, second } = await cabinet();
    const repair = (id: number) =>
      site.admin.call('updateKeyBunch', { params: { id }, body: { status: 'in_repair' } });
    await repair(first.id);
    const { id } = await start(place.id, { mode: 'nfc' });
    await repair(second.id);
    expect((await scan(id, `04:A1:${place.id}`)).status).toBe(200);
    await complete(id);
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['in_repair', 'in_repair']);
  });

  test('an audit nobody finished in a day is listed among the abandoned ones', async () => {
    const { place } = await cabinet();
    const { id } = await start(place.id);
    await world.sql(`update audit_sessions set start_time = start_time - interval '25 hours' where id = $1`, [
      id,
    ]);
    const listed = async (status: string) =>
      (await site.admin.call('listAudits', { query: { locationId: place.id, status } })).body.map(
        (one) => one.id,
      );
    expect(await listed('abandoned')).toEqual([id]);
    expect(await listed('in_progress')).toEqual([]);
  });
});
