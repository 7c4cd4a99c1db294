import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { KeyBunchQuery } from '../../../shared/key-bunch-query.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { keyBunches } from '../../database/schema/register.ts';
import { dueOrNever, END_OF_TODAY, opens, outLongerThan, seenOrNever } from './old.ts';

const notSeenFor = (days: Placeholder): SQL =>
  sql`(${seenOrNever}) < (select clock() - make_interval(days => ${days}::int))`;

const sent = (name: Exclude<keyof KeyBunchQuery, 'due' | 'short' | 'without'> | 'places') =>
  sql.placeholder(name);

/** Conditions of the list's filters, without the search; values are bound when the list is read. */
const FILTERS = {
  type: eq(keyBunches.type, sent('type')),
  status: eq(keyBunches.status, sent('status')),
  locationId: eq(keyBunches.locationId, sent('locationId')),
  nfcSerial: eq(keyBunches.nfcSerial, sent('nfcSerial')),
  outHours: outLongerThan(sent('outHours')),
  notSeenDays: notSeenFor(sent('notSeenDays')),
  holderId: eq(keyBunches.holderId, sent('holderId')),
  premisesId: opens(sent('premisesId')),
  /** By the company's clock, as the dashboard counts. Only issued sets are due, so their index is used. */
  overdue: sql`${keyBunches.status} = 'issued' and (${dueOrNever}) < (select clock())`,
  dueToday: sql`${keyBunches.status} = 'issued' and (${dueOrNever}) >= (select clock()) and (${dueOrNever}) < (${END_OF_TODAY})`,
  dueNever: sql`${keyBunches.status} = 'issued' and (${dueOrNever}) = 'infinity'`,
  short: sql`${keyBunches.shortSince} is not null`,
  noTag: sql`${keyBunches.currentTag} is null`,
  noNfc: sql`${keyBunches.nfcSerial} is null`,
  noPremises: sql`${keyBunches.premises} = '[]'`,
  noPhoto: sql`${keyBunches.imageUrl} is null`,
  noLabel: sql`not ${keyBunches.hasLabel}`,
  /** Repeats the policy: it does not tell the planner how few sets the caller's locations hold. */
  places: sql`${keyBunches.locationId} = any (${sent('places')}::int[])`,
};

/** Filters that the counters answer (count.ts). */
const KINDS: readonly string[] = [
  'type',
  'status',
  'locationId',
  'places',
] satisfies (keyof typeof FILTERS)[];

/**
 * A query's filters: cache key, condition with placeholders, and values. `isOfKinds`: the counters know the total; `isOneKind`: all of one
 * type, status or location; `isOpen`: no filter.
 */
export type Filters = {
  key: string;
  where: SQL | undefined;
  values: Record<string, unknown> & { places: number[] | null };
  isOfKinds: boolean;
  isOneKind: boolean;
  isOpen: boolean;
};

/** `places` are the caller's locations, null when they see all. */
export function filtersOf(query: KeyBunchQuery, places: number[] | null): Filters {
  const { type, status, locationId, nfcSerial, outHours, notSeenDays, holderId, premisesId, due, without } =
    query;
  const values = {
    type,
    status,
    locationId,
    nfcSerial: nfcSerial && normaliseSerial(nfcSerial),
    outHours,
    notSeenDays,
    holderId,
    premisesId,
    overdue: due === 'overdue',
    dueToday: due === 'today',
    dueNever: due === 'none',
    short: query.short,
    noTag: without === 'tag',
    noNfc: without === 'nfc',
    noPremises: without === 'premises',
    noPhoto: without === 'photo',
    noLabel: without === 'label',
    places: locationId ? null : places,
  };
  const names = (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).filter((name) => values[name]);
  const isOfKinds = names.every((name) => KINDS.includes(name));
  return {
    key: names.join(),
    where: and(...names.map((name) => FILTERS[name])),
    values,
    isOfKinds,
    isOpen: names.every((name) => name === 'places'),
    isOneKind: isOfKinds && names.length === 1 && !names.includes('places'),
  };
}
