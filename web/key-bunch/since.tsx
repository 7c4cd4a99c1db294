import type { KeyBunch } from '../../shared/key-bunch.ts';
import { LONG_OUT_HOURS } from '../../shared/limits.ts';
import { serverNow } from '../api/server-clock.ts';
import { sinceClock } from '../due-text.ts';
import { companyZone } from '../format.ts';
import { Time } from '../ui/Time.tsx';

/** Since when, in a sentence: "17:04" of today, else "yesterday 17:04", "Thu 18:00", "21 Nov 18:00". */
export const sinceText = (at: string): string => sinceClock(Date.parse(at), serverNow(), companyZone());

/** Since when a set is missing, and its last holder: "Missing since 22:49, last with Callum Reid". */
export function missingText({ missing, lastUpdated }: KeyBunch): string {
  const since = `Missing since ${sinceText(missing?.since ?? lastUpdated)}`;
  if (!missing) return since;
  const { lastHolder, lastLocation } = missing;
  return `${since}, last ${lastHolder ? `with ${lastHolder.name}` : `at ${lastLocation.name}`}`;
}

/** When and where a set was last seen, or "Never". */
export function LastSeen({ bunch }: { bunch: Pick<KeyBunch, 'lastSeenAt' | 'lastSeenLocation'> }) {
  const { lastSeenAt, lastSeenLocation } = bunch;
  if (!lastSeenAt) return 'Never';
  return (
    <>
      <Time at={lastSeenAt} inline />
      {lastSeenLocation && ` at ${lastSeenLocation.name}`}
    </>
  );
}

const HOUR_MS = 3_600_000;

/** Whether a set has been out too long. */
export const isLongOut = ({ issuedAt }: Pick<KeyBunch, 'issuedAt'>): boolean =>
  issuedAt !== null && serverNow() - Date.parse(issuedAt) > LONG_OUT_HOURS * HOUR_MS;

/** Warning colour. */
export const longOutClass = 'font-medium text-amber-800 dark:text-amber-300';

const MINUTE_MS = 60_000;

/** Whether the last update differs from the issue, so that both are shown. */
export const changedSinceIssue = ({ issuedAt, lastUpdated }: KeyBunch): boolean =>
  issuedAt !== null && Date.parse(lastUpdated) - Date.parse(issuedAt) >= MINUTE_MS;
