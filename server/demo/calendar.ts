export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * Moments in milliseconds since 1970, counted back from `now` in the hours of the server's own time zone: the demo runs where it is
 * looked at. Hours may be broken: 14.5 is half past two.
 */
export type Calendar = ReturnType<typeof makeCalendar>;

export function makeCalendar(now: number) {
  const on = (daysAgo: number, hour: number): number => {
    const date = new Date(now);
    // From noon, which every day has.
    date.setHours(12, 0, 0, 0);
    date.setDate(date.getDate() - daysAgo);
    return date.setHours(0, 0, 0, Math.round(hour * HOUR));
  };
  const isWeekend = (at: number): boolean => [0, 6].includes(new Date(at).getDay());
  return {
    now,
    /** The IANA name of the time zone of these hours. */
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    on,
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
