import { serverNow } from './api/server-clock.ts';
import { useClock } from './clock.ts';
import { companyZone } from './format.ts';
import { useSession } from './session.tsx';

/** The company's time zone (D-30); rerenders when it changes. */
export function useZone(): string {
  useSession();
  return companyZone();
}

/** Now in milliseconds, updated twice a minute. */
export function useNow(): number {
  useClock();
  return serverNow();
}
