import type { Locator, Page } from '@playwright/test';
import { type Company, expect } from '../world.ts';
import { offers } from './key-dialog.ts';

/** The list, a table on wide windows and cards on narrow ones, and one bunch in it. */
export const listOf = (page: Page, cards: boolean) =>
  page.getByRole(cards ? 'list' : 'table', { name: 'Key sets', exact: true });
export const rowOf = (page: Page, cards: boolean, identifier: string) =>
  listOf(page, cards)
    .getByRole(cards ? 'listitem' : 'row')
    .filter({ has: page.getByRole('link', { name: identifier, exact: true }) });
export const expectShown = (page: Page, cards: boolean, identifiers: readonly string[]) =>
  expect(listOf(page, cards).getByRole('link')).toHaveText([...identifiers]);
export const counted = (page: Page, line: string) =>
  expect(page.getByText(line, { exact: true })).toBeVisible();
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search keys' });

/** Navigates without reloading the page, as a link does. */
export const follow = (page: Page, address: string) =>
  page.evaluate((to) => window.history.pushState(null, '', to), address);

/** Cumulative layout shift since the page was loaded. */
export const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(0)));
      }),
  );

/** The first set whose link is below the header; '' when its row is not rendered. */
export const firstInWindow = (page: Page) =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll('[data-key-row] a')];
    const first = links.find((link) => link.getBoundingClientRect().top > 112);
    return first && first.getBoundingClientRect().top < innerHeight ? (first.textContent ?? '') : '';
  });

/** Sets one filter: a select, or on a phone the sheet. */
export async function filter(page: Page, phone: boolean, name: string, option: string) {
  if (phone) {
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('group', { name }).getByRole('button', { name: option }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Show/ }).click();
  } else {
    await page.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
}

/** The options of a filter besides "all". */
export async function offered(page: Page, phone: boolean, name: string) {
  if (phone) {
    await page.getByRole('button', { name: 'Filters' }).click();
    const buttons = page.getByRole('group', { name }).getByRole('button');
    await expect(buttons.first()).toBeVisible();
    const texts = await buttons.allTextContents();
    await page.getByRole('button', { name: 'Close' }).click();
    return texts.slice(1);
  }
  return (await offers(page, page.getByRole('combobox', { name }))).slice(1);
}

/** Expects these filters to be active. */
export async function expectFilters(page: Page, phone: boolean, chosen: Record<string, string>) {
  const none: Record<string, string> = {
    Type: 'All types',
    Location: 'All locations',
    Status: 'All statuses',
  };
  for (const [name, all] of Object.entries(none)) {
    if (!phone) await expect(page.getByRole('combobox', { name })).toHaveText(chosen[name] ?? all);
  }
  if (!phone) return;
  const chips = page.getByRole('button', { name: /^Remove filter/ });
  await expect(chips).toHaveText(['Status', 'Type', 'Location'].flatMap((name) => chosen[name] ?? []));
}

/** Visible texts of a row's buttons, without icon buttons; accessible names can differ (D-16). */
export const wordsOf = (row: Locator) => row.getByRole('button').filter({ hasText: /\S/ }).allTextContents();

/** Accessible names of a row's actions, including its menu. */
export async function actionsOf(page: Page, row: Locator): Promise<string[]> {
  await expect(row).toBeVisible();
  const buttons = row.getByRole('button');
  const names: string[] = [];
  for (const name of ['Issue Keys', 'Return Keys', 'Mark as found', 'Move Keys', 'Key Details'])
    if ((await row.getByRole('button', { name, exact: true }).count()) > 0) names.push(name);
  const menu = row.getByRole('button', { name: 'More actions' });
  expect(await buttons.count()).toBe(names.length + (await menu.count()));
  if ((await menu.count()) === 0) return names.sort();
  await menu.click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  const items = await page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  return [...new Set([...names, ...items])].sort();
}

export async function act(page: Page, row: Locator, name: string) {
  await expect(row).toBeVisible();
  const button = row.getByRole('button', { name, exact: true });
  if ((await button.count()) > 0) return button.click();
  await row.getByRole('button', { name: 'More actions' }).click();
  return page.getByRole('menuitem', { name, exact: true }).click();
}

/** One bunch of each built-in status; together they have all built-in types. */
export async function oneOfEach(
  company: Company,
  sql: (text: string, values?: unknown[]) => Promise<unknown>,
) {
  const site = await company.location({ name: 'Manchester HQ' });
  const van = await company.location({ name: 'Van 04', type: 'van' });
  const present = await company.bunch(site.id, {
    identifier: 'MCR-0101',
    type: 'day_shift',
    currentTag: '448120',
    keyCount: 3,
    fobCount: 1,
  });
  const issued = await company.bunch(van.id, {
    identifier: 'V04-0102',
    type: 'night_shift',
    currentTag: '448157',
  });
  await company.post(`/api/key-bunches/${issued.id}/issue`, { officerName: 'Callum Reid' });
  const missing = await company.bunch(site.id, {
    identifier: 'MCR-0103',
    type: 'lock_ups',
    status: 'missing',
  });
  const inactive = await company.bunch(site.id, {
    identifier: 'MCR-0104',
    type: 'static',
    status: 'inactive',
  });
  const inUse = await company.bunch(van.id, { identifier: 'V04-0105', type: 'static', currentTag: '448305' });
  await sql(`update key_bunches set status = 'in_use' where id = $1`, [inUse.id]);
  return { site, van, present, issued, missing, inactive, inUse };
}
