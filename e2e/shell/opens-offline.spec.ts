import type { Page } from '@playwright/test';
import { wedge } from '../key-bunch/nfc.ts';
import { goTo, goWithin, heading, toast, userMenu } from '../page.ts';
import { type Company, checkA11y, expect, test } from '../world.ts';
import { keeps, keepsNothing, makeLine, openApp, register } from './line.ts';

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

/** Moves the moment at which what is kept was last true. */
const moveKept = (page: Page, byMs: number) =>
  page.evaluate(async (ms) => {
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('keyhold', 1);
      opening.onsuccess = () => resolve(opening.result);
    });
    const writing = opened.transaction('keyhold', 'readwrite');
    const records = writing.objectStore('keyhold');
    const asking = records.get('about');
    asking.onsuccess = () => records.put({ ...asking.result, asOf: asking.result.asOf + ms }, 'about');
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
    opened.close();
  }, byMs);

test('without signal it opens after its tab was killed, finds the sets it keeps and says of when they are, and heals', {
  tag: '@phone',
}, async ({ browser, context, company, page: sized, isPhone }) => {
  const { id } = await company.location({ name: 'Basement' });
  const bunch = await company.bunch(id, {
    identifier: 'CELLAR-1',
    nfcSerial: '04A2245A1B6680',
    notes: 'Alarm 4711',
  });
  await company.bunch(id, { identifier: 'STAIR-2' });
  const line = await makeLine();
  const { own, page } = await openApp(browser, context, line, sized);
  await keeps(page);
  expect(await register(page, 'CELLAR-1')).toMatchObject({ isReadable: false, hasText: false });
  await keepsNothingOf(page, company, 'CELLAR-1', 'Basement');

  // Nothing is answered and nothing refused: the timeouts of the requests, 15 seconds each, are not waited for.
  line.is = 'silent';
  await page.goto('/key-bunches', { waitUntil: 'commit' });
  await expect(page.getByText('CELLAR-1').first()).toBeVisible({ timeout: 14_000 });

  line.is = 'cut';
  await own.setOffline(true);
  await page.close();
  const again = await own.newPage();
  await again.goto('/key-bunches?search=cellar');
  await expect(again.getByText('CELLAR-1').first()).toBeVisible();
  await expect(again.getByText('STAIR-2')).toHaveCount(0);
  await expect(again.getByText(/^As of \d\d:\d\d/).first()).toBeVisible();
  const chip = again.getByRole('banner').getByRole('button', { name: /^Offline ?as of \d\d:\d\d/ });
  await expect(chip).toBeVisible({ timeout: 10_000 });
  await checkA11y(again);
  await chip.click();
  await expect(again.getByRole('dialog')).toContainText('2 key sets: the list, search');
  await checkA11y(again);
  await again.keyboard.press('Escape');
  await again.getByRole('searchbox').first().fill('tower');
  await expect(again.getByText('The search for “tower” runs when you have signal again.')).toBeVisible();
  await again.getByRole('searchbox').first().fill('');

  await expect(again.getByText('STAIR-2').first()).toBeVisible();
  await again.getByRole('searchbox').first().blur();
  await wedge(again, '04A2245A1B6680');
  await expect(again.getByRole('dialog', { name: 'NFC tag read' })).toContainText('CELLAR-1');
  await again.keyboard.press('Escape');
  await goWithin(again, `/key-bunches?set=${bunch.id}`);
  const details = again.getByRole('dialog', { name: 'Key Details' });
  await expect(details).toContainText('Notes, addresses and photos need signal, and so does every change.');
  await expect(details.getByRole('textbox')).toHaveCount(0);
  await expect(details.getByRole('button', { name: /Save|Delete/ })).toHaveCount(0);
  await checkA11y(again);
  await again.keyboard.press('Escape');
  await goTo(again, isPhone, 'Locations');
  await expect(again.getByText('Basement').first()).toBeVisible();

  await company.post(`/api/key-bunches/${bunch.id}/issue`, { officerName: 'Callum Reid' });
  line.is = 'good';
  await own.setOffline(false);
  await goTo(again, isPhone, 'Keys');
  await expect(again.getByText('Callum Reid').first()).toBeVisible();
  await own.close();
  await line.close();
});

test('what a device keeps ends with the sign-out, with another sign-in, and after its time', {
  tag: '@once',
}, async ({ browser, context, company, page: sized }) => {
  const { id } = await company.location({ name: 'Basement' });
  await company.bunch(id, { identifier: 'CELLAR-1' });
  const line = await makeLine();
  const { own, page } = await openApp(browser, context, line, sized);
  await keeps(page);

  // Four days without signal, and a clock that is set back.
  const HOUR = 60 * 60_000;
  for (const ms of [-97 * HOUR, HOUR]) {
    await moveKept(page, ms);
    line.is = 'cut';
    await page.goto('/key-bunches');
    await expect(notHere(page)).toBeVisible();
    await keepsNothing(page);
    line.is = 'good';
    await page.goto('/');
    await keeps(page);
  }

  // Another user's session in the same browser.
  const first = await register(page);
  await page.goto('about:blank');
  const other = await company.signInAs('officer');
  await own.addCookies(await context.cookies());
  await page.goto('/');
  await expect.poll(async () => (await register(page)).owner).toBe(other.id);
  expect(other.id).not.toBe(first.owner);

  // The sign-in page of a network is no answer to a sign-out.
  await keeps(page);
  line.is = 'portal';
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(toast(page)).toContainText('Not signed out');
  await expect(page.getByRole('banner').getByText(/^Offline$/)).toBeVisible();
  line.is = 'good';
  await expect(page.getByRole('banner').getByText(/^Offline$/)).toHaveCount(0);
  await keeps(page);
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await keepsNothing(page);
  await keepsNothingOf(page, company, 'CELLAR-1', 'Basement');
  line.is = 'cut';
  await page.goto('/key-bunches');
  await expect(notHere(page)).toBeVisible();
  await expect(page.getByText('CELLAR-1')).toHaveCount(0);
  await own.close();
  await line.close();
});

test('withdrawn rights, a deleted set and an ended session leave the device at the next contact', {
  tag: '@once',
}, async ({ browser, context, company, page: sized, sql }) => {
  const near = await company.location({ name: 'Basement' });
  const far = await company.location({ name: 'Airport' });
  await company.bunch(near.id, { identifier: 'CELLAR-1' });
  const gone = await company.bunch(near.id, { identifier: 'CELLAR-2' });
  await company.bunch(far.id, { identifier: 'GATE-3' });
  const officer = await company.signInAs('officer');
  const line = await makeLine();
  const { own, page } = await openApp(browser, context, line, sized);
  await keeps(page);
  const { id } = await register(page);
  const shown = async (...sets: string[]) => {
    line.is = 'cut';
    await page.goto('/key-bunches');
    await expect(page.getByText('CELLAR-1').first()).toBeVisible();
    for (const set of ['CELLAR-2', 'GATE-3'])
      await expect(page.getByText(set)).toHaveCount(sets.includes(set) ? 1 : 0);
    line.is = 'good';
    await page.goto('/');
  };
  await shown('CELLAR-2', 'GATE-3');

  await company.delete(`/api/key-bunches/${gone.id}`, { reason: 'Melted' });
  await company.patch(`/api/users/${officer.id}`, { allowedLocationIds: [near.id] });
  await expect.poll(async () => (await register(page)).id).not.toBe(id);
  await keeps(page);
  await shown();

  await page.goto('about:blank');
  await sql('delete from sessions where user_id = $1', [officer.id]);
  await page.goto('/key-bunches');
  await keepsNothing(page);
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
  const ready = page.getByRole('status').filter({ hasText: 'A new version is ready' });
  // The page itself looks for a newer version once this one is kept: while that look waits for its answer, another is not made.
  await expect(async () => {
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(ready).toBeVisible({ timeout: 2000 });
  }).toPass();
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
  await expect(heading(next, 'Dashboard')).toBeVisible();
  expect(await next.content()).toContain('/newer');
  await own.close();
  await line.close();
});
