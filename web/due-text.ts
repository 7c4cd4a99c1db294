import { clockIn, lengthOf, textIn, zoneNote } from '../shared/clock-text.ts';
import { clockAt, dayOf } from '../shared/zone.ts';

export { clockIn, lengthOf, zoneNote };

/** Custody times in words, in the company's `zone` (IANA name); times are epoch milliseconds. */

const WEEK_DAYS = 6;

/** "today", "tomorrow", "yesterday", "Thu" within six days, else "21 Nov", with the year if it is not this one. */
function dayWord(at: number, now: number, zone: string): string {
  const today = dayOf(now, zone);
  if (at >= today.from && at < today.to) return 'today';
  const near = (later: number) => {
    const { from, to } = dayOf(now, zone, later);
    return at >= from && at < to;
  };
  if (near(1)) return 'tomorrow';
  if (near(-1)) return 'yesterday';
  const week = at >= dayOf(now, zone, -WEEK_DAYS).from && at < dayOf(now, zone, WEEK_DAYS).to;
  if (week) return textIn(at, zone, { weekday: 'short' });
  const sameYear = clockAt(at, zone).year === clockAt(now, zone).year;
  return textIn(at, zone, { day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) });
}

/** "tomorrow 06:00", "Thu 18:00", "21 Nov 18:00". */
export const dayAndClock = (at: number, now: number, zone: string): string =>
  `${dayWord(at, now, zone)} ${clockIn(at, zone)}`;

/** Since when, in a sentence: "17:04" of today, else "yesterday 17:04". */
export const sinceClock = (at: number, now: number, zone: string): string =>
  dayWord(at, now, zone) === 'today' ? clockIn(at, zone) : dayAndClock(at, now, zone);

const HOUR = 3_600_000;
/** Up to this distance the time alone is unambiguous. */
const NEAR_HOURS = 12;

/** A due time: before it "due 23:00" or "due tomorrow 06:00", after it "41 min overdue". `narrow` omits the day within twelve hours. */
export function dueText(
  at: number,
  now: number,
  zone: string,
  narrow = false,
): { text: string; overdue: boolean } {
  if (at < now) return { text: `${lengthOf(now - at)} overdue`, overdue: true };
  const clockAlone = dayWord(at, now, zone) === 'today' || (narrow && at - now < NEAR_HOURS * HOUR);
  return { text: `due ${clockAlone ? clockIn(at, zone) : dayAndClock(at, now, zone)}`, overdue: false };
}
