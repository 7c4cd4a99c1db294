import { clockAt } from './zone.ts';

/**
 * Moments (epoch milliseconds) and lengths in the words of screens, paper, letters and files, by the clock of a zone (an IANA name). Only
 * this file and zone.ts ask Intl for a time: everything shown is in the company's zone (specification.md D-30).
 */

const two = (n: number) => String(n).padStart(2, '0');

const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment as British English writes the parts that are asked for, in a zone. */
export function textIn(at: number, zone: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${zone} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
    formats.set(key, format);
  }
  return format.format(at);
}

/** "06:00". */
export function clockIn(at: number, zone: string): string {
  const { hour, minute } = clockAt(at, zone);
  return `${two(hour)}:${two(minute)}`;
}

/** "06:00:07". */
export const exactClockIn = (at: number, zone: string): string =>
  textIn(at, zone, { timeStyle: 'medium', hourCycle: 'h23' });

/** The calendar day, "2026-11-21": in file names, files and addresses. */
export const dayIn = (at: number, zone: string): string =>
  textIn(at, zone, { dateStyle: 'short' }).split('/').reverse().join('-');

/** Day and time as an address and a pair of date and time fields write them: "2026-11-21T08:42"; `momentOfText` reads it. */
export const clockText = (at: number, zone: string): string => `${dayIn(at, zone)}T${clockIn(at, zone)}`;

/** A calendar day, "2026-05-03", as "3 May 2026"; it has no zone. */
export const dayText = (day: string): string =>
  textIn(Date.parse(`${day}T00:00:00Z`), 'UTC', { day: 'numeric', month: 'short', year: 'numeric' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One unit, rounded down: "41 min", "16 h", "2 days". */
export function lengthOf(ms: number): string {
  if (ms < HOUR) return `${Math.max(1, Math.floor(ms / MINUTE))} min`;
  if (ms < 48 * HOUR) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / (24 * HOUR))} days`;
}

/** What a zone's clocks are called at a moment: "GMT", "BST", "CET". */
export const zoneWord = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

/** "Saturday 21 November 2026, 22:42 GMT"; brief "Sat 21 Nov 2026, 22:42 GMT". */
export function momentText(at: number, zone: string, { year = true, brief = false } = {}): string {
  const style = brief ? 'short' : 'long';
  const day = textIn(at, zone, {
    weekday: style,
    day: 'numeric',
    month: style,
    ...(year && { year: 'numeric' }),
  });
  return `${day.replace(/^(\w+),/, '$1')}, ${clockIn(at, zone)} ${zoneWord(at, zone)}`;
}

/** The place a zone is named for: "London", "New York"; UTC has none. */
const zonePlace = (zone: string): string | null =>
  zone.includes('/') && !zone.startsWith('Etc/')
    ? (zone.split('/').at(-1)?.replaceAll('_', ' ') ?? null)
    : null;

/** "Times in London (GMT)". */
export function zoneNote(at: number, zone: string): string {
  const place = zonePlace(zone);
  return place ? `Times in ${place} (${zoneWord(at, zone)})` : `Times in ${zone.replace('Etc/', '')}`;
}
