import type { Page } from '@playwright/test';
import { everyPage, goWithin, navigation } from '../page.ts';
import { expect, test } from '../world.ts';

/** Minimum height of tap targets, in pixels. */
const LEAST = 44;

test('NAV-21 on a phone of 360 x 640 every page has the menu, everything that is tapped is 44 px high, or a link in a sentence, and every subtitle is as far below its title', {
  tag: '@phone',
}, async ({ page, company }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const pages = await aCompany(company);
  await page.goto('/');
  const header = page.getByRole('banner');
  const demo = page.locator('a[href="/notifications"]');
  const low: string[] = [];
  const gaps: string[] = [];
  for (const { path, title } of pages) {
    await goWithin(page, path);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    await expect(page, path).toHaveTitle(`${title} · Keyhold`);
    await expect(demo, path).toHaveCount(0);
    // The desk and an audit have their own header with Back.
    if (path !== '/desk' && !path.startsWith('/audit?')) {
      await expect(header.getByRole('link', { name: 'Keyhold' })).toHaveText('Keyhold');
      await expect(header.getByRole('button', { name: 'Menu' })).toBeVisible();
    }
    await expect(page.locator('[aria-busy="true"], .animate-pulse').filter({ visible: true })).toHaveCount(0);
    for (const target of await lowTargets(page)) low.push(`${path} ${target}`);
    for (const gap of await subtitleGaps(page)) gaps.push(`${path} ${gap}`);
  }
  expect(low).toEqual([]);
  expect(gaps.length).toBeGreaterThan(10);
  expect(gaps.filter((gap) => !gap.endsWith(' 8'))).toEqual([]);
  await goWithin(page, '/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.context().setOffline(true);
  const chip = header.getByRole('button', { name: /^Offline/ });
  await expect(chip).toBeVisible();
  expect(await lowTargets(page), 'without signal').toEqual([]);
  // Nothing covers the parts of its tap area outside the chip.
  expect(await chip.evaluate(reachOf)).toBeGreaterThanOrEqual(LEAST);
  await chip.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await lowTargets(page), 'the sheet of the chip').toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.context().setOffline(false);
  await expect(chip).toHaveCount(0);
  await navigation(page, true);
  await expect(demo).toHaveText('Notifications Demo');
});

async function aCompany(company: Parameters<Parameters<typeof test>[2]>[0]['company']) {
  const site = await company.location({ name: 'Harbour HQ' });
  const premises = await company.post<{ id: number }>('/api/premises', {
    name: 'Quay House',
    client: 'Quay',
  });
  const [bunch, out, resting] = await Promise.all(
    ['HBR-1', 'HBR-2', 'HBR-3'].map((identifier) =>
      company.bunch(site.id, { identifier, premisesIds: [premises.id], keyDescription: 'Front door' }),
    ),
  );
  await company.patch(`/api/key-bunches/${resting?.id}`, { status: 'inactive' });
  const holder = await company.post<{ id: number }>('/api/holders', { name: 'Ana Ruiz' });
  const { batchId } = await company.post<{ batchId: string }>('/api/custody/issue', {
    holderId: holder.id,
    items: [{ keyBunchId: out?.id }],
    dueAt: new Date(Date.now() + 600_000).toISOString(),
  });
  const audit = await company.post<{ id: number }>('/api/audit/start', { locationId: site.id });
  await company.post(`/api/audit/${audit.id}/ticks`, { keyBunchId: bunch?.id, seen: true });
  const room = await company.post<{ id: number }>('/api/room-handovers', {
    locationId: site.id,
    aloneReason: 'First day',
  });
  return [
    ...everyPage({
      '/key-history/$id': out?.id ?? 0,
      '/audit/$id': audit.id,
      '/people/$id': holder.id,
      '/premises/$id': premises.id,
      '/receipts/$batchId': batchId,
      '/location-report/$locationId': site.id,
      '/room-handovers/$id': room.id,
      '/register/$locationId': site.id,
    }),
    { path: `/audit?session=${audit.id}`, title: 'Location Audit' },
  ];
}

/** How far the subtitle of a page is below the line of its title, in pixels; none where controls take a line between them. */
const subtitleGaps = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main header h1')].flatMap((title) => {
      const line = title.parentElement;
      const beside = line?.nextElementSibling;
      const subtitle = line?.parentElement?.querySelector(':scope > p');
      // A page that waits for its successor is hidden.
      if (!line?.checkVisibility() || !beside || !subtitle) return [];
      const { bottom } = line.getBoundingClientRect();
      const isBetween = beside !== subtitle && beside.getBoundingClientRect().top > bottom - 1;
      return isBetween ? [] : Math.round(subtitle.getBoundingClientRect().top - bottom);
    }),
  );

/** Height in which a press at an element's middle reaches it, in pixels. */
const reachOf = (element: Element): number => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const middle = top + height / 2;
  const rows = Array.from({ length: 100 }, (_, row) => middle - 50 + row);
  return rows.filter((y) => element.contains(document.elementFromPoint(left + width / 2, y))).length;
};

/** All tappable elements lower than LEAST, with name and size. */
const lowTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const tappable = 'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"]';
    /** The tap area: the element's box, its label's, and those of pseudo-elements around it. */
    const boxOf = (element: Element): number[] => {
      const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0];
      const heights = [element, label].map((one) => one?.getBoundingClientRect().height ?? 0);
      for (const pseudo of ['::before', '::after']) {
        const { content, position, top, bottom } = getComputedStyle(element, pseudo);
        if (content === 'none' || position !== 'absolute') continue;
        let around: Element | null = element;
        while (around && getComputedStyle(around).position === 'static') around = around.parentElement;
        const { height = 0 } = around?.getBoundingClientRect() ?? {};
        heights.push(height - Number.parseFloat(top) - Number.parseFloat(bottom));
      }
      return heights;
    };
    const isInSentence = (element: Element) =>
      element.tagName === 'A' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\p{L}{2}/u.test(node.textContent ?? ''),
      );
    return [...document.querySelectorAll(tappable)]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        if (width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })) return false;
        if (element.closest('[aria-hidden="true"], [inert]')) return false;
        return Math.max(...boxOf(element)) < least - 0.5 && !isInSentence(element);
      })
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
        return `${element.tagName.toLowerCase()} "${name.slice(0, 40)}" ${Math.round(width)} x ${Math.round(height)}`;
      });
  }, LEAST);
