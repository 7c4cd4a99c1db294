import type { Page, Request } from '@playwright/test';
import { cutLive, goTo, heading, landing, passTime, takeClock, toast } from '../page.ts';
import { expect, PASSWORD, test } from '../world.ts';

/** Records a page's requests, as "GET /api/...". */
function listen(page: Page) {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) requests.push(request);
  });
  const sentCalls = () => requests.map((one) => `${one.method()} ${new URL(one.url()).pathname}`);
  return { requests, sentCalls };
}

test('API-01 API-02 API-03 calls carry the cookie, a body only as JSON, and their JSON replies are read', async ({
  page,
  company,
}) => {
  const { requests, sentCalls } = listen(page);
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('Email').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.goto('/profile');
  await page.getByLabel('Last Name').fill('Höltz "the" </b> 鍵');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page)).toContainText('Profile updated');

  expect(sentCalls()).toContain('POST /api/auth/login');
  expect(sentCalls()).toContain(
    `PATCH /api/users/${(await company.get<{ id: number }>('/api/auth/user')).id}`,
  );
  const signedIn = sentCalls().indexOf('POST /api/auth/login') + 1;
  for (const [index, request] of requests.entries()) {
    // One that the next page cut off has not been sent.
    const wasSent = (await request.response()) !== null;
    const headers = await request.allHeaders();
    const name = sentCalls()[index];
    if (index >= signedIn && wasSent) expect(headers.cookie ?? 'none', name).toMatch(/=\S+/);
    const body = request.postData();
    expect(body === null, `${name} has a body`).toBe(request.method() === 'GET');
    expect(headers['content-type'], name).toBe(body === null ? undefined : 'application/json');
    if (body !== null) expect(typeof JSON.parse(body), name).toBe('object');
  }
  // The values shown are parsed from JSON.
  await page.reload();
  await expect(page.getByLabel('Last Name')).toHaveValue('Höltz "the" </b> 鍵');
});

test('API-04 reads are GET, and are not made again by time, by focus or by coming back; only the dashboard asks, without the live channel', async ({
  page,
  company,
  isPhone,
}) => {
  await company.location({ name: 'North office' });
  // Others' changes do not arrive; what is asked without the channel is in no-signal.spec.ts.
  await cutLive(page);
  await takeClock(page);
  const { sentCalls: all } = listen(page);
  await page.goto('/locations');
  const place = page.getByText('North office').first();
  await expect(place).toBeVisible();
  // What begins after the first screen.
  await expect.poll(all).toContain('GET /api/outbox');
  await passTime(page, 9000);
  const begun = all().length;
  const sentCalls = () => all().slice(begun);
  await page.evaluate(() => {
    for (const type of ['blur', 'visibilitychange', 'focus', 'offline', 'online', 'focus']) {
      window.dispatchEvent(new Event(type));
      document.dispatchEvent(new Event(type));
    }
  });
  await passTime(page, 120_000);
  expect(sentCalls()).toEqual([]);

  await goTo(page, isPhone, 'Dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await expect(page.getByText('No recent movements')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(sentCalls().filter((call) => !call.startsWith('GET '))).toEqual([]);
  const before = sentCalls().length;
  await expect(async () => {
    await passTime(page, 31_000);
    expect(sentCalls().length, 'the dashboard refreshes').toBeGreaterThan(before);
  }).toPass();
  expect(
    sentCalls()
      .slice(before)
      .filter((call) => !/dashboard|movement-history/.test(call)),
  ).toEqual([]);

  const back = sentCalls().length;
  await goTo(page, isPhone, 'Locations');
  await expect(place).toBeVisible();
  // The dashboard may send one more request while it is left.
  const there = sentCalls().length;
  const asked = sentCalls().slice(back, there);
  expect(asked.filter((call) => !/dashboard|movement-history/.test(call))).toEqual([]);
  await passTime(page, 60_000);
  expect(sentCalls().slice(there)).toEqual([]);
});

test('API-05 a read that failed is not tried again at once, only while its notice shows (D-13) or when asked to', async ({
  page,
  company,
  isPhone,
}) => {
  await company.location({ name: 'North office' });
  await page.goto('/notifications');
  await page.waitForLoadState('networkidle');
  const { sentCalls } = listen(page);
  await takeClock(page);
  // Another read of the screen also fails, for a different reason.
  const faulty = page.waitForResponse('**/api/locations');
  await page.route('**/api/locations', (route) => route.fulfill({ status: 500, json: { message: 'Fault' } }));
  const cut = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/settings'));
  await page.route('**/api/settings', async (route) => {
    await faulty;
    await route.abort();
  });
  await goTo(page, isPhone, 'Locations');
  await cut;
  await expect(page.getByText('Failed to fetch').first()).toBeVisible();
  await passTime(page, 3000);
  await expect(page.getByText('Keyhold has a problem. Try again.').first()).toBeVisible();
  const asked = () => sentCalls().filter((call) => call === 'GET /api/locations').length;
  expect(asked()).toBe(1);
  await passTime(page, 15_000);
  expect(asked()).toBeGreaterThan(1);
  const again = page.getByRole('button', { name: 'Try again' }).first();

  // Offline, the error appears immediately, without the timeout.
  await page.context().setOffline(true);
  await page.unroute('**/api/locations');
  await again.click();
  await expect(page.getByText('This loads when you have signal again.').first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('North office').first()).toBeVisible();
});

test('ERR-03 on 401 a read throws: the page says so, or when the session is over the sign-in does, and leads back', async ({
  page,
  company,
  isPhone,
}) => {
  await company.location({ name: 'North office' });
  await page.route('**/api/locations', (route) =>
    route.fulfill({ status: 401, json: { message: 'Unauthorized' } }),
  );
  await page.goto('/locations');
  await expect(page.getByText('Failed to fetch').first()).toBeVisible();
  await expect(page.getByText('North office')).toHaveCount(0);
  await page.unroute('**/api/locations');

  await page.goto('/notifications');
  await expect(heading(page, 'Notifications Demo')).toBeVisible();
  await page.context().clearCookies();
  await goTo(page, isPhone, 'Locations');
  await expect(page.getByText('Your session has ended. Sign in to go on.')).toBeVisible();
  await page.getByLabel('Email').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(heading(page, 'Locations')).toBeVisible();
});

test('API-08 the company is asked for by its members, once', async ({ page, company: _signedIn }) => {
  // The live channel would also report the recent setup.
  await cutLive(page);
  const { sentCalls } = listen(page);
  const asked = () => sentCalls().filter((call) => call === 'GET /api/companies/current').length;
  await page.goto('/notifications');
  await expect(heading(page, 'Notifications Demo')).toBeVisible();
  expect(asked()).toBe(1);
  await page.context().clearCookies();
  await page.goto('/notifications');
  await expect(landing(page)).toBeVisible();
  expect(asked()).toBe(1);
});

test('API-08 a page asks for its first reads before its scripts have come, each once', async ({
  page,
  company,
}) => {
  const { id: locationId } = await company.location({ name: 'North office' });
  await company.bunch(locationId, { identifier: 'SET-1' });
  const { id } = await company.post<{ id: number }>('/api/audit/start', { locationId });
  await cutLive(page);
  await page.addInitScript(() => {
    const asked: string[] = [];
    const { fetch } = window;
    window.fetch = (input, init) => {
      asked.push(String(input));
      return fetch(input, init);
    };
    Object.assign(window, { asked });
  });
  // Then the server knows the session.
  await page.goto('/notifications');
  await expect(heading(page, 'Notifications Demo')).toBeVisible();

  const stats = '/api/dashboard/stats';
  const keys = '/api/key-bunches?limit=50';
  for (const [address, name, reads] of [
    ['/', 'Dashboard', [stats, '/api/dashboard', '/api/movement-history?limit=5', '/api/settings']],
    ['/key-bunches', 'Key Management', [keys, '/api/settings', '/api/locations', '/api/dashboard']],
    ['/desk', 'Desk', ['/api/locations', '/api/settings']],
    [`/audit?session=${id}`, 'Location Audit', [`/api/audit/${id}`]],
  ] as const) {
    const first = ['/api/auth/user', '/api/companies/current', ...reads].sort();
    // What the page before still reads is not this one's.
    await page.goto('about:blank');
    const sent: string[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.route('**/api/**', (route) => {
      const { pathname, search } = new URL(route.request().url());
      sent.push(pathname + search);
      return route.continue();
    });
    await page.goto(address, { waitUntil: 'commit' });
    await expect.poll(() => sent.toSorted(), address).toEqual(first);
    release();
    await expect(heading(page, name)).toBeVisible();
    const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked);
    await expect.poll(asked, address).toEqual(expect.arrayContaining(first));
    expect(sent.filter((one) => first.includes(one)).sort(), address).toEqual(first);
    await page.unrouteAll({ behavior: 'wait' });
  }
});
