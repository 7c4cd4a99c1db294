import type { Locator, Page } from '@playwright/test';
import type { Action } from '../../shared/movement-words.ts';
import { type Company, expect } from '../world.ts';
import { entry } from './movements.ts';

/** The movements on the page: table rows, or list entries. */
export const entries = (page: Page): Locator =>
  page
    .locator('tbody tr')
    .filter({ has: page.locator('time') })
    .or(page.locator('main li').filter({ has: page.locator('time') }));
export const line = (page: Page): Locator => page.getByRole('status').filter({ hasText: 'Showing' });
export const toast = (page: Page, text: string): Locator => page.locator('li[data-variant]').getByText(text);
export const myId = async (company: Company) => (await company.get<{ id: number }>('/api/auth/user')).id;

/** Chooses a date or an action: in the selects, or in the sheet, which stays open. */
export async function choose(
  page: Page,
  isPhone: boolean,
  what: 'Date' | 'Action',
  option: string,
): Promise<void> {
  if (isPhone) {
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    if (!(await sheet.isVisible())) await page.getByRole('button', { name: /^Filters/ }).click();
    await sheet.getByRole('group', { name: what }).getByRole('button', { name: option, exact: true }).click();
  } else {
    await page.getByRole('combobox', { name: what }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
}

/** Closes the sheet that `choose` left open on a phone. */
export async function seeResults(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Show \d/ })
      .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Makes one movement of each action; returns their bunch. */
export async function everyAction(company: Company, sql: Parameters<typeof entry>[0]) {
  const leeds = await company.location({ name: 'Leeds' });
  const van = await company.location({ name: 'Van 07', type: 'van' });
  const bunch = await company.bunch(leeds.id, { identifier: 'LDS-0102', type: 'day_shift' });
  const gone = await company.bunch(leeds.id, { identifier: 'BRS-0317' });
  const post = (path: string, body: unknown) => company.post(`/api/key-bunches/${bunch.id}/${path}`, body);
  await post('issue', { officerName: 'Callum Reid', purpose: 'Alarm response', newTag: '448200' });
  const ana = await company.post<{ id: number }>('/api/holders', { name: 'Ana Ruiz', kind: 'contractor' });
  await post('handover', { holderId: ana.id });
  await post('return', { officerName: 'Priya Raman', newTag: '448201', notes: 'Lower gate key is bent' });
  await post('move', { toLocationId: van.id });
  await post('move', { toBunchType: 'static' });
  await company.patch(`/api/key-bunches/${bunch.id}`, { status: 'missing' });
  await entry(sql, company.id, await myId(company), 'audit_edit', { identifier: 'LDS-0102', at: van });
  await company.delete(`/api/key-bunches/${gone.id}`, {});
  return bunch;
}
export const SENTENCES: Record<Action, RegExp> = {
  deleted: /BRS-0317.*Deleted: BRS-0317/,
  audit_edit: /Updated during audit/,
  status_change: /Status: Present -> Missing/,
  move: /Moved: Day Shift -> Static/,
  location_move: /Moved: Leeds -> Van 07/,
  return: /Returned from Priya Raman.*Tag \d+ -> 448201.*Lower gate key is bent/,
  handover: /Handed over from Callum Reid to Ana Ruiz/,
  issue: /Issued to Callum Reid.*Alarm response · Tag \d+ -> 448200/,
};
