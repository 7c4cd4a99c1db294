import type { KeyBunch } from '../../shared/key-bunch.ts';
import { count } from '../format.ts';

type Counted = Pick<KeyBunch, 'keyCount' | 'fobCount' | 'short'>;

/** What is missing: "1 key short", "1 key, 2 fobs short"; null for a complete set. */
export function shortText({ keyCount, fobCount, short }: Counted): string | null {
  if (!short) return null;
  const keys = keyCount - short.keysPresent;
  const fobs = fobCount - short.fobsPresent;
  const lacking = [keys > 0 && count(keys, 'key'), fobs > 0 && count(fobs, 'fob')].filter(Boolean);
  return lacking.length > 0 ? `${lacking.join(', ')} short` : null;
}

/** Warning colour. */
export const shortClass = 'text-amber-800 dark:text-amber-300';
/** Overdue colour. */
export const overdueClass = 'font-medium text-red-700 dark:text-red-300';
