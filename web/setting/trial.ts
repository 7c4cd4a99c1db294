import { count, datedDay } from '../format.ts';

const DAY_MS = 86_400_000;

/** Days left in the free trial, rounded up, or when it ended. */
export function trialText(endsAt: string, now: Date): string {
  const left = Math.ceil((Date.parse(endsAt) - now.getTime()) / DAY_MS);
  return left > 0
    ? `${count(left, 'day')} left in the free trial`
    : `The free trial ended on ${datedDay(endsAt)}`;
}
