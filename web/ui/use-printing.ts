import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether the page is being printed, or shown as it would be. What only paper needs, such as every row of a long table, can be
 * rendered then and not before: it is there when the browser takes the page.
 */
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
