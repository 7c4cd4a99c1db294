import { and, eq, type SQL, sql } from 'drizzle-orm';
import { normaliseSerial } from '../../../shared/key-bunch.ts';
import type { KeyBunchQuery } from '../../../shared/key-bunch-query.ts';
import { keyBunches } from '../../database/schema/register.ts';
import { outLongerThan, seenOrNever } from './key-bunch.ts';

const notSeenFor = (days: number): SQL =>
  sql`(${seenOrNever}) < (select clock() - make_interval(days => ${days}))`;

/** What the filters of the key list keep, the search apart. */
export function filtersOf(query: KeyBunchQuery): SQL | undefined {
  const b = keyBunches;
  return and(
    query.type ? eq(b.type, query.type) : undefined,
    query.status ? eq(b.status, query.status) : undefined,
    query.locationId ? eq(b.locationId, query.locationId) : undefined,
    query.nfcSerial ? eq(b.nfcSerial, normaliseSerial(query.nfcSerial)) : undefined,
    query.outHours ? outLongerThan(query.outHours) : undefined,
    query.notSeenDays ? notSeenFor(query.notSeenDays) : undefined,
  );
}
