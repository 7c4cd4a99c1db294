import type { HolderRef, SetReservation } from './key-bunch.ts';
import { RESERVE_MARGIN_MINUTES } from './limits.ts';
import type { DueRule } from './setting.ts';
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

/**
 * What a set's reservation means for an issue (decision 0079): of the recipient (`isOwn`) it is taken, of another person the keys are due back
 * by `latest`. Moments in epoch milliseconds.
 */
export type Bound = { isOwn: boolean; name: string; from: number; until: number; latest: number };

const MARGIN_MS = RESERVE_MARGIN_MINUTES * 60_000;

/** The reservation of a set for an issue to a person; null without one that has not ended. */
export function boundOf(
  reservation: SetReservation | undefined,
  to: Pick<HolderRef, 'id' | 'userId'> | null,
  now: number,
): Bound | null {
  if (!reservation || Date.parse(reservation.until) <= now) return null;
  const { holder } = reservation;
  const [from, until] = [Date.parse(reservation.from), Date.parse(reservation.until)];
  const isOwn =
    to !== null && (to.id ? to.id === holder.id : to.userId !== null && to.userId === holder.userId);
  return { isOwn, name: holder.name, from, until, latest: from - MARGIN_MS };
}

/** The due time of an issue at `now` for which none is sent: `usual` by the rule of the type, unless the set's reservation is earlier or taken. */
export function dueWithin(usual: number | null, bound: Bound | null, now: number): number | null {
  if (!bound) return usual;
  const { isOwn, from, until, latest } = bound;
  if (isOwn) return from <= now + MARGIN_MS || (usual !== null && usual > from) ? until : usual;
  return latest > now && (usual === null || usual > latest) ? latest : usual;
}

/** Whether keys that are due then, null for no time, are needed before by another person. */
export const isTooLate = (due: number | null, bound: Bound | null): boolean =>
  bound !== null && !bound.isOwn && (due === null || due > bound.latest);
