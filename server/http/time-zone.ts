/** Writes moments of a time zone, given by its IANA name (UTC when none is): dates as YYYY-MM-DD, times as HH:MM:SS. */
export function dateTimeIn(zone = 'UTC'): { date: (at: Date) => string; time: (at: Date) => string } {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' });
  return { date: (at) => date.format(at), time: (at) => time.format(at) };
}
