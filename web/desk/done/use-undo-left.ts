import { useEffect, useState } from 'react';
import { UNDO_MINUTES } from '../../../shared/limits.ts';
import { serverNow } from '../../api/server-clock.ts';

/** Milliseconds for which what was done at `at` can be undone; 0 when it no longer can. Counts down each second. */
export function useUndoLeft(at: number): number {
  const left = () => Math.max(0, at + UNDO_MINUTES * 60_000 - serverNow());
  const [ms, setMs] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` is of `at`
  useEffect(() => {
    setMs(left());
    const timer = setInterval(() => setMs(left()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return ms;
}
