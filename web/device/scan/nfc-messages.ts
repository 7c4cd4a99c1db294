import { toast } from '../../ui/overlay/toast.ts';
import { NFC_FAILED, type NfcFailure, vibrate } from './nfc.ts';

/** Where a tag is scanned: the form of a bunch, Key Details, an audit, the key list. */
export type NfcPlace = 'add' | 'details' | 'audit' | 'list';

/** Toast durations in ms. */
export const NFC_HINT_MS = 8000;
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
