import { useEffect, useState } from 'react';
import { serverNow } from '../api/server-clock.ts';

/** Now in ms by the server's clock, updated every second. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
