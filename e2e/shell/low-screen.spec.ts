import { checkA11y, expect, test } from '../world.ts';

test('at 200 % zoom the head scrolls away and the foot is low, so that a set is seen between them; on a phone no text is cut', {
  tag: '@phone',
}, async ({ page, company }) => {
  const site = await company.location({ name: 'Harbour HQ' });
  for (const identifier of ['HBR-1', 'HBR-2', 'HBR-3', 'HBR-4']) await company.bunch(site.id, { identifier });
  const audit = await company.post<{ id: number }>('/api/audit/start', { locationId: site.id });
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto(`/audit?session=${audit.id}`);
  const last = page.getByText('HBR-4', { exact: true });
  await last.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 2000);
  await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport();
  const complete = page.getByRole('button', { name: 'Complete Audit' });
  await expect(complete).toBeInViewport({ ratio: 1 });
  const box = await complete.boundingBox();
  expect(450 - (box?.y ?? 0)).toBeLessThan(64);

  await page.setViewportSize({ width: 195, height: 422 });
  const cut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[role=radiogroup] label, [role=dialog] p')]
        .filter((text) => text.scrollWidth > text.clientWidth)
        .map((text) => text.textContent),
    );
  await expect(page.getByRole('radio', { name: 'To do' })).toBeAttached();
  await expect.poll(cut).toEqual([]);
  await page.goto('/key-bunches?search=HBR-1');
  await page.getByRole('button', { name: 'Issue Keys' }).click();
  await expect(page.getByRole('dialog').getByText('HBR-1')).toBeVisible();
  await expect.poll(cut).toEqual([]);
});

test('with text twice as large, as the browser is set, a phone of 360 x 640 shows three rows of a checklist, and no page scrolls sideways', {
  tag: '@phone',
}, async ({ page, company }) => {
  const site = await company.location({ name: 'Harbour HQ' });
  const sets = [];
  for (const identifier of ['HBR-0101', 'HBR-0102', 'HBR-0103', 'HBR-0104', 'HBR-0105'])
    sets.push(await company.bunch(site.id, { identifier, position: 'A 1' }));
  const { holder } = await company.get<{ holder: { id: number } }>('/api/mine');
  const mine = await company.bunch(site.id, {
    identifier: 'HBR-0200',
    keyDescription: 'Quay House, post room and dock',
  });
  await company.post(`/api/key-bunches/${mine.id}/issue`, { holderId: holder.id });
  const audit = await company.post<{ id: number }>('/api/audit/start', { locationId: site.id });
  await page.setViewportSize({ width: 360, height: 640 });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page.goto(`/audit?session=${audit.id}`);
  const list = page.getByRole('list', { name: 'Checklist' });
  const inView = (row: Element) => {
    const { top, bottom } = row.getBoundingClientRect();
    const foot = document.querySelector('.fixed.bottom-0')?.getBoundingClientRect().top ?? Number.NaN;
    return top >= 0 && bottom <= foot;
  };
  await list.evaluate((box) => box.scrollIntoView({ block: 'start' }));
  await expect(list.getByRole('listitem')).toHaveCount(5);
  const rows = await list.getByRole('listitem').all();
  await expect
    .poll(async () => (await Promise.all(rows.map((row) => row.evaluate(inView)))).filter(Boolean).length)
    .toBeGreaterThanOrEqual(3);

  const tooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  for (const path of [
    '/',
    '/key-bunches',
    '/out',
    '/desk',
    '/mine',
    '/import',
    `/key-history/${sets[0]?.id}`,
    '/profile',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    expect(await tooWide(), path).toBe(false);
  }
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByRole('button', { name: /^Offline/ })).toBeVisible();
  expect(await tooWide(), 'without signal').toBe(false);
  await page.context().setOffline(false);
});

test('an open menu is accessible, light and dark', async ({ page, company, isPhone }) => {
  const site = await company.location({ name: 'Harbour HQ' });
  await company.bunch(site.id, { identifier: 'HBR-1' });
  await page.goto(isPhone ? '/' : '/key-bunches');
  await page.getByRole('button', { name: isPhone ? 'Menu' : 'More actions' }).click();
  await expect(page.getByRole(isPhone ? 'dialog' : 'menu')).toBeVisible();
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
});

test('forced colours show the chosen, the highlighted and the current by the system’s colour, and a status by its edge', {
  tag: '@once',
}, async ({ page, company }) => {
  const site = await company.location({ name: 'Harbour HQ' });
  await company.bunch(site.id, { identifier: 'HBR-1' });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/key-bunches');
  const chosen = await page.evaluate(() => {
    const sample = document.body.appendChild(document.createElement('i'));
    sample.style.cssText = 'forced-color-adjust: none; background: Highlight';
    const { backgroundColor } = getComputedStyle(sample);
    sample.remove();
    return backgroundColor;
  });
  const here = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Keys' });
  await expect(here).toHaveCSS('background-color', chosen);
  await expect(page.locator('main .inset-ring').first()).toHaveCSS('outline-style', 'solid');
  await page.getByRole('combobox', { name: /status/i }).click();
  await expect(page.locator('[role=option][data-highlighted]')).toHaveCSS('background-color', chosen);
  await page.keyboard.press('Escape');
  await page.goto('/audit');
  const blind = page.getByRole('switch').first();
  await expect(blind).toHaveCSS('outline-style', 'solid');
  await blind.check();
  await expect(blind).toHaveCSS('background-color', chosen);
});
