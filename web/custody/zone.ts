import { serverNow } from '../api/server-clock.ts';
import { companyZone } from '../format.ts';
import { useSession } from '../session.tsx';
import { useClock } from '../ui/clock.ts';

/** The time zone of the company (D-30); what calls it is drawn again when that changes. */
export function useZone(): string {
  useSession();
  return companyZone();
}

/** Now, in milliseconds, renewed twice a minute. */
export function useNow(): number {
  useClock();
  return serverNow();
}
