import { keepStorage } from '../api/kept/store.ts';
import { ownKeys } from '../api/refresh.ts';
import { serverNow } from '../api/server-clock.ts';
import { store, stored } from '../api/storage.ts';
import { companyDay } from '../format.ts';
import { sharedValue } from '../ui/shared-value.ts';

/** What Chromium sends once to a page that may be installed; web/static/theme.js keeps it. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };
declare global {
  interface Window {
    installPrompt?: InstallPrompt;
  }
}

/** Days on which Keyhold was used on this device, the first three; how often installing was refused, and until when it is not offered. */
type Offered = { days: string[]; refused: number; until: number };

const KEY = 'keyhold.install';
const DAYS = 3;
const MOST_REFUSED = 2;
const REST_MS = 30 * 24 * 60 * 60_000;

function offered(): Offered {
  const none = { days: [], refused: 0, until: 0 };
  try {
    return { ...none, ...JSON.parse(stored(KEY) ?? '{}') };
  } catch {
    return none;
  }
}

/** Counts today as a day of use. */
export function noteDayOfUse(): void {
  const { days, ...rest } = offered();
  const today = companyDay(new Date(serverNow()));
  if (days.length < DAYS && !days.includes(today))
    store(KEY, JSON.stringify({ ...rest, days: [...days, today] }));
}

/** How this device installs an app: by the browser's prompt, or by hand on an iPhone; null where it is installed or can't be. */
export function waysToInstall(): 'prompt' | 'share' | null {
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (window.installPrompt) return 'prompt';
  return /iPhone|iPad/.test(navigator.userAgent) ? 'share' : null;
}

/** Whether to offer it: from the third day of use, after something was recorded, and at most twice, 30 days apart. */
export function isInstallDue(): boolean {
  const { days, refused, until } = offered();
  return days.length >= DAYS && refused < MOST_REFUSED && serverNow() > until && ownKeys.size > 0;
}

export function refuseInstall(): void {
  const before = offered();
  store(KEY, JSON.stringify({ ...before, refused: before.refused + 1, until: serverNow() + REST_MS }));
}

/** Shows the browser's prompt, which it allows once; whether the user accepted. */
export async function install(): Promise<boolean> {
  const { installPrompt } = window;
  delete window.installPrompt;
  const isAccepted = (await installPrompt?.prompt())?.outcome === 'accepted';
  if (isAccepted) keepStorage();
  return isAccepted;
}

const LOOK_MS = 60 * 60_000;

const newer = sharedValue(false);
/** Whether a newer version than this page's is on the device, and starts with the next page that is loaded. */
export const useNewVersion = (): boolean => newer.use();

/** Keeps Keyhold's own files on the device (web/service-worker.ts), so that it opens without signal, and looks for newer ones every hour; whether it does. */
export async function keepAppFiles(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  try {
    const registration = await navigator.serviceWorker.register('/sw.js');
    const look = () => void registration.update().catch(() => undefined);
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener(
        'statechange',
        () => installing.state === 'installed' && compare(installing),
      );
    });
    // One that waits since an earlier visit, unless a newer one is just found.
    await registration.update().catch(() => undefined);
    if (registration.waiting && !registration.installing) compare(registration.waiting);
    setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', () => document.hidden || look());
    return true;
  } catch {
    // Without https, storage or signal the app is not kept, and works as long as it is open.
    return false;
  }
}

/** Asks a worker for its entry script: another than this page's is a newer version. */
function compare(worker: ServiceWorker): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => newer.set(data !== ownEntry());
  worker.postMessage('version', [port2]);
}

const ownEntry = () => document.querySelector('script[type=module]')?.getAttribute('src');
