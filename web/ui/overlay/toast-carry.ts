import { type ToastContent, toast } from './toast.ts';

const KEY = 'toast';

/** Shows a toast now and again after the page has been loaded anew, which would otherwise wipe it away. */
export function toastAcrossLoad(content: ToastContent): void {
  toast(content);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(content));
  } catch {}
}

/** Shows what was carried over a page load; called once at the start. */
export function showCarriedToast(): void {
  try {
    const carried = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (carried) toast(JSON.parse(carried) as ToastContent);
  } catch {}
}
