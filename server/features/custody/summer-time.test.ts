import { afterAll, describe, expect, test } from 'vitest';
import { putClock } from '../../testing/put.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
afterAll(() => putClock(world, null));

const MINUTE = 60_000;
const moment = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * MINUTE).toISOString();

/** A company in a zone, with a key type due at a time of day, another due after hours, and a set of each. */
async function furnish(zone: string, time: string): Promise<Site & { clock: number; hours: number }> {
  const site = await makeSite(world);
  await site.admin.call('updateCompany', { body: { timezone: zone } });
  for (const [name, due] of Object.entries({ round: { time }, survey: { hours: 12 } }))
    await site.admin.call('createSetting', {
      params: { category: 'keyTypes' },
      body: { name, displayName: name, due },
    });
  const clock = await site.company.bunch(site.here.id, { type: 'round' });
  const hours = await site.company.bunch(site.here.id, { type: 'survey' });
  return { ...site, clock: clock.id, hours: hours.id };
}

/** The number of overdue sets on each screen: the dashboard, the list, the sets that are out, and the holder. */
async function overdueOf({ admin }: Site, holderId: number) {
  const [stats, list, out, person] = await Promise.all([
    admin.call('getDashboardStats'),
    admin.call('listKeyBunches', { query: { due: 'overdue' } }),
    admin.call('listOut', { query: { tab: 'overdue' } }),
    admin.call('getHolder', { params: { id: holderId } }),
  ]);
  return [stats.body.overdue, list.body.length, out.body.counts.overdue, person.body.overdue];
}

/** For each zone the evening before clocks change, a time of that night, and its meaning: left out or coming twice. */
const NIGHTS = [
  ['Europe/London', 'left out', '2027-03-27T20:00:00.000Z', '01:30', '2027-03-28T01:30:00.000Z'],
  ['Europe/London', 'twice', '2026-10-24T20:00:00.000Z', '01:30', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', 'left out', '2027-03-14T00:00:00.000Z', '02:30', '2027-03-14T07:30:00.000Z'],
  ['America/New_York', 'twice', '2026-11-01T00:00:00.000Z', '01:30', '2026-11-01T05:30:00.000Z'],
  ['Australia/Lord_Howe', 'left out', '2026-10-03T08:00:00.000Z', '02:15', '2026-10-03T15:45:00.000Z'],
  ['Australia/Lord_Howe', 'twice', '2027-04-03T08:00:00.000Z', '01:45', '2027-04-03T14:45:00.000Z'],
] as const;

describe('in the night in which clocks change', () => {
  test.each(NIGHTS)(
    'in %s a time that is %s is due once, and overdue from that moment on',
    async (zone, _, evening, time, due) => {
      const site = await furnish(zone, time);
      const holderId = (await site.admin.call('createHolder', { body: { name: 'Ana Ruiz' } })).body.id;
      const issue = async (id: number) => {
        const body = { holderId, officerName: 'Ana Ruiz' };
        return (await site.admin.call('issueKeyBunch', { params: { id }, body })).body.dueAt ?? '';
      };
      await putClock(world, evening);
      expect(Date.parse(await issue(site.clock))).toBe(Date.parse(due));
      expect(Date.parse(await issue(site.hours))).toBe(Date.parse(moment(evening, 12 * 60)));
      await putClock(world, moment(due, -1));
      expect(await overdueOf(site, holderId)).toEqual([0, 0, 0, 0]);
      await putClock(world, moment(due, 1));
      expect(await overdueOf(site, holderId)).toEqual([1, 1, 1, 1]);
      await putClock(world, moment(evening, 12 * 60 - 1));
      expect(await overdueOf(site, holderId)).toEqual([1, 1, 1, 1]);
      await putClock(world, moment(evening, 12 * 60 + 1));
      expect(await overdueOf(site, holderId)).toEqual([2, 2, 2, 2]);
    },
  );

  /** The last minute of each day on which clocks change, and the length of that day in hours. */
  test.each([
    ['Europe/London', '2027-03-28T22:59:00.000Z', 23],
    ['Europe/London', '2026-10-25T23:59:00.000Z', 25],
    ['America/New_York', '2027-03-15T03:59:00.000Z', 23],
    ['America/New_York', '2026-11-02T04:59:00.000Z', 25],
    ['Australia/Lord_Howe', '2026-10-04T12:59:00.000Z', 23.5],
    ['Australia/Lord_Howe', '2027-04-04T13:29:00.000Z', 24.5],
  ])(
    'in %s the day that ends after %s has %s hours: what is due in it is due today',
    async (zone, last, hours) => {
      const site = await furnish(zone, '06:00');
      const first = moment(last, 1 - hours * 60);
      await putClock(world, moment(first, -60));
      for (const [id, dueAt] of [
        [site.clock, last],
        [site.hours, moment(last, 1)],
      ] as const) {
        const body = { officerName: 'Ana Ruiz', dueAt };
        expect((await site.admin.call('issueKeyBunch', { params: { id }, body })).status).toBe(200);
      }
      const today = async () => {
        const [stats, list, out] = await Promise.all([
          site.admin.call('getDashboardStats'),
          site.admin.call('listKeyBunches', { query: { due: 'today' } }),
          site.admin.call('listOut', { query: { tab: 'today' } }),
        ]);
        return [stats.body.dueToday, list.body.map(({ id }) => id), out.body.keyBunches.map(({ id }) => id)];
      };
      await putClock(world, moment(first, -1));
      expect(await today()).toEqual([0, [], []]);
      for (const minutes of [0, 1, hours * 60 - 2]) {
        await putClock(world, moment(first, minutes));
        expect(await today(), `${minutes} minutes after midnight`).toEqual([1, [site.clock], [site.clock]]);
      }
      await putClock(world, moment(last, 1));
      expect(await today()).toEqual([1, [site.hours], [site.hours]]);
    },
  );

  test('keys that go out between the two times of one clock are due the next day', async () => {
    const site = await furnish('Europe/London', '01:30');
    await putClock(world, '2026-10-25T00:20:00.000Z');
    const body = { officerName: 'Ana Ruiz' };
    const { dueAt } = (await site.admin.call('issueKeyBunch', { params: { id: site.clock }, body })).body;
    expect(Date.parse(dueAt ?? '')).toBe(Date.parse('2026-10-26T01:30:00Z'));
  });

  test('the last day on which somebody may take keys ends by the company’s clock', async () => {
    const site = await furnish('Australia/Lord_Howe', '06:00');
    const body = { name: 'Ana Ruiz', validUntil: '2026-10-04' };
    const holderId = (await site.admin.call('createHolder', { body })).body.id;
    const issue = (id: number) =>
      site.admin.call('issueBatch', { body: { holderId, items: [{ keyBunchId: id }] } });
    await putClock(world, '2026-10-04T12:59:59.000Z');
    expect((await issue(site.clock)).status).toBe(200);
    await putClock(world, '2026-10-04T13:00:00.000Z');
    const late = await issue(site.hours);
    expect([late.status, late.body.message, late.body.detail]).toEqual([
      409,
      'Ana Ruiz may not take keys after 4 Oct 2026',
      'Ask an administrator to change it.',
    ]);
  });
});
