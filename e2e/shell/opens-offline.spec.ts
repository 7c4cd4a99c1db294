import { createServer, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { goTo, goWithin, heading, toast, userMenu } from '../page.ts';
import { type Company, checkA11y, expect, test } from '../world.ts';

/** What the line to the server is like; `newer` is a server with another build, which has no file of the one before. */
type Line = 'good' | 'cut' | 'portal' | 'newer';

/** A proxy before the server, whose line a test sets. */
async function makeLine() {
  const line = { is: 'good' as Line, url: '', close: () => undefined as unknown };
  const server = createServer((incoming, reply) => {
    if (line.is === 'cut') return void incoming.socket.destroy();
    if (line.is === 'portal')
      return void reply.setHeader('content-type', 'text/html').end('<h1>Welcome to the hotel</h1>');
    const path = incoming.url ?? '/';
    if (line.is === 'newer' && path.startsWith('/assets/')) return void reply.writeHead(404).end();
    const headers: Record<string, unknown> = { ...incoming.headers, 'accept-encoding': 'identity' };
    const isChanged = line.is === 'newer' && /^\/(sw\.js|app-shell)$/.test(path);
    if (isChanged) delete headers['if-none-match'];
    if (isChanged) delete headers['if-modified-since'];
    const sent = request(
      new URL(path, process.env.KEYHOLD_URL),
      { method: incoming.method, headers: headers as OutgoingHttpHeaders },
      (found) => {
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

type OwnLine = Awaited<ReturnType<typeof makeLine>>;

/** A browser of its own that keeps the app, signed in as the company's administrator, with the dashboard open. */
async function openApp(browser: Browser, context: BrowserContext, line: OwnLine, viewport: Page) {
  const own = await browser.newContext({
    baseURL: line.url,
    serviceWorkers: 'allow',
    reducedMotion: 'reduce',
    viewport: viewport.viewportSize(),
  });
  await own.addCookies(await context.cookies());
  const page = await own.newPage();
  await page.goto('/');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return { own, page };
}

/** Everything that the browser keeps of the app. */
const keptTexts = (page: Page) =>
  page.evaluate(async () => {
    const kept: { url: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const reply = await cache.match(url);
        kept.push({ url: new URL(url).pathname, text: (await reply?.text()) ?? '' });
      }
    }
    return kept;
  });

async function keepsNothingOf(page: Page, company: Company, ...words: string[]): Promise<void> {
  const kept = await keptTexts(page);
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.filter(({ url }) => url.startsWith('/api'))).toEqual([]);
  for (const word of [company.name, company.email, ...words])
    expect(kept.filter(({ text }) => text.includes(word)).map(({ url }) => url)).toEqual([]);
}

/** What a page without signal says that does not know who is signed in. */
const notHere = (page: Page) => page.getByText('The register is not on this device.');
const noSignal = (page: Page) => page.getByRole('main').getByText('No signal', { exact: true }).first();

test('without signal it opens on a screen never opened, after its tab was killed, keeps nothing of the register, and heals', async ({
  browser,
  context,
  company,
  page: sized,
  isPhone,
}) => {
  const { id } = await company.location({ name: 'Basement' });
  await company.bunch(id, { identifier: 'CELLAR-1' });
  const line = await makeLine();
  const { own, page } = await openApp(browser, context, line, sized);
  await keepsNothingOf(page, company, 'CELLAR-1', 'Basement');

  line.is = 'cut';
  await own.setOffline(true);
  await goTo(page, isPhone, 'Locations');
  await expect(heading(page, 'Locations')).toBeVisible();
  await expect(noSignal(page)).toBeVisible();
  await page.close();

  const again = await own.newPage();
  await again.goto('/key-bunches?status=issued');
  await expect(noSignal(again)).toBeVisible();
  await expect(notHere(again)).toBeVisible();
  await checkA11y(again);
  await again.reload();
  await expect(noSignal(again)).toBeVisible();
  line.is = 'good';
  await own.setOffline(false);
  await expect(heading(again, 'Key Management')).toBeVisible();
  await expect(again).toHaveURL(/status=issued/);
  await own.close();
  await line.close();
});

test('a signed-out phone and the next person read nothing without signal, and a network’s own page is no answer', {
  tag: '@once',
}, async ({ browser, context, company, page: sized }) => {
  const { id } = await company.location({ name: 'Basement' });
  await company.bunch(id, { identifier: 'CELLAR-1' });
  const line = await makeLine();
  const { own, page } = await openApp(browser, context, line, sized);
  await goWithin(page, '/key-bunches');
  await expect(page.getByText('CELLAR-1').first()).toBeVisible();

  line.is = 'portal';
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(toast(page)).toContainText('Not signed out');
  await expect(page.getByText('CELLAR-1').first()).toBeVisible();
  await expect(page.getByRole('banner').getByText(/^Offline$/)).toBeVisible();
  line.is = 'good';
  await expect(page.getByRole('banner').getByText(/^Offline$/)).toHaveCount(0);

  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await keepsNothingOf(page, company, 'CELLAR-1', 'Basement');
  line.is = 'cut';
  await page.goto('/key-bunches');
  await expect(notHere(page)).toBeVisible();
  await expect(page.getByText('CELLAR-1')).toHaveCount(0);

  const other = await company.signInAs('viewer');
  await own.addCookies(await context.cookies());
  await page.reload();
  await expect(notHere(page)).toBeVisible();
  line.is = 'good';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Key Management')).toBeVisible();
  await expect(page.getByText(other.email).first()).toBeVisible();
  await own.close();
  await line.close();
});

test('a newer version is said on the dashboard, what is open goes on with its own files, and the next opening starts it', {
  tag: '@once',
}, async ({ browser, context, company, page: sized, isPhone }) => {
  await company.location();
  const line = await makeLine();
  const { own, page } = await openApp(browser, context, line, sized);
  line.is = 'newer';
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const ready = page.getByRole('status').filter({ hasText: 'A new version is ready' });
  await expect(ready).toContainText('It starts the next time you open Keyhold.');
  await expect(ready.getByRole('button', { name: 'Update now' })).toBeVisible();
  await checkA11y(page);
  // Its server has the files of this version no longer.
  await goTo(page, isPhone, 'Locations');
  await page.getByRole('button', { name: 'Add Location' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Cellar');
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Cellar');
  await page.close();

  line.is = 'cut';
  const next = await own.newPage();
  await next.goto('/');
  await expect(notHere(next)).toBeVisible();
  expect(await next.content()).toContain('/newer');
  await own.close();
  await line.close();
});
