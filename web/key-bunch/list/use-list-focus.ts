import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { DialogState } from '../../ui/overlay/dialog-state.ts';
import type { KeyBunchDialog } from '../key-bunch-dialog.ts';
import type { KeyList } from './key-list.ts';
import { focusRow } from './row-focus.ts';

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
    if (!focusRow(acted.current)) line.current?.focus();
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
