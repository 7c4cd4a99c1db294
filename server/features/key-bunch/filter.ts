import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { normaliseSerial } from '../../../shared/key-bunch.ts';
import type { KeyBunchQuery } from '../../../shared/key-bunch-query.ts';
import { keyBunches } from '../../database/schema/register.ts';
import { outLongerThan, seenOrNever } from './key-bunch.ts';

const notSeenFor = (days: Placeholder): SQL =>
  sql`(${seenOrNever}) < (select clock() - make_interval(days => ${days}::int))`;

const sent = (name: keyof KeyBunchQuery) => sql.placeholder(name);

/** What each filter of the key list keeps, the search apart; its value is filled in when the list is read. */
const FILTERS = {
  type: eq(keyBunches.type, sent('type')),
  status: eq(keyBunches.status, sent('status')),
  locationId: eq(keyBunches.locationId, sent('locationId')),
  nfcSerial: eq(keyBunches.nfcSerial, sent('nfcSerial')),
  outHours: outLongerThan(sent('outHours')),
  notSeenDays: notSeenFor(sent('notSeenDays')),
};

/** What the counts of bunches know of each one (bunch-count.ts). */
const KINDS: readonly string[] = ['type', 'status', 'locationId'] satisfies (keyof typeof FILTERS)[];

/**
 * The filters of a query: their names in one word, the condition with its placeholders, and the values for these. `isOfKinds` is whether
 * what they keep is known from the counts.
 */
export type Filters = {
  key: string;
  where: SQL | undefined;
  values: Record<string, unknown>;
  isOfKinds: boolean;
};

export function filtersOf(query: KeyBunchQuery): Filters {
  const names = (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).filter((name) => query[name]);
  const { type, status, locationId, nfcSerial, outHours, notSeenDays } = query;
  return {
    key: names.join(),
    isOfKinds: names.every((name) => KINDS.includes(name)),
    where: and(...names.map((name) => FILTERS[name])),
    values: {
      type,
      status,
      locationId,
      nfcSerial: nfcSerial && normaliseSerial(nfcSerial),
      outHours,
      notSeenDays,
    },
  };
}
