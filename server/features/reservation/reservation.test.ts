import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { EVENT_TYPES } from '../../../shared/webhook.ts';
import { transaction, waiting } from '../../testing/held.ts';
import { useMailWorld } from '../../testing/mail.ts';
import { putClock } from '../../testing/put.ts';
import { holderOf, makeSite, nameOfHolder, type Site, staffOf, webhookBody } from '../../testing/site.ts';
import type { Person } from '../../testing/world.ts';

const { world, mail } = useMailWorld();

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const itemsOf = (sets: number[]) => sets.map((keyBunchId) => ({ keyBunchId }));
const reasonsOf = ({ body }: { body: unknown }) =>
  (body as { items?: { message: string; detail?: string }[] }).items?.map(({ message, detail }) =>
    detail ? `${message} | ${detail}` : message,
  );

/** A site with a contractor, another one, and sets. */
async function desk(count = 1) {
  const site = await makeSite(world);
  const [ana, ben] = [await holderOf(site), await holderOf(site)];
  const sets: number[] = [];
  for (let n = 0; n < count; n += 1) sets.push((await site.company.bunch(site.here.id)).id);
  return { site, ana, ben, sets, set: sets[0] ?? 0 };
}
type Period = { from?: number; until?: number };
const reserve = (by: Person, holderId: number, sets: number[], { from = 20, until = 26 }: Period = {}) =>
  by.call('createReservations', {
    body: { holderId, from: inHours(from), until: inHours(until), items: itemsOf(sets) },
  });
const listOf = async (by: Person, query = {}) => (await by.call('listReservations', { query })).body;
const issue = (by: Person, id: number, holderId: number, about = {}) =>
  by.call('issueKeyBunch', { params: { id }, body: { holderId, ...about } });
const setOf = async (site: Site, id: number) =>
  (await site.admin.call('getKeyBunch', { params: { id } })).body;
const states = async (site: Site) =>
  (
    await world.sql<{ state: string }>(
      `select case when taken_at is not null then 'taken' when cancelled_at is not null then 'cancelled' else 'open' end as state
       from reservations where company_id = $1 order by id`,
      [site.company.id],
    )
  ).map(({ state }) => state);

describe('a reservation', () => {
  test('holds sets for a person, is seen on each of them, and moves nothing', async () => {
    const { site, ana, sets, set } = await desk(2);
    const name = await nameOfHolder(site, ana);
    const { status, body } = await reserve(site.admin, ana, sets);
    expect([status, body.map(({ state, obstacle, holder }) => [state, obstacle, holder.name])]).toEqual([
      201,
      [
        ['waiting', null, name],
        ['waiting', null, name],
      ],
    ]);
    expect((await setOf(site, set)).reservation).toMatchObject({ id: body[0]?.id, holder: { name } });
    const history = await site.admin.call('getKeyBunchHistory', { params: { id: set } });
    expect(history.body).toEqual([]);
    const log = await site.admin.call('listAuditLogs', { query: { keyBunchId: set } });
    expect(log.body[0]?.description).toMatch(new RegExp(`reserved for ${name}$`));
    const listed = await listOf(site.admin, { limit: 1 });
    expect(listed.reservations.map(({ id }) => id)).toEqual([body[0]?.id]);
    // Of the whole day, whatever the page.
    expect(listed.days).toMatchObject([{ sets: 2, people: 1 }]);
  });

  test('overlaps no other: the refusal names the person, the times and who reserved it, and nothing is reserved', async () => {
    const { site, ana, ben, sets, set } = await desk(2);
    await reserve(site.admin, ana, [set]);
    const refused = await reserve(site.admin, ben, sets, { from: 25, until: 30 });
    const name = await nameOfHolder(site, ana);
    expect([refused.status, reasonsOf(refused)]).toEqual([
      409,
      [expect.stringMatching(new RegExp(`^Reserved for ${name} from .* to .* \\| Made by `))],
    ]);
    expect(await states(site)).toEqual(['open']);
    expect((await reserve(site.admin, ben, sets, { from: 26, until: 30 })).status).toBe(201);
  });

  test('is one of fifty at once: one winner, the others are told for whom it is', async () => {
    const { site, ana, set } = await desk(1);
    // A slow machine refuses some with 503 and Retry-After: they come again, as a client does.
    const send = async (): Promise<Awaited<ReturnType<typeof reserve>>> => {
      const answer = await reserve(site.admin, ana, [set]);
      return answer.status === (503 as number) ? send() : answer;
    };
    const all = await Promise.all(Array.from({ length: 50 }, send));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    const others = all.filter(({ status }) => status === 409);
    expect(others).toHaveLength(49);
    const name = await nameOfHolder(site, ana);
    for (const one of others) expect(reasonsOf(one)?.[0]).toContain(`Reserved for ${name} from `);
    expect(await states(site)).toEqual(['open']);
  });

  test('cannot overlap in the database either', async () => {
    const { site, ana, set } = await desk(1);
    await reserve(site.admin, ana, [set]);
    const copy = world.sql(
      `insert into reservations (company_id, group_id, key_bunch_id, holder_id, location_id, from_at, to_at, created_by)
       select company_id, gen_random_uuid(), key_bunch_id, holder_id, location_id, from_at + interval '1 hour', to_at, created_by
       from reservations where company_id = $1`,
      [site.company.id],
    );
    await expect(copy).rejects.toMatchObject({ code: '23P01', constraint: 'reservations_overlap' });
  });

  test('is refused for what cannot be: times, people, sets', async () => {
    const { site, ana, set } = await desk(1);
    const about = async (body: object) =>
      (await site.admin.call('createReservations', {
        body: { holderId: ana, from: inHours(1), until: inHours(2), items: itemsOf([set]), ...body },
      })) as { status: number; body: { message: string } };
    const message = async (body: object) => (await about(body)).body.message;
    expect(await message({ from: inHours(-1) })).toBe('From must not be in the past');
    expect(await message({ until: inHours(0.5) })).toBe('Until must be after from');
    expect(await message({ from: inHours(24 * 91), until: inHours(24 * 92) })).toBe('At most 90 days ahead');
    expect(await message({ until: inHours(24 * 33) })).toBe('At most 31 days long');
    expect((await about({ items: itemsOf([set, set]) })).status).toBe(400);
    expect((await about({ holderId: 2_000_000_000 })).status).toBe(404);
    expect((await about({ items: itemsOf([2_000_000_000]) })).status).toBe(404);
    await world.sql('update holders set valid_until = current_date - 1 where id = $1', [ana]);
    expect((await about({})).body).toMatchObject({ code: 'holder' });
    expect(await states(site)).toEqual([]);
  });

  test('is made for oneself without the right to issue, and for no other person; its owner may cancel it', async () => {
    const { site, ana, set } = await desk(1);
    const viewer = await site.company.as('viewer');
    expect((await reserve(viewer, ana, [set])).status).toBe(403);
    const own = await reserve(viewer, await staffOf(site, viewer.id), [set]);
    expect(own.status).toBe(201);
    const cancel = (by: Person) =>
      by.call('updateReservation', { params: { id: own.body[0]?.id ?? 0 }, body: { cancelled: true } });
    expect((await cancel(await site.company.as('viewer'))).status).toBe(403);
    expect((await cancel(viewer)).body.state).toBe('cancelled');
    expect((await cancel(viewer)).body).toMatchObject({ code: 'reservation_ended' });
    expect((await setOf(site, set)).reservation).toBeUndefined();
  });

  test('is not made by staff for themselves where the company does not let them; what is theirs they may cancel', async () => {
    const { site, ana, sets } = await desk(2);
    const [set = 0, other = 0] = sets;
    const viewer = await site.company.as('viewer');
    const own = await staffOf(site, viewer.id);
    const [made] = (await reserve(viewer, own, [set])).body;
    const change = (body: object, by = viewer) =>
      by.call('updateReservation', { params: { id: made?.id ?? 0 }, body });
    const switched = await site.admin.call('updateCompany', { body: { staffReserve: false } });
    expect(switched.body.staffReserve).toBe(false);
    const [entry] = (await site.admin.call('listActivity', {})).body;
    expect(entry?.details).toMatchObject({ changes: { staffReserve: { from: true, to: false } } });
    const refused = await reserve(viewer, own, [other]);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'forbidden', message: 'Ask the desk to reserve these keys' },
    ]);
    expect((await change({ until: inHours(25) })).status).toBe(403);
    expect((await change({ cancelled: true })).body.state).toBe('cancelled');
    const officer = await site.company.as('officer');
    for (const holder of [await staffOf(site, officer.id), ana])
      expect((await reserve(officer, holder, [holder === ana ? set : other])).status).toBe(201);
    expect((await officer.call('updateCompany', { body: { staffReserve: true } })).status).toBe(403);
  });

  test('is changed unless that overlaps, and is seen by those who see its set', async () => {
    const { site, ana, ben, set } = await desk(1);
    const first = (await reserve(site.admin, ana, [set])).body[0];
    await reserve(site.admin, ben, [set], { from: 30, until: 34 });
    const change = (body: object, by = site.admin) =>
      by.call('updateReservation', { params: { id: first?.id ?? 0 }, body });
    expect((await change({ until: inHours(31) })).body).toMatchObject({ code: 'reserved' });
    expect((await change({ until: inHours(28), purpose: 'Lifts' })).body).toMatchObject({ purpose: 'Lifts' });
    const seen = { 'if-match': `"${first?.updatedAt}"` };
    const late = await site.admin.call('updateReservation', {
      params: { id: first?.id ?? 0 },
      body: { until: inHours(27) },
      headers: seen,
    });
    expect([late.status, late.body]).toMatchObject([409, { code: 'stale', detail: /^It is now .* to / }]);
    const [stays] = (await listOf(site.admin, { holderId: ana })).reservations;
    expect(Date.parse(stays?.until ?? '')).toBeGreaterThan(Date.parse(inHours(27.5)));
    const unseen = await site.admin.call('updateReservation', {
      params: { id: first?.id ?? 0 },
      body: { cancelled: true },
      headers: seen,
    });
    expect([unseen.status, unseen.body]).toMatchObject([409, { code: 'stale', detail: /^It is now .* to / }]);
    const elsewhere = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    expect((await change({ purpose: 'Mine' }, elsewhere)).status).toBe(404);
    expect((await listOf(elsewhere)).reservations).toEqual([]);
  });
});

test('reservations are listed by what changed, ended ones too, page by page', async () => {
  const { site, ana, sets } = await desk(3);
  const [first, second, third] = (await reserve(site.admin, ana, sets)).body;
  await world.sql(`update reservations set updated_at = '2020-01-01' where id = $1`, [third?.id]);
  const change = (id: number | undefined, body: object) =>
    site.admin.call('updateReservation', { params: { id: id ?? 0 }, body });
  await change(second?.id, { purpose: 'Lifts' });
  await change(first?.id, { cancelled: true });
  const changedSince = '2021-01-01T00:00:00Z';
  const page = async (about = {}) => {
    const { body, headers } = await site.admin.call('listReservations', {
      query: { changedSince, ...about },
    });
    return { ids: body.reservations.map(({ id }) => id), headers };
  };
  expect((await page()).ids).toEqual([second?.id, first?.id]);
  const { ids, headers } = await page({ limit: 1 });
  const next = await page({ limit: 1, cursor: String(headers['x-next-cursor']) });
  expect([ids, next.ids, headers['x-total-count']]).toEqual([[second?.id], [first?.id], '2']);
  const refused = await site.admin.call('listReservations', { query: { changedSince, by: 'hook' } });
  expect([refused.status, refused.body]).toMatchObject([400, { errors: { by: expect.any(String) } }]);
});

describe('an issue of a reserved set', () => {
  test('to the reserver takes the reservation, and its end is the due time; an undo gives it back', async () => {
    const { site, ana, set } = await desk(1);
    const [made] = (await reserve(site.admin, ana, [set], { from: 0.2, until: 5 })).body;
    const { body } = await issue(site.admin, set, ana);
    expect(Date.parse(body.dueAt ?? '')).toBe(Date.parse(made?.until ?? ''));
    expect(body.reservation).toBeUndefined();
    expect(await states(site)).toEqual(['taken']);
    const [entry] = (await site.admin.call('getKeyBunchHistory', { params: { id: set } })).body;
    expect(entry?.details.reservationId).toBe(made?.id);
    await site.admin.call('undoCustody', { params: { id: set }, body: {} });
    expect(await states(site)).toEqual(['open']);
    expect((await setOf(site, set)).reservation?.id).toBe(made?.id);
  });

  test('to another is due half an hour before, and is refused for longer, unless it is issued over it', async () => {
    const { site, ana, ben, set } = await desk(1);
    const [made] = (await reserve(site.admin, ana, [set], { from: 5, until: 9 })).body;
    const name = await nameOfHolder(site, ana);
    for (const dueAt of [null, inHours(4.8)]) {
      const refused = await issue(site.admin, set, ben, { dueAt });
      expect(refused.body).toMatchObject({
        code: 'reserved',
        message: expect.stringContaining(`Reserved for ${name}`),
      });
    }
    const batch = await site.admin.call('issueBatch', {
      body: { holderId: ben, dueAt: null, items: itemsOf([set]) },
    });
    expect([batch.status, reasonsOf(batch)?.[0]]).toEqual([
      409,
      expect.stringContaining(`Reserved for ${name}`),
    ]);
    expect(batch.body).toMatchObject({ items: [{ keyBunchId: set, code: 'reserved' }] });
    const given = await issue(site.admin, set, ben);
    expect(Date.parse(given.body.dueAt ?? '')).toBe(Date.parse(made?.from ?? '') - 30 * 60_000);
    await site.admin.call('undoCustody', { params: { id: set }, body: {} });
    const over = await issue(site.admin, set, ben, { dueAt: null, overReservation: true });
    expect([over.status, over.body.dueAt]).toEqual([200, null]);
    const [entry] = (await site.admin.call('getKeyBunchHistory', { params: { id: set } })).body;
    expect(entry?.details).toMatchObject({ overReservationId: made?.id, reservedFor: name });
    expect(await states(site)).toEqual(['open']);
    expect((await listOf(site.admin)).reservations[0]?.obstacle).toBe('out');
  });

  test('in a batch is refused by name until that set is issued over it; its due time is then that of its type', async () => {
    const { site, ana, ben, sets } = await desk(3);
    const [first = 0, second = 0, free = 0] = sets;
    await reserve(site.admin, ana, [first, second], { from: 0.2, until: 9 });
    const send = (over: number[], about = {}) =>
      site.admin.call('issueBatch', {
        body: {
          ...{ holderId: ben, ...about },
          items: sets.map((keyBunchId) => ({ keyBunchId, overReservation: over.includes(keyBunchId) })),
        },
      });
    expect((await send([first])).body).toMatchObject({ items: [{ keyBunchId: second, code: 'reserved' }] });
    expect((await setOf(site, free)).status).toBe('active');
    expect((await send([first, second])).body.keyBunches.map(({ dueAt }) => dueAt)).toEqual([
      null,
      null,
      null,
    ]);
    expect(await states(site)).toEqual(['open', 'open']);
  });

  test('is refused while it runs, is possible once it lapsed, and a handover is never refused', async () => {
    const { site, ana, ben, set } = await desk(1);
    await reserve(site.admin, ana, [set], { from: 0, until: 2 });
    expect((await issue(site.admin, set, ben)).body).toMatchObject({ code: 'reserved' });
    await world.sql(
      `update reservations set from_at = now() - interval '3 hours', to_at = now() - interval '1 hour' where company_id = $1`,
      [site.company.id],
    );
    expect((await issue(site.admin, set, ben)).status).toBe(200);
    const third = await holderOf(site);
    await reserve(site.admin, ana, [set], { from: 0.1, until: 2 });
    const given = await site.admin.call('handOver', { params: { id: set }, body: { holderId: third } });
    expect(given.status).toBe(200);
    expect(await states(site)).toEqual(['open', 'open']);
    await site.admin.call('handOver', { params: { id: set }, body: { holderId: ana } });
    expect(await states(site)).toEqual(['open', 'taken']);
  });

  test('sees a reservation that was made a moment ago, whichever comes first', async () => {
    const { site, ana, ben } = await desk(0);
    for (let n = 0; n < 12; n += 1) {
      const { id } = await site.company.bunch(site.here.id);
      const [made, issued] = await Promise.all([
        reserve(site.admin, ana, [id], { from: 0, until: 3 }),
        issue(site.admin, id, ben, { dueAt: null }),
      ]);
      expect(made.status).toBe(201);
      // Issued first, the reservation finds the set out; reserved first, the issue is refused.
      expect([200, 409]).toContain(issued.status);
      if (issued.status === 409) expect(issued.body).toMatchObject({ code: 'reserved' });
    }
  });
});

describe('what happens to a reservation', () => {
  test('a move leaves it, and the set is elsewhere; missing is in the way; a person who is switched off loses theirs', async () => {
    const { site, ana, sets } = await desk(3);
    const [moved = 0, lost = 0, kept = 0] = sets;
    await reserve(site.admin, ana, sets);
    await site.admin.call('moveKeyBunch', { params: { id: moved }, body: { toLocationId: site.there.id } });
    await site.admin.call('updateKeyBunch', {
      params: { id: lost },
      body: { status: 'missing', reason: 'Gone' },
    });
    const { reservations, blocked } = await listOf(site.admin);
    const obstacles = Object.fromEntries(
      reservations.map(({ keyBunch, obstacle }) => [keyBunch.id, obstacle]),
    );
    expect([obstacles, blocked]).toEqual([{ [moved]: 'elsewhere', [lost]: 'missing', [kept]: null }, 2]);
    expect((await listOf(site.admin, { blocked: 'true' })).reservations).toHaveLength(2);
    await site.admin.call('updateHolder', { params: { id: ana }, body: { isActive: false } });
    expect(await states(site)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect((await setOf(site, kept)).reservation).toBeUndefined();
  });

  test('of a user who is switched off is cancelled with a line in the log, also at locations that the caller does not see', async () => {
    const { site, sets } = await desk(1);
    const elsewhere = (await site.company.bunch(site.there.id)).id;
    const officer = await site.company.as('officer');
    const holder = await staffOf(site, officer.id);
    await reserve(site.admin, holder, [sets[0] ?? 0, elsewhere]);
    const ana = await holderOf(site);
    const other = (await site.company.bunch(site.there.id)).id;
    await reserve(site.admin, ana, [other]);
    const off = { params: { id: officer.id }, body: { isActive: false } };
    expect((await site.admin.call('updateUser', off)).status).toBe(200);
    const limited = await site.company.as('admin', {
      customPermissions: ['user:edit'],
      allowedLocationIds: [site.here.id],
    });
    const gone = await limited.call('updateHolder', { params: { id: ana }, body: { isActive: false } });
    expect(gone.status).toBe(200);
    expect(await states(site)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    for (const keyBunchId of [sets[0] ?? 0, elsewhere, other]) {
      const log = await site.admin.call('listAuditLogs', { query: { keyBunchId } });
      expect(log.body[0]).toMatchObject({
        action: 'reservation_cancelled',
        details: { reservationId: expect.any(Number), until: expect.any(String) },
      });
    }
    expect(await world.chains(site.company.id)).toMatchObject([{ brokenAt: null }, { brokenAt: null }]);
  });

  test('of a location that is deleted is fetched where its set is, and its rounds are gone', async () => {
    const { site, ana, set } = await desk(1);
    const empty = await site.company.location();
    const round = { name: 'Old round', locationId: empty.id, holderId: ana, from: '06:00', until: '12:00' };
    const { id } = (await site.admin.call('createRound', { body: { ...round, items: itemsOf([set]) } })).body;
    const use = { params: { id }, body: { day: inHours(72).slice(0, 10) } };
    const [made] = (await site.admin.call('useRound', use)).body;
    expect(made).toMatchObject({ location: { id: empty.id }, obstacle: 'elsewhere' });
    expect((await site.admin.call('deleteLocation', { params: { id: empty.id } })).status).toBe(200);
    const { reservations } = await listOf(site.admin);
    expect(reservations).toMatchObject([{ id: made?.id, location: { id: site.here.id }, obstacle: null }]);
    expect((await site.admin.call('listRounds')).body).toEqual([]);
  });

  test('a deleted set takes it along, with a line in the log', async () => {
    const { site, ana, set } = await desk(1);
    await reserve(site.admin, ana, [set]);
    expect(
      (await site.admin.call('deleteKeyBunch', { params: { id: set }, body: { reason: 'Sold' } })).status,
    ).toBe(200);
    const log = await site.admin.call('listAuditLogs', { query: { keyBunchId: set } });
    expect(log.body.map(({ action }) => action)).toContain('reservation_cancelled');
    expect((await listOf(site.admin)).reservations).toEqual([]);
  });

  test('the tabs follow the clock of the company, two hours late is not taken, and in the end it is over', async () => {
    const { site, ana, sets } = await desk(3);
    const day = (days: number, hour: number) => {
      const date = new Date();
      return new Date(
        Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + days, hour),
      ).toISOString();
    };
    for (const [n, days] of [1, 1, 3].entries())
      await site.admin.call('createReservations', {
        body: { holderId: ana, from: day(days, 6 + n), until: day(days, 18), items: itemsOf([sets[n] ?? 0]) },
      });
    const at = async (moment: string | null) => {
      await putClock(world, moment);
      const { counts } = await listOf(site.admin);
      return [counts.today, counts.tomorrow, counts.later, counts.not_taken];
    };
    expect(await at(null)).toEqual([0, 2, 1, 0]);
    expect(await at(day(1, 5))).toEqual([2, 0, 1, 0]);
    expect(await at(day(1, 8))).toEqual([1, 0, 1, 1]);
    expect(await at(day(1, 19))).toEqual([0, 0, 1, 0]);
    expect((await site.admin.call('listReservations', { query: { tab: 'ended' } })).status).toBe(400);
    expect(
      (await listOf(site.admin, { tab: 'ended', holderId: ana })).reservations.map(({ state }) => state),
    ).toEqual(['over', 'over']);
    await putClock(world, null);
  });

  test('picked is no movement, is refused for a set that is not there, and is listed by hook', async () => {
    const { site, ana, ben, sets } = await desk(2);
    const [first = 0, second = 0] = sets;
    await world.sql(
      `update key_bunches set position = case id when $1 then 'A 12' else 'A 2' end where id = any ($2)`,
      [first, sets],
    );
    const made = (await reserve(site.admin, ana, sets)).body;
    await issue(site.admin, second, ben, { dueAt: inHours(3) });
    const pick = (reservationIds: number[], picked = true) =>
      site.admin.call('pickReservations', { body: { reservationIds, picked } });
    const refused = await pick(made.map(({ id }) => id));
    expect([refused.status, reasonsOf(refused)]).toEqual([
      409,
      [`Issued to ${await nameOfHolder(site, ben)}`],
    ]);
    const { body } = await pick([made[0]?.id ?? 0]);
    expect(body[0]).toMatchObject({ state: 'picked', pickedBy: expect.any(String) });
    expect((await pick([made[0]?.id ?? 0])).body[0]?.pickedAt).toBe(body[0]?.pickedAt);
    expect((await setOf(site, first)).status).toBe('active');
    const byHook = await site.admin.call('listReservations', { query: { by: 'hook', limit: 1 } });
    expect(byHook.body.reservations.map(({ keyBunch }) => keyBunch.id)).toEqual([second]);
    const cursor = String(byHook.headers['x-next-cursor']);
    const next = await listOf(site.admin, { by: 'hook', limit: 1, cursor });
    expect(next.reservations.map(({ keyBunch }) => keyBunch.id)).toEqual([first]);
    expect((await pick([made[0]?.id ?? 0], false)).body[0]?.state).toBe('waiting');
  });

  test('by hook each location is listed for itself, also page by page', async () => {
    const { site, ana, sets } = await desk(2);
    const [first = 0, last = 0] = sets;
    const other = (await site.company.bunch(site.there.id, { position: 'A 5' })).id;
    await world.sql(
      `update key_bunches set position = case id when $1 then 'A 2' else 'A 7' end where id = any ($2)`,
      [first, sets],
    );
    expect((await reserve(site.admin, ana, [...sets, other])).status).toBe(201);
    const places = [
      { name: site.here.name, of: [first, last] },
      { name: site.there.name, of: [other] },
    ].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const read: number[] = [];
    let cursor: string | undefined;
    do {
      const query = { by: 'hook' as const, limit: 1, ...(cursor && { cursor }) };
      const { body, headers } = await site.admin.call('listReservations', { query });
      read.push(...body.reservations.map(({ keyBunch }) => keyBunch.id));
      cursor = headers['x-next-cursor'] as string | undefined;
    } while (cursor);
    expect(read).toEqual(places.flatMap(({ of }) => of));
  });

  test('a set that is laid ready for one person says so in its other reservations', async () => {
    const { site, ana, ben, set } = await desk(1);
    const [evening] = (await reserve(site.admin, ana, [set], { from: 5, until: 8 })).body;
    const [morning] = (await reserve(site.admin, ben, [set])).body;
    const readyFor = async () =>
      (await listOf(site.admin)).reservations.map(({ readyFor: name, holder }) => [holder.name, name]);
    const [first, second] = [await nameOfHolder(site, ana), await nameOfHolder(site, ben)];
    const pick = (id = 0, picked = true) =>
      site.admin.call('pickReservations', { body: { reservationIds: [id], picked } });
    await pick(evening?.id);
    expect(await readyFor()).toEqual([
      [first, null],
      [second, first],
    ]);
    const twice = await pick(morning?.id);
    expect([twice.status, reasonsOf(twice)]).toEqual([409, [`Laid ready for ${first} already`]]);
    await pick(evening?.id, false);
    await pick(morning?.id);
    expect(await readyFor()).toEqual([
      [first, second],
      [second, null],
    ]);
  });

  test('a set is laid ready once: of two people at once one wins, one call names no set twice, and the database refuses it', async () => {
    const { site, ana, ben, set } = await desk(1);
    const [evening] = (await reserve(site.admin, ana, [set], { from: 5, until: 8 })).body;
    const [morning] = (await reserve(site.admin, ben, [set])).body;
    const [one = 0, other = 0] = [evening?.id, morning?.id];
    const pick = (reservationIds: number[], by = site.admin) =>
      by.call('pickReservations', { body: { reservationIds, picked: true } });
    const names = [await nameOfHolder(site, ana), await nameOfHolder(site, ben)];
    const both = await pick([one, other]);
    expect([both.status, reasonsOf(both)]).toEqual([
      409,
      names.toReversed().map((name) => `It can't be laid ready for ${name} too`),
    ]);
    const officer = await site.company.as('officer');
    const all = await Promise.all([pick([one]), pick([other], officer)]);
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const copy = world.sql(
      `update reservations set picked_at = now(), picked_by = created_by where company_id = $1`,
      [site.company.id],
    );
    await expect(copy).rejects.toMatchObject({ code: '23505', constraint: 'reservations_picked' });
  });

  test('what one officer picked is not replaced by a second, and a reservation that is over is in no way', async () => {
    const { site, ana, ben, set } = await desk(1);
    const [first] = (await reserve(site.admin, ana, [set], { from: 5, until: 8 })).body;
    const [second] = (await reserve(site.admin, ben, [set])).body;
    const officer = await site.company.as('officer');
    const pick = (by: Person, id = 0) =>
      by.call('pickReservations', { body: { reservationIds: [id], picked: true } });
    const { pickedBy, pickedAt } = (await pick(site.admin, first?.id)).body[0] ?? {};
    expect(pickedBy).toEqual(expect.any(String));
    expect((await pick(officer, first?.id)).body[0]).toMatchObject({ pickedBy, pickedAt });
    await putClock(world, inHours(9));
    const late = await pick(officer, second?.id);
    await putClock(world, null);
    expect([late.status, late.body[0]?.state]).toEqual([200, 'picked']);
  });

  test('an undone issue leaves it laid ready for its person', async () => {
    const { site, ana, ben, set } = await desk(1);
    const [own] = (await reserve(site.admin, ana, [set], { from: 0.2, until: 5 })).body;
    const [other] = (await reserve(site.admin, ben, [set])).body;
    const pick = (id = 0) =>
      site.admin.call('pickReservations', { body: { reservationIds: [id], picked: true } });
    await pick(own?.id);
    await issue(site.admin, set, ana);
    expect((await pick(other?.id)).status).toBe(409);
    await site.admin.call('undoCustody', { params: { id: set }, body: {} });
    expect((await listOf(site.admin)).reservations.map(({ state }) => state)).toEqual(['picked', 'waiting']);
  });

  test('is not moved past the last day of its person', async () => {
    const { site, ana, set } = await desk(1);
    const [made] = (await reserve(site.admin, ana, [set])).body;
    await world.sql(`update holders set valid_until = current_date + 3 where id = $1`, [ana]);
    const change = (body: object) =>
      site.admin.call('updateReservation', { params: { id: made?.id ?? 0 }, body });
    const refused = await change({ from: inHours(120), until: inHours(126) });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'holder' }]);
    expect((await change({ until: inHours(27) })).status).toBe(200);
  });
});

describe('a round', () => {
  const round = (site: Site, sets: number[], about = {}) =>
    site.admin.call('createRound', {
      body: {
        name: 'Morning lifts',
        locationId: site.here.id,
        from: '22:00',
        until: '06:00',
        items: itemsOf(sets),
        ...about,
      },
    });
  const day = () => inHours(72).slice(0, 10);

  test('reserves its sets for a night, in one group, and its refusal names every conflict', async () => {
    const { site, ana, ben, sets } = await desk(3);
    const { body: made, status } = await round(site, sets, { holderId: ana });
    expect([status, made.keyBunches.map(({ id }) => id)]).toEqual([201, sets]);
    const use = (body: object) =>
      site.admin.call('useRound', { params: { id: made.id }, body: { day: day(), ...body } });
    const used = await use({});
    expect(used.status).toBe(201);
    expect(new Set(used.body.map(({ groupId }) => groupId)).size).toBe(1);
    const [one] = used.body;
    expect(Date.parse(one?.until ?? '') - Date.parse(one?.from ?? '')).toBe(8 * 3_600_000);
    const again = await use({ holderId: ben, leftOut: [sets[0]] });
    expect([again.status, reasonsOf(again)?.length]).toEqual([409, 2]);
    expect((await use({ day: 'tomorrow' })).status).toBe(400);
  });

  test('counts its sets that were deleted until its sets are stored again', async () => {
    const { site, sets } = await desk(2);
    const [gone = 0, stays = 0] = sets;
    const { id } = (await round(site, sets)).body;
    await site.admin.call('deleteKeyBunch', { params: { id: gone }, body: { reason: 'Sold' } });
    const [listed] = (await site.admin.call('listRounds')).body;
    expect(listed).toMatchObject({ keyBunches: [{ id: stays }], deletedSets: 1 });
    const stored = await site.admin.call('updateRound', {
      params: { id },
      body: { items: itemsOf([stays]) },
    });
    expect(stored.body.deletedSets).toBe(0);
  });

  test('is not used or changed once a colleague removed it, until it is listed again', async () => {
    const { site, ana, sets } = await desk(1);
    const { body: made } = await round(site, sets, { holderId: ana });
    const use = () => site.admin.call('useRound', { params: { id: made.id }, body: { day: day() } });
    const change = (body: object) => site.admin.call('updateRound', { params: { id: made.id }, body });
    expect((await change({ isActive: false })).status).toBe(200);
    const removed = { message: 'This round was removed', code: 'round_removed' };
    for (const { status, body } of [
      await use(),
      await change({ name: 'X' }),
      await change({ isActive: false }),
    ])
      expect([status, body]).toMatchObject([409, removed]);
    expect(await states(site)).toEqual([]);
    expect((await change({ isActive: true })).status).toBe(200);
    expect((await use()).status).toBe(201);
  });

  test('that a colleague moves to another location while a change waits for it is found and changed', async () => {
    const { site, sets } = await desk(1);
    const { body: made } = await round(site, sets);
    const colleague = await transaction(world);
    await colleague.query('update rounds set location_id = $1 where id = $2', [site.there.id, made.id]);
    const changed = site.admin.call('updateRound', { params: { id: made.id }, body: { name: 'Lifts' } });
    await waiting(world, 1);
    await colleague.commit();
    const { status, body } = await changed;
    expect([status, body.name, body.location?.id]).toEqual([200, 'Lifts', site.there.id]);
  });

  test('names the set that a colleague deletes while it is added', async () => {
    const { site, sets } = await desk(2);
    const colleague = await transaction(world);
    await colleague.query('delete from key_bunches where id = $1', [sets[0]]);
    const added = round(site, sets);
    await waiting(world, 1);
    await colleague.commit();
    const answer = await added;
    expect([answer.status, reasonsOf(answer)]).toEqual([404, ['Key set not found']]);
  });

  test('whose location a colleague deletes while it is used is reserved, or refused', async () => {
    const { site, ana, sets } = await desk(1);
    const empty = await site.company.location({ name: 'Old kiosk' });
    const { id } = (await round(site, sets, { locationId: empty.id, holderId: ana })).body;
    const colleague = await transaction(world);
    await colleague.query('select from key_bunches where id = $1 for update', [sets[0]]);
    const used = site.admin.call('useRound', { params: { id }, body: { day: day() } });
    await waiting(world, 1);
    const gone = site.admin.call('deleteLocation', { params: { id: empty.id } });
    await Promise.race([gone, waiting(world, 2)]);
    await colleague.commit();
    expect([(await used).status, (await gone).status]).toEqual([201, 200]);
  });

  test('that a colleague changed since it was read is not used', async () => {
    const { site, ana, sets } = await desk(2);
    const { body: made } = await round(site, sets.slice(0, 1), { holderId: ana });
    await site.admin.call('updateRound', { params: { id: made.id }, body: { items: itemsOf(sets) } });
    const use = (etag: string) =>
      site.admin.call('useRound', {
        params: { id: made.id },
        body: { day: day() },
        headers: { 'if-match': `"${etag}"` },
      });
    expect(await use(made.updatedAt)).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect(await states(site)).toEqual([]);
    const [now] = (await site.admin.call('listRounds')).body;
    expect((await use(now?.updatedAt ?? '')).status).toBe(201);
  });

  test.each([
    ['Europe/London', '2027-03-28', '01:00', '02:00', '28T01:00', '28T02:00'],
    ['Europe/London', '2027-03-28', '01:30', '02:30', '28T01:30', '28T02:30'],
    ['Europe/London', '2027-03-28', '00:30', '01:30', '28T00:30', '28T01:30'],
    ['Europe/London', '2027-03-27', '22:00', '06:00', '27T22:00', '28T05:00'],
    ['Europe/London', '2027-10-31', '01:00', '02:00', '31T00:00', '31T02:00'],
    ['Europe/London', '2027-10-30', '22:00', '06:00', '30T21:00', '31T06:00'],
    ['America/New_York', '2027-03-14', '02:00', '03:00', '14T07:00', '14T08:00'],
    ['America/New_York', '2027-03-13', '22:00', '02:30', '14T03:00', '14T07:30'],
    ['America/New_York', '2027-11-07', '01:00', '02:00', '07T05:00', '07T07:00'],
  ])('in %s on %s from %s to %s in the night when the clocks change', async (...about) => {
    const [timezone, on, from, until, begins, ends] = about;
    const { site, ana, sets } = await desk(1);
    await site.admin.call('updateCompany', { body: { timezone } });
    const { body: made } = await round(site, sets, { holderId: ana, from, until });
    await putClock(world, new Date(Date.parse(on) - 10 * 86_400_000).toISOString());
    const used = await site.admin.call('useRound', { params: { id: made.id }, body: { day: on } });
    await putClock(world, null);
    const month = on.slice(0, 8);
    expect([used.body[0]?.from, used.body[0]?.until].map((at) => at && new Date(at).toISOString())).toEqual([
      `${month}${begins}:00.000Z`,
      `${month}${ends}:00.000Z`,
    ]);
  });

  test('is changed and removed, and needs a person, a place and visible sets', async () => {
    const { site, sets } = await desk(2);
    const { body: made } = await round(site, sets);
    const use = await site.admin.call('useRound', { params: { id: made.id }, body: { day: day() } });
    expect([use.status, use.body]).toMatchObject([400, { errors: { holderId: 'Choose a person' } }]);
    const changed = await site.admin.call('updateRound', {
      params: { id: made.id },
      body: { name: 'Evening lifts', items: itemsOf([sets[1] ?? 0, sets[0] ?? 0]) },
    });
    expect([changed.body.name, changed.body.keyBunches.map(({ id }) => id)]).toEqual([
      'Evening lifts',
      sets.toReversed(),
    ]);
    const elsewhere = await site.company.as('officer', { allowedLocationIds: [site.there.id] });
    expect((await elsewhere.call('listRounds')).body).toEqual([]);
    await site.admin.call('updateRound', { params: { id: made.id }, body: { isActive: false } });
    expect((await site.admin.call('listRounds')).body).toEqual([]);
    const left = await holderOf(site);
    await site.admin.call('updateHolder', { params: { id: left }, body: { isActive: false } });
    expect((await round(site, sets, { holderId: left })).body).toMatchObject({ code: 'holder' });
    expect((await round(site, [2_000_000_000])).status).toBe(404);
    expect((await round(site, sets, { from: '25:00' })).status).toBe(400);
  });

  test('is refused where it would not be listed any more', async () => {
    const { site, sets } = await desk(1);
    const { id } = (await round(site, sets)).body;
    await world.sql(
      `insert into rounds (company_id, name, location_id, from_time, until_time)
        select company_id, 'Round ' || n, location_id, from_time, until_time from rounds, generate_series(2, 200) n where id = $1`,
      [id],
    );
    const full = {
      message: 'A company has up to 200 rounds. Remove one that you no longer need.',
      code: 'limit_reached',
    };
    const list = (isActive: boolean) =>
      site.admin.call('updateRound', { params: { id }, body: { isActive } });
    expect((await round(site, sets)).body).toEqual(full);
    expect((await list(false)).status).toBe(200);
    const made = await Promise.all(Array.from({ length: 8 }, () => round(site, sets)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const again = await list(true);
    expect([again.status, again.body]).toEqual([409, full]);
    expect((await site.admin.call('listRounds')).body).toHaveLength(200);
  });
});

describe('who is told', () => {
  test('the person by letter, without what the keys open: made, changed, issued over, cancelled; none about their own doing', async () => {
    const { site, ana, ben, set } = await desk(1);
    await world.sql(`update holders set email = 'ana@example.com' where id = $1`, [ana]);
    await world.sql(`update key_bunches set key_description = 'Strong room' where id = $1`, [set]);
    const { identifier } = await setOf(site, set);
    const next = async (subject: RegExp) => {
      const letter = await mail.next('ana@example.com', subject);
      expect(letter.text).toContain(identifier);
      expect(letter.text).not.toContain('Strong room');
      return letter.text;
    };
    const [made] = (await reserve(site.admin, ana, [set])).body;
    await next(/Reserved for you/);
    const change = (body: object) =>
      site.admin.call('updateReservation', { params: { id: made?.id ?? 0 }, body });
    await change({ until: inHours(25) });
    await next(/Your reservation was changed/);
    await issue(site.admin, set, ben, { dueAt: null, overReservation: true });
    expect(await next(/issued to another person/)).toContain('although it was reserved for you');
    await change({ cancelled: true });
    await next(/Your reservation was cancelled/);
    const viewer = await site.company.as('viewer');
    const other = (await site.company.bunch(site.here.id)).id;
    await reserve(viewer, await staffOf(site, viewer.id), [other]);
    await issue(site.admin, other, ben, { dueAt: null, overReservation: true });
    const [{ email = '' } = {}] = await world.sql<{ email: string }>(
      'select email from users where id = $1',
      [viewer.id],
    );
    expect((await mail.next(email)).subject).toBe('A reserved key set was issued to another person');
  });

  test('both people when a third issues over it: for whom it is, and who reserved it', async () => {
    const { site, ana, ben, set } = await desk(1);
    await world.sql(`update holders set email = 'ana-${set}@example.com' where id = $1`, [ana]);
    const [maker, third] = [await site.company.as('officer'), await site.company.as('officer')];
    await reserve(maker, ana, [set]);
    await mail.next(`ana-${set}@example.com`, /Reserved for you/);
    await issue(third, set, ben, { dueAt: null, overReservation: true });
    const [bens, anas] = [await nameOfHolder(site, ben), await nameOfHolder(site, ana)];
    const words = `issued 1 key set to ${bens}, although it was reserved for`;
    expect((await mail.next(`ana-${set}@example.com`, /issued to another/)).text).toContain(`${words} you.`);
    expect((await mail.next(maker.email, /issued to another/)).text).toContain(`${words} ${anas}.`);
    expect(mail.letters.filter(({ to }) => to.includes(third.email))).toEqual([]);
  });

  test('programs by events, and screens by the live channel', async () => {
    const { site, ana, set } = await desk(1);
    await site.admin.call('createWebhook', { body: { ...webhookBody(), events: [...EVENT_TYPES] } });
    const [made] = (await reserve(site.admin, ana, [set])).body;
    const change = (body: object) =>
      site.admin.call('updateReservation', { params: { id: made?.id ?? 0 }, body });
    await change({ until: inHours(25) });
    await change({ purpose: 'Lifts' });
    await change({ cancelled: true });
    const events = await world.sql<{
      type: string;
      data: { reservation: { id: number }; keySet: { id: number } };
    }>('select type, data from webhook_events where company_id = $1 order by number', [site.company.id]);
    expect(events.map(({ type }) => type)).toEqual([
      'reservation.made',
      'reservation.changed',
      'reservation.cancelled',
    ]);
    for (const { data } of events) expect([data.reservation.id, data.keySet.id]).toEqual([made?.id, set]);
    const changes = await world.sql<{ topic: string }>(
      'select distinct topic from changes where company_id = $1 order by topic',
      [site.company.id],
    );
    expect(changes.map(({ topic }) => topic)).toEqual(expect.arrayContaining(['keyBunches', 'reservations']));
  });
});

test('an issue of a set without a reservation sends what it sent: no statement about reservations', async () => {
  const { site, ana, ben, sets } = await desk(2);
  const [free = 0, reserved = 0] = sets;
  await reserve(site.admin, ana, [reserved]);
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const about = async (id: number) => {
    sent.mockClear();
    expect((await issue(site.admin, id, ben)).status).toBe(200);
    const texts = sent.mock.calls.map(
      ([query]) => (query as unknown as { text?: string } | null)?.text ?? String(query),
    );
    expect(texts.join()).toContain('for update of key_bunches');
    return texts.filter((text) => text.includes('reservations'));
  };
  expect(await about(free)).toEqual([]);
  expect(await about(reserved)).toHaveLength(1);
  sent.mockRestore();
});

test('a set has the end of its last open reservation, whatever happened', async () => {
  const wrong = await world.sql(
    `select b.id from key_bunches b left join lateral (select max(to_at) as until from reservations r where r.company_id = b.company_id
       and r.key_bunch_id = b.id and r.taken_at is null and r.cancelled_at is null) o on true
     where b.reserved_until is distinct from o.until`,
  );
  expect(wrong).toEqual([]);
});
