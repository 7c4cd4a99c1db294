import { useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/overlay/toast.ts';
import { isNfcSupported, NFC_FAILED, type NfcFailure, type NfcScan, useNfcScan, vibrate } from './nfc.ts';

/** Where a tag is scanned: the form of a bunch, Key Details, an audit, the key list. */
export type NfcPlace = 'add' | 'details' | 'audit' | 'list';

/** Toast durations in ms. */
const NFC_HINT_MS = 8000;
export const NFC_ERROR_MS = 5000;

type Message = { title: string; description: string };

const READ_ERROR = 'NFC Read Error';
const NOT_SUPPORTED = 'NFC Not Supported';
const stopped = (description: string): Message => ({ title: 'NFC Scan Stopped', description });
const failedIn = (title: string, description: string): Message => ({ title, description });

/** Messages of the dialogs, also used by the key list. */
const IN_DIALOGS: Record<NfcFailure, Message> = {
  unsupported: failedIn(NOT_SUPPORTED, 'NFC is not supported on this device'),
  denied: failedIn('NFC Scan Failed', 'NFC access denied. Please allow NFC permissions.'),
  'not-supported': failedIn('NFC Scan Failed', 'NFC is not supported on this device.'),
  'not-available': failedIn('NFC Scan Failed', 'NFC is not available. Please enable NFC in settings.'),
  'read-error': failedIn(READ_ERROR, 'Failed to read NFC tag. Try again.'),
  timeout: stopped('No NFC tag was read in 10 seconds. Scan again, or type its serial.'),
  failed: failedIn('NFC Scan Failed', 'Could not start NFC scanning'),
};

const MESSAGES: Record<NfcPlace, Record<NfcFailure, Message>> = {
  add: IN_DIALOGS,
  details: {
    ...IN_DIALOGS,
    unsupported: failedIn(
      NOT_SUPPORTED,
      "Your device doesn't support Web NFC API, please use Chrome on Android",
    ),
  },
  list: IN_DIALOGS,
  audit: {
    unsupported: failedIn(
      NOT_SUPPORTED,
      "Your device doesn't support Web NFC API. Please use Chrome on Android or update your browser.",
    ),
    denied: failedIn('NFC Error', 'NFC access denied. Please allow NFC permissions and try again.'),
    'not-supported': failedIn('NFC Error', 'NFC is not supported on this device or browser.'),
    'not-available': failedIn(
      'NFC Error',
      'NFC is not available. Please enable NFC in your device settings.',
    ),
    'read-error': failedIn(
      READ_ERROR,
      'Failed to read NFC tag. Make sure the tag is close to your device and try again.',
    ),
    timeout: stopped('No NFC tag was read. Scan again, or type its serial.'),
    failed: failedIn('NFC Error', 'Failed to start NFC scanning'),
  },
};

/** The message for a failure. */
export const nfcMessage = (place: NfcPlace, failure: NfcFailure): Message => MESSAGES[place][failure];

/** Shows a failure as a toast of 5 seconds, with a vibration. */
export function toastNfcFailure(place: NfcPlace, failure: NfcFailure): void {
  vibrate(NFC_FAILED);
  const variant = failure === 'timeout' ? 'default' : 'destructive';
  toast({ ...nfcMessage(place, failure), variant, duration: NFC_ERROR_MS });
}

/** Shows for 8 seconds that the device is listening; the caller dismisses the toast when it stops. */
export const toastNfcHint = (description = 'Hold the NFC tag to the back of your phone.') =>
  toast({ title: 'NFC Scanner Ready', description, duration: NFC_HINT_MS });

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
