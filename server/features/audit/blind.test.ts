import { beforeAll, describe, expect, test } from 'vitest';
import { quickRuns, standing } from '../../../shared/hook-readings.ts';
import { INVARIANTS } from '../../database/invariants.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

// Decision 0078: blind audits, spot checks and parts.
const world = useWorld();
let site: Site;
let hannah: Person;
let tom: Person;
beforeAll(async () => {
  site = await makeSite(world);
  hannah = await site.company.as('officer', { firstName: 'Hannah', lastName: 'Boyd' });
  tom = await site.company.as('officer', { firstName: 'Tom', lastName: 'Whitaker' });
});

/** A location with a set on each of the hooks A 1 to A `n`; the tag of the set on A 1 is `tag(1)`. */
async function room(n: number) {
  const place = await site.company.location();
  const tag = (hook: number) => `04:C${place.id}:${String(hook).padStart(2, '0')}`;
  const sets: { id: number; identifier: string }[] = [];
  for (let hook = 1; hook <= n; hook += 1)
    sets.push(
      await site.company.bunch(place.id, {
        position: `A ${hook}`,
        nfcSerial: tag(hook),
        keyCount: 4,
        fobCount: 1,
      }),
    );
  const start = async (body: Record<string, unknown> = {}, me = hannah) => {
    const started = await me.call('startAudit', { body: { locationId: place.id, ...body } });
    expect([started.status, started.body.message]).toEqual([201, undefined]);
    const params = { id: started.body.id };
    return {
      params,
      started: started.body,
      read: async (by = hannah) => (await by.call('getAudit', { params })).body,
      record: (more: Record<string, unknown>, by = hannah) =>
        by.call('readAudit', { params, body: { ...more } }),
      complete: (more: Record<string, unknown> = {}, by = hannah) =>
        by.call('completeAudit', { params, body: more }),
    };
  };
  return { place, sets, tag, start };
}
const issue = (id: number, to = 'Callum Reid') =>
  site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: to } });
const statusOf = async (id: number) => (await site.admin.call('getKeyBunch', { params: { id } })).body.status;
const kinds = (differences: readonly { kind: string; text: string }[] = []) =>
  differences.map(({ kind, text }) => `${kind} ${text}`).toSorted();
const whole = async () => {
  for (const { sql } of [INVARIANTS.I9, INVARIANTS.I12, INVARIANTS.I14])
    expect((await world.sql(sql)).filter((one) => one.company_id === site.company.id)).toEqual([]);
};

describe('a blind audit', () => {
  test('no call of the session says what it expects before it is completed', async () => {
    const { sets, tag, start, place } = await room(4);
    const [first, second, third, fourth] = sets.map(({ id }) => id) as [number, number, number, number];
    const stranger = await site.company.bunch(site.there.id, { nfcSerial: '04:FF:99' });
    await issue(fourth);
    const { params, started, read, record, complete } = await start({ blind: true });
    const hidden = { totalExpected: 0, expected: [], seen: [], out: [], unexpected: [], unknown: [] };
    expect(started).toMatchObject({ ...hidden, totalScanned: 0, hooks: ['A 1', 'A 2', 'A 3', 'A 4'] });
    const before = started.state;

    // As registered, elsewhere, from another location, out, unknown and empty are answered alike.
    const answers = [
      await record({ hook: 'A 1', code: tag(1) }),
      await record({ hook: 'A 3', code: tag(2) }),
      await record({ hook: 'A 3', code: '04:FF:99' }),
      await record({ hook: 'A 4', code: tag(4) }),
      await record({ hook: 'A 4', code: '04:EE:EE' }),
      await record({ hook: 'A 2', empty: true }),
    ];
    expect(answers.map(({ status, body }) => [status, body.revision])).toEqual(
      answers.map((_, n) => [200, n + 1]),
    );
    expect(answers.map(({ body }) => Object.keys(body.reading).toSorted())).toEqual(
      answers.map(() => Object.keys(answers[0]?.body.reading ?? {}).toSorted()),
    );
    expect(answers.map(({ body }) => body.reading.text)).toEqual([
      sets[0]?.identifier,
      sets[1]?.identifier,
      stranger.identifier,
      sets[3]?.identifier,
      '04EEEE',
      null,
    ]);
    expect(await read()).toMatchObject({ ...hidden, totalScanned: 6, state: before, missingBunches: [] });
    expect((await read()).members).toMatchObject([{ userId: hannah.id, counted: 6 }]);
    const ticks = (await hannah.call('getAuditTicks', { params, query: { after: '4' } })).body;
    expect(ticks).toMatchObject({
      state: before,
      totalExpected: 0,
      totalScanned: 6,
      seen: [],
      withdrawn: [],
    });
    expect(ticks.readings?.map(({ hook }) => hook)).toEqual(['A 2', 'A 4']);
    const list = await hannah.call('listAudits', { query: { locationId: place.id, status: 'in_progress' } });
    expect(list.body[0]).toMatchObject({ totalExpected: 0, totalScanned: 6, blind: true });

    // What would tell it is refused, and a completion that differs is told no list.
    const tick = { keyBunchId: third, seen: true };
    const blind = { code: 'blind', message: 'This audit is blind. Record what hangs on each hook.' };
    for (const keyBunchId of [third, stranger.id])
      expect((await hannah.call('tickAudit', { params, body: { ...tick, keyBunchId } })).body).toEqual(blind);
    const scanned = await hannah.call('scanAudit', {
      body: { auditSessionId: params.id, nfcSerial: tag(3) },
    });
    expect([scanned.status, scanned.body]).toEqual([409, blind]);
    const edit = { auditSessionId: params.id, notes: 'x' };
    expect((await site.admin.call('updateKeyBunch', { params: { id: third }, body: edit })).body).toEqual(
      blind,
    );
    expect((await complete({ revision: 5, confirmRead: 5 })).body).toEqual({
      code: 'audit_changed',
      message: 'Somebody else changed this audit. Look again.',
      revision: 6,
    });
    expect((await complete({ confirmRead: 4 })).body.errors).toEqual({
      confirmRead: 'Type how many were read',
    });

    // Compared at the end.
    const done = await complete({ revision: 6, confirmRead: 5 });
    expect([done.status, done.body.message]).toEqual([200, undefined]);
    expect(kinds(done.body.differences)).toEqual(
      [
        `elsewhere ${sets[1]?.identifier}`,
        `elsewhere ${stranger.identifier}`,
        `out ${sets[3]?.identifier}`,
        `unknown 04EEEE`,
        `unseen ${sets[2]?.identifier}`,
      ].toSorted(),
    );
    expect(done.body).toMatchObject({
      totalExpected: 3,
      totalScanned: 2,
      missingBunches: [String(third)],
      compared: { checked: 6, asRegistered: 1 },
      accuracy: { checked: 6, asRegistered: 1 },
    });
    expect(done.body.members).toMatchObject([{ counted: 2 }]);
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([
      'active',
      'active',
      'missing',
    ]);
    await whole();
  });

  test('keys are counted, a reading is corrected, and nothing read completes nothing', async () => {
    const { sets, tag, start } = await room(3);
    const { read, record, complete } = await start({ blind: true });
    expect((await complete({ confirmRead: 0 })).body).toEqual({
      code: 'nothing_checked',
      message: 'Nothing has been read yet.',
      revision: 0,
    });
    await record({ hook: 'A 1', code: tag(1) });
    await record({ hook: 'A 1', code: tag(1), keyCount: 3, fobCount: 1 });
    await record({ hook: 'A 2', code: '04:EE:01' });
    await record({ hook: 'A 2', empty: true });
    await record({ hook: 'A 2', code: sets[1]?.identifier, typed: true });
    await record({ hook: 'A 3', code: tag(3), keyCount: 4, fobCount: 1 });
    expect(standing((await read()).readings).map(({ hook, keyCount }) => [hook, keyCount])).toEqual([
      ['A 1', 3],
      ['A 2', null],
      ['A 3', 4],
    ]);
    const { body } = await complete({ confirmRead: 3 });
    expect(body.differences).toMatchObject([
      { kind: 'count', hook: 'A 1', registered: { keys: 4, fobs: 1 }, counted: { keys: 3, fobs: 1 } },
    ]);
    expect(body).toMatchObject({ compared: { checked: 3, asRegistered: 2 }, unknown: [], missing: [] });
    await whole();
  });

  test('its completion is undone, hidden again, and what is read later counts', async () => {
    const { sets, tag, start } = await room(3);
    const { params, read, record, complete } = await start({ blind: true });
    const doneAt = new Date().toISOString();
    await record({ hook: 'A 1', code: tag(1) });
    await complete({ confirmRead: 1 }, tom);
    expect(await statusOf(sets[1]?.id ?? 0)).toBe('missing');
    const late = await record({ hook: 'A 2', code: tag(2), doneAt });
    expect(late.body).toMatchObject({ late: true, revision: 1 });
    expect(await statusOf(sets[1]?.id ?? 0)).toBe('active');
    const report = await read();
    expect(kinds(report.differences)).toEqual([`unseen ${sets[2]?.identifier}`]);
    expect((await tom.call('undoAudit', { params, body: {} })).status).toBe(200);
    expect(await read()).toMatchObject({
      status: 'in_progress',
      expected: [],
      totalScanned: 2,
      accuracy: null,
    });
    expect((await read()).members.map(({ counted }) => counted)).toEqual([2, 0]);
    await record({ hook: 'A 3', code: tag(3) });
    const { body } = await complete({ confirmRead: 3 });
    expect(body).toMatchObject({ totalScanned: 3, missing: [], compared: { checked: 3, asRegistered: 3 } });
    await whole();
  });

  test('a late reading that was taken back without signal finds nothing', async () => {
    const { sets, tag, start } = await room(3);
    const { record, complete, read } = await start({ blind: true });
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const times = [at(0), at(0.001), at(0.002)];
    await record({ hook: 'A 1', code: tag(1) });
    await complete({ confirmRead: 1 }, tom);
    const second = sets[1]?.id ?? 0;
    await record({ hook: 'A 2', code: tag(2), doneAt: times[0] });
    expect(await statusOf(second)).toBe('active');
    await record({ hook: 'A 2', empty: true, doneAt: times[1] });
    expect(await statusOf(second)).toBe('missing');
    expect((await read()).missing?.map(({ id }) => id)).toEqual(sets.slice(1).map(({ id }) => id));
    // It is read elsewhere after all.
    await record({ hook: 'A 3', code: tag(2), doneAt: times[2] });
    expect(await statusOf(second)).toBe('active');
    await record({ hook: 'A 2', empty: true, doneAt: times[2] });
    expect(await statusOf(second)).toBe('active');
    await whole();
  });

  test('sets with the same ID are read apart', async () => {
    const { place, sets, tag, start } = await room(2);
    const [first, second] = sets as [(typeof sets)[0], (typeof sets)[0]];
    const twin = await site.company.bunch(site.there.id, {
      identifier: first.identifier,
      nfcSerial: `04:DD:${place.id}`,
    });
    const { params, record, read, complete } = await start({ blind: true });
    await record({ hook: 'A 1', code: tag(1) });
    await record({ hook: 'A 2', code: `04:DD:${place.id}` });
    await record({ hook: 'A 2', code: tag(2) });
    const { readings } = await read();
    expect(standing(readings).map(({ hook, text, twin }) => [hook, text, twin])).toEqual([
      ['A 1', first.identifier, 0],
      ['A 2', first.identifier, 1],
      ['A 2', second.identifier, 0],
    ]);
    const ticks = await hannah.call('getAuditTicks', { params, query: { after: '1' } });
    expect(ticks.body.readings?.map(({ twin }) => twin)).toEqual([0, 1]);
    const { body } = await complete({ confirmRead: 3 });
    expect(body.missing).toEqual([]);
    expect(body.differences).toMatchObject([{ kind: 'elsewhere', keyBunchId: twin.id, hook: 'A 2' }]);
    expect(await statusOf(first.id)).toBe('active');
    await whole();
  });

  test('a code that two sets have is asked for in another way', async () => {
    const { place, sets, start } = await room(1);
    await site.company.bunch(place.id, { identifier: sets[0]?.identifier });
    const { record } = await start({ blind: true });
    const both = await record({ hook: 'A 1', code: sets[0]?.identifier, typed: true });
    expect([both.status, both.body.code, both.body.message]).toEqual([
      409,
      'ambiguous',
      `More than one key set is called ${sets[0]?.identifier}. Scan its tag, or type the tag number.`,
    ]);
  });

  test('neither what was last seen, nor the question of unsent counts, nor letters say what is expected', async () => {
    const { sets, tag, start } = await room(2);
    const [first, second] = sets.map(({ id }) => id) as [number, number];
    const stranger = await site.company.bunch(site.there.id, { identifier: 'STRAY-9' });
    const seenAt = async () =>
      (await site.admin.call('getKeyBunch', { params: { id: first } })).body.lastSeenAt;
    const before = await seenAt();
    const { params, record, complete, read } = await start({ blind: true });
    await record({ hook: 'A 1', code: tag(1) });
    expect(await seenAt()).toEqual(before);
    await record({ hook: 'A 2', code: tag(2) });
    const typed = [
      await record({ code: sets[1]?.identifier.toLowerCase(), typed: true }),
      await record({ code: stranger.identifier.toLowerCase(), typed: true }),
    ];
    expect(typed.map(({ body }) => body.reading.text)).toEqual([sets[1]?.identifier, stranger.identifier]);
    await tom.call('joinAudit', { params, body: { unsent: 2 } });
    const asked = await complete({ confirmRead: 3 });
    expect([asked.status, asked.body.code]).toEqual([409, 'counts_unsent']);
    const { body } = await complete({ confirmRead: 3, without: [tom.id] });
    expect(kinds(body.differences)).toEqual([`elsewhere ${stranger.identifier}`]);
    expect(await seenAt()).not.toEqual(before);
    expect((await read()).missing).toEqual([]);
    expect(await statusOf(second)).toBe('active');
  });

  test('two people read, and their parts are those of every hook', async () => {
    const { sets, tag, start } = await room(4);
    await issue(sets[3]?.id ?? 0);
    const { params, read, record } = await start({ blind: true });
    await record({ hook: 'A 1', code: tag(1) });
    await record({ hook: 'A 3', code: tag(3) }, tom);
    const split = await tom.call('splitAudit', { params, body: { parts: [hannah.id, tom.id] } });
    expect(split.body.parts).toMatchObject([
      { from: 'A 1', to: 'A 2' },
      { from: 'A 3', to: 'A 4' },
    ]);
    expect((await read()).members).toMatchObject([
      { counted: 1, last: { identifier: sets[0]?.identifier, position: 'A 1' } },
      { counted: 1, last: { identifier: sets[2]?.identifier, position: 'A 3' } },
    ]);
  });
});

describe('a spot check', () => {
  test('draws a tenth of the sets with a hook, 5 to 30, those out too, with its seed in the log', async () => {
    const { place, sets, start } = await room(12);
    await site.company.bunch(place.id);
    for (const { id } of sets.slice(0, 8)) await issue(id);
    const scope = { params: { id: place.id }, query: { hooks: 'true' } };
    expect((await hannah.call('getAuditScope', scope)).body.hooks).toEqual({
      sets: 12,
      drawn: 5,
      first: 'A 1',
      last: 'A 12',
    });
    const { params, started } = await start({ kind: 'spot' });
    expect(started.hooks).toHaveLength(5);
    expect(started.expected.length + started.out.length).toBe(5);
    const [drawn] = await world.sql<{ details: Record<string, unknown> }>(
      `select details from audit_log where action = 'audit_draw' and details->>'auditSessionId' = $1`,
      [String(params.id)],
    );
    expect(drawn?.details).toMatchObject({
      drawn: 5,
      among: 12,
      seed: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    const bare = await site.company.location();
    await site.company.bunch(bare.id);
    const none = await hannah.call('startAudit', { body: { locationId: bare.id, kind: 'spot' } });
    expect([none.status, none.body.message]).toEqual([400, 'No set at this location has a hook']);
  });

  test('an empty hook must be empty: what hangs there is in the report, and no set becomes Missing', async () => {
    const { sets, tag, start, place } = await room(5);
    const out = sets[1]?.id ?? 0;
    await issue(out);
    const { record, complete, read } = await start({ kind: 'spot', blind: true });
    await record({ hook: 'A 1', code: tag(1) });
    await record({ hook: 'A 2', code: tag(2) });
    await record({ hook: 'A 3', empty: true });
    await record({ hook: 'A 4', code: tag(5) });
    await record({ hook: 'A 5', empty: true });
    const { body } = await complete();
    expect(kinds(body.differences)).toEqual(
      [
        `out ${sets[1]?.identifier}`,
        `empty ${sets[2]?.identifier}`,
        `unseen ${sets[3]?.identifier}`,
        `elsewhere ${sets[4]?.identifier}`,
      ].toSorted(),
    );
    expect(body).toMatchObject({
      compared: { checked: 5, asRegistered: 1 },
      missing: [],
      missingBunches: [],
    });
    for (const { id } of sets) expect(await statusOf(id)).toBe(id === out ? 'issued' : 'active');
    // It verifies nothing, and is no last audit of the location.
    const params = { id: place.id };
    expect((await site.admin.call('getVerification', { params })).body.isVerified).toBe(false);
    const report = (await site.admin.call('getLocationReport', { params })).body;
    expect([report.lastAudit, report.accuracy]).toEqual([null, { checked: 5, asRegistered: 1 }]);
    expect((await read()).undo).not.toBeNull();
    await whole();
  });

  test('with the list: drawn sets are ticked, the hook of one that is out is confirmed empty, others are named', async () => {
    const { place, sets, tag, start } = await room(5);
    await issue(sets[0]?.id ?? 0);
    const added = await site.company.bunch(place.id, { nfcSerial: '04:AD:DE', position: null });
    const { params, started, record, complete } = await start({ kind: 'spot' });
    expect([started.expected.length, started.out.length]).toEqual([4, 1]);
    for (const { id } of started.expected.slice(0, 3))
      await hannah.call('tickAudit', { params, body: { keyBunchId: id, seen: true } });
    expect((await record({ hook: 'A 1', code: tag(1) })).body.code).toBe('not_blind');
    expect((await record({ hook: 'A 1', empty: true })).body.reading.hook).toBe('A 1');
    const other = await hannah.call('scanAudit', {
      body: { auditSessionId: params.id, nfcSerial: '04:AD:DE' },
    });
    expect([other.status, other.body.message]).toEqual([
      409,
      `${added.identifier} is registered without a hook, which is not in this audit`,
    ]);
    const { body } = await complete({ missingBunches: [] });
    expect(kinds(body.differences)).toEqual(
      [`unseen ${started.expected[3]?.identifier}`, `elsewhere ${added.identifier}`].toSorted(),
    );
    expect(body.compared).toEqual({ checked: 6, asRegistered: 4 });
    expect(await statusOf(started.expected[3]?.id ?? 0)).toBe('active');
    await whole();
  });
});

describe('a part', () => {
  test('expects the sets on its hooks, in natural order, and verifies no bulk move', async () => {
    const { place, sets, tag, start } = await room(11);
    const { params, started } = await start({ kind: 'part', fromHook: 'A 2', toHook: 'A 10' });
    expect(started).toMatchObject({ kind: 'part', fromHook: 'A 2', toHook: 'A 10', totalExpected: 9 });
    const other = await hannah.call('scanAudit', { body: { auditSessionId: params.id, nfcSerial: tag(11) } });
    expect([other.status, other.body.message]).toEqual([
      409,
      `${sets[10]?.identifier} is registered on hook A 11, which is not in this audit`,
    ]);
    for (const { id } of started.expected)
      await hannah.call('tickAudit', { params, body: { keyBunchId: id, seen: true } });
    const done = await hannah.call('completeAudit', { params, body: {} });
    expect([done.status, done.body.message]).toEqual([200, undefined]);
    expect(done.body).toMatchObject({ compared: null, accuracy: { checked: 10, asRegistered: 9 } });
    expect(await statusOf(sets[10]?.id ?? 0)).toBe('active');
    const verified = (await site.admin.call('getVerification', { params: { id: place.id } })).body;
    expect(verified.isVerified).toBe(false);
    await whole();
  });

  test('needs its first and last hook, and a set on them', async () => {
    const { place } = await room(2);
    const start = (body: Record<string, unknown>) =>
      hannah.call('startAudit', { body: { locationId: place.id, kind: 'part', ...body } });
    expect((await start({})).body.errors).toEqual({ fromHook: 'Choose the first hook' });
    expect((await start({ fromHook: 'A 2' })).body.errors).toEqual({
      toHook: 'Choose a hook at or after the first',
    });
    expect((await start({ fromHook: 'A 10', toHook: 'A 9' })).status).toBe(400);
    expect((await start({ fromHook: 'B 1', toHook: 'B 9' })).body.message).toBe(
      'No keys to audit on these hooks',
    );
  });
});

test('a full audit counts for a bulk move, blind or not, and its accuracy for the location', async () => {
  const { place, tag, start } = await room(2);
  const { record, complete } = await start({ blind: true });
  await record({ hook: 'A 1', code: tag(1) });
  await record({ code: tag(2) });
  await complete({ confirmRead: 2 });
  const params = { id: place.id };
  expect((await site.admin.call('getVerification', { params })).body.isVerified).toBe(true);
  const plain = await start();
  for (const { id } of plain.started.expected.slice(0, 1))
    await hannah.call('tickAudit', { params: plain.params, body: { keyBunchId: id, seen: true } });
  await plain.complete();
  const report = (await site.admin.call('getLocationReport', { params })).body;
  expect(report.accuracy).toEqual({ checked: 4, asRegistered: 3 });
  await world.sql(
    `update audit_sessions set end_time = end_time - interval '91 days' where location_id = $1`,
    [place.id],
  );
  expect((await site.admin.call('getLocationReport', { params })).body.accuracy).toBeNull();
});

test('ten or more ticks with a median under half a second are named, slower ones are not', async () => {
  const { start } = await room(12);
  const { params, started, read } = await start();
  await world.sql(`update audit_sessions set start_time = start_time - interval '10 minutes' where id = $1`, [
    params.id,
  ]);
  const from = Date.now() - 60_000;
  for (const [n, { id }] of started.expected.entries())
    await hannah.call('tickAudit', {
      params,
      body: { keyBunchId: id, seen: true, doneAt: new Date(from + n * 300).toISOString() },
    });
  await hannah.call('completeAudit', { params, body: {} });
  expect((await read()).quick).toMatchObject([{ userId: hannah.id, ticks: 12, seconds: 3 }]);

  const at = (...gaps: number[]) => {
    let time = from;
    return gaps.map((gap) => {
      time += gap;
      return { userId: 1, doneAt: new Date(time).toISOString() };
    });
  };
  const nine = Array.from({ length: 9 }, () => 200);
  expect(quickRuns(at(0, ...nine.slice(1)))).toEqual([]);
  expect(quickRuns(at(0, ...nine.map(() => 600)))).toEqual([]);
  expect(quickRuns(at(0, ...nine, 60_000, ...nine))).toEqual([
    { userId: 1, ticks: 10, seconds: 2 },
    { userId: 1, ticks: 10, seconds: 2 },
  ]);
});
