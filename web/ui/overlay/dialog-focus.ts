import { type RefObject, useRef } from 'react';

const FIELDS = '[data-dialog-body] :is(input:not([type=hidden]), textarea, [role=combobox]):not(:disabled)';
const isFinger = () => matchMedia('(pointer: coarse)').matches;

/** The first field of a panel, or nothing under a finger, where the keyboard would cover it. */
export const firstField = (panel: HTMLElement | null): HTMLElement | null =>
  isFinger() ? null : (panel?.querySelector<HTMLElement>(FIELDS) ?? null);

/**
 * Where the focus goes when an overlay opens and when it has left: to `[data-autofocus]`, else to what `fallback` finds (null leaves
 * it to Radix), and back to where it was. `onClosed` hears that it has been given back.
 */
export function useDialogFocus(
  panel: RefObject<HTMLElement | null>,
  fallback: (panel: HTMLElement | null) => HTMLElement | null,
  onClosed?: () => void,
) {
  const origin = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus(event: Event) {
      origin.current = focusOrigin();
      const wanted = panel.current?.querySelector<HTMLElement>('[data-autofocus]') ?? fallback(panel.current);
      if (!wanted) return;
      event.preventDefault();
      wanted.focus();
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      focusAgain(origin.current);
      onClosed?.();
    },
  };
}

/**
 * Where focus belongs once a dialog closes: the element that had it, or, if that was the item of a menu which is
 * gone by then, the button of that menu.
 */
function focusOrigin(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const trigger = active.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (trigger && document.getElementById(trigger)) || active;
}

/** Gives focus back, unless the element is gone or lies in a dialog that is closing too. */
function focusAgain(origin: HTMLElement | null): void {
  if (origin?.isConnected && !origin.closest('[role="dialog"][data-state="closed"]')) origin.focus();
}
