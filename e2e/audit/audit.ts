import type { Locator, Page } from '@playwright/test';
import type { OneAuditSession } from '../../shared/audit.ts';
import { type Company, expect } from '../world.ts';

/** Locators and actions for the audit screens. */

/** A location with three present day sets, a missing one, one of another type, and one issued to Callum Reid. */
export async function cabinet(company: Company, name = 'Van 07') {
  const place = await company.location({ name, type: 'van', description: 'Night round' });
  const set = (identifier: string, about: Record<string, unknown> = {}) =>
    company.bunch(place.id, { identifier, ...about });
  const first = await set('V07-0101', {
    nfcSerial: '04:A1:01',
    keyCount: 3,
    fobCount: 1,
    currentTag: '448101',
  });
  const second = await set('V07-0102', { nfcSerial: '04:A1:02', keyDescription: 'Mill gate' });
  const third = await set('V07-0103', { nfcSerial: '04:A1:03' });
  const lost = await set('V07-0104', { nfcSerial: '04:A1:04', status: 'missing' });
  const fixed = await set('V07-0105', { nfcSerial: '04:A1:05', type: 'static' });
  const out = await set('V07-0106', { nfcSerial: '04:A1:06' });
  await company.post(`/api/key-bunches/${out.id}/issue`, { officerName: 'Callum Reid' });
  return { place, first, second, third, lost, fixed, out };
}

export const startAudit = (company: Company, locationId: number, about: Record<string, unknown> = {}) =>
  company.post<OneAuditSession>('/api/audit/start', { locationId, ...about });

/** Completes an audit for the company's super_admin: what was not seen becomes missing. */
export async function endAudit(company: Company, id: number, about: Record<string, unknown> = {}) {
  const { expected, seen } = await company.get<OneAuditSession>(`/api/audit/${id}`);
  const ticked = new Set(seen.map(({ keyBunchId }) => keyBunchId));
  const unseen = expected.filter((bunch) => !ticked.has(bunch.id) && !bunch.leftAlone);
  await company.post(`/api/audit/${id}/complete`, { confirmMissing: unseen.length, ...about });
}

export const panel = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** A set's row of the checklist. */
export const row = (page: Page, identifier: string): Locator =>
  page.getByRole('list', { name: 'Checklist' }).getByRole('listitem').filter({ hasText: identifier });
export const box = (page: Page, identifier: string): Locator =>
  page.getByRole('checkbox', { name: identifier, exact: true });

/** Chooses an option of a select in the setup. */
export async function pick(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The count, which is always visible. */
export async function counted(page: Page, scanned: number, expected: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Audit progress' });
  await expect(bar).toHaveAttribute('aria-valuetext', new RegExp(`^${scanned} of ${expected}`));
  await expect(bar).toHaveAttribute('aria-valuenow', String(scanned));
}

/** Opens the confirmation that completes an audit. */
export async function askToComplete(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Complete Audit' }).click();
  return page.getByRole('dialog', { name: 'Complete Audit' });
}
export const complete = (question: Locator): Promise<void> =>
  question.getByRole('button', { name: 'Complete Audit' }).click();

/** Opens the editor of a set in an audit; on a phone after switching to edit mode. */
export async function editSet(page: Page, isPhone: boolean, identifier: string): Promise<Locator> {
  if (isPhone) {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit sets' }).click();
  }
  await page.getByRole('button', { name: `Edit ${identifier}` }).click();
  return page.getByRole('dialog', { name: `Edit ${identifier}` });
}

/** Records the page's changes: `calls` lists "POST /api/...", `bodies` the bodies sent to a path. */
export function sentBy(page: Page): { calls: string[]; bodies: (path: RegExp) => Record<string, unknown>[] } {
  const sent: { call: string; path: string; body: Record<string, unknown> }[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === 'GET' || !path.startsWith('/api/')) return;
    const body = (request.postDataJSON() ?? {}) as Record<string, unknown>;
    sent.push({ call: `${request.method()} ${path}`, path, body });
  });
  return {
    get calls() {
      return sent.map(({ call }) => call);
    },
    bodies: (path) => sent.filter((one) => path.test(one.path)).map(({ body }) => body),
  };
}
