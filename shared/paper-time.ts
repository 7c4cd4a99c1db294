import { clockAt, momentOf } from './zone.ts';

/**
 * The times of a sheet: clock times of the company in the order of the lines, with a day where one is written. A sheet runs forward: 00:20 after
 * 23:50 is the next day. A time up to BACK before the line above may be a line that was written late, and is asked about.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The largest change of clocks, and its unit. */
const STEP = 2 * HOUR;
const UNIT = 15 * MINUTE;
const BACK = 3 * HOUR;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A time of a clock, and its day if it is known. */
export type SheetTime = { clock: string; day: string | null };
/** A time as it was typed, or why it is none. */
export type TypedTime = SheetTime | { problem: string };

const NO_TIME = 'Write the time, such as 20:12, or 27 Nov 17:15 of another day.';
const MIDNIGHT = 'Midnight is 00:00 of the next day.';
const SECONDS = 'Write hours and minutes only.';

/** "7:05", "0705", "7.05", "705", "7", "9:15 pm", with a day before or after it: "27 Nov 17:15". `near`: the day whose year is meant. */
export function timeTyped(text: string, near: string): TypedTime {
  const typed = text
    .trim()
    .toLowerCase()
    .replace(/,/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[ap]m$)/, '');
  const whole = clockTyped(typed);
  if (typeof whole === 'string') return { clock: whole, day: null };
  if (whole) return whole;
  const parts = /^(.+) (\S+)$/.exec(typed);
  const turned = /^(\d{1,2}[:.]\d\d(?:[ap]m)?) (.+)$/.exec(typed);
  for (const [clockText = '', dayText = ''] of [
    [parts?.[2], parts?.[1]],
    [turned?.[1], turned?.[2]],
  ]) {
    const [clock, day] = [clockTyped(clockText), dayTyped(dayText, near)];
    if (clock && typeof clock !== 'string') return clock;
    if (clock && day) return { clock, day };
  }
  return { problem: NO_TIME };
}

function clockTyped(text: string): string | { problem: string } | null {
  if (/^\d{1,2}[:.]\d\d[:.]\d\d$/.test(text)) return { problem: SECONDS };
  if (/^24([:.h]?00)?$/.test(text)) return { problem: MIDNIGHT };
  const [, typed, minute = '00', half] = /^(\d{1,2}?)(?:[:.h]?(\d\d))?([ap]m)?$/.exec(text) ?? [];
  if (typed === undefined || Number(minute) > 59) return null;
  const number = Number(typed);
  if (half ? number < 1 || number > 12 : number > 23) return null;
  const hour = half ? (number % 12) + (half === 'pm' ? 12 : 0) : number;
  return `${String(hour).padStart(2, '0')}:${minute}`;
}

/** "27 Nov", "Fri 27 November", "27/11", "27.11.2026", "2026-11-27"; without a year that which brings it nearest to `near`. */
function dayTyped(text: string, near: string): string | null {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const [, day, named, numbered, written] =
    /^(?:[a-z]{2,9}\.? )?(\d{1,2})[ ./-]*(?:([a-z]{3,})|(\d{1,2}))[ ./-]*(\d{4}|\d\d)?$/.exec(text) ?? [];
  const month = named ? MONTHS.findIndex((one) => named.startsWith(one)) + 1 : Number(isoMonth ?? numbered);
  const year = isoYear ?? (written?.length === 2 ? `20${written}` : written);
  const years = year ? [Number(year)] : [0, -1, 1].map((more) => Number(near.slice(0, 4)) + more);
  const days = years.flatMap((one) => realDay(one, month, Number(isoDay ?? day)) ?? []);
  const apart = (one: string) => Math.abs(asUtc(one, '00:00') - asUtc(near, '00:00'));
  return days.sort((a, b) => apart(a) - apart(b))[0] ?? null;
}

function realDay(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.toISOString().slice(0, 10) : null;
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

const asUtc = (day: string, clock: string) => Date.parse(`${day}T${clock}:00Z`);
const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);

/** A time in a line. `kept`: the day that the line was shown with, or that was chosen for it. */
export type LineTime = SheetTime & { kept: string | null };

/**
 * The days of times in the order of their lines: two to choose from where a time is a little before the line above, and none where a line has
 * no time. `before`: the day of the first line, and the time that none of the others is before.
 */
export function daysOf(
  before: { day: string; clock: string | null },
  times: readonly (LineTime | null)[],
): string[][] {
  let last = before.clock === null ? null : asUtc(before.day, before.clock);
  return times.map((time) => {
    if (time === null) return [];
    const { clock } = time;
    const known = time.day ?? time.kept;
    if (known !== null) {
      const at = asUtc(known, clock);
      // A day that is written goes back too; one that is kept is a line that was written late.
      last = time.day !== null || last === null ? at : Math.max(last, at);
      return [known];
    }
    const first = asUtc(last === null ? before.day : dayAt(last), clock);
    const next = last !== null && first < last ? first + DAY : first;
    if (last !== null && next > last && last - (next - DAY) <= BACK) return [dayAt(next - DAY), dayAt(next)];
    last = next;
    return [dayAt(next)];
  });
}
