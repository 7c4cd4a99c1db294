import { useEffect, useRef, useState } from 'react';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { makeQuiet } from './quiet.ts';

/** The part of Web NFC that reads tags (W3C draft "Web NFC"); TypeScript's DOM types do not know it. */
interface ReadingEvent extends Event {
  /** Hex pairs with colons between them, in any case; empty when the tag tells none. */
  readonly serialNumber: string;
}
interface Reader extends EventTarget {
  scan(options: { signal: AbortSignal }): Promise<void>;
}
type WithReader = { NDEFReader?: new () => Reader };

/** Whether this browser can read NFC tags at all: Chrome on Android. It may still turn out that the phone has no reader. */
export const isNfcSupported = (): boolean => 'NDEFReader' in window;

/**
 * Why a tag was not read. `unsupported`: the browser has no Web NFC; `denied`: the person refused; `not-supported`: no reader in the
 * device; `not-available`: the reader is switched off; `read-error`: a tag was there and told no serial; `timeout`: none came in
 * time; `failed`: anything else at the start.
 */
export type NfcFailure =
  | 'unsupported'
  | 'denied'
  | 'not-supported'
  | 'not-available'
  | 'read-error'
  | 'timeout'
  | 'failed';

/** What `scan()` rejects with, by the name of the DOMException. */
const START_FAILURES: Record<string, NfcFailure> = {
  NotAllowedError: 'denied',
  NotSupportedError: 'not-supported',
  NotReadableError: 'not-available',
};

/** Milliseconds; the second is a pattern: on, off, on. */
export const NFC_OK = 200;
export const NFC_FAILED = [100, 50, 100];

/** Vibrates, where the device can. */
export const vibrate = (pattern: number | number[]): void => {
  if ('vibrate' in navigator) navigator.vibrate(pattern);
};

type Listeners = { onRead: (serial: string) => void; onError: (failure: NfcFailure) => void };

/** Listens until `signal` aborts. Resolves once the device listens; rejects with what `scan()` rejects with. */
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
  /** Must be called by a press: browsers ask for permission only then. A scan that runs already is ended first. */
  start: () => void;
  stop: () => void;
};

/**
 * Reads NFC tags. `onRead` gets each serial as it is stored, upper-case hex without separators, and the same tag once until it was
 * away for QUIET_MS. A read error does not end the scan. With `limitMs` the scan ends by itself that long after it began to
 * listen; with `once`, after the first tag. It also ends with the component.
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
