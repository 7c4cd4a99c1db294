import { dayIn, dayText } from '../../shared/clock-text.ts';
import type { Holder, HolderDetail } from '../../shared/holder.ts';
import { count } from '../format.ts';

type Allowed = Pick<Holder, 'name' | 'isActive' | 'validUntil'>;

/** Whether the person's last day to take keys is past, in the company's zone. */
export function hasEnded({ validUntil }: Pick<Holder, 'validUntil'>, now: number, zone: string): boolean {
  if (!validUntil) return false;
  return validUntil < dayIn(now, zone);
}

/** Why the person may not take keys; null if they may. */
export function whyNot(holder: Allowed, now: number, zone: string): string | null {
  if (!holder.isActive) return `${holder.name} may not take keys any more.`;
  if (hasEnded(holder, now, zone))
    return `${holder.name} may not take keys after ${dayText(holder.validUntil ?? '')}.`;
  return null;
}

/** Why the person may not take another set, including the limit, and who can change that; null if they may. */
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
