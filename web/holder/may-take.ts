import type { Holder, HolderDetail } from '../../shared/holder.ts';
import { clockAt } from '../../shared/zone.ts';
import { count } from '../format.ts';

type Allowed = Pick<Holder, 'name' | 'isActive' | 'validUntil'>;

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const longDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
/** A day, YYYY-MM-DD, as people read it: "31 Mar 2027". */
export const dayText = (date: string): string => day.format(Date.parse(date));
export const longDayText = (date: string): string => longDay.format(Date.parse(date));

/** Whether the last day on which somebody may take keys is past, by the company's clock. */
export function hasEnded({ validUntil }: Pick<Holder, 'validUntil'>, now: number, zone: string): boolean {
  if (!validUntil) return false;
  const { year, month, day: today } = clockAt(now, zone);
  const two = (n: number) => String(n).padStart(2, '0');
  return validUntil < `${String(year).padStart(4, '0')}-${two(month)}-${two(today)}`;
}

/** Why somebody may not take keys; null when they may. */
export function whyNot(holder: Allowed, now: number, zone: string): string | null {
  if (!holder.isActive) return `${holder.name} may not take keys any more.`;
  if (hasEnded(holder, now, zone))
    return `${holder.name} may not take keys after ${longDayText(holder.validUntil ?? '')}.`;
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
