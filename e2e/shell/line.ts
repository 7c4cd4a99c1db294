import { createServer, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { goAfterDialogs, heading } from '../page.ts';
import { expect } from '../world.ts';

/** What the line to the server is like: `slow` answers each call after two seconds; `silent` answers nothing and refuses nothing; `dying` is silent from the next issue on, which still arrives; `newer` is a server with another build, which has no file of the one before. */
type Line = 'good' | 'slow' | 'cut' | 'dying' | 'silent' | 'portal' | 'newer';

const SLOW_MS = 2000;

/** A proxy before the server, whose line a test sets. */
export async function makeLine() {
  /** `refuses`: the path to which nothing that is posted arrives; `loses`: of which no answer comes back. */
  const line = { is: 'good' as Line, refuses: '', loses: '', url: '', close: () => undefined as unknown };
  const server = createServer(async (incoming, reply) => {
    const isPost = incoming.method === 'POST';
    if (line.is === 'cut' || (isPost && incoming.url === line.refuses)) return void incoming.socket.destroy();
    if (line.is === 'silent') return;
    if (line.is === 'portal')
      return void reply.setHeader('content-type', 'text/html').end('<h1>Welcome to the hotel</h1>');
    const path = incoming.url ?? '/';
    if (line.is === 'slow' && path !== '/api/live')
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    if (line.is === 'newer' && path.startsWith('/assets/')) return void reply.writeHead(404).end();
    const headers: Record<string, unknown> = { ...incoming.headers, 'accept-encoding': 'identity' };
    const isChanged = line.is === 'newer' && /^\/(sw\.js|app-shell)$/.test(path);
    if (isChanged) delete headers['if-none-match'];
    if (isChanged) delete headers['if-modified-since'];
    const sent = request(
      new URL(path, process.env.KEYHOLD_URL),
      { method: incoming.method, headers: headers as OutgoingHttpHeaders },
      (found) => {
        const isLast = line.is === 'dying' && path.endsWith('/issue');
        if (isLast) line.is = 'silent';
        if (isLast || (isPost && path === line.loses)) {
          found.resume();
          return void reply.destroy();
        }
        const chunks: Buffer[] = [];
        const rest = { ...found.headers };
        if (isChanged) delete rest['content-length'];
        reply.writeHead(found.statusCode ?? 500, rest);
        if (!isChanged) return void found.pipe(reply);
        found.on('data', (chunk: Buffer) => chunks.push(chunk));
        found.on('end', () => sendNewer(path, Buffer.concat(chunks).toString(), reply));
      },
    );
    sent.on('error', () => reply.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  line.close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return line;
}

/** The worker of another build, and the page that it keeps. */
const sendNewer = (path: string, text: string, reply: ServerResponse) =>
  reply.end(
    path === '/sw.js'
      ? text.replace(/revision:([`"'])[^`"']+\1,entry:\1/g, 'revision:$1newer$1,entry:$1/newer')
      : text.replace('</body>', `<!-- /newer${/src="(\/assets\/index-[^"]+)"/.exec(text)?.[1]} --></body>`),
  );

export type OwnLine = Awaited<ReturnType<typeof makeLine>>;

/** A separate browser that keeps the app, signed in as the company's administrator, with the dashboard open. */
export async function openApp(browser: Browser, context: BrowserContext, line: OwnLine, viewport: Page) {
  const own = await browser.newContext({
    baseURL: line.url,
    serviceWorkers: 'allow',
    reducedMotion: 'reduce',
    viewport: viewport.viewportSize(),
  });
  own.on('page', goAfterDialogs);
  await own.addCookies(await context.cookies());
  const page = await own.newPage();
  await page.goto('/');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return { own, page };
}

/** What the browser keeps of the register: the names of its records, their owner, and whether one contains a text unencrypted. */
export const register = (page: Page, text = '') =>
  page.evaluate(async (words) => {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('keyhold', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('keyhold');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const records = opened.transaction('keyhold').objectStore('keyhold');
    const all = <T>(asking: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        asking.onsuccess = () => resolve(asking.result);
      });
    const [names, values] = await Promise.all([all(records.getAllKeys()), all(records.getAll())]);
    opened.close();
    const about = values[names.indexOf('about')];
    const clear = values.map(({ data }) => (data ? new TextDecoder('latin1').decode(data) : '')).join();
    return {
      names: names.map(String),
      /** Of the key. */
      id: (about?.id ?? null) as string | null,
      asOf: (about?.asOf ?? 0) as number,
      owner: (about?.owner ?? null) as number | null,
      isReadable: about ? (about.key as CryptoKey).extractable : null,
      hasText: words !== '' && clear.includes(words),
    };
  }, text);

// Tried again when the page is loaded anew meanwhile.
export const keeps = (page: Page) =>
  expect(async () => expect((await register(page)).names.length).toBeGreaterThan(2)).toPass();
export const keepsNothing = (page: Page) =>
  expect(async () => expect((await register(page)).names).toEqual([])).toPass();
