import { useEffect, useRef, useState } from 'react';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { makeQuiet } from './reader.ts';

/** The part of Web NFC that reads tags (W3C draft "Web NFC"); missing in TypeScript's DOM types. */
interface ReadingEvent extends Event {
  /** Hex pairs separated by colons, in any case; empty when the tag has no serial. */
  readonly serialNumber: string;
}
interface Reader extends EventTarget {
  scan(options: { signal: AbortSignal }): Promise<void>;
}
type WithReader = { NDEFReader?: new () => Reader };

/** Whether this browser has Web NFC: Chrome on Android. The phone can still lack a reader. */
export const isNfcSupported = (): boolean => 'NDEFReader' in window;

/**
 * Why a tag was not read. `unsupported`: no Web NFC; `denied`: no permission; `not-supported`: no reader in the device; `not-available`:
 * reader switched off; `read-error`: no serial read; `timeout`: no tag in time; `failed`: any other error at the start.
 */
export type NfcFailure =
  | 'unsupported'
  | 'denied'
  | 'not-supported'
  | 'not-available'
  | 'read-error'
  | 'timeout'
  | 'failed';

/** Names of the DOMExceptions that `scan()` rejects with. */
const START_FAILURES: Record<string, NfcFailure> = {
  NotAllowedError: 'denied',
  NotSupportedError: 'not-supported',
  NotReadableError: 'not-available',
};

/** Vibration in ms; the second is a pattern: on, off, on. */
export const NFC_OK = 200;
export const NFC_FAILED = [100, 50, 100];

/** Vibrates if the device can. */
export const vibrate = (pattern: number | number[]): void => {
  if ('vibrate' in navigator) navigator.vibrate(pattern);
};

type Listeners = { onRead: (serial: string) => void; onError: (failure: NfcFailure) => void };

/** Listens until `signal` aborts. Resolves once listening; rejects with the errors of `scan()`. */
async function listen(signal: AbortSignal, { onRead, onError }: Listeners): Promise<void> {
  const { NDEFReader } = window as WithReader;
  if (!NDEFReader) throw new DOMException('', 'NotSupportedError');
  const reader = new NDEFReader();
  const isNew = makeQuiet();
  reader.addEventListener(
    'reading',
    (event) => {
      const serial = normaliseSerial((event as ReadingEvent).serialNumber);
      if (!serial) return onError('read-error');
      if (isNew(serial, event.timeStamp)) onRead(serial);
    },
    { signal },
  );
  reader.addEventListener('readingerror', () => onError('read-error'), { signal });
  await reader.scan({ signal });
}

export type NfcScan = {
  /** `starting` while the browser asks for permission. */
  state: 'idle' | 'starting' | 'listening';
  /** Call from a press: browsers ask for permission only then. Ends a running scan first. */
  start: () => void;
  stop: () => void;
};

/**
 * Reads NFC tags. `onRead` gets each serial as stored (upper-case hex without separators), the same one again only after QUIET_MS. The scan
 * ends on unmount, after `limitMs` of listening and, with `once`, after the first tag; a read error does not end it.
 */
export function useNfcScan({
  onRead,
  onError,
  limitMs,
  once = false,
}: Listeners & { limitMs?: number; once?: boolean }): NfcScan {
  const [state, setState] = useState<NfcScan['state']>('idle');
  const running = useRef<AbortController | null>(null);
  const latest = useRef<Listeners>({ onRead, onError });
  useEffect(() => {
    latest.current = { onRead, onError };
  });
  useEffect(() => () => running.current?.abort(), []);

  function stop() {
    running.current?.abort();
    running.current = null;
    setState('idle');
  }

  async function start() {
    stop();
    if (!isNfcSupported()) return latest.current.onError('unsupported');
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setState('starting');
    try {
      await listen(signal, {
        onRead: (serial) => {
          if (once) stop();
          latest.current.onRead(serial);
        },
        onError: (failure) => latest.current.onError(failure),
      });
    } catch (error) {
      if (signal.aborted) return;
      stop();
      const name = error instanceof DOMException ? error.name : '';
      return latest.current.onError(START_FAILURES[name] ?? 'failed');
    }
    if (signal.aborted) return;
    setState('listening');
    if (limitMs === undefined) return;
    const timer = setTimeout(() => {
      stop();
      latest.current.onError('timeout');
    }, limitMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  return { state, start: () => void start(), stop };
}
