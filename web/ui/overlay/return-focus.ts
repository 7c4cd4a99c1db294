/**
 * Where focus belongs once a dialog closes: the element that had it, or, if that was the item of a menu which is
 * gone by then, the button of that menu.
 */
export function focusOrigin(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const trigger = active.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (trigger && document.getElementById(trigger)) || active;
}

/** Gives focus back, unless the element is gone or lies in a dialog that is closing too. */
export function focusAgain(origin: HTMLElement | null): void {
  if (origin?.isConnected && !origin.closest('[role="dialog"][data-state="closed"]')) origin.focus();
}
