import type { KeyBunchQuery } from '../../../shared/key-bunch-query.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { all, joined, raw, type Sql, sql } from '../../database/sql.ts';
import type { CursorPart } from '../cursor.ts';
import {
  type Bunch,
  DUE_OR_NEVER,
  END_OF_TODAY,
  ISSUED_OR_NEVER,
  NO_POSITION,
  opens,
  outLongerThan,
  POSITION_OR_LAST,
  SEEN_OR_NEVER,
} from './key-bunch.ts';

const IS_DUE = sql`key_bunches.status = 'issued' and (${DUE_OR_NEVER})`;
/** By the company's clock, as the dashboard counts. Only issued sets are due, so their index is used. */
const DUE = {
  overdue: sql`${IS_DUE} < (select clock())`,
  today: sql`${IS_DUE} >= (select clock()) and (${DUE_OR_NEVER}) < (${END_OF_TODAY})`,
  none: sql`${IS_DUE} = 'infinity'`,
};
const WITHOUT = {
  tag: raw('key_bunches.current_tag is null'),
  nfc: raw('key_bunches.nfc_serial is null'),
  premises: raw("key_bunches.premises = '[]'"),
  photo: raw('key_bunches.image_url is null'),
  label: raw('not key_bunches.has_label'),
};

/** The condition of each filter that a query has. `locationIds` are the caller's locations. */
const conditionsOf = (query: KeyBunchQuery, locationIds: number[] | null) => {
  const { type, status, locationId, nfcSerial, outHours, notSeenDays, holderId, premisesId, due, without } =
    query;
  return {
    type: type && sql`key_bunches.type = ${type}`,
    status: status && sql`key_bunches.status = ${status}`,
    locationId: locationId && sql`key_bunches.location_id = ${locationId}`,
    nfcSerial: nfcSerial && sql`key_bunches.nfc_serial = ${normaliseSerial(nfcSerial)}`,
    outHours: outHours && outLongerThan(outHours),
    notSeenDays:
      notSeenDays && sql`(${SEEN_OR_NEVER}) < (select clock() - make_interval(days => ${notSeenDays}::int))`,
    holderId: holderId && sql`key_bunches.holder_id = ${holderId}`,
    premisesId: premisesId && opens(premisesId),
    due: due && DUE[due],
    short: query.short && raw('key_bunches.short_since is not null'),
    without: without && WITHOUT[without],
    changedSince: query.changedSince && sql`key_bunches.last_updated >= ${query.changedSince}::timestamptz`,
    // Repeats the policy: it does not tell the planner how few sets the caller's locations hold.
    locationIds: !locationId && locationIds && sql`key_bunches.location_id = any (${locationIds}::int[])`,
  };
};

/** Filters that the counters answer (count.ts). */
const KINDS: readonly string[] = ['type', 'status', 'locationId', 'locationIds'];

/**
 * A query's filters as a condition. `locationIds` are those of its locations, null for all that the policy allows. `isOfKinds`: the
 * counters have the total; `isOneKind`: the only filter is one type, status or location; `isAllOfLocations`: no filter but `locationIds`;
 * `isAll`: no filter.
 */
export type Filters = {
  where: Sql;
  locationIds: number[] | null;
  isOfKinds: boolean;
  isOneKind: boolean;
  isAllOfLocations: boolean;
  isAll: boolean;
};

/** `locationIds` are the caller's locations, null when they see all. */
export function filtersOf(query: KeyBunchQuery, locationIds: number[] | null): Filters {
  const conditions = Object.entries(conditionsOf(query, locationIds)).flatMap(([name, condition]) =>
    condition ? [{ name, condition }] : [],
  );
  const isOfKinds = conditions.every(({ name }) => KINDS.includes(name));
  return {
    where: all(...conditions.map(({ condition }) => condition)),
    locationIds: query.locationId ? null : locationIds,
    isOfKinds,
    isOneKind: isOfKinds && conditions.length === 1 && conditions[0]?.name !== 'locationIds',
    isAllOfLocations: conditions.every(({ name }) => name === 'locationIds'),
    isAll: conditions.length === 0,
  };
}

/** A sort key: its SQL, its form in a cursor, and its value of a bunch. */
type Part = { by: Sql; is: CursorPart; of: (bunch: Bunch) => string | number };

const text = (by: Sql, of: Part['of']): Part => ({ by, is: { kind: 'text' }, of });
const time = (by: Sql, of: Part['of'], never?: string): Part => ({ by, is: { kind: 'time', never }, of });
const identifier = text(raw('key_bunches.identifier'), (bunch) => bunch.identifier);
const id: Part = { by: raw('key_bunches.id'), is: { kind: 'id' }, of: (bunch) => bunch.id };

/** Every order ends in the unique id; each but that by location is an index's. */
const SORTS = {
  identifier: [identifier, id],
  type: [text(raw('key_bunches.type'), (bunch) => bunch.type), identifier, id],
  location: [
    text(raw('locations.name'), (bunch) => bunch.location.name),
    { by: raw('locations.id'), is: { kind: 'id' }, of: (bunch) => bunch.locationId },
    identifier,
    id,
  ],
  status: [text(raw('key_bunches.status'), (bunch) => bunch.status), identifier, id],
  lastUpdated: [time(raw('key_bunches.last_updated'), (bunch) => bunch.lastUpdated), id],
  issuedAt: [time(ISSUED_OR_NEVER, (bunch) => bunch.issuedAt ?? 'infinity', 'infinity'), id],
  due: [time(DUE_OR_NEVER, (bunch) => bunch.dueAt ?? 'infinity', 'infinity'), id],
  position: [text(POSITION_OR_LAST, (bunch) => bunch.position ?? NO_POSITION), identifier, id],
  lastSeen: [time(SEEN_OR_NEVER, (bunch) => bunch.lastSeenAt ?? '-infinity', '-infinity'), id],
} as const satisfies Record<string, readonly Part[]>;
type SortName = keyof typeof SORTS;
const isSort = (name: string): name is SortName => Object.hasOwn(SORTS, name);

export type Sort = { name: SortName; down: boolean; parts: readonly Part[] };

/** The requested sort, by default by identifier, of changed sets by the change. */
export function sortOf({
  changedSince,
  sort = changedSince ? 'lastUpdated' : 'identifier',
}: Pick<KeyBunchQuery, 'sort' | 'changedSince'>): Sort {
  const down = sort.startsWith('-');
  const column = down ? sort.slice(1) : sort;
  const name = isSort(column) ? column : 'identifier';
  return { name, down, parts: SORTS[name] };
}

export const orderOf = ({ down }: Pick<Sort, 'down'>, parts: readonly Part[]): Sql =>
  joined(
    parts.map(({ by }) => (down ? sql`${by} desc` : by)),
    ', ',
  );

/** What comes after these values of a cursor: a row comparison that an index answers at any depth. */
export const beyond = (
  { down }: Pick<Sort, 'down'>,
  parts: readonly Part[],
  after: readonly (string | number)[],
): Sql =>
  sql`(${joined(
    parts.map(({ by }) => by),
    ', ',
  )}) ${raw(down ? '<' : '>')} (${joined(
    parts.map((_, at) => sql`${after[at]}`),
    ', ',
  )})`;
