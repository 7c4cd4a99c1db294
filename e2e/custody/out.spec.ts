import type { Locator, Page } from '@playwright/test';
import { goTo, goWithin, heading, ownClock, toast } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { evening } from './world.ts';

/** A set: a table row, or a line of a card. */
const set = (page: Page, identifier: string): Locator =>
  page.getByRole('row').or(page.locator('main li li')).filter({ hasText: identifier });

async function act(page: Page, isPhone: boolean, what: string, identifier: string): Promise<void> {
  if (!isPhone) return page.getByRole('button', { name: `${what} ${identifier}` }).click();
  await page.getByRole('button', { name: `More for ${identifier}` }).tap();
  await page.getByRole('menuitem', { name: what }).tap();
}

test('what is out by person and by due time, who is late, and what narrows it', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  await evening(company, sql);
  await page.goto('/');
  await goTo(page, isPhone, 'Out now');
  await expect(heading(page, 'Out now')).toBeVisible();
  await expect(set(page, 'MCR-0142')).toContainText('2 days overdue');
  await expect(set(page, 'MCR-0140')).toContainText('41 min overdue');
  await expect(set(page, 'MCR-0150')).toContainText(/tomorrow \d\d:\d\d/i);
  await expect(page.getByText('MCR-0101')).toHaveCount(0);
  const people = page.getByRole('link', { name: /^(R\. Doyle|Owen Hartley|Callum Reid)$/ });
  await expect(people).toHaveText(['R. Doyle', 'Owen Hartley', 'Callum Reid']);
  await expect(page.getByText('2 out, 1 overdue')).toBeVisible();
  await checkA11y(page);

  const tab = (name: RegExp) => page.getByRole(isPhone ? 'radio' : 'tab', { name });
  await tab(/^Overdue/).click();
  await expect(page).toHaveURL(/tab=overdue/);
  await expect(set(page, 'MCR-0150')).toHaveCount(0);
  await expect(set(page, 'MCR-0140')).toBeVisible();
  await tab(/^All/).click();
  if (isPhone) {
    await page.getByRole('button', { name: 'Filters' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('radio', { name: 'By due time' }).tap();
    await checkA11y(page);
    await sheet.getByRole('button', { name: 'Show results' }).tap();
  } else {
    await page.getByRole('radio', { name: 'By due time' }).click();
  }
  await expect(page.getByText(/^Overdue 2$/)).toBeVisible();
  await expect(page.getByText(/^No time 1$/)).toBeVisible();
  if (!isPhone) {
    await page.getByRole('searchbox').fill('ascent');
    await expect(set(page, 'MCR-0140')).toHaveCount(0);
    await expect(set(page, 'MCR-0142')).toBeVisible();
    await page.getByRole('searchbox').fill('nobody at all');
    await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  }
});

test('on paper every moment has its date, and a long block begins on the page it fits on', {
  tag: '@once',
}, async ({ page, company, sql }) => {
  const { hq, holders } = await evening(company, sql);
  for (let n = 0; n < 40; n += 1) {
    const { id } = await company.bunch(hq.id, { identifier: `MCR-1${n}` });
    await company.post(`/api/key-bunches/${id}/issue`, { holderId: holders['R. Doyle'] });
  }
  await page.goto('/out');
  await expect(set(page, 'MCR-0142')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByRole('article');
  const cells = paper.getByRole('row').filter({ hasText: 'MCR-0142' }).getByRole('cell');
  await expect(cells.nth(4)).toHaveText(/^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d$/);
  await expect(cells.nth(5)).toHaveText(/^\d{1,2} \w{3,4} \d{4}, \d\d:\d\dOverdue$/);
  await expect(paper).not.toContainText(/Yesterday|Today|days overdue/);
  // Unbreakable blocks would each start a new page.
  for (const block of await paper.locator('section').all())
    await expect(block).toHaveCSS('break-inside', 'auto');
});

test('keys are handed over and extended, and what was told ticks without a reload', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const { sets } = await evening(company, sql);
  await page.goto('/out');
  await act(page, isPhone, 'Hand over', 'MCR-0140');
  const dialog = page.getByRole('dialog', { name: 'Hand over MCR-0140' });
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(dialog.getByText('Choose a person')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Who takes them now' })).toBeFocused();
  await dialog.getByRole('combobox', { name: 'Who takes them now' }).fill('call');
  await page.getByRole('option', { name: /^Callum Reid/ }).click();
  await expect(dialog.getByText('Staff, holding 1. Will hold 2.')).toBeVisible();
  await dialog.getByRole('radio', { name: /In 4 hours/ }).check();
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Hand over to Callum Reid' }).click();
  await expect(toast(page)).toContainText('MCR-0140 to Callum Reid');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  const given = await company.get<{ holder: { name: string }; dueAt: string }>(
    `/api/key-bunches/${sets['MCR-0140']}`,
  );
  expect(given.holder.name).toBe('Callum Reid');
  expect(Math.abs(Date.parse(given.dueAt) - Date.now() - 4 * 3_600_000)).toBeLessThan(120_000);
  await expect(dialog).toHaveCount(0);

  await act(page, isPhone, 'Hand over', 'MCR-0142');
  await page.getByRole('combobox', { name: 'Who takes them now' }).fill('Ana Ruiz');
  await page.getByRole('option', { name: 'Add "Ana Ruiz" as a new person' }).click();
  await expect(page.getByRole('button', { name: 'Hand over to Ana Ruiz' })).toBeVisible();
  await page.getByRole('button', { name: 'Hand over to Ana Ruiz' }).click();
  await expect(page.getByRole('link', { name: 'Ana Ruiz' })).toBeVisible();

  await act(page, isPhone, 'Extend', 'MCR-0142');
  const extend = page.getByRole('dialog', { name: 'Extend MCR-0142' });
  await expect(extend).toContainText('Ana Ruiz has had it since');
  await extend.getByRole('radio', { name: /(This|Next) morning/ }).check();
  await extend.getByRole('textbox', { name: 'Reason' }).fill('Barrier still being repaired');
  await checkA11y(page);
  await extend.getByRole('button', { name: /^Extend to .* 09:00$/ }).click();
  await expect(set(page, 'MCR-0142')).toContainText(/09:00/);
  await expect(extend).toHaveCount(0);

  await ownClock(page);
  await page.clock.install();
  await page.goto('/out');
  await expect(set(page, 'MCR-0140')).toContainText(isPhone ? /due \d\d:\d\d/ : /in [34] h/);
  await page.clock.fastForward('05:00:00');
  await expect(set(page, 'MCR-0140')).toContainText(/min overdue|1 h overdue/);
});

test('a person, what they have and did; a limited officer sees their own sets; nothing is out', {
  tag: '@once',
}, async ({ page, company, sql, isPhone }) => {
  const { holders, hq } = await evening(company, sql);
  await page.goto('/people');
  await expect(heading(page, 'People')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Overdue 2' })).toBeVisible();
  await page.getByRole('tab', { name: /^Holding keys/ }).click();
  await expect(page.getByText('Dana Holt', { exact: true }).and(page.getByRole('link'))).toHaveCount(0);
  await expect(page.getByText('2 sets, 1 overdue')).toBeVisible();
  await checkA11y(page);
  await page.getByRole('button', { name: 'Add person' }).click();
  const add = page.getByRole('dialog', { name: 'Add person' });
  await add.getByRole('textbox', { name: 'Name' }).fill('owen hartley');
  await expect(add.getByText('Owen Hartley is on the list already, Irwell Facilities.')).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(add).toHaveCount(0);

  await page.getByRole('link', { name: 'Owen Hartley', exact: true }).click();
  await expect(heading(page, 'Owen Hartley')).toBeVisible();
  await expect(page.getByText(isPhone ? '2 of 5 allowed' : 'of 5 sets allowed')).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Issued to Owen Hartley');
  await checkA11y(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit person' });
  await edit.getByLabel('May take keys until').fill('2020-05-03');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Ended 3 May 2020')).toBeVisible();
  await goWithin(page, '/people/999999');
  await expect(heading(page, 'Person not found')).toBeVisible();

  const other = await company.location({ name: 'Leeds Office' });
  await company.signInAs('officer', { allowedLocationIds: [other.id] });
  await page.goto('/out');
  await expect(page.getByText('Nothing is out', { exact: true })).toBeVisible();
  await goWithin(page, `/people/${holders['Owen Hartley']}`);
  await expect(page.getByText("2 more at locations that you don't have access to.")).toBeVisible();
  await company.signInAs('viewer', { allowedLocationIds: [hq.id] });
  await page.goto('/out');
  await expect(set(page, 'MCR-0142')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Return MCR-0142' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'R. Doyle' })).toHaveCount(0);
});

test('a long email wraps at its signs, not inside a word', async ({ page, company }) => {
  const email = 'maximilian.featherstone@establishedfacilities.example';
  const { id } = await company.post<{ id: number }>('/api/holders', {
    name: 'Max Featherstone',
    kind: 'contractor',
    email,
  });
  await page.goto(`/people/${id}`);
  const link = page.getByRole('link', { name: email });
  await expect(link).toBeVisible();
  const broken = await link.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { index, 0: word } of (text.textContent ?? '').matchAll(/[a-z]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) found.push(word);
      }
    return found;
  });
  expect(broken).toEqual([]);
});

test('a set that opens a long address and went out last year fits, with all that is said of it', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const site = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(site.id, {
    identifier: 'LDS-0001',
    keyDescription: '148 Upper Castle Street, Hastings: roof hatch, riser cupboard and plant room',
  });
  await company.post(`/api/key-bunches/${bunch.id}/issue`, { officerName: 'Owen Hartley' });
  await sql("update key_bunches set issued_at = '2024-12-18 20:38+00', due_at = null where id = $1", [
    bunch.id,
  ]);
  await page.goto('/out');
  const row = set(page, 'LDS-0001');
  await expect(row.getByRole('button', { name: 'Return' })).toBeInViewport({ ratio: 1 });
  const out = row.getByText(/18 Dec 2024/);
  const edge = (target: Locator) => target.evaluate((it) => it.getBoundingClientRect().right);
  await expect(out).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);
  if (isPhone) return;
  const cell = row.getByRole('cell').filter({ has: page.getByText(/18 Dec 2024/) });
  expect(await edge(out)).toBeLessThanOrEqual((await edge(cell)) - 8);
});
