import { expect, type Locator, type Page } from '@playwright/test';
import type { Holder } from '../../shared/holder.ts';
import type { Company } from '../world.ts';

/** The scan box. */
export const box = (page: Page): Locator => page.getByRole('combobox', { name: 'Scan or type' });
/** What the last scan came to. */
export const answer = (page: Page): Locator => page.getByRole('status', { name: 'Scan result' });
/** The list, and one line of it. */
export const list = (page: Page): Locator => page.getByRole('region', { name: 'Sets' });
export const line = (page: Page, id: string): Locator =>
  list(page).getByRole('listitem').filter({ hasText: id });
/** What was recorded. */
export const done = (page: Page): Locator => page.getByRole('region', { name: 'Done' });
/** The one thing to press. */
export const primary = (page: Page, name: RegExp | string): Locator => page.getByRole('button', { name });

/** Milliseconds from key to key of a USB reader. */
const READER_MS = 10;

/** Scans a code with a reader that acts as a keyboard, at 10 ms a key, wherever the focus is; nothing waits for the answer. */
export async function read(page: Page, code: string): Promise<void> {
  const device = await page.context().newCDPSession(page);
  const sent: Promise<unknown>[] = [];
  // The device's own clock tells when each key was pressed, however busy the machine is.
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

/** Opens the desk, ready to be scanned at. */
export async function openDesk(page: Page): Promise<void> {
  await page.goto('/desk');
  await expect(page.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible();
}

/** Makes somebody who may have keys. */
export const holder = (
  company: Company,
  name: string,
  about: Record<string, unknown> = {},
): Promise<Holder> =>
  company.post('/api/holders', { name, kind: 'contractor', organisation: 'Irwell Facilities', ...about });

/** Says at which location the desk stands. */
export async function standAt(page: Page, isPhone: boolean, name: string): Promise<void> {
  if (isPhone) {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitemradio', { name }).click();
  } else {
    await page.getByRole('combobox', { name: "This desk's location" }).click();
    await page.getByRole('option', { name }).click();
  }
}

/** Milliseconds that something takes. */
export async function timed(run: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** Types into the scan box as a hand does, and Enter. */
export async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: 60 });
  await page.keyboard.press('Enter');
}
