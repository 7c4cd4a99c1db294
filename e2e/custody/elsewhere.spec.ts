import { goWithin, toast } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { evening } from './world.ts';

test('due times and what is short stand in the key list, on the dashboard and in Key Details, where they are settled', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const { sets } = await evening(company, sql);
  await page.goto('/');
  const issued = page.getByRole('navigation', { name: 'Summary' });
  await expect(issued.getByRole('link', { name: '2 overdue' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Due and overdue' })).toBeVisible();
  await expect(page.getByText('2 days overdue')).toBeVisible();
  await checkA11y(page);

  await goWithin(page, '/key-bunches?watch=overdue');
  const row = (identifier: string) =>
    isPhone
      ? page.locator('[data-key-row]').filter({ hasText: identifier })
      : page.getByRole('row').filter({ hasText: identifier });
  await expect(row('MCR-0142')).toContainText('2 days overdue');
  await expect(row('MCR-0147')).toHaveCount(0);

  await goWithin(page, '/out');
  await page.getByRole('button', { name: 'Return MCR-0140' }).click();
  const back = page.getByRole('dialog', { name: 'Return Keys' });
  await back.getByLabel('New tag').fill('450118');
  await back.getByRole('button', { name: 'Not all there?' }).click();
  await back.getByRole('spinbutton', { name: 'Keys counted' }).fill('2');
  await expect(back.getByRole('status').filter({ hasText: '1 key short' })).toBeVisible();
  await back.getByLabel('What is missing').fill('The cellar key');
  await checkA11y(page);
  await back.getByRole('button', { name: 'Return Keys' }).click();
  await expect(back).toHaveCount(0);

  await goWithin(page, '/key-bunches?check=short');
  await expect(row('MCR-0140')).toContainText('1 key short');
  await expect(row('MCR-0101')).toHaveCount(0);
  if (isPhone) await row('MCR-0140').getByRole('button', { name: 'Key Details' }).click();
  else {
    await row('MCR-0140').getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Key Details' }).click();
  }
  const details = page.getByRole('dialog', { name: 'Key Details' });
  await expect(details).toContainText('1 key short since');
  await expect(details).toContainText('The cellar key');
  await expect(details).toContainText('You can undo the return for 15 more min.');
  await checkA11y(page);
  await details.getByRole('button', { name: 'Undo' }).click();
  await expect(details).toContainText('With Owen Hartley');
  const undone = await company.get<{ status: string; short: unknown }>(
    `/api/key-bunches/${sets['MCR-0140']}`,
  );
  expect(undone).toMatchObject({ status: 'issued', short: null });
});

test('an issue offers the people of the register and due times; a type says the usual one', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const { sets, holders } = await evening(company, sql);
  await company.post('/api/settings/key-types', {
    name: 'lock_ups',
    displayName: 'Lock Ups',
    due: { hours: 3, time: null },
  });
  await company.patch(`/api/key-bunches/${sets['MCR-0101']}`, { type: 'lock_ups' });
  await page.goto('/key-bunches?search=MCR-0101');
  await page
    .getByRole('button', { name: /^Issue/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Issue Keys' });
  const taker = dialog.getByRole('combobox', { name: 'Officer name' });
  await taker.fill('doy');
  // The option at the start of the press counts: suggestions can change before its end.
  await page.getByRole('option', { name: /^R\. Doyle/ }).dispatchEvent('mousedown', { button: 0 });
  await expect(taker).toHaveValue('R. Doyle');
  await expect(dialog.getByRole('radio', { name: /Usual for Lock Ups/ })).toBeChecked();
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Issue Keys' }).click();
  await expect(toast(page)).toContainText('MCR-0101 to R. Doyle');
  const issued = await company.get<{ holder: { id: number }; dueAt: string }>(
    `/api/key-bunches/${sets['MCR-0101']}`,
  );
  expect(issued.holder.id).toBe(holders['R. Doyle']);
  expect(Math.abs(Date.parse(issued.dueAt) - Date.now() - 3 * 3_600_000)).toBeLessThan(120_000);
});

/** Width that the placeholder of a field leaves in it, in pixels. */
const roomOf = (field: HTMLElement): number => {
  const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field);
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return -1;
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const { width } = pen.measureText(field.getAttribute('placeholder') ?? '');
  return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width;
};

test('premises are added, named in a set and lead to where its keys are', { tag: '@once' }, async ({
  page,
  company,
  sql,
}) => {
  const { sets } = await evening(company, sql);
  await page.goto('/premises');
  await expect(page.getByText('No premises yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add premises' }).click();
  const add = page.getByRole('dialog', { name: 'Add premises' });
  // On a phone the field has half the width.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect
    .poll(() => add.getByRole('textbox', { name: 'Reference' }).evaluate(roomOf))
    .toBeGreaterThan(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await add.getByRole('textbox', { name: 'Name' }).fill('Brunel Court');
  await add.getByRole('textbox', { name: 'Address' }).fill('12 High Street');
  await add.getByRole('combobox', { name: 'Client' }).fill('Albion House');
  await add.getByRole('button', { name: 'Add premises' }).click();
  await expect(page.getByRole('link', { name: 'Brunel Court' })).toBeVisible();
  const [made] = await company.get<{ id: number }[]>('/api/premises');
  await company.patch(`/api/key-bunches/${sets['MCR-0142']}`, { premisesIds: [made?.id] });
  await page.getByRole('link', { name: 'Brunel Court' }).click();
  await expect(page.getByRole('region', { name: 'Key sets' })).toContainText('MCR-0142');
  await expect(page.getByRole('region', { name: 'Key sets' })).toContainText('R. Doyle');
  await checkA11y(page);
});
