import type { Page } from '@playwright/test';
import { endAudit } from '../audit/audit.ts';
import { entry } from '../movement/history.ts';
import { hold } from '../page.ts';
import { expect, test } from '../world.ts';

const paper = (page: Page) => page.getByRole('article');
const rows = (page: Page) => paper(page).locator('tbody tr');
const media = (page: Page, print: boolean) => page.emulateMedia({ media: print ? 'print' : null });

/** Records the page as the browser's dialog would print it. */
const readPaper = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      dispatchEvent(new Event('beforeprint'));
      const all = document.querySelectorAll('article tbody tr');
      const [head, foot] = ['header', 'footer'].map(
        (part) => document.querySelector(`article ${part}`)?.textContent,
      );
      document.body.dataset.printed = `${all.length} ${head} ${foot}`;
      dispatchEvent(new Event('afterprint'));
    };
  });

test('Print can be pressed before its list has come, and prints when it has', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const { id } = await company.location({ name: 'Leeds' });
  const set = await company.bunch(id, { identifier: 'LDS-1' });
  const holder = await company.post<{ id: number }>('/api/holders', { name: 'Ana Ruiz', kind: 'client' });
  await company.post('/api/custody/issue', { holderId: holder.id, items: [{ keyBunchId: set.id }] });
  await readPaper(page);
  for (const [path, call, name, rows] of [
    ['/people', /api\/holders(\?|$)/, 'Print', /^\d .*People/],
    [`/people/${holder.id}`, `**/api/holders/${holder.id}`, 'Print keys held', /^1 .*Keys held/],
    ['/premises', /api\/premises(\?|$)/, 'Print', /^0 .*Premises/],
    ['/out', /api\/custody\/out(\?|$)/, 'Print sheet', /^1 .*Out now/],
    ['/history', /api\/movement-history(\?|$)/, 'Print', /^1 .*Movement History/],
    [`/location-report/${id}`, '**/api/locations/*/report*', 'Print', /Leeds/],
  ] as const) {
    const open = await hold(page, call);
    await page.goto(path);
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.locator('body'), path).not.toHaveAttribute('data-printed');
    open();
    await expect(page.locator('body'), path).toHaveAttribute('data-printed', rows);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('a list prints every row that its filters name, by its button and by Ctrl+P, and says so when it could not', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const leeds = await company.location({ name: 'Leeds' });
  const { id } = await company.get<{ id: number }>('/api/auth/user');
  const about = { at: leeds, details: { from: 'active', to: 'missing', officer: 'Callum Reid' } };
  await entry(sql, company.id, id, 'status_change', { ...about, identifier: 'LDS-', times: 120 });
  await entry(sql, company.id, id, 'issue', { at: leeds, identifier: 'OTHER' });
  await sql(
    `insert into key_bunches (company_id, location_id, identifier, type, key_description)
     select $1, $2, 'KEY-' || lpad(n::text, 3, '0'), 'day_shift', 'Door ' || n from generate_series(1, 130) n`,
    [company.id, leeds.id],
  );
  await readPaper(page);
  const printed = page.locator('body');

  await page.goto('/history?action=status_change');
  await expect(page.getByText('Showing 50 of 120 results')).toBeVisible();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(printed).toHaveAttribute('data-printed', /^120 /);
  const head = (await printed.getAttribute('data-printed')) ?? '';
  for (const text of [company.name, 'Movement History', 'All time · Status', 'by Dana Holt', '120 movements'])
    expect(head).toContain(text);
  expect(head).not.toContain('Not complete');
  // The paper ends with a history anchor.
  expect(head).toMatch(
    /History anchor: movements 121 [0-9a-f]{16} · log \d+ [0-9a-f]{16} · .* UTCKey ([0-9a-f]{4} ){7}/,
  );

  // The browser's print command loads nothing more: the paper says that it is incomplete.
  await media(page, true);
  await expect(paper(page)).toContainText('Incomplete: 50 of 120 movements.');
  await expect(rows(page)).toHaveCount(50);
  await expect(rows(page).first()).toContainText('Last held by Callum Reid');
  for (const control of await page.getByRole('button').all()) await expect(control).toBeHidden();
  await media(page, false);
  await expect(paper(page)).toHaveCount(0);
  await page.evaluate(() => {
    for (const moment of ['beforeprint', 'afterprint']) dispatchEvent(new Event(moment));
    document.body.dataset.printed = '';
  });
  await expect(page.locator('li[data-variant]')).toContainText('50 rows printed, not all');
  await page.getByRole('button', { name: 'Print all' }).click();
  await expect(printed).toHaveAttribute('data-printed', /^120 /);
  await expect(page.locator('li[data-variant]')).toHaveCount(0);

  await page.goto(`/key-bunches?location=${leeds.id}`);
  await expect(page.getByText('Showing 130 results')).toBeVisible();
  await page.keyboard.press('Control+p');
  await expect(printed).toHaveAttribute('data-printed', /^130 .*Leeds.*130 key sets/);
  await page.route('**/api/key-bunches?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('li[data-variant]')).toContainText('Failed to fetch');

  for (const [path, count] of [
    ['/locations', '1 location'],
    ['/users', '1 user'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await media(page, true);
    await expect(rows(page)).toHaveCount(1);
    await expect(paper(page).locator('header')).toContainText(count);
    for (const control of await page.getByRole('button').all()) await expect(control).toBeHidden();
    await media(page, false);
  }

  const session = await company.post<{ id: number }>('/api/audit/start', { locationId: leeds.id });
  await endAudit(company, session.id, { allMissing: true });
  await page.goto('/audit');
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(printed).toHaveAttribute('data-printed', /^1 .*Recent audits.*by Dana Holt.*1 audit/);
});
