import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { REFUSALS } from '../../../shared/messages.ts';
import type { Movement } from '../../../shared/movement.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

// specification.md D-06, S-53 to S-58 and decision 0017: one call, all or nothing, bound to a fresh audit.
const world = useWorld();
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
  // Small cabinets, in which one missing set is a large share.
  await world.sql('update companies set audit_share = 50 where id = $1', [site.company.id]);
});

const AUDIT_REQUIRED = REFUSALS.auditRequired;

/** A new location with three sets of Lock Ups, and a van to move them to. */
async function round(type = 'lock_ups') {
  const from = await site.company.location();
  const to = await site.company.location();
  const bunches = [];
  for (let n = 0; n < 3; n += 1) bunches.push(await site.company.bunch(from.id, { type }));
  return { from, to, bunches, ids: bunches.map((bunch) => bunch.id) };
}
type Round = Awaited<ReturnType<typeof round>>;

/** A completed audit that saw everything except the missing sets. */
async function audit(locationId: number, missing: number[] = [], keyType: string | null = null) {
  const { body } = await site.admin.call('startAudit', { body: { locationId, keyType } });
  const params = { id: body.id };
  for (const { id: keyBunchId } of body.expected)
    if (!missing.includes(keyBunchId))
      await site.admin.call('tickAudit', { params, body: { keyBunchId, seen: true } });
  const done = await site.admin.call('completeAudit', {
    params,
    body: { missingBunches: missing, confirmMissing: missing.length },
  });
  expect(done.status).toBe(200);
  return body.id;
}
const move = (
  { from, to }: Pick<Round, 'from' | 'to'>,
  about: Record<string, unknown> = {},
  me = site.admin,
) => me.call('bulkMove', { body: { fromLocationId: from.id, toLocationId: to.id, ...about } });
const plan = async ({ from, to }: Round, fromBunchType?: string) => {
  const query = { fromLocationId: from.id, toLocationId: to.id, ...(fromBunchType && { fromBunchType }) };
  return (await site.admin.call('getBulkMove', { query })).body;
};
const issue = (id: number, me: Person = site.admin) =>
  me.call('issueKeyBunch', { params: { id }, body: { officerName: 'Callum Reid' } });
const placeOf = async (id: number) =>
  (await site.admin.call('getKeyBunch', { params: { id } })).body.locationId;
const placesOf = (ids: number[]) => Promise.all(ids.map(placeOf));
const movesOf = async (id: number): Promise<Movement[]> =>
  (await site.admin.call('getKeyBunchHistory', { params: { id } })).body.filter(
    ({ action }) => action === 'location_move',
  );

describe('what would move', () => {
  test('S-57 names the sets in the order of their IDs, counts what stays, and what each end holds', async () => {
    const here = await round();
    const [first, second, third] = here.ids as [number, number, number];
    await issue(first);
    await site.admin.call('updateKeyBunch', { params: { id: second }, body: { status: 'missing' } });
    const other = await site.company.bunch(here.from.id, { type: 'static' });
    await site.company.bunch(here.to.id);
    expect(await plan(here, 'lock_ups')).toMatchObject({
      bunches: [{ id: third, type: 'lock_ups', status: 'active' }],
      issued: 1,
      missing: 1,
      expected: 2,
      atFrom: 4,
      atTo: 1,
    });
    expect((await plan(here)).bunches.map((bunch) => bunch.id)).toEqual([third, other.id]);
    const alone = await site.admin.call('getBulkMove', { query: { fromLocationId: here.from.id } });
    expect(alone.body.atTo).toBeNull();
  });

  test('S-24 only between locations the caller may see, and only with key:bulk_move', async () => {
    const { from, to } = await round();
    const query = { fromLocationId: from.id, toLocationId: to.id };
    const limited = await site.company.as('admin', { allowedLocationIds: [from.id] });
    const answer = await limited.call('getBulkMove', { query });
    expect([answer.status, answer.body.message]).toEqual([404, 'Location not found']);
    const officer = await site.company.as('officer');
    expect((await officer.call('getBulkMove', { query })).status).toBe(403);
  });
});

describe('the audit that allows it', () => {
  test('S-53 S-58 BULK-13 of the moved type or of all; younger than 24 hours to the second', async () => {
    const here = await round();
    await site.company.bunch(here.from.id, { type: 'static' });
    const refused = async (about: Record<string, unknown>) => {
      const { status, body } = await move(here, about);
      return [status, body.message, body.code];
    };
    const no = [403, AUDIT_REQUIRED, 'audit_required'];
    expect(await refused({ fromBunchType: 'lock_ups' })).toEqual(no);
    const session = await audit(here.from.id, [], 'lock_ups');
    expect(await refused({ fromBunchType: 'static' })).toEqual(no);
    expect(await refused({})).toEqual(no);
    const age = (hours: string) =>
      world.sql('update audit_sessions set end_time = clock_timestamp() - $2::interval where id = $1', [
        session,
        hours,
      ]);
    await age('24 hours');
    expect(await refused({ fromBunchType: 'lock_ups' })).toEqual(no);
    expect(await placesOf(here.ids)).toEqual(here.ids.map(() => here.from.id));
    await age('23 hours 59 minutes 30 seconds');
    const done = await move(here, { fromBunchType: 'lock_ups' });
    expect(done.body).toEqual({
      moved: 3,
      ids: here.ids,
      at: (await movesOf(here.ids[2] ?? 0))[0]?.timestamp,
    });
  });

  test('S-53 the verification tells who audited, what was found, and until when it counts', async () => {
    const here = await round();
    const ask = async (keyType: string) =>
      (await site.admin.call('getVerification', { params: { id: here.from.id }, query: { keyType } })).body;
    const id = await audit(here.from.id, here.ids.slice(0, 1), 'lock_ups');
    expect(await ask('all')).toMatchObject({ isVerified: false, audit: null });
    const answer = await ask('lock_ups');
    expect(answer).toMatchObject({
      isVerified: true,
      keyType: 'lock_ups',
      audit: { id, user: { email: site.admin.email }, totalExpected: 3, totalScanned: 2, missing: 1 },
    });
    const day = 24 * 60 * 60 * 1000;
    expect(Date.parse(answer.audit?.validUntil ?? '') - Date.parse(answer.lastAuditDate ?? '')).toBe(day);
  });

  test('D-06 the entry of every set stands in its own history, signed by the mover', async () => {
    const here = await round();
    await audit(here.from.id);
    const manager = await site.company.as('admin');
    expect((await move(here, { notes: 'New round' }, manager)).status).toBe(200);
    for (const id of here.ids) {
      expect(await movesOf(id)).toMatchObject([
        {
          fromLocationId: here.from.id,
          toLocationId: here.to.id,
          userId: manager.id,
          notes: 'New round',
          details: { from: here.from.name, to: here.to.name },
        },
      ]);
    }
  });
});

describe('what happens meanwhile', () => {
  test('a set issued between audit and move stays with its holder, and the mover hears of it first', async () => {
    const here = await round();
    const [first, second, third] = here.ids as [number, number, number];
    await audit(here.from.id);
    const shown = (await plan(here)).bunches.map((bunch) => bunch.id);
    await issue(first);
    const late = await site.company.bunch(here.from.id, { type: 'static' });
    const refused = await move(here, { keyBunchIds: shown });
    const named = [
      `${here.bunches[0]?.identifier} is now issued to Callum Reid.`,
      `${late.identifier} is now there.`,
    ];
    expect([refused.status, refused.body.code, refused.body.message, refused.body.detail]).toEqual([
      409,
      'keys_changed',
      `The keys at ${here.from.name} have changed. Nothing was moved. Check the list and try again.`,
      named.join('\n'),
    ]);
    expect(await placesOf([second, third, late.id])).toEqual([here.from.id, here.from.id, here.from.id]);

    const now = (await plan(here)).bunches.map((bunch) => bunch.id);
    expect((await move(here, { keyBunchIds: now })).body).toMatchObject({
      moved: 3,
      ids: [second, third, late.id],
    });
    expect(await placeOf(first)).toBe(here.from.id);
    expect(await movesOf(first)).toEqual([]);
  });

  test('every way in which a set may be gone is named; of many the rest is counted', async () => {
    const here = await round();
    const [moved, lost, typed] = here.ids as [number, number, number];
    const deleted = await site.company.bunch(here.from.id);
    await audit(here.from.id);
    const keyBunchIds = [...here.ids, deleted.id];
    await site.admin.call('moveKeyBunch', { params: { id: moved }, body: { toLocationId: site.here.id } });
    await site.admin.call('updateKeyBunch', { params: { id: lost }, body: { status: 'missing' } });
    await site.admin.call('moveKeyBunch', { params: { id: typed }, body: { toBunchType: 'static' } });
    await site.admin.call('deleteKeyBunch', { params: { id: deleted.id }, body: {} });
    const names = here.bunches.map((bunch) => bunch.identifier);
    const refused = await move(here, { fromBunchType: 'lock_ups', keyBunchIds });
    expect(refused.body.detail?.split('\n').toSorted()).toEqual(
      [
        `${names[0]} is now at ${site.here.name}.`,
        `${names[1]} is now missing.`,
        `${names[2]} is now Static.`,
        'And 1 more.',
      ].toSorted(),
    );
    const alone = await move(here, { fromBunchType: 'static', keyBunchIds: [typed, deleted.id] });
    expect(alone.body.detail).toBe('1 key is no longer there.');
  });

  test('a from location changed while the move waits: nothing moves that was not shown', async () => {
    const here = await round();
    await audit(here.from.id);
    const shown = (await plan(here)).bunches.map((bunch) => bunch.id);
    // A client locks the first set: the move waits for it, and then sees its change.
    const somebody = new pg.Client(world.admin);
    await somebody.connect();
    await somebody.query('begin');
    await somebody.query('select 1 from key_bunches where id = $1 for update', [here.ids[0]]);
    const waiting = move(here, { keyBunchIds: shown });
    const waits =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await world.sql(waits)).length, { timeout: 10_000 }).toBe(1);
    await somebody.query('update key_bunches set location_id = $2 where id = $1', [
      here.ids[0],
      site.here.id,
    ]);
    await somebody.query('commit');
    await somebody.end();
    const answer = await waiting;
    expect([answer.status, answer.body.code]).toEqual([409, 'keys_changed']);
    expect(await placesOf(here.ids)).toEqual([site.here.id, here.from.id, here.from.id]);
  });

  test('of two bulk moves at once one moves all, the other is told; no set goes two ways', async () => {
    const here = await round();
    const elsewhere = await site.company.location();
    await audit(here.from.id);
    const keyBunchIds = here.ids;
    const answers = await Promise.all([
      move(here, { keyBunchIds }),
      move({ from: here.from, to: elsewhere }, { keyBunchIds }),
      move(here),
    ]);
    const won = answers.filter(({ status }) => status === 200);
    expect(won.map(({ body }) => body.moved)).toEqual([3]);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([409, 400]).toContain(status);
      expect(body.message).toMatch(/^The keys at .* have changed|^No keys found at selected location$/);
    }
    expect(new Set(await placesOf(here.ids)).size).toBe(1);
    for (const id of here.ids) expect(await movesOf(id)).toHaveLength(1);
  });

  test('two moves across each other both end', async () => {
    const a = await round();
    const b = await round('static');
    await audit(a.from.id);
    await audit(b.from.id);
    const answers = await Promise.all([
      move({ from: a.from, to: b.from }, { fromBunchType: 'lock_ups', keyBunchIds: a.ids }),
      move({ from: b.from, to: a.from }, { fromBunchType: 'static', keyBunchIds: b.ids }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await placesOf([...a.ids, ...b.ids])).toEqual([
      ...a.ids.map(() => b.from.id),
      ...b.ids.map(() => a.from.id),
    ]);
  });

  test('D-06 all or nothing: when one entry of the history cannot be written, no set has moved', async () => {
    const here = await round();
    await audit(here.from.id);
    const last = here.bunches.at(-1)?.identifier ?? '';
    await world.sql(
      `create function refuse_one() returns trigger language plpgsql as
       $$ begin if new.key_bunch_identifier = '${last}' and new.action_type = 'location_move' then raise exception 'refused'; end if; return new; end $$`,
    );
    await world.sql(
      'create trigger refuse_one before insert on movement_history for each row execute function refuse_one()',
    );
    expect((await move(here)).status).toBe(500);
    expect(await placesOf(here.ids)).toEqual(here.ids.map(() => here.from.id));
    for (const id of here.ids) expect(await movesOf(id)).toEqual([]);
    await world.sql('drop trigger refuse_one on movement_history');
    await world.sql('drop function refuse_one');
    expect((await move(here)).body.moved).toBe(3);
  });

  test('a van of 5,000 sets moves whole, each with its entry', async () => {
    const here = await round();
    await world.sql(
      `insert into key_bunches (company_id, identifier, type, current_tag, location_id)
       select $1, 'MANY-' || n, 'static', n::text, $2 from generate_series(1, 5000) n`,
      [site.company.id, here.from.id],
    );
    await world.sql(
      `insert into audit_sessions (company_id, location_id, location_name, performed_by, status, total_expected, end_time)
       values ($1, $2, 'Site', $3, 'completed', 0, clock_timestamp())`,
      [site.company.id, here.from.id, site.admin.id],
    );
    const shown = (await plan(here)).bunches.map((bunch) => bunch.id);
    expect(shown).toHaveLength(5003);
    expect((await move(here, { keyBunchIds: shown })).body.moved).toBe(5003);
    const [entries] = await world.sql<{ count: string }>(
      'select count(*) from movement_history where company_id = $1 and to_location_id = $2',
      [site.company.id, here.to.id],
    );
    expect(Number(entries?.count)).toBe(5003);
  }, 60_000);
});

describe('what speaks against a move', () => {
  test('a limited location and an audit that is open there are told before, and refuse a mover who was not told', async () => {
    const here = await round();
    await audit(here.from.id);
    const concerns = async (type?: string) => (await plan(here, type)).concerns;
    const known = { accepted: [] };
    expect(await concerns()).toEqual([]);

    // A second ago one user limited the place and another began to audit it.
    await site.company.bunch(here.to.id, { type: 'lock_ups' });
    const ruth = await site.company.as('officer', { firstName: 'Ruth', lastName: 'Tembo' });
    await ruth.call('startAudit', { body: { locationId: here.to.id, keyType: 'lock_ups' } });
    await site.admin.call('updateLocation', { params: { id: here.to.id }, body: { status: 'limited' } });
    const refused = await move(here, known);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'move_concerns',
      `${here.to.name} is limited and is being audited. Nothing was moved. Check the move and try again.`,
    ]);
    expect((await move(here, { accepted: ['to_limited'] })).body.message).toBe(
      `${here.to.name} is being audited. Nothing was moved. Check the move and try again.`,
    );
    expect(await placesOf(here.ids)).toEqual(here.ids.map(() => here.from.id));

    expect(await concerns()).toEqual(['to_limited', 'to_audited']);
    expect(await concerns('static')).toEqual(['to_limited']);
    expect((await plan(here)).auditsAtTo).toMatchObject([
      { user: { firstName: 'Ruth' }, keyType: 'lock_ups' },
    ]);
    expect((await move(here, { accepted: ['to_limited', 'to_audited'] })).body.moved).toBe(3);
  });

  test('a client that says nothing about it moves as before', async () => {
    const here = await round();
    await audit(here.from.id);
    await site.admin.call('updateLocation', { params: { id: here.to.id }, body: { status: 'limited' } });
    expect((await move(here)).status).toBe(200);
    const unknown = await move(here, { accepted: ['because'] });
    expect([unknown.status, unknown.body.message]).toEqual([400, 'Unknown concern']);
  });
});

describe('the per-key form', () => {
  test('S-58 API-36 D-06 with fromLocationId it is accepted step by step, each step checked', async () => {
    const here = await round();
    const [first, second, third] = here.ids as [number, number, number];
    const step = (id: number, about: Record<string, unknown> = {}, me = site.admin) =>
      me.call('moveKeyBunch', {
        params: { id },
        body: {
          fromLocationId: here.from.id,
          toLocationId: here.to.id,
          fromBunchType: 'lock_ups',
          notes: 'Step',
          ...about,
        },
      });
    const early = await step(first);
    expect([early.status, early.body.message]).toEqual([403, AUDIT_REQUIRED]);
    await audit(here.from.id, [], 'lock_ups');
    expect((await step(first)).body).toMatchObject({ id: first, locationId: here.to.id });
    expect(await movesOf(first)).toMatchObject([{ notes: 'Step', toLocationId: here.to.id }]);

    const gone = await step(first);
    expect([gone.status, gone.body.detail]).toEqual([
      409,
      `${here.bunches[0]?.identifier} is now at ${here.to.name}.`,
    ]);
    expect((await step(second, { fromBunchType: 'static' })).status).toBe(403);
    const mover = await site.company.as('officer', { customPermissions: ['key:bulk_move'] });
    expect((await step(second, {}, mover)).status).toBe(200);
    const single = await site.company.as('officer', { customPermissions: ['key:move'] });
    expect((await step(third, {}, single)).status).toBe(403);
    expect(await placeOf(third)).toBe(here.from.id);
  });
});
