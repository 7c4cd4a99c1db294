import { useEffect, useRef, useState } from 'react';
import { isNfcSupported, type NfcFailure, type NfcScan, useNfcScan } from './nfc.ts';
import { toastNfcFailure } from './nfc-messages.ts';

export type NfcListening = NfcScan & {
  /** Why the device does not listen; null while it does or was not asked. */
  failure: NfcFailure | null;
};

type Options = { enabled: boolean; onRead: (serial: string) => void };

/**
 * Reads NFC tags as long as a screen is open. It begins to listen by itself where the browser lets it: right after a press that led here,
 * or when the permission was given before. A failure is said in a toast, and kept.
 */
export function useNfcListening({ enabled, onRead }: Options): NfcListening {
  const [failure, setFailure] = useState<NfcFailure | null>(isNfcSupported() ? null : 'unsupported');
  const nfc = useNfcScan({
    onRead: (serial) => {
      setFailure(null);
      onRead(serial);
    },
    onError: (problem) => {
      if (problem !== 'read-error') setFailure(problem);
      toastNfcFailure('audit', problem);
    },
  });

  const begin = useRef(nfc.start);
  begin.current = nfc.start;
  useEffect(() => {
    if (!enabled || !isNfcSupported()) return;
    let left = false;
    void mayListen().then((may) => {
      if (may && !left) begin.current();
    });
    return () => {
      left = true;
    };
  }, [enabled]);

  return {
    ...nfc,
    failure,
    start: () => {
      setFailure(null);
      nfc.start();
    },
  };
}

/** Whether the browser would read NFC tags without a press: it was just pressed, or the permission was given before. */
async function mayListen(): Promise<boolean> {
  if (navigator.userActivation?.isActive) return true;
  try {
    const { state } = await navigator.permissions.query({ name: 'nfc' as PermissionName });
    return state === 'granted';
  } catch {
    return false;
  }
}
