import { type ToastContent, toast } from './toast.ts';

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
