import { afterAll, describe, expect, test } from 'vitest';
import { dueBy } from '../../shared/due.ts';
import type { DueRule } from '../../shared/setting.ts';
import { dayOf } from '../../shared/zone.ts';
import { makeStory } from './demo.ts';
import { DAY, HOUR, MINUTE } from './plan.ts';
import type { Act } from './stage.ts';

// Tests the plan of the demo company without a database (demo.test.ts has one).
const ZONES = ['UTC', 'Europe/London', 'Australia/Lord_Howe'];

const ownZone = process.env.TZ;
afterAll(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

type Held = {
  location: unknown;
  type: unknown;
  status: string;
  since: number;
  holder: unknown;
  due: number | null;
  short: string | null;
};
type Sets = Map<string, Held>;

/** The sets that an act issues or takes back; the only act that the script undoes is an issue. */
function custodyOf({ call, params, body }: Act): { id: string; out: boolean }[] {
  const out = call === 'issueKeyBunch' || call === 'issueBatch';
  if (call === 'issueBatch' || call === 'returnBatch')
    return (body.items as { keyBunchId: string }[]).map(({ keyBunchId: id }) => ({ id, out }));
  return out || call === 'returnKeyBunch' || call === 'undoCustody' ? [{ id: `${params?.id}`, out }] : [];
}

/** The statuses that a call requires of the set; an issued one can be edited only to be missing. */
const NEEDS: Partial<Record<Act['call'], readonly string[]>> = {
  handOver: ['issued'],
  changeDue: ['issued'],
  moveKeyBunch: ['active'],
  deleteKeyBunch: ['active'],
};

/** Applies the register's rules to the acts; calls `look` with the sets after each, and throws at an act that the rules refuse. */
function live(acts: readonly Act[], zone: string, look: (act: Act, sets: Sets) => void): Sets {
  const sets: Sets = new Map();
  const rules = new Map<unknown, DueRule>();
  for (const act of acts) {
    const { at, call, body, makes, params } = act;
    look(act, sets);
    const refused = (why: unknown) => new Error(`${JSON.stringify(act)}: ${JSON.stringify(why)}`);
    if (call === 'createSetting' && body.due) rules.set(body.name, body.due as DueRule);
    if (call === 'createKeyBunch') {
      const { locationId: location, type } = body;
      sets.set(`${makes}`, {
        ...{ location, type, status: 'active', since: at },
        ...{ holder: null, due: null, short: null },
      });
    }
    for (const { id, out } of custodyOf(act)) {
      const set = sets.get(id);
      if (set?.status !== (out ? 'active' : 'issued')) throw refused(set);
      if (out) {
        const asked = body.dueAt === undefined ? dueBy(rules.get(set.type) ?? null, at, zone) : body.dueAt;
        const due = typeof asked === 'string' ? Date.parse(asked) : Number(asked);
        if (due <= at) throw refused(due);
        const holder = body.officerName ?? body.holderId;
        Object.assign(set, { status: 'issued', since: at, holder, due });
      } else {
        if (body.officerName && body.officerName !== set.holder) throw refused(set);
        const isShort = body.keysCounted !== undefined || body.fobsCounted !== undefined;
        Object.assign(set, { status: 'active', due: null, short: isShort ? set.holder : null });
      }
    }
    const set = sets.get(`${params?.id}`);
    if (!/KeyBunch$|^handOver$|^changeDue$/.test(call) || call === 'createKeyBunch') continue;
    const isLost = call === 'updateKeyBunch' && body.status !== undefined && body.status !== 'missing';
    const needs = NEEDS[call] ?? (isLost ? ['active', 'missing', 'inactive'] : null);
    if (!set || (needs && !needs.includes(set.status))) throw refused(set);
    if (call === 'handOver') Object.assign(set, { since: at, holder: body.holderId });
    if (call === 'changeDue') {
      if (!(at < Number(set.due) && Number(set.due) < Date.parse(`${body.dueAt}`))) throw refused(set);
      set.due = Date.parse(`${body.dueAt}`);
    }
    if (call === 'moveKeyBunch') {
      const to = { location: body.toLocationId ?? set.location, type: body.toBunchType ?? set.type };
      if (to.location === set.location && to.type === set.type) throw refused(set);
      Object.assign(set, to);
    }
    if (call === 'updateKeyBunch') set.status = `${body.status ?? set.status}`;
    if (set.status !== 'issued') set.due = null;
    if (call === 'deleteKeyBunch') sets.delete(`${params?.id}`);
  }
  return sets;
}

/** Expects everything that the screens rely on in a history that ends at `now`. */
function judge(acts: readonly Act[], now: number, zone: string): void {
  const backwards = acts.filter(({ at }, index) => at < (acts[index - 1]?.at ?? now - 65 * DAY));
  expect(backwards).toEqual([]);
  expect(acts.at(-1)).toMatchObject({ at: now - 8_000, call: 'issueKeyBunch', params: { id: 'MCR-0147' } });
  const moved = acts.flatMap((act) => {
    const moves = custodyOf(act).map(() => act);
    return moves.length === 0 && /^(moveKeyBunch|deleteKeyBunch|handOver)$/.test(act.call) ? [act] : moves;
  });
  expect(moved.length).toBeGreaterThan(500);
  expect(moved.length).toBeLessThan(900);
  expect(now - (moved[0]?.at ?? 0)).toBeGreaterThan(58 * DAY);
  expect(now - (moved[0]?.at ?? 0)).toBeLessThan(61.1 * DAY);

  const audited = new Map<string, Map<string, Held>>();
  const all = live(acts, zone, ({ call, body }, sets) => {
    if (call !== 'startAudit') return;
    const there = [...sets].filter(([, { location }]) => location === body.locationId);
    audited.set(`${body.locationId}`, new Map(there.map(([id, set]) => [id, { ...set }])));
  });
  const sets = [...all.values()];
  const having = (status: string) => sets.filter((set) => set.status === status);
  const statuses = ['active', 'issued', 'missing', 'inactive', 'at_locksmith'];
  expect(statuses.map((status) => having(status).length)).toEqual([75, 30, 4, 9, 2]);
  const out = having('issued').map(({ since }) => now - since);
  expect(out.filter((ago) => ago > 12 * HOUR)).toHaveLength(3);
  expect(out.filter((ago) => ago < 9.1 * HOUR)).toHaveLength(27);
  expect(new Set(sets.map(({ location }) => location)).size).toBe(6);
  expect(new Set(sets.map(({ type }) => type)).size).toBe(4);

  judgeDue(sets, now, zone);
  judgeCustody(acts);

  const serials = acts.flatMap(({ call, body }) => (call === 'createKeyBunch' ? [body.nfcSerial] : []));
  const once = serials.filter(Boolean);
  expect(new Set(once).size).toBe(once.length);
  const beyond = acts.filter(
    ({ who, call }) => who === 'Hannah' && /^(create(?!Reservations)|move|delete)/.test(call),
  );
  expect(beyond).toEqual([]);

  expect([...audited.keys()].sort()).toEqual(AUDITED);
  for (const [location, sets] of audited) judgeAudit(acts, now, location, sets);
}

/** Exactly five sets are overdue, by different times; at least two are due soon, but not during a demonstration; two are short. */
function judgeDue(sets: Held[], now: number, zone: string): void {
  const due = sets.flatMap(({ due: at, status }) => (status === 'issued' ? [Number(at)] : []));
  const overdue = due.filter((at) => at <= now).map((at) => now - at);
  expect(overdue).toHaveLength(5);
  expect(new Set(overdue.map((late) => Math.floor(late / HOUR))).size).toBeGreaterThan(3);
  expect(Math.max(...overdue)).toBeGreaterThan(1.9 * DAY);
  expect(Math.min(...overdue)).toBeLessThan(66 * MINUTE);
  expect(due.filter((at) => at > now && at < now + 45 * MINUTE)).toEqual([]);
  const soon = due.filter((at) => at > now && at <= now + 75 * MINUTE);
  expect(soon.length).toBeGreaterThanOrEqual(2);
  const { to } = dayOf(now, zone);
  if (to > now + 75 * MINUTE)
    expect(due.filter((at) => at > now && at < to).length).toBeGreaterThanOrEqual(2);
  expect(Math.max(...due)).toBeLessThan(now + 26 * HOUR);
  expect(sets.filter(({ short }) => short !== null).map(({ short }) => short)).toEqual([
    'Marek Zielinski',
    'Yusuf Karim',
  ]);
}

/** Expects batches, one of them signed, a handover, an extended due time, and an issue undone by the person who made it. */
function judgeCustody(acts: readonly Act[]): void {
  const of = (call: Act['call']) => acts.filter((act) => act.call === call);
  expect(of('issueBatch').length).toBeGreaterThan(20);
  expect(of('returnBatch').length).toBeGreaterThan(20);
  expect(of('issueBatch').filter(({ body }) => body.signature)).toHaveLength(1);
  for (const call of ['handOver', 'changeDue', 'undoCustody'] as const)
    expect(of(call), call).toHaveLength(1);
  const [undo] = of('undoCustody');
  const done = acts.findLast(
    ({ call, params }) => call === 'issueKeyBunch' && params?.id === undo?.params?.id,
  );
  expect([undo?.who, Number(undo?.at) - Number(done?.at)]).toEqual([done?.who, 3 * MINUTE]);
}

const AUDITED = ['Birmingham Office', 'Bristol Depot', 'Leeds Office', 'Manchester HQ', 'Van 04', 'Van 07'];

/** Each location is audited completely by one person, except Van 04, where two have ticked half so far. */
function judgeAudit(acts: readonly Act[], now: number, location: string, there: Sets): void {
  const name = `audit of ${location}`;
  const inIt = acts.filter(({ params, body }) => params?.id === name || body.auditSessionId === name);
  const having = (...statuses: string[]) => [...there].filter(([, { status }]) => statuses.includes(status));
  const present = having('active', 'inactive').length;
  const ticks = inIt.filter(({ call }) => call === 'tickAudit').map(({ from = 0, share }) => [from, share]);
  expect(new Set(inIt.map(({ who }) => who)).size).toBe(location === 'Van 04' ? 2 : 1);
  const last = inIt.at(-1);
  expect(last?.at).toBeLessThan(now - MINUTE);
  if (location === 'Van 04') {
    expect(present).toBeGreaterThan(5);
    expect(ticks).toEqual([
      [0, 0.25],
      [0.25, 0.5],
    ]);
    expect(having('missing')).toHaveLength(1);
    expect(last?.call).toBe('tickAudit');
  } else {
    expect(present).toBeGreaterThan(0);
    expect(ticks).toEqual([[0, 1]]);
    expect(last?.call).toBe('completeAudit');
  }
  if (location === 'Van 07') expect(now - (last?.at ?? 0)).toBeLessThan(12 * HOUR);
  const scanned = inIt.filter(({ isRefused }) => isRefused).map(({ body }) => body.nfcSerial);
  const of = (serial: unknown) =>
    acts.find(({ call, body }) => call === 'createKeyBunch' && body.nfcSerial === serial);
  const homes = scanned.map((serial) => of(serial)?.body.locationId);
  expect(homes).toEqual(location === 'Bristol Depot' ? ['Manchester HQ', undefined] : []);
}

const hoursFrom = (iso: string, hours: number): number[] =>
  Array.from({ length: hours }, (_, hour) => Date.parse(iso) + hour * HOUR);
const INSTANTS: Record<string, number[]> = {
  'every hour of a week': hoursFrom('2026-11-16T00:42:00Z', 7 * 24),
  'the ends of months and of a year': [
    '2026-11-30T23:59:59Z',
    '2026-12-31T23:59:59Z',
    '2027-01-01T00:00:00Z',
    '2027-01-31T12:00:00Z',
    '2027-02-28T23:30:00Z',
    '2027-03-01T00:10:00Z',
    '2027-03-31T06:05:00Z',
    '2027-04-30T22:00:00Z',
  ].map(Date.parse),
  'the 29th of February': hoursFrom('2028-02-28T23:50:00Z', 26),
  'the day that summer time begins': hoursFrom('2027-03-27T22:59:00Z', 26),
  'the day that summer time ends': hoursFrom('2026-10-24T22:59:00Z', 26),
  'the day that summer time begins on Lord Howe': hoursFrom('2026-10-03T12:59:00Z', 26),
  'the day that summer time ends on Lord Howe': hoursFrom('2027-04-03T12:59:00Z', 26),
};

describe.each(ZONES)('the story of the demo company, told in %s', (zone) => {
  test.each(Object.entries(INSTANTS))('is true of %s', { timeout: 60_000 }, (_, instants) => {
    process.env.TZ = zone;
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    for (const now of instants) {
      try {
        judge(makeStory(now), now, zone);
      } catch (error) {
        throw new Error(`At ${new Date(now).toISOString()} in ${zone}`, { cause: error });
      }
    }
  });

  test('is the same for the same moment', () => {
    process.env.TZ = zone;
    const now = Date.parse('2026-11-22T00:42:00Z');
    expect(makeStory(now)).toEqual(makeStory(now));
  });
});
