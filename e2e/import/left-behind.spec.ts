import type { Page } from '@playwright/test';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { expect, test } from '../world.ts';
import { delimited } from './files.ts';

const choose = (page: Page, name: string, rows: string[][]) =>
  page.getByLabel('Spreadsheet').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(delimited(rows)),
  });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

/** A parish's list: "No." counts the keys, and only the parish knows the last two headings. */
const LIST = [
  ['Key label', 'Type', 'Kept', 'Hook', 'No.', 'Patron', 'Liturgy'],
  ...Array.from({ length: 12 }, (_, n) => [
    `PK${n + 1}`,
    'Static',
    'Vestry safe',
    String(n + 1),
    String(1 + (n % 3)),
    n % 2 ? 'Diocese Of Ely' : 'Trinity College',
    n % 4 ? '' : 'with bells, without incense',
  ]),
];

test('IMPORT-01 columns without a field are said before the check, with what they may be, and again at the review', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location({ name: 'Vestry safe' });
  await page.goto('/import');
  await choose(page, 'PCC keys.csv', LIST);
  const said = page.getByRole('status').filter({ hasText: '3 columns stay behind' });
  await expect(said).toContainText('No. (“1”), Patron (“Trinity College”), Liturgy');
  await expect(said).toContainText('Without a column for Keys, every new set has 1 key.');
  // A small number that repeats is a count, a name that repeats a client: asked, never assumed.
  await button(page, 'No. is Keys').click();
  await expect(select(page, 'What No. becomes')).toHaveText('Keys');
  await expect(select(page, 'What No. becomes')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '2 columns stay behind' })).not.toContainText(
    'every new set has 1 key',
  );

  // The user goes on without an answer: the review says it again, with a value of each.
  await button(page, 'Check 12 rows').click();
  await expect(page.getByText('12 new.')).toBeVisible();
  const left = page.getByRole('listitem').filter({ has: page.getByRole('combobox') });
  await expect(left.filter({ hasText: 'Patron' })).toContainText('Trinity College · Diocese Of Ely');
  await button(page, 'Patron is Client').click();
  await expect(page.getByText('1 column stays behind')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Client' })).toBeVisible();
  await select(page, 'What Liturgy becomes').click();
  await page.getByRole('option', { name: 'Notes', exact: true }).click();
  await expect(page.getByText('stays behind')).toHaveCount(0);
  await expect(page.getByText('with bells, without incense').first()).toBeVisible();
  await button(page, 'Import 12 sets').click();
  await expect(page.getByRole('heading', { name: '12 sets imported' })).toBeVisible();
  const sets = await company.get<KeyBunch[]>('/api/key-bunches');
  const third = sets.find(({ identifier }) => identifier === 'PK3');
  expect(third).toMatchObject({ keyCount: 3, position: '3' });

  // The next file with these headings is read as this one was. What a press leaves out is not said again.
  await page.goto('/import');
  await choose(page, 'PCC keys.csv', LIST);
  await expect(page.getByText('The choices are those of the last import')).toBeVisible();
  await expect(page.getByText(/stays? behind/)).toHaveCount(0);
  await button(page, "Don't use them").click();
  await button(page, 'Leave all 3 out').click();
  await expect(page.getByText(/stays? behind/)).toHaveCount(0);
  await button(page, 'Check 12 rows').click();
  await expect(page.getByText('12 stay as they are.')).toBeVisible();
  await expect(page.getByText(/stays? behind/)).toHaveCount(0);
});
