import { useEffect, useRef } from 'react';
import type { KeyBunchDialog } from '../key-bunch/key-bunch-dialog.ts';
import type { DialogState } from '../ui/overlay/dialog-state.ts';

/**
 * Gives the focus back to a set's row after a dialog about it: a handover moves the set to another part of the list, and the button that opened
 * the dialog is gone. Without a link in its row the main area has the focus.
 */
export function useOutFocus({ shown }: DialogState<KeyBunchDialog>): void {
  const acted = useRef<number | null>(null);
  const id = shown && 'id' in shown.about ? shown.about.id : null;
  useEffect(() => {
    if (id !== null) acted.current = id;
    else if (acted.current !== null && document.activeElement === document.body) {
      const row = document.querySelector<HTMLElement>(`#main a[href="/key-history/${acted.current}"]`);
      (row ?? document.getElementById('main'))?.focus();
    }
  });
  // A user who does something else has put the focus where it belongs.
  useEffect(() => {
    const forget = () => {
      acted.current = null;
    };
    window.addEventListener('pointerdown', forget, true);
    window.addEventListener('keydown', forget, true);
    return () => {
      window.removeEventListener('pointerdown', forget, true);
      window.removeEventListener('keydown', forget, true);
    };
  }, []);
}
