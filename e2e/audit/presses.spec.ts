import type { Page } from '@playwright/test';
import type { OneAuditSession } from '../../shared/audit.ts';
import { hold } from '../page.ts';
import { type Company, expect, test } from '../world.ts';
import { box, counted, row, sentBy, startAudit } from './audit.ts';

/** A van with ten sets on hooks, and an audit of it that Dana Holt has begun; her page. */
async function openVan(page: Page, company: Company) {
  const place = await company.location({ name: 'Van 07', type: 'van' });
  const sets: { id: number; identifier: string }[] = [];
  for (let n = 1; n <= 10; n += 1)
    sets.push(
      await company.bunch(place.id, {
        identifier: `V07-01${String(n).padStart(2, '0')}`,
        position: `A ${n}`,
      }),
    );
  const session = await startAudit(company, place.id);
  await page.goto(`/audit?session=${session.id}`);
  await counted(page, 0, 10);
  const seen = async () =>
    (await company.get<OneAuditSession>(`/api/audit/${session.id}`)).seen.map(({ identifier }) => identifier);
  return { sets, session, seen };
}

/** Scrolls a row between the head and the foot, as a thumb does. */
const scrollTo = (page: Page, identifier: string) =>
  row(page, identifier).evaluate((one) => one.scrollIntoView({ block: 'center' }));

/** Where a row is, and a finger or the mouse that is put on it, and taken off where it was put. */
async function finger(page: Page, isPhone: boolean, identifier: string) {
  await scrollTo(page, identifier);
  const where = async () =>
    (await row(page, identifier).boundingBox()) ?? { x: 0, y: 0, height: 0, width: 0 };
  const { x: left, y: top, height } = await where();
  const [x, y] = [left + 120, top + height / 2];
  const device = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchEnd') =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? [{ x, y }] : [] });
  return {
    where,
    async down() {
      if (isPhone) return touch('touchStart');
      await page.mouse.move(x, y);
      return page.mouse.down();
    },
    up: () => (isPhone ? touch('touchEnd') : page.mouse.up()),
  };
}

test('ten sets are ticked with ten taps: nothing opens, and the page scrolls only under the thumb', async ({
  page,
  company,
  isPhone,
}) => {
  const { sets, seen } = await openVan(page, company);
  const sent = sentBy(page);
  let taps = 0;
  for (const { identifier } of sets) {
    await scrollTo(page, identifier);
    const before = await page.evaluate(() => scrollY);
    const press = await finger(page, isPhone, identifier);
    await press.down();
    await press.up();
    taps += 1;
    await expect(box(page, identifier)).toBeChecked();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await page.evaluate(() => scrollY)).toBe(before);
  }
  expect(taps).toBe(10);
  await expect.poll(seen).toHaveLength(10);
  expect(sent.calls.filter((one) => one.endsWith('/ticks'))).toHaveLength(10);
});

test('a colleague who joins while a finger is on a row moves nothing, and the row that was pressed is ticked', async ({
  page,
  company,
  browser,
  baseURL,
  isPhone,
}) => {
  // Hannah signs in before the page opens: a page notices another's cookie, and would say "with Dana" to her.
  const danas = await page.context().cookies();
  await company.signInAs('officer', { firstName: 'Hannah', lastName: 'Boyd' });
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  await other.addCookies(await page.context().cookies());
  await page.context().addCookies(danas);
  const { session, seen } = await openVan(page, company);
  const press = await finger(page, isPhone, 'V07-0102');
  const before = await press.where();
  await press.down();
  const key = { 'idempotency-key': crypto.randomUUID() };
  const joined = await other.request.post(`/api/audit/${session.id}/join`, {
    data: { device: 'phone', unsent: 0 },
    headers: key,
  });
  expect(joined.ok()).toBe(true);
  await expect(page.getByText(/with Hannah|Hannah Boyd/i).first()).toBeAttached();
  expect(await press.where()).toEqual(before);
  await press.up();
  await expect(box(page, 'V07-0102')).toBeChecked();
  await counted(page, 1, 10);
  await expect.poll(seen).toEqual(['V07-0102']);
  await other.close();
});

test('a list that moves under a finger ticks the row on which the press began', async ({
  page,
  company,
  isPhone,
}) => {
  await openVan(page, company);
  const press = await finger(page, isPhone, 'V07-0103');
  await press.down();
  await page
    .getByRole('list', { name: 'Checklist' })
    .evaluate((list) => list.insertAdjacentHTML('beforebegin', '<p style="height: 60px">A notice</p>'));
  await press.up();
  await expect(box(page, 'V07-0103')).toBeChecked();
  await counted(page, 1, 10);
});

test('a set that a colleague counts while a finger is on it stays counted: the press meant to tick it', async ({
  page,
  company,
  isPhone,
}) => {
  const { sets, session, seen } = await openVan(page, company);
  const sent = sentBy(page);
  const press = await finger(page, isPhone, 'V07-0104');
  await press.down();
  await company.post(`/api/audit/${session.id}/ticks`, { keyBunchId: sets[3]?.id, seen: true });
  await expect(box(page, 'V07-0104')).toBeChecked();
  await press.up();
  // The next press is sent, so that the one before would have been.
  await box(page, 'V07-0105').check();
  await expect.poll(seen).toHaveLength(2);
  await expect(box(page, 'V07-0104')).toBeChecked();
  expect(sent.bodies(/ticks$/).map(({ keyBunchId }) => keyBunchId)).toEqual([sets[4]?.id]);
});

test('two tabs of one browser send each count once', { tag: '@once' }, async ({ page, company, context }) => {
  const { sets, session, seen } = await openVan(page, company);
  const other = await context.newPage();
  await other.goto(`/audit?session=${session.id}`);
  await counted(other, 0, 10);
  const keys: string[] = [];
  for (const tab of [page, other])
    tab.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/ticks'))
        keys.push(request.headers()['idempotency-key'] ?? '');
    });
  const open = await Promise.all([page, other].map((tab) => hold(tab, /\/ticks$/)));
  await page.bringToFront();
  for (const { identifier } of sets.slice(0, 5)) await box(page, identifier).check();
  await other.bringToFront();
  for (const { identifier } of sets.slice(5)) await box(other, identifier).check();
  for (const go of open) go();
  await expect.poll(seen).toHaveLength(10);
  await counted(page, 10, 10);
  await counted(other, 10, 10);
  expect(keys).toHaveLength(10);
  expect(new Set(keys).size).toBe(10);
  await other.close();
});

test('a dialog that was not loaded before the signal went opens later, and the list stays', {
  tag: '@once',
}, async ({ page, company }) => {
  const file = /\/assets\/EditInAudit-/;
  await page.route(file, (route) => route.abort());
  await openVan(page, company);
  await page.getByRole('button', { name: 'Edit V07-0102' }).click();
  await box(page, 'V07-0101').check();
  await counted(page, 1, 10);
  await page.unroute(file);
  await expect(page.getByRole('dialog', { name: 'Edit V07-0102' })).toBeVisible();
});
