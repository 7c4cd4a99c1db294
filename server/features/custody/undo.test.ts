import { describe, expect, test } from 'vitest';
import { INVARIANTS } from '../../database/invariants.ts';
import { putClock } from '../../testing/put.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

const world = useWorld({});
const holder = async (site: Site, name: string) => {
  const [row] = await world.sql<{ id: number }>(
    "insert into holders (company_id, name, kind) values ($1, $2, 'contractor') returning id",
    [site.company.id, name],
  );
  return row?.id ?? 0;
};
const read = async (site: Site, id: number) =>
  (await site.admin.call('getKeyBunch', { params: { id } })).body;
const issue = (site: Site, id: number, about: Record<string, unknown> = {}, by: Person = site.admin) =>
  by.call('issueKeyBunch', {
    params: { id },
    body: { ...(!about.holderId && { officerName: 'Callum Reid' }), ...about },
  });
const back = (site: Site, id: number, about: Record<string, unknown> = {}, by: Person = site.admin) =>
  by.call('returnKeyBunch', { params: { id }, body: { officerName: 'Callum Reid', newTag: '77', ...about } });
const undo = (site: Site, id: number, by: Person = site.admin) =>
  by.call('undoCustody', { params: { id }, body: {} });
const historyOf = async (site: Site, id: number) =>
  (await site.admin.call('getKeyBunchHistory', { params: { id } })).body;

/** The fields that an undo restores. */
const custodyOf = ({
  status,
  holder: who,
  dueAt,
  currentTag,
  short,
  missing,
  locationId,
  issuedAt,
}: Awaited<ReturnType<typeof read>>) => ({
  status,
  who,
  dueAt,
  currentTag,
  short,
  missing,
  locationId,
  issuedAt,
});

describe('undo', () => {
  test('of an issue, a return and a handover restores everything exactly, and leaves both entries', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id, { keyCount: 5 });
    await issue(site, id);
    await back(site, id, { keysCounted: 3, missingNote: 'Two of the gate' });
    const steps: [string, () => Promise<{ status: number }>][] = [
      ['issue', () => issue(site, id, { dueAt: '2120-01-01T06:00:00Z' })],
      [
        'handover',
        async () => {
          const holderId = await holder(site, 'Owen Hartley');
          return site.admin.call('handOver', { params: { id }, body: { holderId, dueAt: null } });
        },
      ],
      ['return', () => back(site, id, { keysCounted: 5 })],
    ];
    for (const [action, step] of steps) {
      const before = custodyOf(await read(site, id));
      expect((await step()).status).toBe(200);
      expect(custodyOf(await read(site, id))).not.toEqual(before);
      expect((await undo(site, id)).status).toBe(200);
      expect(custodyOf(await read(site, id)), action).toEqual(before);
      const [entry, undone] = await historyOf(site, id);
      expect(entry?.details).toMatchObject({ undoes: undone?.id, undoneAction: action });
      expect((await undo(site, id)).body.message).toBe('This can no longer be undone');
      await step();
    }
    for (const { sql } of Object.values(INVARIANTS)) expect(await world.sql(sql)).toEqual([]);
  });

  test('of an issue of a missing set makes it missing again, since when it was', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    await site.admin.call('updateKeyBunch', { params: { id }, body: { status: 'missing' } });
    const before = custodyOf(await read(site, id));
    await issue(site, id);
    await undo(site, id);
    expect(custodyOf(await read(site, id))).toEqual(before);
  });

  test('of a batch is all of it or nothing', async () => {
    const site = await makeSite(world);
    const sets = await Promise.all([0, 1, 2].map(() => site.company.bunch(site.here.id)));
    const items = sets.map(({ id }) => ({ keyBunchId: id }));
    const batch = async () =>
      (await site.admin.call('issueBatch', { body: { officerName: 'Owen', items } })).body.batchId;
    const undoBatch = (batchId: string, by = site.admin) => by.call('undoBatch', { body: { batchId } });
    const first = await batch();
    expect((await undoBatch(first)).status).toBe(200);
    for (const { id } of sets) expect((await read(site, id)).status).toBe('active');
    const second = await batch();
    await back(site, sets[1]?.id ?? 0);
    expect((await undoBatch(second)).body.detail).toBe('Something else happened to these keys since.');
    expect((await read(site, sets[0]?.id ?? 0)).status).toBe('issued');
    expect((await undoBatch('6f1c1d4e-7c0c-4f0a-9d2e-3b6a5f0e9c11')).status).toBe(404);
  });

  test('is refused to others, after a quarter of an hour, and when anything happened since', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    const officer = await site.company.as('officer');
    const detail = async (by = site.admin) => {
      const { status, body } = await undo(site, id, by);
      return [status, body.detail];
    };
    expect(await detail()).toEqual([409, 'Only an issue, a return or a handover can be undone.']);
    await issue(site, id, {}, officer);
    expect(await detail()).toEqual([409, 'Only the person who did it can undo it.']);
    await site.admin.call('changeDue', { params: { id }, body: { dueAt: '2120-01-01T06:00:00Z' } });
    expect(await detail(officer)).toEqual([409, 'Something else happened to these keys since.']);
    await back(site, id, {}, officer);
    await site.admin.call('updateKeyBunch', { params: { id }, body: { notes: 'New ring' } });
    expect(await detail(officer)).toEqual([409, 'Something else happened to these keys since.']);
    expect((await read(site, id)).status).toBe('active');
  });

  test('is refused to a program of the person who did it, and to the person what the program did', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    const { body } = await site.admin.call('createToken', {
      body: {
        name: 'Gate',
        permissions: ['key:view', 'key:issue', 'key:return'],
        allowedLocationIds: [],
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      },
    });
    const program = world.program(body.token ?? '', site.admin);
    const other = 'Only the person who did it can undo it.';
    await issue(site, id);
    expect((await undo(site, id, program)).body.detail).toBe(other);
    await back(site, id, {}, program);
    expect((await undo(site, id)).body.detail).toBe(other);
    expect((await undo(site, id, program)).status).toBe(200);
  });

  test('is possible for a quarter of an hour and no longer', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    const at = (minutes: number) =>
      putClock(world, new Date(Date.parse('2027-06-01T12:00:00Z') + minutes * 60_000).toISOString());
    try {
      await at(0);
      await issue(site, id);
      await at(15.1);
      expect((await undo(site, id)).body).toMatchObject({
        message: 'This can no longer be undone',
        detail: 'More than 15 minutes have passed.',
      });
      expect((await read(site, id)).status).toBe('issued');
      await at(14.9);
      expect((await undo(site, id)).status).toBe(200);
    } finally {
      await putClock(world, null);
    }
  });

  test('of a return that kept a set elsewhere takes it back to where it was, and the register agrees with its history', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id, { keyCount: 3 });
    await issue(site, id, { dueAt: '2120-01-01T06:00:00Z' });
    const before = custodyOf(await read(site, id));
    const items = [{ keyBunchId: id, newTag: '78', keysCounted: 2, toLocationId: site.there.id }];
    const whole = async () => {
      for (const { sql } of Object.values(INVARIANTS)) expect(await world.sql(sql)).toEqual([]);
    };
    expect((await site.admin.call('returnBatch', { body: { items } })).status).toBe(200);
    expect((await read(site, id)).locationId).toBe(site.there.id);
    await whole();
    expect((await undo(site, id)).status).toBe(200);
    expect(custodyOf(await read(site, id))).toEqual(before);
    expect((await historyOf(site, id))[0]).toMatchObject({
      action: 'issue',
      fromLocation: { id: site.there.id },
      toLocation: { id: site.here.id },
    });
    await whole();
  });

  test('D-28 of a return or a handover is an issue again: refused for a holder who may not take the keys, and nothing changes', async () => {
    const site = await makeSite(world);
    const [one, other] = await Promise.all([0, 1].map(() => site.company.bunch(site.here.id)));
    const id = one?.id ?? 0;
    const holderId = await holder(site, 'Rita Moss');
    const change = (body: Record<string, unknown>) =>
      site.admin.call('updateHolder', { params: { id: holderId }, body });
    const next = await holder(site, 'Ben Ward');
    const away = {
      return: () => back(site, id),
      handover: () => site.admin.call('handOver', { params: { id }, body: { holderId: next } }),
    };
    for (const leave of [away.return, away.handover]) {
      await change({ isActive: true, validUntil: null, maxSets: 1 });
      if ((await read(site, id)).status === 'issued') await back(site, id);
      await issue(site, id, { holderId });
      expect((await leave()).status).toBe(200);
      const before = await read(site, id);
      const refused = async (detail: string) => {
        expect((await undo(site, id)).body).toEqual({
          message: 'This can no longer be undone',
          detail,
          code: 'undo',
        });
        expect(await read(site, id)).toEqual(before);
      };
      await issue(site, other?.id ?? 0, { holderId });
      await refused('Rita Moss holds 1 set already, the most allowed.');
      await back(site, other?.id ?? 0);
      await change({ isActive: false });
      await refused('Rita Moss may not take keys.');
      await change({ isActive: true, validUntil: '2026-05-03' });
      await refused('Rita Moss may not take keys after 3 May 2026.');
      await change({ validUntil: null });
      expect((await undo(site, id)).status).toBe(200);
      expect((await read(site, id)).holder?.name).toBe('Rita Moss');
    }
  });

  test('D-28 of a returned batch counts all of its sets against the limit of their holder', async () => {
    const site = await makeSite(world);
    const sets = await Promise.all([0, 1, 2].map(() => site.company.bunch(site.here.id)));
    const holderId = await holder(site, 'Sam Hill');
    const items = sets.map(({ id }) => ({ keyBunchId: id }));
    await site.admin.call('issueBatch', { body: { holderId, items } });
    const returned = items.map((item, index) => ({ ...item, newTag: `${900 + index}` }));
    const { batchId } = (await site.admin.call('returnBatch', { body: { items: returned } })).body;
    const most = (maxSets: number) =>
      site.admin.call('updateHolder', { params: { id: holderId }, body: { maxSets } });
    await most(2);
    const undoBatch = () => site.admin.call('undoBatch', { body: { batchId } });
    expect((await undoBatch()).body).toMatchObject({
      detail: 'Sam Hill can hold 2 sets at most.',
    });
    for (const { id } of sets) expect((await read(site, id)).status).toBe('active');
    await most(3);
    expect((await undoBatch()).status).toBe(200);
  });

  test('D-28 is refused where the status before was deleted since', async () => {
    const site = await makeSite(world);
    const added = await site.admin.call('createSetting', {
      params: { category: 'statuses' },
      body: { name: 'in_repair', displayName: 'In repair' },
    });
    const { id } = await site.company.bunch(site.here.id, { status: 'in_repair' });
    await issue(site, id);
    const params = { category: 'statuses' as const, id: added.body.id };
    expect((await site.admin.call('deleteSetting', { params })).status).toBe(200);
    expect(await undo(site, id)).toMatchObject({
      status: 409,
      body: { message: 'This can no longer be undone', detail: 'The status “in_repair” no longer exists.' },
    });
    expect((await read(site, id)).status).toBe('issued');
  });

  test('is refused where the set would go back to a location that is gone, or that its officer may not see any more', async () => {
    const site = await makeSite(world);
    const old = await site.company.location();
    const { id } = await site.company.bunch(old.id);
    const officer = await site.company.as('officer', { customPermissions: ['key:move'] });
    await issue(site, id, {}, officer);
    const items = [{ keyBunchId: id, newTag: '79', toLocationId: site.here.id }];
    expect((await officer.call('returnBatch', { body: { items } })).status).toBe(200);
    await world.sql('update users set allowed_location_ids = $2 where id = $1', [officer.id, [site.here.id]]);
    const there = "Its former location was deleted, or you can't see it.";
    expect(await undo(site, id, officer)).toMatchObject({ status: 409, body: { detail: there } });
    await world.sql("update users set allowed_location_ids = '{}' where id = $1", [officer.id]);
    expect((await site.admin.call('deleteLocation', { params: { id: old.id } })).status).toBeLessThan(300);
    expect(await undo(site, id, officer)).toMatchObject({ status: 409, body: { detail: there } });
    expect((await read(site, id)).status).toBe('active');
  });

  test('of two people at once who undo the same, one does', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    await issue(site, id);
    const answers = await Promise.all([undo(site, id), undo(site, id), undo(site, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await historyOf(site, id)).toHaveLength(2);
    const sets = await Promise.all([0, 1].map(() => site.company.bunch(site.here.id)));
    const items = sets.map(({ id: keyBunchId }) => ({ keyBunchId }));
    const { batchId } = (await site.admin.call('issueBatch', { body: { officerName: 'Owen', items } })).body;
    const batches = await Promise.all(
      [0, 1, 2].map(() => site.admin.call('undoBatch', { body: { batchId } })),
    );
    expect(batches.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    for (const set of sets) expect(await historyOf(site, set.id)).toHaveLength(2);
  });
});

describe('a handover', () => {
  test('begins the time of the new holder, and its undo restores that of the former', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    const to = await holder(site, 'Ben Ward');
    try {
      await putClock(world, '2027-06-01T12:00:00Z');
      await issue(site, id);
      await putClock(world, '2027-06-01T14:30:00Z');
      const { body } = await site.admin.call('handOver', { params: { id }, body: { holderId: to } });
      expect(Date.parse(body.issuedAt ?? '')).toBe(Date.parse('2027-06-01T14:30:00Z'));
      await undo(site, id);
      expect(Date.parse((await read(site, id)).issuedAt ?? '')).toBe(Date.parse('2027-06-01T12:00:00Z'));
    } finally {
      await putClock(world, null);
    }
  });

  test('names both, keeps the due time unless told, and leaves the seal broken', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    const [from, to] = [await holder(site, 'Owen Hartley'), await holder(site, 'Ben Ward')];
    const handOver = (holderId: number, about = {}) =>
      site.admin.call('handOver', { params: { id }, body: { holderId, ...about } });
    expect((await handOver(to)).body.message).toBe('Keys are not currently issued');
    await issue(site, id, { holderId: from, dueAt: '2120-01-01T06:00:00Z' });
    const { status, body } = await handOver(to, { notes: 'At the gate' });
    expect([status, body.holder, body.status]).toEqual([
      200,
      { name: 'Ben Ward', id: to, userId: null },
      'issued',
    ]);
    expect(Date.parse(body.dueAt ?? '')).toBe(Date.parse('2120-01-01T06:00:00Z'));
    expect((await historyOf(site, id))[0]).toMatchObject({
      action: 'handover',
      notes: 'At the gate',
      newTag: null,
      details: { officer: 'Ben Ward', holderId: to, fromHolder: 'Owen Hartley', fromHolderId: from },
    });
    expect(await handOver(to)).toMatchObject({
      status: 409,
      body: { message: 'Ben Ward has these keys already' },
    });
    expect((await handOver(2_000_000_000)).body.message).toBe('Person not found');
  });

  test('is refused to whoever may not take keys, as an issue is, and changes nothing', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    const full = await site.company.bunch(site.here.id);
    await issue(site, id);
    const before = await read(site, id);
    const add = async (about: Record<string, unknown>) =>
      (await site.admin.call('createHolder', { body: about })).body.id;
    const off = await add({ name: 'Rita Moss' });
    await site.admin.call('updateHolder', { params: { id: off }, body: { isActive: false } });
    const over = await add({ name: 'Sam Hill', validUntil: '2026-05-03' });
    const most = await add({ name: 'Ana Ruiz', maxSets: 1 });
    await issue(site, full.id, { holderId: most });
    for (const [holderId, message] of [
      [off, 'Rita Moss may not take keys'],
      [over, 'Sam Hill may not take keys after 3 May 2026'],
      [most, 'Ana Ruiz holds 1 set already, the most allowed'],
    ] as const)
      expect((await site.admin.call('handOver', { params: { id }, body: { holderId } })).body).toEqual({
        message,
        detail: 'Ask an administrator to change it.',
        code: 'holder',
      });
    expect(await read(site, id)).toEqual(before);
  });
});

describe('a due time', () => {
  test('that does not change is neither logged nor ends the undo of the issue', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    const change = (dueAt: string | null) =>
      site.admin.call('changeDue', { params: { id }, body: { dueAt, reason: 'Nothing new' } });
    const changes = async () =>
      (await site.admin.call('listAuditLogs', { query: { keyBunchId: id } })).body.filter(
        ({ action }) => action === 'due_change',
      );
    await issue(site, id, { dueAt: null });
    expect((await change(null)).status).toBe(200);
    expect((await undo(site, id)).status).toBe(200);
    await issue(site, id, { dueAt: '2120-01-01T06:00:00Z' });
    const before = await read(site, id);
    expect((await change('2120-01-01T07:00:00+01:00')).body).toEqual(before);
    expect(await changes()).toEqual([]);
    expect((await undo(site, id)).status).toBe(200);
  });

  test('lies ahead, follows the rule of its type, and its change is in the log with the reason', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id, { type: 'static' });
    for (const dueAt of ['2020-01-01T00:00:00Z', new Date().toISOString()]) {
      const { status, body } = await issue(site, id, { dueAt });
      expect([status, body.errors]).toEqual([400, { dueAt: 'Due back must be in the future' }]);
    }
    const far = new Date();
    far.setUTCFullYear(far.getUTCFullYear() + 101);
    for (const dueAt of [far.toISOString(), '9999-12-31T23:59:59.999999999Z']) {
      const { status, body } = await issue(site, id, { dueAt });
      expect([status, body.errors]).toEqual([400, { dueAt: 'Due back is too far in the future' }]);
    }
    const malformed = [
      '',
      'tonight',
      '2120-02-30T06:00:00Z',
      '2120-01-01T24:00:00Z',
      '2120-01-01 06:00',
      7,
      {},
    ];
    for (const dueAt of [...malformed, '20260-01-01T06:00:00Z', '2120-01-01T06:00:00+15:00', '2120-01-01']) {
      const { status, body } = await issue(site, id, { dueAt });
      expect([status, body.errors], JSON.stringify(dueAt)).toEqual([400, { dueAt: 'Unknown date' }]);
    }
    expect((await read(site, id)).status).toBe('active');
    const body = { name: 'static', displayName: 'Static', due: { hours: 4 } };
    await site.admin.call('createSetting', { params: { category: 'keyTypes' }, body });
    const issued = (await issue(site, id)).body;
    const out = Date.parse(issued.dueAt ?? '') - Date.parse(issued.issuedAt ?? '');
    expect(Math.abs(out - 4 * 3_600_000)).toBeLessThan(5000);
    const told = (await historyOf(site, id))[0]?.details.dueAt ?? '';
    expect(Date.parse(told)).toBe(Date.parse(issued.dueAt ?? ''));
    const change = (about: Record<string, unknown>) =>
      site.admin.call('changeDue', { params: { id }, body: about });
    expect((await change({ dueAt: '2020-01-01T00:00:00Z' })).status).toBe(400);
    const later = await change({ dueAt: '2120-01-01T06:00:00Z', reason: 'The lift is late' });
    expect(Date.parse(later.body.dueAt ?? '')).toBe(Date.parse('2120-01-01T06:00:00Z'));
    const [entry] = (await site.admin.call('listAuditLogs', { query: { keyBunchId: id } })).body;
    expect(entry).toMatchObject({ action: 'due_change', details: { reason: 'The lift is late' } });
    expect((await change({ dueAt: null })).body.dueAt).toBeNull();
    expect((await back(site, id)).body.dueAt).toBeNull();
    expect((await change({ dueAt: null })).status).toBe(409);
    expect((await issue(site, id, { dueAt: null })).body.dueAt).toBeNull();
  });
});

describe('a short set', () => {
  test('stays short until it is counted whole, complete again, or written off for a reason', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id, { keyCount: 3, fobCount: 2 });
    const settle = (about: Record<string, unknown>, by = site.admin) =>
      by.call('settleShort', { params: { id }, body: about });
    expect((await settle({ outcome: 'complete' })).body.message).toBe('These keys are complete');
    const lose = async () => {
      await issue(site, id);
      return back(site, id, { keysCounted: 2, fobsCounted: 1 });
    };
    expect((await lose()).body.short).toMatchObject({ keysPresent: 2, fobsPresent: 1 });
    expect((await settle({ outcome: 'complete', reason: 'In the van' })).body).toMatchObject({
      short: null,
      keyCount: 3,
    });
    expect((await historyOf(site, id))[0]?.details).toMatchObject({
      short: 'complete',
      reason: 'In the van',
    });
    await lose();
    await issue(site, id);
    expect((await back(site, id)).body.short).toBeNull();
    await lose();
    expect((await settle({ outcome: 'written_off' })).body.errors).toEqual({ reason: 'Reason is required' });
    expect((await settle({ outcome: 'written_off', reason: 'Lost on the Tube' })).body).toMatchObject({
      short: null,
      keyCount: 2,
      fobCount: 1,
    });
    await lose();
    await issue(site, id, {});
    await back(site, id, { keysCounted: 0 });
    expect((await settle({ outcome: 'written_off', reason: 'x' })).body.message).toBe(
      'A set has at least one key',
    );
  });
});

describe('what can be undone', () => {
  test('the history says of each entry whether its reader can undo it', async () => {
    const site = await makeSite(world);
    const { id } = await site.company.bunch(site.here.id);
    const other = await site.company.as('admin');
    const undoable = async (by: Person = site.admin) =>
      (await by.call('getKeyBunchHistory', { params: { id } })).body.map((entry) => entry.undoable);
    await issue(site, id);
    expect([await undoable(), await undoable(other)]).toEqual([[true], [false]]);
    // After a return the issue cannot be undone, and an undo cannot be undone.
    await back(site, id);
    expect(await undoable()).toEqual([true, false]);
    expect((await undo(site, id)).status).toBe(200);
    expect(await undoable()).toEqual([false, false, false]);
    // Nor after an edit, which is only in the log.
    await back(site, id, { newTag: '78' });
    expect((await undoable())[0]).toBe(true);
    await site.admin.call('updateKeyBunch', { params: { id }, body: { keyDescription: 'Front door' } });
    expect((await undoable())[0]).toBe(false);
    expect((await undo(site, id)).status).toBe(409);
    // Nor after a quarter of an hour.
    await issue(site, id);
    expect((await undoable())[0]).toBe(true);
    try {
      await putClock(world, new Date(Date.now() + 16 * 60_000).toISOString());
      expect((await undoable())[0]).toBe(false);
    } finally {
      await putClock(world, null);
    }
  });
});
