import type { KeyBunch } from '../../shared/key-bunch.ts';
import { LONG_OUT_HOURS } from '../../shared/limits.ts';
import { serverNow } from '../api/server-clock.ts';

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
