import { describe, expect, test } from 'vitest';
import type { OutboxKind } from '../../../shared/outbox-words.ts';
import { useMailWorld } from '../../testing/mail.ts';
import {
  ago,
  type Body,
  type Entry,
  faultsOf,
  outcomeOf,
  phoneAt,
  type Rights,
  type Seen,
} from '../../testing/phone.ts';

const { world, mail } = useMailWorld();

const setting = (rights?: Rights) => phoneAt(world, rights);

describe('an entry that the register takes', () => {
  test('is recorded by its author, when it was done, once however often it is sent', async () => {
    const { set, see, entryOf, send, owen, history, read, hannah, site } = await setting();
    const id = await set();
    const doneAt = ago(30);
    const entries = [
      entryOf(
        'issue',
        id,
        await see(id),
        { holderId: owen, purpose: 'Lock-up', dueAt: '2090-01-01T06:00:00Z' },
        doneAt,
      ),
    ];
    const answers = [
      await send(entries),
      await send(entries),
      ...(await Promise.all([send(entries), send(entries)])),
    ];
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.body.answers).toMatchObject([{ n: 1, outcome: 'recorded' }]);
    const [entry, ...older] = await history(id);
    expect(older).toEqual([]);
    expect(entry).toMatchObject({
      action: 'issue',
      lateEntry: true,
      userId: hannah.id,
      details: { purpose: 'Lock-up' },
    });
    expect([entry?.id, Date.parse(entry?.doneAt ?? '')]).toEqual([
      answers[0]?.body.answers[0]?.movementId,
      Date.parse(doneAt),
    ]);
    const bunch = await read(id);
    expect([bunch.holder?.name, Date.parse(bunch.issuedAt ?? ''), bunch.dueAt]).toEqual([
      'Owen Reid',
      Date.parse(doneAt),
      '2090-01-01T06:00:00.000000Z',
    ]);
    expect(await world.chains(site.company.id)).toMatchObject([{ brokenAt: null }, { brokenAt: null }]);
  });

  test('of every kind, each on what the one before left, fifty in one call', async () => {
    const { set, entryOf, send, owen, callum, read, history } = await setting({
      customPermissions: ['key:edit'],
    });
    const sets = await Promise.all(Array.from({ length: 7 }, () => set()));
    const entries: Entry[] = [];
    for (const id of sets) {
      const { currentTag, locationId } = await read(id);
      const seen = (status: string, holderId: number | null, tag = currentTag): Seen => ({
        ...{ status, holderId, locationId },
        currentTag: tag,
      });
      entries.push(
        entryOf('issue', id, seen('active', null), { holderId: owen }, ago(60)),
        entryOf('handOver', id, seen('issued', owen), { holderId: callum, notes: 'At the gate' }, ago(50)),
        entryOf('extend', id, seen('issued', callum), { dueAt: '2090-01-01T06:00:00Z' }, ago(45)),
        entryOf('return', id, seen('issued', callum), { newTag: `7${id}` }, ago(40)),
        entryOf('lost', id, seen('active', null, `7${id}`), { reason: 'Not on its hook' }, ago(30)),
        entryOf('found', id, seen('missing', null, `7${id}`), { reason: 'Behind it' }, ago(20)),
        entryOf('issue', id, seen('active', null, `7${id}`), { officerName: 'A neighbour' }, ago(10)),
      );
    }
    entries.push(
      entryOf(
        'lost',
        sets[0] ?? 0,
        { status: 'issued', holderId: null, currentTag: `7${sets[0]}`, locationId: 1 },
        {},
        ago(5),
      ),
    );
    expect(entries).toHaveLength(50);
    const { body } = await send(entries);
    expect(body.answers.map(outcomeOf).filter((one) => one !== 'recorded')).toEqual(['moved']);
    for (const id of sets.slice(1)) {
      const bunch = await read(id);
      expect([bunch.status, bunch.holder?.name, bunch.currentTag]).toEqual([
        'issued',
        'A neighbour',
        `7${id}`,
      ]);
      expect((await history(id)).map(({ action }) => action)).toEqual([
        ...['issue', 'status_change', 'status_change', 'return', 'handover', 'issue'],
      ]);
    }
    expect((await read(sets[0] ?? 0)).status).toBe('missing');
    expect(await faultsOf(world)).toEqual([]);
  });

  test('never goes before what was done with the set last, nor into the future', async () => {
    const { set, see, entryOf, put, owen, history, site } = await setting();
    const id = await set();
    const seen = await see(id);
    await site.admin.call('moveKeyBunch', { params: { id }, body: { toLocationId: site.there.id } });
    expect(outcomeOf(await put(entryOf('issue', id, seen, { holderId: owen }, ago(60))))).toBe('moved');
    const [issue, move] = await history(id);
    expect([issue?.doneAt, issue?.fromLocationId]).toEqual([move?.doneAt, site.there.id]);
    const other = await set();
    await put(entryOf('issue', other, await see(other), { holderId: owen }, ago(-60)));
    const [ahead] = await history(other);
    expect(ahead?.doneAt).toBe(ahead?.timestamp);
    expect(ahead?.details.clockAhead).toBeGreaterThan(3500);
  });

  test('is listed, filtered and exported by when it was done; by=received sorts by receipt', async () => {
    const { set, see, entryOf, put, owen, callum, issue, site } = await setting();
    const [late, now] = [await set(), await set()];
    await issue(now, callum);
    await put(entryOf('issue', late, await see(late), { holderId: owen }, ago(30)));
    const list = async (query: Record<string, string>) =>
      (await site.admin.call('listMovements', { query })).body.map(({ keyBunchId }) => keyBunchId);
    const queries: Record<string, string>[] = [
      {},
      { action: 'issue' },
      { locationId: String(site.here.id) },
      { search: 'SET-' },
      { limit: '2' },
    ];
    for (const query of queries) {
      expect(await list(query), JSON.stringify(query)).toEqual([now, late]);
      expect(await list({ ...query, by: 'received' }), JSON.stringify(query)).toEqual([late, now]);
      expect(await list({ ...query, to: ago(20) }), JSON.stringify(query)).toEqual([late]);
      expect(await list({ ...query, to: ago(20), by: 'received' }), JSON.stringify(query)).toEqual([]);
      expect(await list({ ...query, late: 'true' }), JSON.stringify(query)).toEqual([late]);
    }
    const { body: first } = await site.admin.call('listMovements', { query: { limit: 1 } });
    expect(await list({ before: String(first[0]?.id) })).toEqual([late]);
    const csv = String((await site.admin.call('exportMovements')).body)
      .trim()
      .split('\n');
    expect(csv.map((line) => /Late Entry|Yes$|No$/.exec(line.trim().replaceAll('"', ''))?.[0])).toEqual([
      'Late Entry',
      'No',
      'Yes',
    ]);
    const quick = await set();
    await put(entryOf('issue', quick, await see(quick), { holderId: owen }, ago(1)));
    expect(await list({ late: 'true' })).toEqual([late]);
    expect(await list({ late: 'sent', by: 'received' })).toEqual([quick, late]);
    expect(await list({ late: 'sent', search: 'SET-' })).toEqual([quick, late]);
    expect(await list({ late: 'sent', keyBunchId: String(now) })).toEqual([]);
  });
});

/** Decision 0079: what a device recorded without signal about a set that is reserved. */
describe('an issue of a reserved set', () => {
  type At = Awaited<ReturnType<typeof setting>>;
  /** Reserves a set; `made` minutes ago. */
  async function reserve({ site }: At, set: number, holderId: number, from: string, until: string, made = 0) {
    const body = { holderId, from: ago(-60), until: ago(-120), items: [{ keyBunchId: set }] };
    const [one] = (await site.admin.call('createReservations', { body })).body;
    await world.sql('update reservations set from_at = $2, to_at = $3, created_at = $4 where id = $1', [
      ...[one?.id, from, until, ago(made)],
    ]);
    return one?.id;
  }
  /** Who got a letter of an issue over a reservation, of those who have to do with the reservation of a set. */
  const lettersOf = async ({ site, callum }: At) => {
    const concerned = await world.sql<{ email: string }>(
      'select email from holders where id = any ($1) or user_id = $2',
      [[callum], site.admin.id],
    );
    const emails = concerned.map(({ email }) => email);
    return mail.letters.filter(
      ({ to, subject }) => /issued to another/.test(subject) && emails.some((one) => to.includes(one)),
    );
  };

  test('for another is recorded, to be looked at, and both people get a letter', async () => {
    const at = await setting();
    const id = await at.set();
    const reserved = await reserve(at, id, at.callum, ago(-60), ago(-300), 90);
    const body = { holderId: at.owen, dueAt: null };
    const answer = await at.put(at.entryOf('issue', id, await at.see(id), body, ago(30)));
    expect([outcomeOf(answer), answer.detail]).toEqual(['reserved', 'Callum Reid']);
    expect((await at.read(id)).holder?.name).toBe('Owen Reid');
    expect((await at.history(id))[0]?.details).toMatchObject({
      overReservationId: reserved,
      reservedFor: 'Callum Reid',
    });
    await expect.poll(() => lettersOf(at), { timeout: 20_000 }).toHaveLength(2);
  });

  test('by a reservation that was made after it is recorded as any other, and the set is in the way', async () => {
    const at = await setting();
    const id = await at.set();
    const entry = at.entryOf('issue', id, await at.see(id), { holderId: at.owen, dueAt: null }, ago(30));
    await reserve(at, id, at.callum, ago(-60), ago(-300));
    expect(outcomeOf(await at.put(entry))).toBe('recorded');
    expect((await at.history(id))[0]?.details.overReservationId).toBeUndefined();
    expect(await lettersOf(at)).toEqual([]);
    const { reservations } = (await at.site.admin.call('listReservations', { query: {} })).body;
    expect(reservations.map(({ obstacle }) => obstacle)).toEqual(['out']);
  });

  test('for the person it is for takes it, also when it has ended before the device is heard', async () => {
    const at = await setting();
    const id = await at.set();
    const [from, until] = [ago(40), ago(10)];
    const reserved = await reserve(at, id, at.owen, from, until, 90);
    const entry = at.entryOf('issue', id, await at.see(id), { holderId: at.owen }, ago(30));
    expect(outcomeOf(await at.put(entry))).toBe('recorded');
    expect((await at.history(id))[0]?.details.reservationId).toBe(reserved);
    expect(Date.parse((await at.read(id)).dueAt ?? '')).toBe(Date.parse(until));
    const query = { tab: 'ended', keyBunchId: id } as const;
    const { reservations } = (await at.site.admin.call('listReservations', { query })).body;
    expect(reservations.map(({ state }) => state)).toEqual(['taken']);
    const wrong = (await faultsOf(world)).filter(
      (what) => what.includes('is taken') || what.includes('took'),
    );
    expect(wrong).toEqual([]);
  });
});

/** What happened meanwhile, by row of the table: what the phone records, and what becomes of it. */
type Row = {
  kind: OutboxKind;
  body?: (people: { owen: number; callum: number }) => Body;
  isOut?: true;
  meanwhile: (at: Awaited<ReturnType<typeof setting>>, id: number) => Promise<unknown>;
  becomes: string;
};
const toOwen = ({ owen }: { owen: number }) => ({ holderId: owen });
const ROWS: Record<string, Row> = {
  'an issue of a set that another person has': {
    ...{ kind: 'issue', body: toOwen, becomes: 'who_has' },
    meanwhile: ({ issue, callum }, id) => issue(id, callum),
  },
  'an issue that was recorded already': {
    ...{ kind: 'issue', body: toOwen, becomes: 'already' },
    meanwhile: ({ issue, owen }, id) => issue(id, owen),
  },
  'an issue of a set that was out and came back': {
    ...{ kind: 'issue', body: toOwen, becomes: 'who_has' },
    meanwhile: async ({ issue, giveBack, callum }, id) => [
      await issue(id, callum),
      await giveBack(id, '500'),
    ],
  },
  'an issue of a set that was marked missing': {
    ...{ kind: 'issue', body: toOwen, becomes: 'was_missing' },
    meanwhile: ({ lose }, id) => lose(id),
  },
  'an issue to a person who may not have it': {
    ...{ kind: 'issue', body: toOwen, becomes: 'limit' },
    meanwhile: ({ owen }) => world.sql('update holders set is_active = false where id = $1', [owen]),
  },
  'an issue to a person who is not in the register': {
    ...{ kind: 'issue', body: () => ({ holderId: 2_000_000_000 }), becomes: 'unknown_person' },
    meanwhile: async () => undefined,
  },
  'a hand over of a set that came back': {
    ...{ kind: 'handOver', isOut: true, body: toOwen, becomes: 'who_has' },
    meanwhile: ({ giveBack }, id) => giveBack(id, '500'),
  },
  'a return of a set that is back under another tag': {
    ...{ kind: 'return', isOut: true, body: () => ({ newTag: '501' }), becomes: 'which_tag' },
    meanwhile: ({ giveBack }, id) => giveBack(id, '500'),
  },
  'a return of a set that is back under that tag': {
    ...{ kind: 'return', isOut: true, body: () => ({ newTag: '500' }), becomes: 'already' },
    meanwhile: ({ giveBack }, id) => giveBack(id, '500'),
  },
  'a return that was counted differently': {
    ...{
      kind: 'return',
      isOut: true,
      body: () => ({ newTag: '500', keysCounted: 1 }),
      becomes: 'count_differs',
    },
    meanwhile: ({ giveBack }, id) => giveBack(id, '500'),
  },
  'a return under a tag that another set has': {
    ...{ kind: 'return', isOut: true, body: () => ({ newTag: '777001' }), becomes: 'tag_elsewhere' },
    meanwhile: ({ set }) => set({ currentTag: '777001' }),
  },
  'a return of a set that was reported lost': {
    ...{ kind: 'return', isOut: true, body: () => ({ newTag: '500' }), becomes: 'was_missing' },
    meanwhile: ({ lose }, id) => lose(id),
  },
  'a return of a set that went to another': {
    ...{ kind: 'return', isOut: true, body: () => ({ newTag: '500' }), becomes: 'who_has' },
    meanwhile: ({ site, owen }, id) =>
      site.admin.call('handOver', { params: { id }, body: { holderId: owen } }),
  },
  'a loss of a set that came back': {
    ...{ kind: 'lost', isOut: true, becomes: 'is_it_lost' },
    meanwhile: ({ giveBack }, id) => giveBack(id, '500'),
  },
  'a longer time for a set that came back': {
    ...{ kind: 'extend', isOut: true, body: () => ({ dueAt: '2090-01-01T06:00:00Z' }), becomes: 'not_out' },
    meanwhile: ({ giveBack }, id) => giveBack(id, '500'),
  },
  'anything at a location that is out of reach': {
    ...{ kind: 'issue', body: toOwen, becomes: 'no_access' },
    meanwhile: ({ hannah, site }) =>
      world.sql('update users set allowed_location_ids = $2 where id = $1', [hannah.id, [site.there.id]]),
  },
  'anything without the permission': {
    ...{ kind: 'issue', body: toOwen, becomes: 'no_access' },
    meanwhile: ({ hannah }) => world.sql("update users set role = 'viewer' where id = $1", [hannah.id]),
  },
  'anything about a set that was deleted': {
    ...{ kind: 'issue', body: toOwen, becomes: 'no_access' },
    meanwhile: ({ site }, id) => site.admin.call('deleteKeyBunch', { params: { id }, body: {} }),
  },
};

describe('what the server cannot take as it is', () => {
  for (const [name, { kind, body, isOut, meanwhile, becomes }] of Object.entries(ROWS)) {
    test(`${name}: ${becomes}`, async () => {
      const at = await setting({ customPermissions: ['key:edit'] });
      const id = await at.set({ keyCount: 3 });
      if (isOut) await at.issue(id, at.callum);
      const entry = at.entryOf(kind, id, await at.see(id), body?.(at) ?? {});
      await meanwhile(at, id);
      const before = await world.sql(
        'select status, holder_name, current_tag from key_bunches where id = $1',
        [id],
      );
      const answer = await at.put(entry);
      expect(outcomeOf(answer)).toBe(becomes);
      expect(outcomeOf(await at.put(entry))).toBe(becomes);
      if (answer.outcome === 'check') return;
      expect(
        await world.sql('select status, holder_name, current_tag from key_bunches where id = $1', [id]),
      ).toEqual(before);
      const { body: open } = await at.site.admin.call('listOutbox');
      expect(open.map(({ id: question }) => question)).toEqual(answer.question ? [answer.question.id] : []);
    });
  }

  test('of a tag that is on another set too, the answer and the history name that set', async () => {
    const { set, see, entryOf, put, issue, history, read, callum } = await setting();
    const [id, other] = [await set(), await set({ currentTag: '777002' })];
    await issue(id, callum);
    const { identifier } = await read(other);
    const answer = await put(entryOf('return', id, await see(id), { newTag: '777002' }));
    expect(answer).toMatchObject({ check: 'tag_elsewhere', detail: identifier });
    expect((await history(id))[0]).toMatchObject({ newTag: '777002', details: { tagOn: identifier } });
  });

  test('an entry older than a week is asked about', async () => {
    const { set, see, entryOf, put, owen } = await setting();
    const id = await set();
    const old = entryOf('issue', id, await see(id), { holderId: owen }, ago(8 * 24 * 60));
    expect(outcomeOf(await put(old))).toBe('too_old');
  });
});
