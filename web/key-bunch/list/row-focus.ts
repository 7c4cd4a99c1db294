import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { DialogState } from '../../ui/overlay/dialog-state.ts';
import type { KeyBunchDialog } from '../BunchDialog.tsx';
import type { KeyList } from './key-list.ts';

const rowsIn = (box: ParentNode) => [...box.querySelectorAll<HTMLElement>('[data-key-row]')];
const controlsIn = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>('a, button')];

/** Focuses the main action of the set at that index, or of the one before; returns whether there is one. */
function focusRow(index: number): boolean {
  const rows = rowsIn(document);
  const action = (rows[index] ?? rows.at(-1))?.querySelector<HTMLElement>('button');
  action?.focus();
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
