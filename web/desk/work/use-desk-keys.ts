import { type RefObject, useEffect, useRef } from 'react';
import { writesText } from '../../device/scan/reader.ts';
import { isDialogOpen } from '../../ui/overlay/layers.ts';

const OPEN = ':is([role=menu], [role=listbox]:not([data-suggestions])):not([data-state=closed])';

/**
 * The desk's shortcuts: Ctrl+Enter (Command on a Mac) commits from anywhere; text typed outside a field goes into the scan box. `/` is the
 * shell's and focuses it too.
 */
export function useDeskKeys(field: RefObject<HTMLInputElement | null>, commit: () => void): void {
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (isDialogOpen() || document.querySelector(OPEN) || event.isComposing) return;
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key === 'Enter' && (ctrlKey || metaKey)) {
        event.preventDefault();
        if (!event.repeat) latest.current();
        return;
      }
      const box = field.current;
      const character = /^[\x21-\x7e]$/.test(key) && !ctrlKey && !metaKey && !altKey;
      const inField = event.target === box || writesText(event.target);
      // The character itself follows the focus.
      if (box && character && key !== '/' && !inField) box.focus();
    }
    /** A mouse press keeps the focus in the scan box, unless it is on a field, a list or a dialog. */
    function click(event: MouseEvent) {
      const onButton = event.target instanceof Element && event.target.closest('main button');
      if (!onButton || event.detail === 0 || !matchMedia('(pointer: fine)').matches) return;
      requestAnimationFrame(() => {
        if (isDialogOpen() || document.querySelector(OPEN) || writesText(document.activeElement)) return;
        field.current?.focus();
      });
    }
    window.addEventListener('keydown', press);
    window.addEventListener('click', click);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener('click', click);
    };
  }, [field]);
}
