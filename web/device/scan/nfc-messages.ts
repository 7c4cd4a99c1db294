import { toast } from '../../ui/overlay/toast.ts';
import { NFC_FAILED, type NfcFailure, vibrate } from './nfc.ts';

/** Where a tag is scanned: the form of a bunch, Key Details, an audit, the key list. */
export type NfcPlace = 'add' | 'details' | 'audit' | 'list';

/** Milliseconds. */
export const NFC_HINT_MS = 8000;
export const NFC_ERROR_MS = 5000;

type Message = { title: string; description: string };

const READ_ERROR = 'NFC Read Error';
const NOT_SUPPORTED = 'NFC Not Supported';
const stopped = (description: string): Message => ({ title: 'NFC Scan Stopped', description });
const failedIn = (title: string, description: string): Message => ({ title, description });

/** What the dialogs say; the key list speaks like them. */
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

/** What to say of a failure. */
export const nfcMessage = (place: NfcPlace, failure: NfcFailure): Message => MESSAGES[place][failure];

/** Says it in a toast of 5 seconds, with the vibration of a failure. */
export function toastNfcFailure(place: NfcPlace, failure: NfcFailure): void {
  vibrate(NFC_FAILED);
  const variant = failure === 'timeout' ? 'default' : 'destructive';
  toast({ ...nfcMessage(place, failure), variant, duration: NFC_ERROR_MS });
}

/** Says for 8 seconds that the device listens and what to do; the caller takes it away when that is no longer so. */
export const toastNfcHint = (description = 'Hold the NFC tag to the back of your phone.') =>
  toast({ title: 'NFC Scanner Ready', description, duration: NFC_HINT_MS });
