import type { KeyBunch } from '../../shared/key-bunch.ts';
import { serverNow } from '../api/server-clock.ts';
import { sinceClock } from '../due-text.ts';
import { companyZone } from '../format.ts';

/** Since when, in a sentence: "17:04" of today, else "yesterday 17:04", "Thu 18:00", "21 Nov 18:00". */
export const sinceText = (at: string): string => sinceClock(Date.parse(at), serverNow(), companyZone());

/** Since when a set is missing, and its last holder: "Missing since 22:49, last with Callum Reid". */
export function missingText({ missing, lastUpdated }: KeyBunch): string {
  const since = `Missing since ${sinceText(missing?.since ?? lastUpdated)}`;
  if (!missing) return since;
  const { lastHolder, lastLocation } = missing;
  return `${since}, last ${lastHolder ? `with ${lastHolder.name}` : `at ${lastLocation.name}`}`;
}
