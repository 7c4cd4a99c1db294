export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** When a story ends, in milliseconds since 1970, and the time zone (IANA) whose hours it keeps; the server's own when none is given. */
export type Clock = { now: number; zone?: string | undefined };

/** Moments counted back from now, by the clock on the wall. Hours may be broken: 14.5 is half past two. */
export type Calendar = ReturnType<typeof makeCalendar>;

export function makeCalendar({ now, zone }: Clock) {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  /** How far the wall is ahead of UTC, asked of the time zone, which is slow. */
  const asked = (at: number): number =>
    Date.parse(`${wall.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
  const atMidnight = new Map<number, number>();
  const onDay = (day: number): number => {
    const known = atMidnight.get(day) ?? asked(day * DAY);
    atMidnight.set(day, known);
    return known;
  };
  /** The same, asked only for a day on which it changes. */
  const ahead = (at: number): number => {
    const day = Math.floor(at / DAY);
    return onDay(day) === onDay(day + 1) ? onDay(day) : asked(at);
  };
  /** What the wall shows, as if it were UTC. */
  const shown = (at: number): Date => new Date(at + ahead(at));
  const today = Math.floor(shown(now).getTime() / DAY);

  /** An hour that summer time leaves out is the one before or after it. */
  const on = (daysAgo: number, hour: number): number => {
    const wanted = Math.round((today - daysAgo) * DAY + hour * HOUR);
    return wanted - ahead(wanted - ahead(wanted));
  };
  /** 0 is Sunday. */
  const weekdayOf = (at: number): number => shown(at).getUTCDay();
  const isWeekend = (at: number): boolean => [0, 6].includes(weekdayOf(at));
  return {
    now,
    on,
    hourOf: (at: number): number => shown(at).getUTCHours(),
    weekdayOf,
    isWeekend,
    /** The same on a working day: a weekend's is done on the Friday before. */
    onWorkday(daysAgo: number, hour: number): number {
      let days = daysAgo;
      while (isWeekend(on(days, 12))) days += 1;
      return on(days, hour);
    },
    /** The last time it was so late, at least so long ago. */
    latest(hour: number, atLeast: number): number {
      let days = 0;
      while (on(days, hour) > now - atLeast) days += 1;
      return on(days, hour);
    },
  };
}
