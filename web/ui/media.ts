import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** The breakpoint between cards and tables, sheets and dialogs; `phone` in the style sheet. */
export const PHONE = '(width < 48rem)';

/** Whether a media query matches; rerenders on change. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether the page is being printed or previewed. Paper-only content, such as all rows of a table, is rendered only then. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(() => matchMedia('print').matches);
  useEffect(() => {
    const media = matchMedia('print');
    const set = (next: boolean) => flushSync(() => setPrinting(next));
    const begin = () => set(true);
    const end = () => set(media.matches);
    media.addEventListener('change', end);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      media.removeEventListener('change', end);
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
