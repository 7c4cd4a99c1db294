import { addPlugins, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { PUSH_TITLE } from '../shared/approval-words.ts';
import { sendInBackground } from './api/outbox/background.ts';
import { SYNC_TAG } from './api/outbox/sealed.ts';

/** Names and hashes of the built files, and the entry's address: written by `serviceWorker` of vite.config.ts. */
declare const KEYHOLD_FILES: { url: string; revision: string | null; integrity: string }[];
declare const KEYHOLD_SHELL: { revision: string; entry: string };

/** What this file uses of a worker's interface; the sources of web/ are checked with that of a page. */
type Worker = {
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'activate', listener: (event: Activating) => void): void;
  addEventListener(type: 'sync', listener: (event: Activating & { tag: string }) => void): void;
  addEventListener(type: 'push', listener: (event: Activating) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  clients: {
    claim(): Promise<void>;
    matchAll(of: { type: 'window' }): Promise<readonly Page[]>;
    openWindow(address: string): Promise<unknown>;
  };
  registration: {
    navigationPreload?: { enable(): Promise<void> };
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
};
type Page = { focus(): Promise<unknown>; navigate(address: string): Promise<unknown> };
type Clicked = Activating & { notification: Notification };
type Activating = { waitUntil(work: Promise<unknown>): void };
type Fetching = Activating & {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(reply: Promise<Response>): void;
};
const worker = self as unknown as Worker;

/** The page without facts of a session, as the server sends it here (server/http/pages.ts). */
const SHELL = '/app-shell';
/** What waits for the user as a second person. */
const APPROVALS = '/approvals';
/** After this long without an answer a page is opened from the device, in ms. */
const PATIENCE_MS = 3000;

const isCall = ({ url }: Request) => /^\/api(\/|$)/.test(new URL(url).pathname);

/** Whether a file may be kept: whole, ours, and the page only if it starts the scripts that are kept with it. */
async function mayKeep({ url }: Request, reply: Response): Promise<boolean> {
  if (!reply.ok || reply.redirected) return false;
  return new URL(url).pathname !== SHELL || (await reply.clone().text()).includes(KEYHOLD_SHELL.entry);
}

/** The server's page; null without one. That of a network, such as its sign-in, is shown too, and never kept. */
async function pageFromServer({ request, preloadResponse }: Fetching): Promise<Response | null> {
  try {
    const reply = (await preloadResponse) ?? (await fetch(request));
    return reply.status < 500 ? reply : null;
  } catch {
    return null;
  }
}

/** Pages come from the server first: with signal a device always opens the newest version. */
async function open(event: Fetching): Promise<Response> {
  const served = pageFromServer(event);
  event.waitUntil(served);
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  return (
    (await Promise.race([served, late])) ?? (await matchPrecache(SHELL)) ?? (await served) ?? Response.error()
  );
}

/** Shows what waits for the user's yes, in an open page if there is one. */
async function openApprovals(): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: 'window' });
  if (!page) return void (await worker.clients.openWindow(APPROVALS));
  // Without it the page is behind others, and shows the question all the same.
  await page.focus().catch(() => undefined);
  // A page that another worker controls can't be sent elsewhere.
  await page.navigate(APPROVALS).catch(() => worker.clients.openWindow(APPROVALS));
}

addPlugins([
  {
    cacheWillUpdate: async ({ request, response }) => ((await mayKeep(request, response)) ? response : null),
  },
]);
precacheAndRoute([{ url: SHELL, revision: KEYHOLD_SHELL.revision }, ...KEYHOLD_FILES], {
  directoryIndex: '',
  cleanURLs: false,
});
worker.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && !isCall(event.request)) event.respondWith(open(event));
});
// The page that installed the first worker uses it at once. A newer worker waits until no page of an older version is open, whose files
// it would remove.
worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()]));
});
/** There is signal, and something waits to be sent. */
worker.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(sendInBackground());
});
/** A push has no content: what is asked is read by the app that it opens. */
worker.addEventListener('push', (event) => {
  event.waitUntil(
    worker.registration.showNotification(PUSH_TITLE, {
      body: 'Open Keyhold to answer.',
      icon: '/icon-192.png',
      tag: 'approval',
      requireInteraction: true,
    }),
  );
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openApprovals());
});
/** A page asks which version this is. */
worker.addEventListener('message', ({ ports: [port] }) => port?.postMessage(KEYHOLD_SHELL.entry));
