import { serverNow } from '../api/server-clock.ts';
import { clockTime, companyDay, shortTime } from '../format.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The time of day, with the day when it is not today. */
export const whenText = (at: string): string =>
  companyDay(at) === companyDay(new Date(serverNow())) ? clockTime(at) : shortTime(at);

/** The same in a sentence: "today 18:00", "tomorrow 06:00", "24 Nov, 06:00". */
export function dueText(at: string): string {
  const now = serverNow();
  if (companyDay(at) === companyDay(new Date(now))) return `today ${clockTime(at)}`;
  if (companyDay(at) === companyDay(new Date(now + DAY_MS))) return `tomorrow ${clockTime(at)}`;
  return shortTime(at);
}
