import type { Page } from '@playwright/test';
import { toast } from '../page.ts';
import { type Company, checkA11y, expect, test } from '../world.ts';

/** A contractor with one set of a location whose last seal is 450117, and a present set. */
async function contractor(company: Company) {
  const site = await company.location({ name: 'Leeds Office' });
  const ana = await company.post<{ id: number }>('/api/holders', { name: 'Ana Ruiz', kind: 'contractor' });
  const worn = await company.bunch(site.id, { identifier: 'LDS-1' });
  await company.post(`/api/key-bunches/${worn.id}/issue`, { holderId: ana.id, dueAt: null });
  await company.post(`/api/key-bunches/${worn.id}/return`, { officerName: 'Ana Ruiz', newTag: '450117' });
  const out = await company.bunch(site.id, { identifier: 'LDS-2' });
  await company.post(`/api/key-bunches/${out.id}/issue`, { holderId: ana.id, dueAt: null });
  return { ana };
}

const returnDialog = async (page: Page) => {
  await page.goto('/out');
  await page.getByRole('button', { name: 'Return LDS-2' }).click();
  return page.getByRole('dialog', { name: 'Return Keys' });
};

test('DLG-17 the return of a contractor names who returns it, offers the next seal, and leads to the desk to sign', {
  tag: '@once',
}, async ({ page, company }) => {
  await contractor(company);
  const dialog = await returnDialog(page);
  await expect(dialog.getByLabel('Returned by')).toHaveValue('Ana Ruiz');
  await expect(dialog.getByLabel('New tag'), 'nothing is recorded that nobody chose').toHaveValue('');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Use 450118' }).click();
  await expect(dialog.getByLabel('New tag')).toHaveValue('450118');
  await dialog.getByRole('link', { name: 'Sign at the desk' }).click();
  await expect(page).toHaveURL('/desk');
  await expect(page.getByText('LDS-2').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Return 1 set/ })).toBeVisible();
});

test('a return that is not complete says so when it is recorded, as the desk does', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location({ name: 'Leeds Office' });
  const set = await company.bunch(site.id, { identifier: 'LDS-3', keyCount: 3, fobCount: 1 });
  await company.post(`/api/key-bunches/${set.id}/issue`, { officerName: 'Owen Hartley' });
  await page.goto('/out');
  await page.getByRole('button', { name: 'Return LDS-3' }).click();
  const dialog = page.getByRole('dialog', { name: 'Return Keys' });
  await dialog.getByLabel('New tag').fill('450200');
  await dialog.getByRole('button', { name: 'Not all there?' }).click();
  await dialog.getByLabel('Keys counted').fill('1');
  await dialog.getByRole('button', { name: 'Return Keys' }).click();
  await expect(toast(page)).toContainText('LDS-3 under tag 450200, 2 keys short');
});

test('a contractor is due back by default at the desk, and may be given no time', {
  // On a phone the due time is in a sheet.
  tag: '@once',
}, async ({ page, company }) => {
  const { ana } = await contractor(company);
  await page.goto(`/desk?person=${ana.id}`);
  await page.getByRole('combobox').first().fill('LDS-1');
  await page.keyboard.press('Enter');
  const due = page
    .getByRole('radiogroup', { name: 'Due back' })
    .or(page.getByRole('group', { name: 'Due back' }));
  const none = due.getByText('No time', { exact: true });
  await expect(none).toBeVisible();
  await page.getByRole('button', { name: /^Issue 1 set/ }).click();
  await expect(page.getByText(/Undo/).first()).toBeVisible();
  const [set] = await company.get<{ dueAt: string | null }[]>('/api/key-bunches?q=LDS-1&limit=1');
  expect(Date.parse(set?.dueAt ?? '')).toBeGreaterThan(Date.now());
});
