import type { Page } from '@playwright/test';
import { FORMATS, formatOf, placeOf } from '../../web/key-bunch/label/formats.ts';
import { goWithin } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { askew, codesIn, darkIn, pagesOf, pictureOf } from './paper.ts';

const STOCKS = { a4: 'A4', letter: 'US Letter', tape: 'Tape' };

/** Chooses a format: what the labels are on, then the size. */
async function choose(page: Page, id: string): Promise<void> {
  await page.getByRole('radio', { name: STOCKS[formatOf(id).stock], exact: true }).check();
  await page.locator(`input[name="format"][value="${id}"]`).check();
}

/** The printed page as a PDF: a headless browser opens no dialog. */
test('labels come out of the printer true to size, from the first free one on, and are read askew and out of focus', {
  tag: '@once',
}, async ({ page, company, baseURL }) => {
  await company.patch('/api/companies/current', { finderLine: 'Please call 0161 496 0000' });
  const { id } = await company.location({ name: 'Manchester HQ' });
  for (const identifier of ['MCR-0101', 'MCR-0102', 'MCR-0103']) await company.bunch(id, { identifier });
  await page.addInitScript(() => {
    // The page as the browser's dialog would print it.
    window.print = () => {
      dispatchEvent(new Event('beforeprint'));
      const paper = document.querySelector('[data-paper]');
      const codes = [...document.querySelectorAll('[data-paper] b')].map((code) => code.textContent);
      document.body.dataset.printed = paper?.firstElementChild?.ariaLabel ?? codes.join();
      dispatchEvent(new Event('afterprint'));
    };
  });
  await page.goto(`/key-bunches?location=${id}`);
  await page.getByRole('link', { name: 'Labels' }).click();
  await expect(page.getByText('3 sets Manchester HQ')).toBeVisible();
  await page.getByRole('button', { name: 'Start at label 64' }).click();
  await expect(page.getByText('Sheet 1 of 2')).toBeVisible();
  await page.getByLabel('Shift right').fill('0.5');
  await page.getByLabel('Shift down').fill('-0.2');
  await page.getByLabel('Shift down').press('Enter');
  await checkA11y(page);
  const print = async () => pagesOf(await page.pdf({ preferCSSPageSize: true }));
  const squareAt = (format: ReturnType<typeof formatOf>, index: number, shift = { right: 0, down: 0 }) => {
    const { left, top } = placeOf(format, index);
    const { square } = format;
    return { ...square, left: left + square.left + shift.right, top: top + square.top + shift.down };
  };
  const around = (part: { left: number; top: number; width: number; height: number }, by: number) => ({
    left: part.left - by,
    top: part.top - by,
    width: part.width + 2 * by,
    height: part.height + 2 * by,
  });
  const near = (found: object, due: object, by: number) => {
    for (const [name, value] of Object.entries(due))
      expect(Math.abs((found as Record<string, number>)[name] ?? 99) - value, name).toBeLessThan(by);
  };

  const sheets = await print();
  expect(sheets).toHaveLength(2);
  for (const { width, height } of sheets) near({ width, height }, { width: 210, height: 297 }, 0.2);
  const small = formatOf('38x21');
  const shift = { right: 0.5, down: -0.2 };
  const [first, second] = sheets;
  if (!first || !second) throw new Error('two sheets');
  const places = [
    [first, 63],
    [first, 64],
    [second, 0],
  ] as const;
  const codes: string[] = [];
  for (const [sheet, index] of places) {
    const due = squareAt(small, index, shift);
    near(await darkIn(sheet, around(due, 1)), due, 0.1);
    codes.push(...(await codesIn(await pictureOf(sheet, 200, around(due, 1.5)))));
  }
  expect(await codesIn(await pictureOf(first, 200))).toHaveLength(2);
  const { labels } = await company.post<{ labels: { code: string }[] }>('/api/labels', {
    keyBunchIds: (await company.get<{ id: number }[]>('/api/key-bunches')).map((set) => set.id),
  });
  expect(codes).toEqual(labels.map(({ code }) => `${baseURL}/k/${code}`.toUpperCase()));

  // The shift belongs to this format and is stored on the device.
  for (const { id: format, name, stock } of FORMATS.filter(({ id }) => id !== small.id)) {
    const pages = stock === 'tape' ? 3 : 1;
    await choose(page, format);
    const printed = await print();
    expect(printed, name).toHaveLength(pages);
    const [one] = printed;
    if (!one) throw new Error('a page');
    const { paper } = formatOf(format);
    near(one, paper, 0.3);
    const due = squareAt(formatOf(format), 0);
    near(await darkIn(one, around(due, 0.8)), due, 0.1);
    const seen = await askew(await pictureOf(one, 200, around(due, 1.2)), 10, 0.8);
    expect(await codesIn(seen), `${name}, askew`).toEqual([codes[0]]);
  }
  await choose(page, 'round30');
  await page.getByRole('button', { name: 'Test page' }).click();
  await expect(page.locator('body')).toHaveAttribute(
    'data-printed',
    'Test page, with rulers of 100 and 100 mm',
  );

  // Codes for future sets are created on printing, and stay the same on a second print.
  await page.getByText('Blank codes').click();
  // A number beyond the bounds becomes the nearest one that is taken, also the second time.
  for (const beyond of ['2000', '3000']) {
    await page.getByLabel('How many').fill(beyond);
    await page.getByLabel('How many').press('Enter');
    await expect(page.getByLabel('How many')).toHaveValue('1000');
  }
  await page.getByLabel('How many').fill('2');
  await page.getByRole('button', { name: 'Test page' }).focus();
  await page.getByRole('button', { name: 'Print 2 labels' }).click();
  const blank = /^(\w{4} \w{4} \w\w),\w{4} \w{4} \w\w$/;
  await expect(page.locator('body')).toHaveAttribute('data-printed', blank);
  const printed = (await page.locator('body').getAttribute('data-printed')) ?? '';
  await page.getByRole('button', { name: 'Print 2 labels' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', printed);
  await goWithin(page, '/key-bunches');
  await page.getByRole('button', { name: 'Add Set' }).click();
  await page.getByLabel('Identifier').fill('MCR-0104');
  await page.getByLabel('Current tag').fill('448300');
  await page.getByLabel('Blank label').fill(blank.exec(printed)?.[1] ?? '');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Set', exact: true }).click();
  await expect(page.getByText('MCR-0104')).toBeVisible();

  await goWithin(page, `/labels?location=${id}`);
  await choose(page, '38x21');
  await expect(page.getByLabel('Shift right')).toHaveValue('0.5');
});

test('D-25 labels come in the order of their set IDs, 2 before 10, or of their positions', {
  tag: '@once',
}, async ({ page, company }) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const positions = { 'SET-10': 'A 2', 'SET-1': 'A 10', 'SET-100': 'A 1', 'SET-2': null };
  const ids: number[] = [];
  for (const [identifier, position] of Object.entries(positions))
    ids.push((await company.bunch(id, { identifier, ...(position && { position }) })).id);
  const names = page.locator('b').filter({ hasText: /^SET-/ });
  const leeds = await company.location({ name: 'Leeds Office' });
  ids.push((await company.bunch(leeds.id, { identifier: 'SET-3', position: 'A 5' })).id);
  for (const search of ['sort=-lastUpdated', `sets=${ids.join()}`]) {
    await page.goto(`/labels?${search}`);
    await expect(names).toHaveText(['SET-1', 'SET-2', 'SET-3', 'SET-10', 'SET-100']);
    await page.getByText('By position').click();
    await expect(page.getByText('Location by location')).toBeVisible();
    await expect(names).toHaveText(['SET-3', 'SET-100', 'SET-10', 'SET-1', 'SET-2']);
  }
});

test('the first free label is typed in digits of any script', { tag: '@once' }, async ({ page, company }) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  await company.bunch(id, { identifier: 'SET-1' });
  await page.goto(`/labels?location=${id}`);
  const free = page.getByLabel('First free label');
  await free.selectText();
  await page.keyboard.insertText('١٢');
  await page.keyboard.press('Enter');
  await expect(free).toHaveValue('12');
});

test('before the first sheet the page says what is wrong with the labels; the text of none leaves its place', {
  tag: '@once',
}, async ({ page, company }) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const long = 'PALATINE-ROAD-FLAT-12B-COMMUNAL-STAIRS-AND-ROOF-51';
  for (const identifier of ['MCR-0101', 'BHM-0403', long]) await company.bunch(id, { identifier });
  await page.goto(`/labels?location=${id}`);
  await expect(page.getByText('which only this computer can open')).toBeVisible();
  await expect(page.getByText("Labels don't say who to call yet")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add a finder line' })).toHaveAttribute(
    'href',
    '/settings?tab=company',
  );
  await checkA11y(page);
  for (const { id: format } of FORMATS) {
    await choose(page, format);
    const names = page.locator('b').filter({ hasText: /^(MCR-0101|BHM-0403|PALATINE)/ });
    await expect(names).toHaveCount(3);
    for (const one of await names.all()) {
      const text = (await one.textContent()) ?? '';
      const measured = () =>
        one.evaluate((name) => {
          const place = name.parentElement;
          const isSpilt =
            !place ||
            place.scrollHeight > place.clientHeight + 1 ||
            place.scrollWidth > place.clientWidth + 1;
          return { isSpilt, lines: name.children.length };
        });
      // Fitted again when the page's own font has loaded.
      await expect.poll(async () => (await measured()).isSpilt, `${format} ${text}`).toBe(false);
      const { lines } = await measured();
      expect(text.startsWith('PALATINE') || lines === 1, `${format} ${text} on one line`).toBe(true);
    }
  }
  await company.patch('/api/companies/current', {
    finderLine: `Please call ${'the control room '.repeat(7)}`,
  });
  await page.reload();
  await choose(page, 'tape12');
  await expect(
    page.getByText('is too long and ends with “…”').or(page.getByText('are too long')),
  ).toBeVisible();
  await expect(page.getByText("Labels don't say who to call yet")).toHaveCount(0);
});
