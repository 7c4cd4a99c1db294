import type { Browser, Page } from '@playwright/test';
import { cutLive, everyPage, goWithin, heading, ownClock } from '../page.ts';
import { type Company, expect, test } from '../world.ts';

/** UTC+13:45: no browser of this test shares its clock, and most not its date. */
const ZONE = 'Pacific/Chatham';
const BROWSERS = ['Europe/London', 'America/New_York', 'Asia/Kolkata'];

test('D-30 every page, and its print, says the same in every time zone of the browser', {
  tag: '@once',
}, async ({ page, company, browser, baseURL }) => {
  const pages = await aCompanyAtWork(company);
  const now = Date.now() + 60_000;
  const others = await Promise.all(
    BROWSERS.map((timezoneId) => elsewhere(browser, timezoneId, baseURL ?? '', page, now)),
  );
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' });
  const issued = clock.format(
    Date.parse((await company.get<Moved[]>('/api/movement-history'))[0]?.timestamp ?? ''),
  );
  for (const { path } of pages) {
    await Promise.all(others.map((other) => goWithin(other, path)));
    await expect(async () => {
      const [first, ...rest] = await Promise.all(others.map(saysAndPrints));
      for (const [index, text] of rest.entries())
        expect(text, `${path} in ${BROWSERS[index + 1]}`).toBe(first);
      if (path === '/history') expect(first).toContain(issued);
    }, path).toPass();
  }
  await Promise.all(others.map((other) => other.context().close()));
});

type Moved = { timestamp: string };

/** Sets that are out, overdue, due and back, an audit, a receipt and a change of the settings; answers every page of it. */
async function aCompanyAtWork(company: Company) {
  await company.patch('/api/companies/current', { timezone: ZONE });
  const site = await company.location({ name: 'Harbour HQ' });
  const premises = await company.post<{ id: number }>('/api/premises', { name: 'Quay House' });
  const sets = await Promise.all(
    ['HBR-1', 'HBR-2', 'HBR-3'].map((identifier) =>
      company.bunch(site.id, { identifier, premisesIds: [premises.id] }),
    ),
  );
  const audit = await company.post<{ id: number }>('/api/audit/start', { locationId: site.id });
  await company.post(`/api/audit/${audit.id}/ticks`, { keyBunchId: sets[0]?.id, seen: true });
  await company.post(`/api/audit/${audit.id}/complete`, { confirmMissing: 2 });
  const holder = await company.post<{ id: number }>('/api/holders', {
    name: 'Ana Ruiz',
    validUntil: '2031-03-31',
  });
  const { batchId } = await company.post<{ batchId: string }>('/api/custody/issue', {
    holderId: holder.id,
    items: sets.map(({ id }) => ({ keyBunchId: id })),
    dueAt: new Date(Date.now() + 20 * 3_600_000).toISOString(),
  });
  const room = await company.post<{ id: number }>('/api/room-handovers', {
    locationId: site.id,
    aloneReason: 'First day',
  });
  return everyPage({
    '/key-history/$id': sets[0]?.id ?? 0,
    '/audit/$id': audit.id,
    '/people/$id': holder.id,
    '/premises/$id': premises.id,
    '/receipts/$batchId': batchId,
    '/location-report/$locationId': site.id,
    '/room-handovers/$id': room.id,
    '/register/$locationId': site.id,
  });
}

/** A browser in another zone with a fixed clock, signed in as `page` is. */
async function elsewhere(browser: Browser, timezoneId: string, baseURL: string, page: Page, now: number) {
  const context = await browser.newContext({
    timezoneId,
    baseURL,
    storageState: await page.context().storageState(),
  });
  const other = await context.newPage();
  await ownClock(other);
  await other.clock.setFixedTime(now);
  await cutLive(other);
  await other.goto('/');
  await expect(heading(other, 'Dashboard')).toBeVisible();
  return other;
}

/** All texts of a loaded page: also in fields, tooltips and print. */
async function saysAndPrints(page: Page): Promise<string> {
  await expect(page.locator('[aria-busy="true"], .animate-pulse').filter({ visible: true })).toHaveCount(0);
  return page.evaluate(async () => {
    const said = () => {
      const attributes = [...document.querySelectorAll('[title], [data-exact], input, [aria-label]')].flatMap(
        (one) => [
          one.getAttribute('title'),
          one.getAttribute('data-exact'),
          one.getAttribute('aria-label'),
          one instanceof HTMLInputElement && one.type !== 'password' ? one.value : null,
        ],
      );
      return [document.body.textContent, ...attributes.filter(Boolean)].join('\n');
    };
    const screen = said();
    dispatchEvent(new Event('beforeprint'));
    await new Promise((drawn) => setTimeout(drawn));
    const paper = document.querySelector('article')?.textContent ?? '';
    dispatchEvent(new Event('afterprint'));
    // What the browser says that it stores grows meanwhile.
    return `${screen}\n${paper}`.replaceAll(/\d+\.\d MB used/g, 'some MB used');
  });
}
