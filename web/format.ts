import {
  clockIn,
  clockText,
  dayIn,
  exactClockIn,
  momentText,
  textIn,
  zoneWord,
} from '../shared/clock-text.ts';
import { count, figures } from '../shared/count.ts';
import { clockAt, dayOf, deviceZone } from '../shared/zone.ts';
import { knownZone, serverNow } from './api/server-clock.ts';

export { count };

/** The company's zone (D-30); without a company the device's. */
export const companyZone = (): string => knownZone() ?? deviceZone();

const ms = (at: Date | string) => new Date(at).getTime();
const textOf = (at: Date | string, options: Intl.DateTimeFormatOptions) =>
  textIn(ms(at), companyZone(), options);

/** Date and time to the minute: "21 Nov 2026, 08:42". */
export const exactTime = (at: Date | string): string => `${datedDay(at)}, ${clockTime(at)}`;

const yearOf = (at: Date | string) => clockAt(ms(at), companyZone()).year;

/** The day: "21 Nov", with the year if it is not this one. */
export function shortDate(at: Date | string, now: Date = new Date(serverNow())): string {
  const year = yearOf(at) === yearOf(now) ? {} : ({ year: 'numeric' } as const);
  return textOf(at, { day: 'numeric', month: 'short', ...year });
}

/** Day and time, short: "21 Nov, 08:42", with the year if it is not this one. */
export const shortTime = (at: Date | string): string => `${shortDate(at)}, ${clockTime(at)}`;

/** The time of day: "08:42". */
export const clockTime = (at: Date | string): string => clockIn(ms(at), companyZone());

/** The time of day to the second: "08:42:07". */
export const exactClockTime = (at: Date | string): string => exactClockIn(ms(at), companyZone());

/** A span in words, its two largest parts: "48 s", "3 min 12 s", "2 h 5 min". */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The day with its year: "21 Nov 2026". */
export const datedDay = (at: Date | string): string =>
  textOf(at, { day: 'numeric', month: 'short', year: 'numeric' });

const weekday = (at: Date | string) => textOf(at, { weekday: 'long' });

/** The full time with zone: "Saturday 21 November 2026, 09:47 GMT". */
export const fullTime = (at: Date | string): string => momentText(ms(at), companyZone());

/** The time of day with zone: "08:42 GMT", where the zone could be unclear. */
export const zonedClock = (at: Date | string): string =>
  `${clockTime(at)} ${zoneWord(ms(at), companyZone())}`;

/**
 * A timeline day's heading in two parts: "Today" + "Saturday 21 November", "Yesterday" + "Friday 20 November", then "Thursday" + "19
 * November"; with the year if it is not this one.
 */
export function dayHeading(
  at: Date | string,
  now: Date = new Date(serverNow()),
): { name: string; date: string } {
  const year = yearOf(at) === yearOf(now) ? '' : ` ${yearOf(at)}`;
  const date = `${textOf(at, { day: 'numeric', month: 'long' })}${year}`;
  const name = weekday(at);
  const day = companyDay(at);
  if (day === companyDay(now)) return { name: 'Today', date: `${name} ${date}` };
  const { from } = dayOf(now.getTime(), companyZone(), -1);
  if (day === companyDay(new Date(from))) return { name: 'Yesterday', date: `${name} ${date}` };
  return { name, date };
}

/** A total or lower bound: "312", or "10,000+". */
export const figure = (n: number, atLeast: boolean): string => `${figures.format(n)}${atLeast ? '+' : ''}`;

/** The same with its noun: "1 result", "10,000+ results". */
export const countAtLeast = (n: number, atLeast: boolean, noun: string, plural = `${noun}s`): string =>
  atLeast ? `${figure(n, true)} ${plural}` : count(n, noun, plural);

/** The company's calendar day: "2026-11-21". */
export const companyDay = (at: Date | string): string => dayIn(ms(at), companyZone());

/** Day and time in an address: "2026-11-21T08:42". */
export const companyMinute = (at: Date | string): string => clockText(ms(at), companyZone());

/** First letters of the first and the last word: "Dana Holt" is DH, "Dana" is D; a question mark for no name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return (
    letters
      .map((word) => (word ? [...word][0] : ''))
      .join('')
      .toLocaleUpperCase() || '?'
  );
}

/** The share of `n` in `total` in whole percent. "100%" and "0%" are exact: small shares are "<1%", and 499 of 500 is "99%". */
export function percentOf(n: number, total: number): string {
  if (n === 0 || total === 0) return '0%';
  if (n >= total) return '100%';
  const percent = Math.min(99, Math.round((100 * n) / total));
  return percent === 0 ? '<1%' : `${percent}%`;
}

/** Relative time in the wording of every screen; from a week on the date, "13 Nov". */
export function relativeTime(at: Date | string, now: Date = new Date(serverNow())): string {
  const then = typeof at === 'string' ? new Date(at) : at;
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  if (days < 7) return days === 1 ? '1 day ago' : `${days} days ago`;
  return shortDate(then, now);
}
