import type { KeyboardEvent } from 'react';

const rowsIn = (box: ParentNode) => [...box.querySelectorAll<HTMLElement>('[data-key-row]')];
const controlsIn = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>('a, button')];

/** Puts the focus on the first thing to do with the set at that place of the list, or with the one before; answers whether there is any. */
export function focusRow(index: number): boolean {
  const rows = rowsIn(document);
  const action = (rows[index] ?? rows.at(-1))?.querySelector<HTMLElement>('button');
  action?.focus();
  return Boolean(action);
}

/** The up and down arrows go to the same control of the row before and after. */
export function moveAmongRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (!step || event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
  const here = event.target.closest<HTMLElement>('[data-key-row]');
  // The button of a menu opens it by the arrow.
  if (!here || event.target.ariaHasPopup === 'menu') return;
  const rows = rowsIn(event.currentTarget);
  const next = rows[rows.indexOf(here) + step];
  if (!next) return;
  const controls = controlsIn(here);
  const place = controls.indexOf(event.target);
  event.preventDefault();
  (controlsIn(next)[place] ?? controlsIn(next)[0])?.focus();
}
