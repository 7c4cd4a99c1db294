import { lengthOf } from '../../shared/clock-text.ts';
import { useClockError } from '../api/server-clock.ts';

/** Says that the device's clock is more than two minutes off, and that the times shown are the server's. */
export function ClockNotice() {
  const error = useClockError();
  if (error === 0) return null;
  return (
    <p
      role="status"
      className="border-b border-amber-500/25 bg-amber-500/10 px-4 py-1 text-center text-hint text-amber-800 dark:text-amber-300 print:hidden"
    >
      This device’s clock is {lengthOf(Math.abs(error))} {error > 0 ? 'fast' : 'slow'}. Keyhold uses the
      server’s time.
    </p>
  );
}
