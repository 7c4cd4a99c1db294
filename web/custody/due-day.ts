import { dayOf } from '../../shared/zone.ts';
import type { DueDay } from './due-lines.ts';

/** To which part of the list by due time a set belongs. */
export function dueDayOf(at: number | null, now: number, zone: string): DueDay {
  if (at === null) return 'No time';
  if (at < now) return 'Overdue';
  if (at < dayOf(now, zone).to) return 'Today';
  return at < dayOf(now, zone, 1).to ? 'Tomorrow' : 'Later';
}
