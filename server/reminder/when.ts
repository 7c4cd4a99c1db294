import { lastClock } from '../../shared/due.ts';

/** What somebody wishes, and when they were written to. Moments in epoch milliseconds; null: never yet. */
export type Hearing = {
  wish: 'never' | 'soon' | 'daily';
  /** Of `daily`: "08:00". */
  time: string | null;
  askedAt: number;
  /** When the last letter about sets of others was queued. */
  writtenAt: number | null;
  /** When a letter of the day was last decided, whether or not there was anything to say. */
  dailyAt: number | null;
};

const HOUR_MS = 3_600_000;

/**
 * Whether it is time to write: as it happens, an hour after the last letter; daily, once its clock time has come since it was last decided or
 * asked for. A clock time that the server slept through is made up for when it wakes.
 */
export function isTime(
  { wish, time, askedAt, writtenAt, dailyAt }: Hearing,
  now: number,
  zone: string,
): boolean {
  if (wish === 'soon') return writtenAt === null || now - writtenAt >= HOUR_MS;
  if (wish !== 'daily' || time === null) return false;
  return lastClock(time, now, zone) > Math.max(askedAt, dailyAt ?? 0);
}
