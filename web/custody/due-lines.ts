import { dayOf } from '../../shared/zone.ts';
import { dayAndClock, lengthOf, sinceClock } from '../due-text.ts';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Of a time that is past: "was due 22:00" of today, else "was due Thu 18:00". */
export const wasDue = (at: number, now: number, zone: string): string =>
  `was due ${sinceClock(at, now, zone)}`;

/** How far ahead: "in 41 min", "in 7 h", "in 2 days". */
export const aheadText = (at: number, now: number): string => `in ${lengthOf(at - now)}`;

/** A moment by itself: "Tomorrow 06:00", "Thu 18:00". */
export const momentText = (at: number, now: number, zone: string): string =>
  capital(dayAndClock(at, now, zone));

/** Since when, at the beginning of a cell: "17:04" of today, else "Yesterday 17:04". */
export const sinceCell = (at: number, now: number, zone: string): string =>
  capital(sinceClock(at, now, zone));

/** When a set is expected, as two lines of a cell: what matters, and under it the other form of it. `at` null is no time. */
export function dueLines(
  at: number | null,
  now: number,
  zone: string,
): { text: string; under: string | null; overdue: boolean } {
  if (at === null) return { text: 'No time', under: null, overdue: false };
  if (at < now) return { text: `${lengthOf(now - at)} overdue`, under: wasDue(at, now, zone), overdue: true };
  return { text: momentText(at, now, zone), under: aheadText(at, now), overdue: false };
}

/** The day of the company's clock that a due time belongs to, as the list by due time is divided. */
export const DUE_DAYS = ['Overdue', 'Today', 'Tomorrow', 'Later', 'No time'] as const;
export type DueDay = (typeof DUE_DAYS)[number];

/** To which part of the list by due time a set belongs. */
export function dueDayOf(at: number | null, now: number, zone: string): DueDay {
  if (at === null) return 'No time';
  if (at < now) return 'Overdue';
  if (at < dayOf(now, zone).to) return 'Today';
  return at < dayOf(now, zone, 1).to ? 'Tomorrow' : 'Later';
}
