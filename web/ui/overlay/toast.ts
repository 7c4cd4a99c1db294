import { sharedValue } from '../shared-value.ts';

/** Only one toast is visible: a new one replaces the last. */
const TOAST_LIMIT = 1;
/** Delay before a closed toast leaves the list, in ms. */
export const TOAST_REMOVE_DELAY = 1_000_000;
/** Default duration of a toast, in ms. */
export const TOAST_DURATION = 5000;

export interface ToastContent {
  title: string;
  description?: string | undefined;
  /** A second line: the record. */
  about?: string | undefined;
  /** A button, such as Undo; pressing it closes the toast. */
  action?: { label: string; run: () => void } | undefined;
  /** The request id for support; can be copied. */
  reference?: string | null | undefined;
  variant?: 'default' | 'success' | 'destructive' | undefined;
  /** It promises the result of what a dialog sent before it was closed. */
  awaits?: boolean;
  /** Milliseconds; TOAST_DURATION by default. */
  duration?: number | undefined;
}

interface Toast extends ToastContent {
  id: string;
  open: boolean;
}

const toasts = sharedValue<readonly Toast[]>([]);
let made = 0;
const removals = new Map<string, ReturnType<typeof setTimeout>>();

function set(next: readonly Toast[]) {
  toasts.set(next);
  for (const [id, timer] of removals) {
    if (next.some((one) => one.id === id)) continue;
    clearTimeout(timer);
    removals.delete(id);
  }
}

/** Shows a toast, replacing any other. */
export function toast(content: ToastContent) {
  made += 1;
  const id = String(made);
  set([{ ...content, id, open: true }, ...toasts.get()].slice(0, TOAST_LIMIT));
  return {
    id,
    dismiss: () => dismissToast(id),
    update: (next: ToastContent) =>
      set(toasts.get().map((one) => (one.id === id ? { ...one, ...next } : one))),
  };
}

/** Closes one toast, or all of them; each leaves the list after TOAST_REMOVE_DELAY. */
export function dismissToast(id?: string): void {
  for (const one of toasts.get()) {
    if ((id !== undefined && one.id !== id) || removals.has(one.id)) continue;
    removals.set(
      one.id,
      setTimeout(() => set(toasts.get().filter((other) => other.id !== one.id)), TOAST_REMOVE_DELAY),
    );
  }
  set(toasts.get().map((one) => (id === undefined || one.id === id ? { ...one, open: false } : one)));
}

/** All toasts, newest first, including closed ones. */
export const currentToasts = (): readonly Toast[] => toasts.get();

/** The list, as a hook; for Toaster. */
export const useToasts = (): readonly Toast[] => toasts.use();

const KEY = 'toast';

/** Shows a toast now and again after a page load, which would remove it. */
export function toastAcrossLoad(content: ToastContent): void {
  toast(content);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(content));
  } catch {}
}

/** Shows the carried toast; called once at startup. */
export function showCarriedToast(): void {
  try {
    const carried = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (carried) toast(JSON.parse(carried) as ToastContent);
  } catch {}
}
