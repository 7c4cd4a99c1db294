export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * Times in milliseconds since 1970, counted back from `now`, with hours in the server's own time zone: the demo usually runs where it is
 * viewed. Hours may be fractions: 14.5 is half past two.
 */
export type Calendar = ReturnType<typeof makeCalendar>;

export function makeCalendar(now: number) {
  const on = (daysAgo: number, hour: number): number => {
    const date = new Date(now);
    // Starts from noon, an hour that every day has.
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
    /** As `on`, but on a working day: a weekend's becomes the Friday before. */
    onWorkday(daysAgo: number, hour: number): number {
      let days = daysAgo;
      while (isWeekend(on(days, 12))) days += 1;
      return on(days, hour);
    },
    /** The most recent time at this hour that is at least `atLeast` ago. */
    latest(hour: number, atLeast: number): number {
      let days = 0;
      while (on(days, hour) > now - atLeast) days += 1;
      return on(days, hour);
    },
  };
}
