import type { QueryOf } from '../../../shared/api.ts';
import { plainCode } from '../../../shared/digits.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { labelCodeOf } from '../../../shared/label-code.ts';
import { KEY_BUNCH_PAGE } from '../../../shared/limits.ts';
import { inNaturalOrder, inOrderOfPositions } from '../../../shared/natural-order.ts';
import type { KeptSet } from './store.ts';

type Query = NonNullable<QueryOf<'listKeyBunches'>>;
const HOUR_MS = 60 * 60_000;

const withoutMarks = (text: string) => plainCode(text).replace(/[\s-]/g, '');

/** Where the search finds a text, best first: 0 is the very code, 1 its beginning, 2 anywhere; null for nowhere. */
function rankOf(bunch: KeptSet, asked: string): number | null {
  const words = asked.toLowerCase();
  const code = withoutMarks(asked);
  const codes = [bunch.identifier, bunch.currentTag ?? '', bunch.nfcSerial ?? ''].map(withoutMarks);
  const serial = normaliseSerial(asked).toLowerCase();
  if (codes.some((one) => one !== '' && (one === code || one === serial))) return 0;
  if (bunch.label !== undefined && bunch.label === labelCodeOf(asked)) return 0;
  if (code !== '' && codes.some((one) => one.startsWith(code))) return 1;
  const texts = [
    bunch.keyDescription,
    bunch.holder?.name,
    bunch.position,
    ...bunch.premises.flatMap(({ name, client }) => [name, client]),
  ];
  const isFound =
    (code !== '' && codes.some((one) => one.includes(code))) ||
    texts.some((text) => text?.toLowerCase().includes(words));
  return isFound ? 2 : null;
}

type Test = (bunch: KeyBunch, value: string, now: number) => boolean;
const isBefore = (at: string | null, moment: number) => at !== null && Date.parse(at) < moment;
const LACKS: Record<string, (bunch: KeyBunch) => boolean> = {
  tag: ({ currentTag }) => !currentTag,
  nfc: ({ nfcSerial }) => !nfcSerial,
  premises: ({ premises }) => premises.length === 0,
  photo: ({ hasImage }) => !hasImage,
};
/** The filters that can be judged by what is kept. */
const TESTS: Record<string, Test> = {
  q: (bunch, value) => rankOf(bunch, value.trim()) !== null,
  nfcSerial: ({ nfcSerial }, value) => nfcSerial === normaliseSerial(value),
  type: ({ type }, value) => type === value,
  status: ({ status }, value) => status === value,
  locationId: ({ locationId }, value) => locationId === Number(value),
  holderId: ({ holder }, value) => holder?.id === Number(value),
  premisesId: ({ premises }, value) => premises.some(({ id }) => id === Number(value)),
  short: ({ short }) => short !== null,
  outHours: ({ issuedAt }, value, now) => isBefore(issuedAt, now - Number(value) * HOUR_MS),
  due: ({ holder, dueAt }, value, now) =>
    value === 'overdue' ? isBefore(dueAt, now) : holder !== null && dueAt === null,
  without: (bunch, value) => LACKS[value]?.(bunch) ?? false,
};

const never = '9999';
/** The orders of what is kept; those by sightings need the server. */
const ORDERS: Record<string, (one: KeyBunch, other: KeyBunch) => number> = {
  identifier: () => 0,
  type: (one, other) => inNaturalOrder(one.type, other.type),
  location: (one, other) => inNaturalOrder(one.location.name, other.location.name),
  status: (one, other) => inNaturalOrder(one.status, other.status),
  position: (one, other) => inOrderOfPositions(one.position, other.position),
  lastUpdated: (one, other) => inTime(one.lastUpdated, other.lastUpdated),
  issuedAt: (one, other) => inTime(one.issuedAt, other.issuedAt),
  due: (one, other) => inTime(one.dueAt, other.dueAt),
};
const inTime = (one: string | null, other: string | null) =>
  (one ?? never) < (other ?? never) ? -1 : Number((one ?? never) > (other ?? never));

const CURSOR = 'kept.';

const isUnknown = (name: string, value: string) =>
  !(name in TESTS) || (name === 'due' && value === 'today') || (name === 'without' && !(value in LACKS));

/**
 * One page of the kept sets that a list's query asks for, in its order; A cursor counts the sets before it. Null for what only the server
 * can tell, such as sightings, labels and what is due today. `now` in epoch ms by the server's clock.
 */
export function findKept(sets: Iterable<KeyBunch>, query: Query, now: number) {
  const { sort, limit = String(KEY_BUNCH_PAGE), cursor = CURSOR + 0, ...filters } = query;
  // A list that the server began only it can continue.
  if (!cursor.startsWith(CURSOR)) return null;
  const asked = Object.entries(filters).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const order = ORDERS[(sort ?? 'identifier').replace(/^-/, '')];
  if (!order || asked.some(([name, value]) => isUnknown(name, value))) return null;
  const matches = [...sets].filter((bunch) =>
    asked.every(([name, value]) => TESTS[name]?.(bunch, value, now)),
  );
  const words = sort ? '' : (query.q?.trim() ?? '');
  const down = sort?.startsWith('-') ? -1 : 1;
  const ranks = new Map(matches.map((bunch) => [bunch, words ? (rankOf(bunch, words) ?? 0) : 0]));
  matches.sort(
    (one, other) =>
      (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0) ||
      down * (order(one, other) || inNaturalOrder(one.identifier, other.identifier) || one.id - other.id),
  );
  return pageOfKept(matches, Number(limit), cursor);
}

/** One page of what was found, and where the next one begins. */
export function pageOfKept<T>(matches: readonly T[], limit: number, cursor = CURSOR + 0) {
  const from = Number(cursor.slice(CURSOR.length));
  const end = from + limit;
  return {
    data: matches.slice(from, end),
    total: matches.length,
    atLeast: false,
    next: end < matches.length ? CURSOR + end : null,
  };
}
