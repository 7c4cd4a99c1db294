import { dayText } from './clock-text.ts';
import { count } from './count.ts';

/** The wording of holders. Imports no schema, so that a page can use it without one. */

export const HOLDER_KINDS = ['staff', 'contractor', 'client', 'other'] as const;
export type HolderKind = (typeof HOLDER_KINDS)[number];
export const HOLDER_KIND_LABELS: Record<HolderKind, string> = {
  staff: 'Staff',
  contractor: 'Contractor',
  client: 'Client',
  other: 'Other',
};

export const ASK_ADMINISTRATOR = 'Ask an administrator to change it.';

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
