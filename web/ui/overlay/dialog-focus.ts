import { type RefObject, useRef } from 'react';

const FIELDS = '[data-dialog-body] :is(input:not([type=hidden]), textarea, [role=combobox]):not(:disabled)';
const isFinger = () => matchMedia('(pointer: coarse)').matches;

/** The first field of a panel; null on touch, where the keyboard would cover it. */
export const firstField = (panel: HTMLElement | null): HTMLElement | null =>
  isFinger() ? null : (panel?.querySelector<HTMLElement>(FIELDS) ?? null);

/**
 * Manages an overlay's focus: on opening `[data-autofocus]`, else `fallback` (null leaves it to Radix); on closing the element before.
 * `onClosed` is called afterwards.
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

/** Where focus returns when a dialog closes: the element before, or for an item of a closed menu, its button. */
function focusOrigin(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const trigger = active.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (trigger && document.getElementById(trigger)) || active;
}

/** Restores focus, unless the element is gone or in a closing dialog. */
function focusAgain(origin: HTMLElement | null): void {
  if (origin?.isConnected && !origin.closest('[role="dialog"][data-state="closed"]')) origin.focus();
}
