import type { KeyBunch } from '../../shared/key-bunch.ts';
import { serverNow } from '../api/server-clock.ts';
import { clockTime, companyDay, exactTime } from '../format.ts';

/** The clock time of a moment today, else its date and time. */
export function sinceText(at: string): string {
  return companyDay(at) === companyDay(new Date(serverNow())) ? clockTime(at) : exactTime(at);
}

/** Since when a set is missing and who had it last: "Missing since 22:49, last with Callum Reid". */
export function missingText({ missing, lastUpdated }: KeyBunch): string {
  const since = `Missing since ${sinceText(missing?.since ?? lastUpdated)}`;
  if (!missing) return since;
  const { lastHolder, lastLocation } = missing;
  return `${since}, last ${lastHolder ? `with ${lastHolder.name}` : `at ${lastLocation.name}`}`;
}
