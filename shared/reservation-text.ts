import { clockIn, dayIn, textIn } from './clock-text.ts';

/** "Sun 22 Nov, 06:00" by a zone's clock; `at` in epoch milliseconds. */
export const momentShort = (at: number, zone: string): string =>
  `${dayShort(at, zone)}, ${clockIn(at, zone)}`;

const dayShort = (at: number, zone: string): string =>
  textIn(at, zone, { weekday: 'short', day: 'numeric', month: 'short' }).replace(/^(\w+),/, '$1');

/** "Sun 22 Nov, 06:00 to 12:00"; with the day of the end where that is another. */
export function clockRange(from: string, until: string, zone: string): string {
  const [begin, end] = [Date.parse(from), Date.parse(until)];
  const ends = dayIn(begin, zone) === dayIn(end, zone) ? clockIn(end, zone) : momentShort(end, zone);
  return `${momentShort(begin, zone)} to ${ends}`;
}
