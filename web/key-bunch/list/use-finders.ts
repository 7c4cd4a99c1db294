import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { failedText, failedTitle } from '../../api/signal.ts';
import {
  isNfcSupported,
  NFC_FAILED,
  NFC_OK,
  type NfcScan,
  useNfcScan,
  vibrate,
} from '../../device/scan/nfc.ts';
import { NFC_ERROR_MS, toastNfcFailure, toastNfcHint } from '../../device/scan/nfc-listening.ts';
import { useReader } from '../../device/scan/reader.ts';
import { dismissToast, toast } from '../../ui/overlay/toast.ts';
import { serialText } from '../BunchText.tsx';

function toastTagError(title: string, description: string) {
  vibrate(NFC_FAILED);
  toast({ title, description, variant: 'destructive', duration: NFC_ERROR_MS });
}

/**
 * Finds the bunch of a tag read by NFC or a keyboard reader and calls `onFound` with its id; unknown tags get a toast. Ignores tags unless
 * `enabled`. Returns the NFC scan, null without NFC.
 */
export function useTagFinder(onFound: (id: number) => void, enabled: boolean): NfcScan | null {
  async function find(serial: string) {
    if (!enabled) return;
    const query = { nfcSerial: serial, limit: '1' };
    try {
      const { data } = await withReauthentication('listKeyBunches', () => call('listKeyBunches', { query }));
      const [bunch] = data;
      if (!bunch)
        return toastTagError(
          'Unknown NFC tag',
          `None of your key sets has the NFC tag ${serialText(serial)}.`,
        );
      // Clear the toast of the previous tag.
      dismissToast();
      vibrate(NFC_OK);
      onFound(bunch.id);
    } catch (error) {
      toastTagError('Error', failedTitle(error));
    }
  }
  const scan = useNfcScan({
    onRead: find,
    onError: (failure) => enabled && toastNfcFailure('list', failure),
  });
  useReader({ onRead: find, enabled });
  const listening = scan.state === 'listening';
  useEffect(() => {
    if (listening)
      return toastNfcHint('Hold an NFC tag to the back of your phone to open its key set.').dismiss;
  }, [listening]);
  return isNfcSupported() ? scan : null;
}

const toastError = (title: string, description: string) =>
  toast({ title, description, variant: 'destructive' });

/**
 * Finds the set of a label read by a keyboard reader and calls `onFound` with its id; ignores readers unless `enabled`. Returns a lookup
 * for codes read in other ways.
 */
export function useLabelFinder(onFound: (id: number) => void, enabled: boolean): (code: string) => void {
  async function find(code: string): Promise<void> {
    try {
      const params = { code };
      const { data } = await withReauthentication('getFinder', () => call('getFinder', { params }));
      if (data.keyBunchId === null)
        return void toastError('Unknown label', `None of your key sets has the label ${code}.`);
      // Clear the toast of the previous label.
      dismissToast();
      onFound(data.keyBunchId);
    } catch (error) {
      toastError('Error', failedText(error));
    }
  }
  const read = (code: string): void => void find(code);
  useReader({ onRead: read, accepts: 'label', enabled });
  return read;
}
