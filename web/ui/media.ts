import { useCallback, useSyncExternalStore } from 'react';

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
