import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { call, failedText, failedTitle } from '../../api/call.ts';
import { orKept } from '../../api/read.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { serialText } from '../../BunchText.tsx';
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
import type { DialogState } from '../../ui/overlay/dialog-state.ts';
import { dismissToast, toast } from '../../ui/overlay/toast.ts';
import type { KeyBunchDialog } from '../BunchDialog.tsx';
import type { KeyList } from './key-list.ts';

const rowsIn = (box: ParentNode) => [...box.querySelectorAll<HTMLElement>('[data-key-row]')];
const controlsIn = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>('a, button')];

/** Focuses the main action of the set at that index, or of the one before; returns whether there is one. */
function focusRow(index: number, options?: FocusOptions): boolean {
  const rows = rowsIn(document);
  const action = (rows[index] ?? rows.at(-1))?.querySelector<HTMLElement>('button');
  action?.focus(options);
  return Boolean(action);
}

/** Arrow up and down move to the same control of the next row. */
export function moveAmongRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (!step || event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
  const here = event.target.closest<HTMLElement>('[data-key-row]');
  // The arrow opens a menu button.
  if (!here || event.target.ariaHasPopup === 'menu') return;
  const rows = rowsIn(event.currentTarget);
  const next = rows[rows.indexOf(here) + step];
  if (!next) return;
  const controls = controlsIn(here);
  const place = controls.indexOf(event.target);
  event.preventDefault();
  (controlsIn(next)[place] ?? controlsIn(next)[0])?.focus();
}

/**
 * Focus in the key list: from the search to the first match; after an action that removed the focused row, to the row in its place, else to
 * `line`, the count.
 */
export function useListFocus(
  list: KeyList,
  searched: string,
  dialog: DialogState<KeyBunchDialog>,
  line: RefObject<HTMLElement | null>,
) {
  const { show } = dialog;
  const busy = dialog.shown !== null;
  const entering = useRef<string | null>(null);
  const acted = useRef<number | null>(null);
  const away = useRef(busy);
  away.current = busy;
  const settled = !list.waiting && !list.stale;

  useEffect(() => {
    if (!settled) return;
    if (entering.current !== null && entering.current === searched) {
      entering.current = null;
      focusRow(0);
    }
    if (acted.current === null || busy || document.activeElement !== document.body) return;
    // A list that was scrolled meanwhile, so that the focused row is not drawn any more, must not jump.
    if (!focusRow(acted.current, { preventScroll: true })) line.current?.focus();
  });

  // The user has moved the focus meanwhile.
  useEffect(() => {
    const forget = () => {
      if (!away.current) acted.current = null;
    };
    window.addEventListener('pointerdown', forget, true);
    window.addEventListener('keydown', forget, true);
    return () => {
      window.removeEventListener('pointerdown', forget, true);
      window.removeEventListener('keydown', forget, true);
    };
  }, []);

  /** Opens a dialog about the set at that index. */
  const act = useCallback(
    (about: KeyBunchDialog, index: number) => {
      acted.current = index;
      show(about);
    },
    [show],
  );

  return {
    act,
    /** Enter or arrow down in the search box, once its results are loaded. */
    enter(text: string) {
      entering.current = text;
      if (settled && text === searched) {
        entering.current = null;
        focusRow(0);
      }
    },
  };
}

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
      const { data } = await orKept('listKeyBunches', { query }, () =>
        withReauthentication('listKeyBunches', () => call('listKeyBunches', { query })),
      );
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
      const { data } = await orKept('getFinder', { params }, () =>
        withReauthentication('getFinder', () => call('getFinder', { params })),
      );
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
