import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { heading } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { delimited } from './files.ts';

const choose = (page: Page, name: string, rows: string[][]) =>
  page.getByLabel('Spreadsheet').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(delimited(rows)),
  });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const REGISTER = [
  ['Key No', 'Rota', 'Cabinet', 'No. of keys'],
  ...Array.from({ length: 30 }, (_, n) => [`K-${n}`, 'Night guard', 'Hub', n === 4 ? 'many' : '2']),
];

async function savedBy(page: Page, name: RegExp): Promise<string[]> {
  const saving = page.waitForEvent('download');
  await button(page, name).click();
  return readFileSync(await (await saving).path(), 'utf8')
    .trim()
    .replaceAll('"', '')
    .split(/\r\n/);
}

test('an import stays listed with its refused rows, is undone there later, and one that stopped is taken up again', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  test.slow();
  await company.location({ name: 'Hub' });
  if (isPhone) {
    const rows = [{ identifier: 'K-1', type: 'Static', location: 'Hub' }, { identifier: 'K-2' }];
    const about = { kind: 'key_sets', fileName: 'Register.csv', sha256: 'ab'.repeat(32), skipRefused: true };
    await company.post('/api/imports', { ...about, rows });
    await page.goto('/import');
    await page.getByRole('link', { name: 'Past imports' }).click();
    await expect(page.getByText('1 new, 1 refused.')).toBeVisible();
    await checkA11y(page);
    expect(await savedBy(page, /^1 refused row$/)).toHaveLength(2);
    await button(page, 'Undo the import of Register.csv').click();
    await button(page, 'Undo import').click();
    await expect(page.getByText(/Undone by Dana Holt/)).toBeVisible();
    return;
  }
  await page.goto('/import');
  await choose(page, 'Register.csv', REGISTER);
  await page.getByRole('combobox', { name: 'What Rota becomes' }).click();
  await page.getByRole('option', { name: 'Type', exact: true }).click();
  await button(page, /^Check 30 rows$/).click();
  await page.getByRole('combobox', { name: 'What Night guard becomes' }).click();
  await page.getByRole('option', { name: 'Static' }).click();
  const review = await savedBy(page, /^Refused rows as CSV$/);
  await button(page, /^Import 29 sets$/).click();
  await expect(heading(page, 'Import key sets')).toBeVisible();
  await expect(page.getByRole('heading', { name: '29 sets imported' })).toBeVisible();

  await page.goto('/');
  await page.goto('/imports');
  await expect(page.getByText('29 new, 1 refused.')).toBeVisible();
  await checkA11y(page);
  expect(await savedBy(page, /^1 refused row$/)).toEqual(review);
  await button(page, 'Undo the import of Register.csv').click();
  await expect(page.getByText('29 new records are deleted')).toBeVisible();
  await button(page, 'Undo import').click();
  await expect(page.getByText(/Undone by Dana Holt/)).toBeVisible();
  expect(await company.get('/api/key-bunches')).toEqual([]);

  // As after a crash of the server: a run that began and never ended.
  await sql(
    `with gone as (update imports set begun_at = begun_at where company_id = $1 returning *)
     insert into imports (company_id, kind, file_name, sha256, rows, intention, performed_by)
     select company_id, kind, file_name, sha256, rows, gen_random_uuid(), set_config('app.user_id', performed_by::text, true)::int from gone`,
    [company.id],
  );
  await sql(
    "update imports set begun_at = begun_at - interval '1 minute' where company_id = $1 and performed_at is null",
    [company.id],
  );
  await page.reload();
  await expect(page.getByText('It stopped before its end. Nothing came in.')).toBeVisible();
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(page.getByText('Choose Register.csv again to go on')).toBeVisible();
  await choose(page, 'Register.csv', REGISTER);
  await expect(page.getByText(/^An import of this file was begun on .* by Dana Holt/)).toBeVisible();
  await expect(
    page.getByText(/^The choices are those of the last import of a file with these headings, by Dana Holt/),
  ).toBeVisible();
  await expect(page.getByText('As at the last import')).not.toHaveCount(0);
  await checkA11y(page);
  await button(page, "Don't use them").click();
  await expect(page.getByRole('combobox', { name: 'What Rota becomes' })).not.toHaveText('Type');
  await page.goto('/import');
  await choose(page, 'Register.csv', REGISTER);
  await button(page, /^Check 30 rows$/).click();
  await expect(page.getByRole('combobox', { name: 'What Night guard becomes' })).toHaveText('Static');
  await button(page, /^Import 29 sets$/).click();
  await expect(page.getByRole('heading', { name: '29 sets imported' })).toBeVisible();

  await button(page, 'Import another file').click();
  await choose(page, 'Register.csv', REGISTER);
  await expect(page.getByText(/^This file was imported on .*: 29 new, 1 refused\./)).toBeVisible();
  await button(page, /^Check 30 rows$/).click();
  await expect(page.getByText('29 stay as they are')).toBeVisible();
});

test('a running import is seen by a colleague as it goes on', { tag: '@once' }, async ({
  page,
  company,
  sql,
}) => {
  await company.location({ name: 'Hub' });
  await company.signInAs('admin');
  await page.goto('/imports');
  await expect(page.getByText('Nothing imported yet')).toBeVisible();
  const rows = Array.from({ length: 1500 }, (_, n) => ({
    identifier: `L-${n}`,
    type: 'Static',
    location: 'Hub',
    premises: `House ${n}`,
  }));
  const body = { kind: 'key_sets', fileName: 'Long list.csv', sha256: 'ef'.repeat(32), rows };
  const running = company.post('/api/imports', body);
  await expect(page.getByText('Long list.csv')).toBeVisible();
  await expect(page.getByText('Dana Holt')).toBeVisible();
  await running;
  await expect(page.getByText('1,500 new.')).toBeVisible();
  const [run] = await sql('select failure from imports where company_id = $1', [company.id]);
  expect(run).toEqual({ failure: null });
});
