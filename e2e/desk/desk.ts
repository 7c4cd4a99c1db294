import { expect, type Locator, type Page } from '@playwright/test';
import type { Holder } from '../../shared/holder.ts';
import type { Company } from '../world.ts';

/** The scan box. */
export const box = (page: Page): Locator => page.getByRole('combobox', { name: 'Scan or type' });
/** The result of the last scan. */
export const answer = (page: Page): Locator => page.getByRole('status', { name: 'Scan result' });
/** The list of sets, and one of its lines. */
export const list = (page: Page): Locator => page.getByRole('region', { name: 'Sets' });
export const line = (page: Page, id: string): Locator =>
  list(page).getByRole('listitem').filter({ hasText: id });
/** The recorded batch. */
export const done = (page: Page): Locator => page.getByRole('region', { name: 'Done' });
/** The primary button. */
export const primary = (page: Page, name: RegExp | string): Locator => page.getByRole('button', { name });

/** Interval between the keys of a USB reader, in ms. */
const READER_MS = 10;

/** Types a code as a keyboard reader, at 10 ms a key, with any focus; does not wait for the result. */
export async function read(page: Page, code: string): Promise<void> {
  const device = await page.context().newCDPSession(page);
  const sent: Promise<unknown>[] = [];
  // Fixed timestamps of the keys, independent of the machine's load.
  let timestamp = Date.now() / 1000;
  for (const key of [...code, 'Enter']) {
    timestamp += READER_MS / 1000;
    const stroke =
      key === 'Enter' ? { key, code: key, text: '\r', windowsVirtualKeyCode: 13 } : { key, text: key };
    sent.push(device.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...stroke }));
    sent.push(device.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...stroke }));
  }
  await Promise.all(sent);
  await device.detach();
}

/** Opens the desk and waits until it is ready. */
export async function openDesk(page: Page): Promise<void> {
  await page.goto('/desk');
  await expect(page.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible();
}

/** Adds a person who may have keys. */
export const holder = (
  company: Company,
  name: string,
  about: Record<string, unknown> = {},
): Promise<Holder> =>
  company.post('/api/holders', { name, kind: 'contractor', organisation: 'Irwell Facilities', ...about });

/** Sets the desk's location. */
export async function standAt(page: Page, isPhone: boolean, name: string): Promise<void> {
  if (isPhone) {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitemradio', { name }).click();
  } else {
    await page.getByRole('combobox', { name: "This desk's location" }).click();
    await page.getByRole('option', { name }).click();
  }
}

/** Duration of `run` in milliseconds. */
export async function timed(run: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** Types into the scan box at a person's speed, then Enter. */
export async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: 60 });
  await page.keyboard.press('Enter');
}
