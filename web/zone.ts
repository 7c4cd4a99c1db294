import { useEffect, useState, useSyncExternalStore } from 'react';
import { serverNow } from './api/server-clock.ts';
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

const EVERY = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(changed: () => void) {
  listeners.add(changed);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, EVERY);
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A number that changes every 30 seconds; shared by all times on the page. */
export function useClock(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / EVERY));
}

/** Now in ms by the server's clock, updated every second. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
