import type { DueRule } from './due-rule.ts';
import { type ClockTime, clockAt, momentOf } from './zone.ts';

const HOUR_MS = 3_600_000;

/** The next time that a zone's clocks show `time` ("06:00"), at least an hour after `from`; both in epoch milliseconds. */
export function nextClock(time: string, from: number, zone: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const today: ClockTime = { ...clockAt(from, zone), hour, minute };
  for (let later = 0; ; later += 1) {
    const moment = momentOf({ ...today, day: today.day + later }, zone);
    if (moment >= from + HOUR_MS) return moment;
  }
}

/** The last time, at or before `moment`, that a zone's clocks showed `time` ("08:00"); both in epoch milliseconds. */
export function lastClock(time: string, moment: number, zone: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const today: ClockTime = { ...clockAt(moment, zone), hour, minute };
  for (let earlier = 0; ; earlier += 1) {
    const shown = momentOf({ ...today, day: today.day - earlier }, zone);
    if (shown <= moment) return shown;
  }
}

/** When a set issued at `from` is due by its type's rule, in epoch milliseconds; null without one. */
export function dueBy(rule: DueRule | null, from: number, zone: string): number | null {
  if (rule?.hours) return from + rule.hours * HOUR_MS;
  return rule?.time ? nextClock(rule.time, from, zone) : null;
}
