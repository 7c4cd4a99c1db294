import { dayText } from './clock-text.ts';
import { count } from './count.ts';

/** The rules of custody that the server and a device without signal judge alike, and their words. Imports no schema, so that a page can use it without one. */

export const ALREADY_ISSUED = 'Keys are already issued';
export const NOT_ISSUED = 'Keys are not currently issued';
export const DUE_IN_PAST = 'Due back must be in the future';
export const TAG_REQUIRED = 'Current tag is required';
export const ASK_ADMINISTRATOR = 'Ask an administrator to change it.';

/** The detail of ALREADY_ISSUED. */
export const issuedTo = (name: string): string => `Issued to ${name}.`;
/** The refusal of a handover to the holder. */
export const alreadyHas = ({ name }: { name: string }): string => `${name} has these keys already`;

/** Why a holder may not take keys at all, without a full stop; null if they may. `hasEnded`: their last day is past. */
export function keysForbidden(
  { name, isActive, validUntil }: { name: string; isActive: boolean; validUntil: string | null },
  hasEnded: boolean,
): string | null {
  if (!isActive) return `${name} may not take keys`;
  return hasEnded ? `${name} may not take keys after ${dayText(validUntil ?? '')}` : null;
}

/** Why a holder of `held` sets may not take `more`, without a full stop; null if they may. */
export function limitReached(
  { name, maxSets }: { name: string; maxSets: number | null },
  held: number,
  more: number,
): string | null {
  if (maxSets === null || held + more <= maxSets) return null;
  return held >= maxSets
    ? `${name} holds ${count(held, 'set')} already, the most allowed`
    : `${name} can hold ${count(maxSets, 'set')} at most`;
}

type Counted = { keysCounted?: number | null | undefined; fobsCounted?: number | null | undefined };

/** The count that says more than the set has, and the refusal; null if neither does. What was not counted is complete. */
export function overCount(
  { identifier, keyCount, fobCount }: { identifier: string; keyCount: number; fobCount: number },
  { keysCounted, fobsCounted }: Counted,
): { field: keyof Counted; message: string } | null {
  const has = (what: string) => `${identifier} has ${what}`;
  if ((keysCounted ?? 0) > keyCount) return { field: 'keysCounted', message: has(count(keyCount, 'key')) };
  return (fobsCounted ?? 0) > fobCount
    ? { field: 'fobsCounted', message: has(count(fobCount, 'fob')) }
    : null;
}
