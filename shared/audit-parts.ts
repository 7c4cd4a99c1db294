import { inNaturalOrder } from './natural-order.ts';

/** A part of an audit: its hooks, `from` and `to` included, both null for the sets without one; and who works on it. */
export type AuditPart = { from: string | null; to: string | null; userId: number | null };

/**
 * Splits the positions of expected sets into `count` parts of about the same number of sets, in the order of the hooks. Sets on one hook stay
 * together, so that there may be fewer parts.
 */
export function splitByHook(positions: readonly string[], count: number): { from: string; to: string }[] {
  const hooks = [...positions].sort(inNaturalOrder);
  const parts: { from: string; to: string }[] = [];
  for (let part = 0, start = 0; part < count && start < hooks.length; part += 1) {
    const from = hooks[start] ?? '';
    const to = hooks[Math.max(start, Math.round((hooks.length * (part + 1)) / count) - 1)] ?? from;
    parts.push({ from, to });
    while (start < hooks.length && inNaturalOrder(hooks[start] ?? '', to) <= 0) start += 1;
  }
  return parts;
}

/** The index of the part in which a position lies, -1 for none: a hook between two parts belongs to the one before it. */
export function partOf(parts: readonly AuditPart[], position: string | null): number {
  if (position === null) return parts.findIndex(({ from }) => from === null);
  const first = parts.findIndex(({ from }) => from !== null);
  const after = parts.findLastIndex(({ from }) => from !== null && inNaturalOrder(from, position) <= 0);
  return after === -1 ? first : after;
}

/** Whether a position is on the hooks `from` to `to`, both included. */
export const isBetween = (position: string | null, from: string, to: string): boolean =>
  position !== null && inNaturalOrder(from, position) <= 0 && inNaturalOrder(position, to) <= 0;
