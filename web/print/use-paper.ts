import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PRINT_MAX } from '../../shared/limits.ts';
import { ApiError } from '../api/call.ts';
import { failedTitle } from '../api/signal.ts';
import { toast } from '../ui/overlay/toast.ts';
import { usePrinting } from '../ui/use-printing.ts';
import { fetchAnchor, forgetAnchor } from './anchor.ts';

type List<T> = {
  /** What is on the screen, undefined until something came. */
  loaded: readonly T[] | undefined;
  /** How many the filters keep. */
  total: number | undefined;
  /** There are more than `total`. */
  atLeast?: boolean;
  /** It could not be read: a press does not wait for it. */
  failed: boolean;
  /** What the filters are, as one text: rows read for others are not printed. */
  key: string;
  /** Reads them all, or up to `max`; left out where all are always loaded. */
  readAll?: (options: { max: number; onRead: (read: number) => void }) => Promise<T[]>;
};

/**
 * A list on paper. `print`, which is also what Ctrl+P does here, waits for the first page, then reads what is not loaded, up to 5,000 rows, and has the history
 * anchored, and then prints; printed from the browser's menu, `rows` are those on the screen and the paper carries no anchor. `rows` belong to a PrintFrame, shown while `printing`.
 */
export function usePaper<T>({ loaded, total, atLeast = false, failed, key, readAll }: List<T>) {
  const printing = usePrinting();
  const [all, setAll] = useState<{ key: string; rows: T[] } | null>(null);
  const [read, setRead] = useState<number | null>(null);
  const asked = useRef(key);
  asked.current = key;
  const rows = all?.key === key ? all.rows : (loaded ?? []);
  const busy = useRef(false);
  const isReady = loaded !== undefined && total !== undefined;
  const [waitsFor, setWaitsFor] = useState<string | null>(null);

  async function print(): Promise<void> {
    if (busy.current) return;
    if (!loaded || total === undefined) return setWaitsFor(failed ? null : key);
    busy.current = true;
    try {
      if ((loaded.length < total || atLeast) && readAll) {
        setRead(0);
        const everything = await readAll({ max: PRINT_MAX, onRead: setRead });
        if (asked.current !== key) return;
        flushSync(() => setAll({ key, rows: everything }));
      }
      // Behind the rows, so that everything that is printed is in what is signed.
      await fetchAnchor();
      if (asked.current === key) window.print();
    } catch (error) {
      toast({
        title: 'Error',
        description: failedTitle(error),
        reference: error instanceof ApiError ? error.reference : null,
        variant: 'destructive',
      });
    } finally {
      busy.current = false;
      setRead(null);
    }
  }
  usePrintKeys(print);
  const part = loaded && total !== undefined && (loaded.length < total || atLeast) ? loaded.length : 0;
  useOfferAll(all === null && readAll ? part : 0, print);
  const latest = useRef(print);
  latest.current = print;
  useEffect(() => {
    if (waitsFor === null || (!isReady && !failed && waitsFor === key)) return;
    setWaitsFor(null);
    if (isReady && waitsFor === key) void latest.current();
  }, [waitsFor, isReady, failed, key]);
  useEffect(() => {
    // What was read for one printing is old at the next.
    const forget = () => {
      setAll(null);
      forgetAnchor();
    };
    addEventListener('afterprint', forget);
    return () => removeEventListener('afterprint', forget);
  }, []);

  const wanted = atLeast ? PRINT_MAX : Math.min(total ?? 0, PRINT_MAX);
  return {
    printing,
    rows,
    print,
    /** There is nothing to print: the page says that it could not be read. */
    failed: failed && !isReady,
    /** Pressed before the first page came. */
    waiting: waitsFor !== null,
    /** What the button says while the other pages are read. */
    progress: read === null ? null : `${Math.min(99, Math.floor((100 * read) / Math.max(1, wanted)))}%`,
  };
}

/** After the browser's own print of the `part` rows that were loaded (0: of all) offers to print all: nothing can be read while it prints. */
function useOfferAll(part: number, print: () => Promise<void>): void {
  const latest = useRef({ part, print });
  latest.current = { part, print };
  useEffect(() => {
    const offer = () => {
      const { part: printed, print: printAll } = latest.current;
      if (printed === 0) return;
      toast({
        title: `${printed.toLocaleString('en-US')} rows printed, not all`,
        description: "The browser's own print has only what is loaded.",
        action: { label: 'Print all', run: () => void printAll() },
        duration: OFFERED_MS,
      });
    };
    addEventListener('afterprint', offer);
    return () => removeEventListener('afterprint', offer);
  }, []);
}

const OFFERED_MS = 20_000;

/** Ctrl+P, or Cmd+P, prints the whole list, as the button does. */
function usePrintKeys(print: () => unknown): void {
  const latest = useRef(print);
  latest.current = print;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const combined = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!combined || event.key.toLowerCase() !== 'p') return;
      event.preventDefault();
      void latest.current();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}
