import { useRef, useState } from 'react';
import { codeOf } from '../../device/scan/code.ts';
import { isSecondBadge } from '../state/reduce.ts';
import type { Link } from './link.ts';
import { lookUp } from './look-up.ts';

/**
 * Looks up what is scanned. Codes are asked for as they come, however quickly, and take effect in the order in which they were scanned. The
 * badge of whoever takes the keys, scanned once more, commits.
 */
export function useScans(link: Link, commit: () => Promise<void>) {
  const [checking, setChecking] = useState(0);
  const queue = useRef(Promise.resolve());

  async function apply(code: string, asked: ReturnType<typeof lookUp>): Promise<void> {
    try {
      const scanned = { code, found: await asked };
      const { store, aroundNow, send } = link;
      const second = () => isSecondBadge(store.get(), scanned, aroundNow());
      if (second()) {
        // The sets that were added while a batch was on its way are the next one.
        if (store.get().sending?.pending) await commit();
        if (second()) await commit();
      } else send({ type: 'scanned', ...scanned });
    } catch {
      link.send({ type: 'unanswered', code });
    } finally {
      setChecking((count) => count - 1);
    }
  }

  function scan(read: string): void {
    const code = codeOf(read);
    if (!code) return;
    setChecking((count) => count + 1);
    const asked = lookUp(code);
    // It may fail before its turn comes.
    asked.catch(() => undefined);
    queue.current = queue.current.then(() => apply(code, asked));
  }
  return { scan, checking };
}
