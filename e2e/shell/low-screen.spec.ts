import { expect, test } from '../world.ts';

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
