import { dayIn, dayText } from '../../shared/clock-text.ts';
import type { Holder, HolderDetail } from '../../shared/holder.ts';
import { count } from '../format.ts';

type Allowed = Pick<Holder, 'name' | 'isActive' | 'validUntil'>;

/** Whether the last day on which somebody may take keys is past, by the company's clock. */
export function hasEnded({ validUntil }: Pick<Holder, 'validUntil'>, now: number, zone: string): boolean {
  if (!validUntil) return false;
  return validUntil < dayIn(now, zone);
}

/** Why somebody may not take keys; null when they may. */
export function whyNot(holder: Allowed, now: number, zone: string): string | null {
  if (!holder.isActive) return `${holder.name} may not take keys any more.`;
  if (hasEnded(holder, now, zone))
    return `${holder.name} may not take keys after ${dayText(holder.validUntil ?? '')}.`;
  return null;
}

/** Why somebody may not take one set more, the limit included, and who can change it; null when they may. */
export function whyNoMore(
  person: Allowed & Pick<HolderDetail, 'held' | 'maxSets'>,
  now: number,
  zone: string,
): string | null {
  const { name, held, maxSets } = person;
  const full = maxSets !== null && held >= maxSets;
  const reason =
    whyNot(person, now, zone) ??
    (full ? `${name} holds ${count(held, 'set')} already, the most allowed.` : null);
  return reason && `${reason} Ask an administrator to change it.`;
}
