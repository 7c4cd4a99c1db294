import { clockIn, dayIn, textIn } from './clock-text.ts';
import type { Bound } from './due.ts';
import { clockAt, dayOf } from './zone.ts';

/** "Sun 22 Nov, 06:00" by a zone's clock, with the year if it is not that of `now`; both in epoch milliseconds. */
export function momentShort(at: number, zone: string, now = at): string {
  const isOther = clockAt(at, zone).year !== clockAt(now, zone).year;
  const day = textIn(at, zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(isOther && { year: 'numeric' }),
  });
  return `${day.replace(/^(\w+),/, '$1')}, ${clockIn(at, zone)}`;
}

/** "Sun 22 Nov, 06:00 to 12:00"; with the day of the end where that is another. */
export function clockRange(from: string | number, until: string | number, zone: string): string {
  const [begin, end] = [new Date(from).getTime(), new Date(until).getTime()];
  const ends = dayIn(begin, zone) === dayIn(end, zone) ? clockIn(end, zone) : momentShort(end, zone);
  return `${momentShort(begin, zone)} to ${ends}`;
}

/** Why a set that is reserved for another person can't be issued for that long. */
export function reservedRefusal(
  { name, from, until, latest }: Omit<Bound, 'isOwn'>,
  now: number,
  zone: string,
) {
  return {
    message: `Reserved for ${name} from ${clockRange(from, until, zone)}`,
    detail:
      latest > now
        ? `It must be due back by ${momentShort(latest, zone)}, or be issued over the reservation.`
        : 'Issue it over the reservation, or ask them.',
  };
}

const WEEK_DAYS = 6;

/** "today", "tomorrow", "yesterday", "Thu" within six days, else "21 Nov", with the year if it is not this one. */
export function dayWord(at: number, now: number, zone: string): string {
  const near = (later: number) => {
    const { from, to } = dayOf(now, zone, later);
    return at >= from && at < to;
  };
  if (near(0)) return 'today';
  if (near(1)) return 'tomorrow';
  if (near(-1)) return 'yesterday';
  const week = at >= dayOf(now, zone, -WEEK_DAYS).from && at < dayOf(now, zone, WEEK_DAYS).to;
  if (week) return textIn(at, zone, { weekday: 'short' });
  const sameYear = clockAt(at, zone).year === clockAt(now, zone).year;
  return textIn(at, zone, { day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) });
}

/** "tomorrow 06:00", "Thu 18:00", "21 Nov 18:00". */
export const dayAndClock = (at: number, now: number, zone: string): string =>
  `${dayWord(at, now, zone)} ${clockIn(at, zone)}`;

/** The lists of reservations by their beginning; `not_taken` began RESERVE_NOT_TAKEN_HOURS ago and is still here, `ended` are all that are not open. */
export const RESERVATION_TABS = ['today', 'tomorrow', 'later', 'not_taken', 'ended'] as const;
export type ReservationTab = (typeof RESERVATION_TABS)[number];

/** `change`: when they were changed last. */
export const RESERVED_BY = ['time', 'person', 'hook', 'change'] as const;
export type ReservedBy = (typeof RESERVED_BY)[number];

export const RESERVATION_STATES = ['waiting', 'picked', 'not_taken', 'taken', 'over', 'cancelled'] as const;
export type ReservationState = (typeof RESERVATION_STATES)[number];

/** What keeps a set from where it must be. */
export const OBSTACLES = ['out', 'missing', 'elsewhere'] as const;
export type Obstacle = (typeof OBSTACLES)[number];
