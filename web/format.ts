import { count } from '../shared/count.ts';

export { count };

const exact = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The local date and time to the minute: "21 Nov 2026, 08:42". */
export function exactTime(at: Date | string): string {
  return exact.format(new Date(at));
}

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const shortWithYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** The local day: "21 Nov", with its year when that is not this one. */
export function shortDate(at: Date | string): string {
  const day = new Date(at);
  return (day.getFullYear() === new Date().getFullYear() ? short : shortWithYear).format(day);
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
/** The local day and time where space is short: "21 Nov, 08:42", with its year when that is not this one. */
export const shortTime = (at: Date | string): string => `${shortDate(at)}, ${clockTime(at)}`;

const clockToTheSecond = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23' });

/** The local time of day: "08:42". */
export const clockTime = (at: Date | string): string => clock.format(new Date(at));

/** The local time of day to the second: "08:42:07". */
export const exactClockTime = (at: Date | string): string => clockToTheSecond.format(new Date(at));

/** A span in words, its two largest parts: "48 s", "3 min 12 s", "2 h 5 min". */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** The local day in words: "21 November 2026". */
export function longDate(at: Date | string): string {
  return long.format(new Date(at));
}

/** The local moment in full: "Saturday 21 November 2026, 09:47". */
export function fullTime(at: Date | string): string {
  const moment = new Date(at);
  return `${weekday.format(moment)} ${longDate(moment)}, ${clockTime(moment)}`;
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });

/**
 * The two parts of a day's heading in a timeline: "Today" + "Saturday 21 November", "Yesterday" + "Friday 20 November",
 * then "Thursday" + "19 November"; the year follows when it is not this one.
 */
export function dayHeading(at: Date | string, now: Date = new Date()): { name: string; date: string } {
  const day = new Date(at);
  const year = day.getFullYear() === now.getFullYear() ? '' : ` ${day.getFullYear()}`;
  const date = `${dayAndMonth.format(day)}${year}`;
  const name = weekday.format(day);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (localDate(day) === localDate(now)) return { name: 'Today', date: `${name} ${date}` };
  if (localDate(day) === localDate(yesterday)) return { name: 'Yesterday', date: `${name} ${date}` };
  return { name, date };
}

const figures = new Intl.NumberFormat('en-US');

/** A total that is perhaps only as far as was counted: "312", or "10,000+". */
export const figure = (n: number, atLeast: boolean): string => `${figures.format(n)}${atLeast ? '+' : ''}`;

/** The same with its noun: "1 result", "10,000+ results". */
export const countAtLeast = (n: number, atLeast: boolean, noun: string, plural = `${noun}s`): string =>
  atLeast ? `${figure(n, true)} ${plural}` : count(n, noun, plural);

/** The local calendar day as YYYY-MM-DD. */
export function localDate(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

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

/**
 * The share of `n` in `total` in whole percent. Only all is "100%" and only none is "0%": what is there but rounds to nothing is "<1%",
 * and one set out of 500 leaves "99%".
 */
export function percentOf(n: number, total: number): string {
  if (n === 0 || total === 0) return '0%';
  if (n >= total) return '100%';
  const percent = Math.min(99, Math.round((100 * n) / total));
  return percent === 0 ? '<1%' : `${percent}%`;
}
