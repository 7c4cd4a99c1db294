import type { QueryOf } from '../../../shared/api.ts';
import { dayIn } from '../../../shared/clock-text.ts';
import type { Lookup, Out, OutHolder } from '../../../shared/custody.ts';
import type { Dashboard, Stats } from '../../../shared/dashboard.ts';
import { plainCode } from '../../../shared/digits.ts';
import type { Mine } from '../../../shared/handover.ts';
import type { ListedHolder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { labelCodeOf } from '../../../shared/label-code.ts';
import { DASHBOARD_DUE, HOLDER_PAGE, LONG_OUT_HOURS } from '../../../shared/limits.ts';
import type { ListLocation } from '../../../shared/location.ts';
import { inNaturalOrder, inOrderOfPositions } from '../../../shared/natural-order.ts';
import type { RegisterSheet, SheetSet } from '../../../shared/register-sheet.ts';
import { findKept, pageOfKept } from './find.ts';
import type { KeptSet } from './store.ts';

/** The register as the device knows it, with its own entries applied; `now` in epoch ms by the server's clock. */
export type Register = {
  sets: ReadonlyMap<number, KeptSet>;
  people: readonly ListedHolder[];
  locations: readonly ListLocation[];
  zone: string;
  now: number;
};

const HOUR_MS = 60 * 60_000;
const isOut = ({ status }: KeyBunch) => status === 'issued';
const isOverdue = ({ now }: Register, { dueAt }: KeyBunch) => dueAt !== null && Date.parse(dueAt) < now;
const isDueToday = ({ now, zone }: Register, { dueAt }: KeyBunch) =>
  dueAt !== null && Date.parse(dueAt) >= now && dayIn(Date.parse(dueAt), zone) === dayIn(now, zone);
const dueOrNever = ({ dueAt }: KeyBunch) => (dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt));
/** Longest overdue first, then soonest due, those without a time last. */
const byDue = (one: KeyBunch, other: KeyBunch) =>
  dueOrNever(one) === dueOrNever(other)
    ? inNaturalOrder(one.identifier, other.identifier)
    : dueOrNever(one) - dueOrNever(other);

const heldBy = ({ sets }: Register, id: number) =>
  [...sets.values()].filter((bunch) => isOut(bunch) && bunch.holder?.id === id).sort(byDue);

/** A person with the numbers of what they have now. */
const counted = (known: Register, person: ListedHolder, held: readonly KeyBunch[]): ListedHolder => ({
  ...person,
  out: held.length,
  overdue: held.filter((bunch) => isOverdue(known, bunch)).length,
});

function grouped<K>(sets: readonly KeyBunch[], of: (bunch: KeyBunch) => K): Map<K, KeyBunch[]> {
  const groups = new Map<K, KeyBunch[]>();
  for (const bunch of sets) {
    const group = groups.get(of(bunch));
    if (group) group.push(bunch);
    else groups.set(of(bunch), [bunch]);
  }
  return groups;
}

const has = (text: string | null, words: string) => text?.toLowerCase().includes(words) ?? false;

/** A page of people as GET /api/holders lists them. */
export function peopleOf(known: Register, query: NonNullable<QueryOf<'listHolders'>>) {
  const { q, active, kind, holding, limit = String(HOLDER_PAGE), cursor } = query;
  const words = q?.trim().toLowerCase() ?? '';
  const held = grouped([...known.sets.values()].filter(isOut), ({ holder }) => holder?.id);
  const found = known.people
    .filter(
      (one) =>
        (!words ||
          has(one.name, words) ||
          has(one.organisation, words) ||
          one.badge?.toLowerCase() === words) &&
        (!active || one.isActive === (active === 'true')) &&
        (!kind || one.kind === kind),
    )
    .map((one) => counted(known, one, held.get(one.id) ?? []))
    .filter(({ out, overdue }) => !holding || (holding === 'any' ? out : overdue) > 0);
  return pageOfKept(found, Number(limit), cursor);
}

/** A person as GET /api/holders/:id; null for none that is kept. */
export function personOf(known: Register, id: number) {
  const person = known.people.find((one) => one.id === id);
  if (!person) return null;
  const holding = heldBy(known, id);
  return { ...counted(known, person, holding), held: holding.length, holding };
}

/** A user's own sets as GET /api/mine; questions of hand-overs need the server. */
export function mineOf(known: Register, userId: number): Mine {
  const own = known.people.find((one) => one.userId === userId);
  const keyBunches = [...known.sets.values()]
    .filter((bunch) => isOut(bunch) && (own ? bunch.holder?.id === own.id : bunch.holder?.userId === userId))
    .sort(byDue);
  const holder = own ? counted(known, own, keyBunches) : null;
  return { holder, held: keyBunches.length, keyBunches, received: [], given: [], ended: [] };
}

/** Who of a company may have keys with an account, as GET /api/officers. */
export const officersOf = ({ people }: Register) =>
  people.flatMap(({ name, userId, isActive }) => (userId && isActive ? { name, userId, email: null } : []));

/** The set with a label's code; undefined for a code that is not kept. */
export function labelled({ sets }: Register, code: string): KeptSet | undefined {
  const label = labelCodeOf(code);
  return label ? [...sets.values()].find((bunch) => bunch.label === label) : undefined;
}

/** What a scanned code means, as GET /api/lookup; null when only the server can tell, as of a former tag. */
export function lookUp(known: Register, code: string): Lookup | null {
  const typed = plainCode(code.trim());
  const sets = [...known.sets.values()];
  const serial = normaliseSerial(code);
  const ofSets = (by: Lookup['by'], keyBunches: KeyBunch[]): Lookup => {
    const kind = keyBunches.length === 1 ? 'keyBunch' : 'several';
    return { kind, by, keyBunches, holder: null, blank: null };
  };
  const linked = sets.filter(({ nfcSerial }) => serial !== '' && nfcSerial === serial);
  if (linked.length > 0) return ofSets('nfcSerial', linked);
  const person = known.people.find(({ badge }) => badge && plainCode(badge) === typed);
  if (person) {
    const holder = counted(known, person, heldBy(known, person.id));
    return { kind: 'holder', by: null, keyBunches: [], holder, blank: null };
  }
  const set = labelled(known, code);
  if (set) return ofSets('label', [set]);
  for (const [by, textOf] of [
    ['tag', ({ currentTag }: KeyBunch) => currentTag],
    ['identifier', ({ identifier }: KeyBunch) => identifier],
  ] as const) {
    const found = sets.filter((bunch) => plainCode(textOf(bunch) ?? '') === typed);
    if (found.length > 0) return ofSets(by, found);
  }
  return null;
}

/** The sets that are out, as GET /api/custody/out, in one page. */
export function outOf(known: Register, query: NonNullable<QueryOf<'listOut'>>) {
  const { tab, by, q, locationId, type } = query;
  const limit = String(known.sets.size);
  const filters = { ...(q && { q }), ...(locationId && { locationId }), ...(type && { type }) };
  const found = findKept(known.sets.values(), { ...filters, status: 'issued', limit } as never, known.now);
  const all = (found?.data ?? []).sort(byDue);
  const tabs = {
    all,
    today: all.filter((bunch) => isDueToday(known, bunch)),
    overdue: all.filter((bunch) => isOverdue(known, bunch)),
  };
  const keyOf = ({ holder }: KeyBunch) => holder?.id ?? holder?.name ?? '';
  const groups = grouped(tabs[tab ?? 'all'], keyOf);
  const keyBunches = by === 'person' ? [...groups.values()].flat() : tabs[tab ?? 'all'];
  const holders = [...groups.values()].flatMap(([first]): OutHolder[] => {
    if (!first?.holder) return [];
    const person = known.people.find(({ id }) => id === first.holder?.id);
    const theirs = all.filter((bunch) => keyOf(bunch) === keyOf(first));
    const { kind = null, organisation = null } = person ?? {};
    const overdue = theirs.filter((bunch) => isOverdue(known, bunch)).length;
    return [{ holder: first.holder, kind, organisation, phone: null, out: theirs.length, overdue }];
  });
  const counts = { all: all.length, today: tabs.today.length, overdue: tabs.overdue.length };
  const reply: Out = { counts, holders, keyBunches };
  return { data: reply, total: keyBunches.length, atLeast: false, next: null };
}

/** The figures of the dashboard. */
export function statsOf(known: Register): Stats {
  const all = [...known.sets.values()];
  const out = all.filter(isOut);
  return {
    totalBunches: all.length,
    inUse: out.length,
    missing: all.filter(({ status }) => status === 'missing').length,
    present: all.filter(({ status }) => status === 'active').length,
    overdue: out.filter((bunch) => isOverdue(known, bunch)).length,
    dueToday: out.filter((bunch) => isDueToday(known, bunch)).length,
    short: all.filter(({ short }) => short).length,
  };
}

const MISSING_SHOWN = 5;
const countBy = (sets: readonly KeyBunch[], of: 'status' | 'type') =>
  Object.fromEntries([...grouped(sets, (bunch) => bunch[of])].map(([name, some]) => [name, some.length]));

/** The dashboard without what only the server knows: notices, and movements. */
export function dashboardOf(known: Register, userId: number): Dashboard {
  const all = [...known.sets.values()];
  const missing = all
    .filter(({ status }) => status === 'missing')
    .sort((one, other) => (one.lastUpdated < other.lastUpdated ? 1 : -1));
  const { held, keyBunches } = mineOf(known, userId);
  const before = known.now - LONG_OUT_HOURS * HOUR_MS;
  const next = keyBunches.find((bunch) => bunch.dueAt && !isOverdue(known, bunch))?.dueAt ?? null;
  return {
    stats: statsOf(known),
    longOut: all.filter(({ issuedAt }) => issuedAt && Date.parse(issuedAt) < before).length,
    longOutMore: false,
    missingNow: missing.slice(0, MISSING_SHOWN),
    due: all
      .filter((bunch) => isOut(bunch) && bunch.dueAt)
      .sort(byDue)
      .slice(0, DASHBOARD_DUE),
    ...{ remindersLate: null, backupLate: null, foundNotices: 0, pausedWebhooks: 0, recentMovements: [] },
    mine: {
      sets: held,
      overdue: keyBunches.filter((bunch) => isOverdue(known, bunch)).length,
      nextDue: next,
      asked: 0,
    },
    locations: known.locations.map((location) => {
      const sets = all.filter(({ locationId }) => locationId === location.id);
      return {
        ...location,
        total: sets.length,
        byStatus: countBy(sets, 'status'),
        byType: countBy(sets, 'type'),
      };
    }),
  };
}

/** A set as a line of the register on paper; phone numbers are not kept. */
const sheetLineOf = (bunch: KeyBunch, hasSites: boolean): SheetSet => ({
  id: bunch.id,
  identifier: bunch.identifier,
  position: bunch.position,
  status: bunch.status,
  keyCount: bunch.keyCount,
  fobCount: bunch.fobCount,
  keysPresent: bunch.short?.keysPresent ?? null,
  tag: bunch.currentTag,
  holder: isOut(bunch) ? bunch.holder : null,
  phone: null,
  since: bunch.issuedAt ?? bunch.missing?.since ?? null,
  dueAt: bunch.dueAt,
  lastHolder: bunch.missing?.lastHolder?.name ?? null,
  ...(hasSites && { door: bunch.keyDescription, premises: bunch.premises }),
});

/** The register of a location on paper; null for a location that is not kept. */
export function sheetOf(
  known: Register,
  query: NonNullable<QueryOf<'getRegisterSheet'>>,
): RegisterSheet | null {
  const location = known.locations.find(({ id }) => id === Number(query.location));
  if (!location) return null;
  const sets = [...known.sets.values()]
    .filter(({ locationId }) => locationId === location.id)
    .sort(
      (one, other) =>
        inOrderOfPositions(one.position, other.position) || inNaturalOrder(one.identifier, other.identifier),
    );
  return {
    location: { id: location.id, name: location.name },
    counts: {
      sets: sets.length,
      out: sets.filter(isOut).length,
      missing: sets.filter(({ status }) => status === 'missing').length,
    },
    sets: sets.map((bunch) => sheetLineOf(bunch, query.sites === 'true')),
  };
}
