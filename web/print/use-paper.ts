import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Anchor } from '../../shared/anchor.ts';
import { anchorWords, grouped, HISTORY_ANCHOR } from '../../shared/anchor-words.ts';
import { PRINT_MAX } from '../../shared/limits.ts';
import { ApiError, call, failedTitle } from '../api/call.ts';
import { usePrinting } from '../ui/media.ts';
import { toast } from '../ui/overlay/toast.ts';

type List<T> = {
  /** Loaded rows; undefined while loading. */
  loaded: readonly T[] | undefined;
  /** Number of matches. */
  total: number | undefined;
  /** There are more than `total` matches. */
  atLeast?: boolean;
  /** Loading failed: printing does not wait. */
  failed: boolean;
  /** Identifies the filters: rows loaded for other filters are not printed. */
  key: string;
  /** Loads all rows, up to `max`; undefined where all are loaded anyway. */
  readAll?: (options: { max: number; onRead: (read: number) => void }) => Promise<T[]>;
};

/**
 * A printable list. `print`, also by Ctrl+P, loads all rows (up to 5,000), fetches a history anchor and prints. The browser's own print
 * command prints the loaded rows, without an anchor. Render `rows` in a PrintFrame while `printing`.
 */
export function usePaper<T>({ loaded, total, atLeast = false, failed, key, readAll }: List<T>) {
  const printing = usePrinting();
  const [all, setAll] = useState<{ key: string; rows: T[] } | null>(null);
  const [read, setRead] = useState<number | null>(null);
  const requested = useRef(key);
  requested.current = key;
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
        if (requested.current !== key) return;
        flushSync(() => setAll({ key, rows: everything }));
      }
      // After loading the rows, so that the anchor covers them.
      await fetchAnchor();
      if (requested.current === key) window.print();
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
    // Loaded rows are out of date at the next print.
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
    /** Nothing to print: the page shows the error. */
    failed: failed && !isReady,
    /** Waiting for the first page. */
    waiting: waitsFor !== null,
    /** Progress of loading, for the button. */
    progress: read === null ? null : `${Math.min(99, Math.floor((100 * read) / Math.max(1, wanted)))}%`,
  };
}

/** After the browser's own print of `part` loaded rows (0: all rows), offers to print all: nothing can be loaded during a print. */
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

/** Ctrl+P or Cmd+P prints the whole list, like the button. */
export function usePrintKeys(print: () => unknown): void {
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

/** Timeout of the anchor, in ms. */
const ANCHOR_TIMEOUT_MS = 2500;

let current: Anchor | null = null;

/** Has the server sign the end of the history for the next print. Never throws: without an anchor the list still prints. */
export async function fetchAnchor(): Promise<void> {
  const signal = AbortSignal.timeout(ANCHOR_TIMEOUT_MS);
  current = await call('anchorHistory', { body: {} }, { key: crypto.randomUUID(), signal }).then(
    ({ data }) => data.anchor,
    () => null,
  );
}

/** Discards the anchor after printing. */
export function forgetAnchor(): void {
  current = null;
}

/** The lines of the anchor fetched for this print, and its key; empty without one. */
export function printedAnchor(): string[] {
  if (!current) return [];
  const [movements, log] = anchorWords(current);
  const time = current.at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  return [`${HISTORY_ANCHOR}: ${movements} · ${log} · ${time}`, `Key ${grouped(current.key)}`];
}
