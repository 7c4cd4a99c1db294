import { beforeAll, describe, expect, test } from 'vitest';
import { dumpCompany } from '../../testing/dump.ts';
import { putSettings, putStatus } from '../../testing/put.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

// specification.md, table b: every action on every status. `to` is the status after a success, else the refusal.
const world = useWorld();
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
  await putSettings(world, site.company.id, 'statuses', { at_locksmith: 'At locksmith' });
});

const FROM = ['active', 'issued', 'missing', 'inactive', 'in_use', 'at_locksmith'] as const;
type From = (typeof FROM)[number];
type Outcome = { to: string } | { status: number; message: string };
type Row = Record<From, Outcome>;

const to = (status: string): Outcome => ({ to: status });
const no = (status: number, message: string): Outcome => ({ status, message });
const each = (outcome: Outcome, others: Partial<Row> = {}): Row => ({
  ...(Object.fromEntries(FROM.map((status) => [status, outcome])) as Row),
  ...others,
});
const same = (others: Partial<Row> = {}): Row => ({
  ...(Object.fromEntries(FROM.map((status) => [status, to(status)])) as Row),
  ...others,
});

type Action = { row: Row; call: (id: number) => Promise<{ status: number; body: { message?: string } }> };
const patch = (body: Record<string, unknown>) => (id: number) =>
  site.admin.call('updateKeyBunch', { params: { id }, body });

const NOT_ISSUED = no(409, 'Keys are not currently issued');
const RETURN_FIRST = no(409, 'Return the keys first');
const UNKNOWN = no(400, 'Unknown status');

const ACTIONS: Record<string, Action> = {
  'STATE-02 issue': {
    row: each(to('issued'), { issued: no(409, 'Keys are already issued') }),
    call: (id) => site.admin.call('issueKeyBunch', { params: { id }, body: { officerName: 'Ola Berg' } }),
  },
  'STATE-03 return': {
    row: each(NOT_ISSUED, { issued: to('active') }),
    call: (id) =>
      site.admin.call('returnKeyBunch', { params: { id }, body: { officerName: 'Ola Berg', newTag: '9' } }),
  },
  'STATE-06 move': {
    row: same(),
    call: (id) =>
      site.admin.call('moveKeyBunch', {
        params: { id },
        body: { toLocationId: site.there.id, toBunchType: 'lock_ups' },
      }),
  },
  'PATCH to active': {
    row: each(to('active'), {
      issued: no(409, 'Return the keys instead'),
      missing: no(400, 'Current tag is required'),
    }),
    call: patch({ status: 'active' }),
  },
  'PATCH to active with a tag': {
    row: each(to('active'), { issued: no(409, 'Tag is broken while keys are issued') }),
    call: patch({ status: 'active', currentTag: '555' }),
  },
  'D-09 PATCH to issued': {
    row: each(no(409, 'Use issue to issue keys'), { issued: to('issued') }),
    call: patch({ status: 'issued' }),
  },
  'PATCH to missing': { row: each(to('missing')), call: patch({ status: 'missing' }) },
  'PATCH to inactive': {
    row: each(to('inactive'), { issued: RETURN_FIRST }),
    call: patch({ status: 'inactive' }),
  },
  'S-27 PATCH to in_use': {
    row: each(UNKNOWN, { issued: RETURN_FIRST, in_use: to('in_use') }),
    call: patch({ status: 'in_use' }),
  },
  'S-43 PATCH to a configured status': {
    row: each(to('at_locksmith'), { issued: RETURN_FIRST }),
    call: patch({ status: 'at_locksmith' }),
  },
  'PATCH to a status nobody configured': { row: each(UNKNOWN), call: patch({ status: 'lost_at_sea' }) },
  'edit without a status': { row: same(), call: patch({ notes: 'Seen today', keyCount: 7 }) },
  'edit that leaves the tag as it is': {
    row: same(),
    call: async (id) => {
      const { currentTag } = (await site.admin.call('getKeyBunch', { params: { id } })).body;
      return patch({ notes: 'Seen today', currentTag })(id);
    },
  },
  'edit of the tag': {
    row: same({ issued: no(409, 'Tag is broken while keys are issued') }),
    call: patch({ currentTag: '556' }),
  },
  'link an NFC tag': {
    row: same(),
    call: (id) => patch({ nfcSerial: `04:${id}` })(id),
  },
  'S-39 delete': {
    row: each(to('deleted'), {
      issued: no(409, 'Keys are currently issued. Return them or mark them missing before deleting.'),
    }),
    call: (id) => site.admin.call('deleteKeyBunch', { params: { id } }),
  },
};

describe('table b', () => {
  for (const [title, { row, call }] of Object.entries(ACTIONS)) {
    for (const from of FROM) {
      const outcome = row[from];
      const says = 'to' in outcome ? outcome.to : `${outcome.status} ${outcome.message}`;
      test(`${title}, ${from}: ${says}`, async () => {
        const bunch = await site.company.bunch(site.here.id, { type: 'static' });
        await putStatus(world, bunch.id, from);
        const before = await dumpCompany(world, site.company.id);
        const answer = await call(bunch.id);
        const [stored] = await world.sql<{
          status: string;
          holder_name: string | null;
          issued_at: Date | null;
        }>('select status, holder_name, issued_at from key_bunches where id = $1', [bunch.id]);
        if ('to' in outcome) {
          expect(answer.status, JSON.stringify(answer.body)).toBe(200);
          expect(stored?.status ?? 'deleted').toBe(outcome.to);
          if (!stored) return;
          expect(stored.holder_name !== null).toBe(outcome.to === 'issued');
          expect(stored.issued_at !== null).toBe(outcome.to === 'issued');
          return;
        }
        expect(answer.status).toBe(outcome.status);
        expect(answer.body.message).toBe(outcome.message);
        expect(await dumpCompany(world, site.company.id)).toBe(before);
      });
    }
  }
});

describe('created as', () => {
  const make = (status?: string) =>
    site.admin.call('createKeyBunch', {
      body: { identifier: 'NEW', currentTag: '1', locationId: site.here.id, ...(status && { status }) },
    });

  test('STATE-01 active when no status is sent', async () => {
    const { status, body } = await make();
    expect([status, body.status]).toEqual([201, 'active']);
  });
  for (const status of ['active', 'inactive', 'missing', 'at_locksmith']) {
    test(status, async () => {
      const made = await make(status);
      expect([made.status, made.body.status]).toEqual([201, status]);
    });
  }
  for (const status of ['issued', 'in_use', 'lost_at_sea']) {
    test(`${status}: refused`, async () => {
      const before = await dumpCompany(world, site.company.id);
      const refused = await make(status);
      expect(refused.status).toBe(400);
      if (status !== 'issued') expect(refused.body.message).toBe('Unknown status');
      expect(await dumpCompany(world, site.company.id)).toBe(before);
    });
  }
});

test('S-43 a configured status that is switched off is no longer offered, and stays on its record', async () => {
  const { company, admin, here } = await makeSite(world);
  await putSettings(world, company.id, 'statuses', { retired: { displayName: 'Retired', isActive: false } });
  const bunch = await company.bunch(here.id);
  const params = { id: bunch.id };
  const set = await admin.call('updateKeyBunch', { params, body: { status: 'retired' } });
  expect([set.status, set.body.message]).toEqual([400, 'Unknown status']);
  await putStatus(world, bunch.id, 'retired');
  const kept = await admin.call('updateKeyBunch', { params, body: { status: 'retired', notes: 'Old' } });
  expect([kept.status, kept.body.status, kept.body.notes]).toEqual([200, 'retired', 'Old']);
});
