import type { KeyboardEvent } from 'react';

const rowsIn = (box: ParentNode) => [...box.querySelectorAll<HTMLElement>('[data-key-row]')];
const controlsIn = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>('a, button')];

/** Focuses the main action of the set at that index, or of the one before; returns whether there is one. */
export function focusRow(index: number): boolean {
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
