import { useCallback, useSyncExternalStore } from 'react';

/** The one boundary between cards and tables, sheets and centred dialogs; the style sheet calls it `phone`. */
export const PHONE = '(width < 48rem)';

/** Whether a media query holds now; the component renders again when that changes. */
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
