import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Holder } from '../../shared/holder.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { holder } from '../desk/desk.ts';
import { toast } from '../page.ts';
import { type Company, expect } from '../world.ts';
import { keeps, makeLine, openApp } from './line.ts';

/** A browser that works without signal, and what it does there. */

export const chip = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /Offline|Sending|needs? you/ });
export const card = (page: Page, identifier: string) =>
  page.locator('[data-key-row]').filter({ hasText: identifier }).first();
export const movementsOf = async (company: Company, id = 0) =>
  (
    await company.get<{ action: string; doneAt: string; timestamp: string }[]>(
      `/api/key-bunches/${id}/history`,
    )
  ).map(({ action, doneAt, timestamp }) => ({ action, isLate: doneAt < timestamp }));

type App = { browser: Browser; context: BrowserContext; company: Company; page: Page };

/** A separate browser that keeps the register of three sets and a person, on a line that is cut. `prepare` runs before it keeps them. */
export async function openCutOff(
  { browser, context, company, page: sized }: App,
  prepare?: (sets: KeyBunch[], owen: Holder) => Promise<unknown>,
) {
  const { id } = await company.location({ name: 'Basement' });
  const sets: KeyBunch[] = [];
  for (const identifier of ['CELLAR-1', 'STAIR-2', 'GATE-3'])
    sets.push(await company.bunch(id, { identifier }));
  const owen = await holder(company, 'Owen Hartley', { badge: 'B-1001' });
  await prepare?.(sets, owen);
  const line = await makeLine();
  const { own, page } = await openApp(browser, context, line, sized);
  await keeps(page);
  // The key that seals entries is on the device.
  await expect.poll(() => page.evaluate(hasKey)).toBe(true);
  line.is = 'cut';
  const close = async () => {
    await own.close();
    await line.close();
  };
  return { own, page, line, close, sets, owen };
}

const hasKey = () =>
  new Promise<boolean>((resolve) => {
    const opening = indexedDB.open('keyhold', 1);
    opening.onsuccess = () => {
      const asking = opening.result.transaction('keyhold').objectStore('keyhold').get('outbox');
      asking.onsuccess = () => {
        opening.result.close();
        resolve(asking.result !== undefined);
      };
    };
  });

/** The entries that the browser has stored and not sent. */
export const storedEntries = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('keyhold.outbox', 1);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('entries').objectStore('entries').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

/** Waits until everything is sent, and the page has nothing to say. */
export async function allSent(page: Page): Promise<void> {
  await expect.poll(() => storedEntries(page), { timeout: 60_000 }).toBe(0);
  await expect(chip(page)).toHaveCount(0, { timeout: 20_000 });
}

/** Opens the key list without signal. */
export async function openKeys(page: Page, query = ''): Promise<void> {
  await page.goto(`/key-bunches${query}`);
  await expect(chip(page)).toBeVisible({ timeout: 15_000 });
}

export async function issue(page: Page, identifier: string, to: string): Promise<void> {
  await card(page, identifier).getByRole('button', { name: 'Issue Keys' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue Keys' });
  await dialog.getByLabel('Officer name').fill(to.slice(0, 4));
  await page
    .getByRole('option', { name: new RegExp(to) })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Issue Keys' }).click();
  await expect(toast(page)).toContainText('Kept on this device');
  await expect(dialog).toHaveCount(0);
}
