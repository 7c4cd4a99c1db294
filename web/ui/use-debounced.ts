import { useEffect, useState } from 'react';

/** The value, once it has not changed for `ms`; in the default time a reader types its whole code. */
export function useDebounced(value: string, ms = 150): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}
