import { sharedValue } from '../ui/shared-value.ts';

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
