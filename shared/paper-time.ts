import { clockAt, momentOf } from './zone.ts';

/**
 * The times of a sheet: clock times of the company in the order of the lines, with the day of the first one alone. A line's day is the one
 * that brings it nearest to the line before: 00:20 after 23:50 is the next day, 20:20 after 20:31 the same.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The largest change of clocks, and its unit. */
const STEP = 2 * HOUR;
const UNIT = 15 * MINUTE;

/** "7:05", "0705", "7.05", "705", "7" as "07:05" or "07:00"; null for no time of a clock. */
export function clockTyped(text: string): string | null {
  const [, hour, minute = '00'] = /^(\d{1,2}?)(?:[:.h]?(\d\d))?$/.exec(text.trim()) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute}`;
}

/** The moments at which a zone's clocks show a time of a day: two when clocks are put back over it, none when they skip it. */
export function momentsOf(day: string, clock: string, zone: string): number[] {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const first = momentOf({ year, month, day: date, hour, minute }, zone);
  const shows = (moment: number) => {
    const at = clockAt(moment, zone);
    return at.day === date && at.hour === hour && at.minute === minute;
  };
  const found: number[] = [];
  for (let moment = first; moment <= first + STEP; moment += UNIT) if (shows(moment)) found.push(moment);
  return found;
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
const asUtc = (day: string, clock: string) => Date.parse(`${day}T${clock}:00Z`);

/** The days of clock times in their order, from that of the first; null is a line without one. */
export function daysOf(first: string, clocks: readonly (string | null)[]): (string | null)[] {
  let [day, before] = [first, ''];
  return clocks.map((clock) => {
    if (clock === null) return null;
    const near = (one: string) => Math.abs(asUtc(one, clock) - asUtc(day, before));
    const days = [day, dayAfter(day, 1), dayAfter(day, -1)].filter((one) => one >= first);
    if (before) day = days.reduce((best, one) => (near(one) < near(best) ? one : best));
    before = clock;
    return day;
  });
}
