import { useSession } from '../session.tsx';
import { useClock } from '../ui/clock.ts';

/** The time zone of the company, whose clock tells all due times; the reader's own until it is known. */
export function useZone(): string {
  const session = useSession();
  const company = session.state === 'in' ? session.company : null;
  return company?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Now, in milliseconds, twice a minute anew: what is told by it ticks without a reload. */
export function useNow(): number {
  useClock();
  return Date.now();
}
