import { useEffect, useState } from 'react';
import { isRandomSerial, RANDOM_SERIAL } from '../../../shared/key-bunch-words.ts';
import { NFC_FAILED, useNfcScan, vibrate } from '../../device/scan/nfc.ts';
import { type NfcPlace, toastNfcFailure, toastNfcHint } from '../../device/scan/nfc-messages.ts';
import { toast } from '../../ui/overlay/toast.ts';

/** Timeout of a dialog's scan, in seconds. */
export const TAG_SCAN_SECONDS = 10;

/** Counts down while `running`. */
function useSecondsLeft(running: boolean): number {
  const [left, setLeft] = useState(TAG_SCAN_SECONDS);
  useEffect(() => {
    if (!running) return;
    setLeft(TAG_SCAN_SECONDS);
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return left;
}

type Options = {
  place: NfcPlace;
  onSerial: (serial: string) => void;
  /** Whether a toast gives the instructions; false where the screen does. */
  hint?: boolean;
};

/**
 * Scans one tag within 10 seconds. Errors are toasts, also for a tag with random serials, which could not be found again (decision 0010).
 */
export function useTagScan({ place, onSerial, hint = false }: Options) {
  const scan = useNfcScan({
    onRead: (serial) => {
      if (!isRandomSerial(serial)) return onSerial(serial);
      vibrate(NFC_FAILED);
      toast({
        title: 'Cannot Use This NFC Tag',
        description: RANDOM_SERIAL,
        variant: 'destructive',
      });
    },
    onError: (failure) => toastNfcFailure(place, failure),
    limitMs: TAG_SCAN_SECONDS * 1000,
    once: true,
  });
  const listening = scan.state === 'listening';
  useEffect(() => {
    if (listening && hint) return toastNfcHint().dismiss;
  }, [listening, hint]);
  return { ...scan, secondsLeft: useSecondsLeft(listening) };
}
