import { serverNow } from '../api/server-clock.ts';
import { shortDate } from '../format.ts';

/** Relative time in the wording of every screen; from a week on the date, "13 Nov". */
export function relativeTime(at: Date | string, now: Date = new Date(serverNow())): string {
  const then = typeof at === 'string' ? new Date(at) : at;
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  if (days < 7) return days === 1 ? '1 day ago' : `${days} days ago`;
  return shortDate(then, now);
}
