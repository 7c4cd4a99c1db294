import { useEffect, useRef, useState } from 'react';
import { isNfcSupported, type NfcFailure, type NfcScan, useNfcScan } from './nfc.ts';
import { toastNfcFailure } from './nfc-messages.ts';

export type NfcListening = NfcScan & {
  /** Why the device is not listening; null while it listens or has not been started. */
  failure: NfcFailure | null;
};

type Options = { enabled: boolean; onRead: (serial: string) => void };

/**
 * Reads NFC tags while a screen is open. Starts automatically if the browser allows it, and shows a failure as a toast. A read error does
 * not stop it.
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

/** Whether the browser reads NFC tags without another press: just after a press, or with permission granted before. */
async function mayListen(): Promise<boolean> {
  if (navigator.userActivation?.isActive) return true;
  try {
    const { state } = await navigator.permissions.query({ name: 'nfc' as PermissionName });
    return state === 'granted';
  } catch {
    return false;
  }
}
