import type { Locator, Page } from '@playwright/test';
import { done, line, primary, read } from '../desk/desk.ts';
import { heading, hold, toast } from '../page.ts';
import { checkA11y, expect, PASSWORD, test } from '../world.ts';

type Own = { holder: { id: number }; keyBunches: { identifier: string }[] };

/** A page on which taps are counted. */
class Phone {
  taps = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async start(): Promise<void> {
    await this.page.goto('/');
    await expect(heading(this.page, 'Dashboard')).toBeVisible();
    this.taps = 0;
  }
  async tap(target: Locator): Promise<void> {
    await target.click();
    this.taps += 1;
  }
  button = (name: string | RegExp) => this.page.getByRole('button', { name });
  link = (name: string | RegExp) => this.page.getByRole('link', { name });
}

test('keys go from hand to hand: all of mine in four taps, with a yes on the other phone; returned in three', {
  tag: '@phone',
}, async ({ page, company, browser, baseURL, contextOptions }) => {
  const hq = await company.location({ name: 'Manchester HQ' });
  const context = await browser.newContext({
    ...{ ...contextOptions, baseURL: baseURL ?? '', viewport: { width: 390, height: 844 } },
    ...{ isMobile: true, hasTouch: true },
  });
  await context.request.post('/api/auth/login', { data: { email: company.email, password: PASSWORD } });
  const { holder } = await company.get<Own>('/api/mine');
  const sets = ['MCR-0104', 'MCR-0119', 'MCR-0158'];
  for (const [n, identifier] of sets.entries()) {
    const { id } = await company.bunch(hq.id, { identifier, currentTag: `44810${n}` });
    await company.post(`/api/key-bunches/${id}/issue`, { holderId: holder.id, dueAt: null });
  }
  await company.bunch(hq.id, { identifier: 'MCR-0200', currentTag: '448200' });
  await company.signInAs('officer', { firstName: 'Callum', lastName: 'Reid' });
  const callum = new Phone(page);
  const dana = new Phone(await context.newPage());
  await callum.start();

  await test.step('What do I have: one tap', async () => {
    await dana.start();
    await dana.tap(dana.link(/^My keys/));
    await expect(dana.page.getByText('3 sets', { exact: true })).toBeVisible();
    for (const id of sets) await expect(dana.page.getByRole('link', { name: id })).toBeVisible();
    await checkA11y(dana.page);
    expect(dana.taps).toBe(1);
  });

  await test.step('Hand over all of it: four taps', async () => {
    await dana.start();
    await dana.tap(dana.link(/^My keys/));
    await dana.tap(dana.button('Hand over all 3'));
    await dana.tap(dana.button(/^Callum Reid/));
    await checkA11y(dana.page);
    await dana.tap(dana.button('Ask Callum Reid'));
    await expect(dana.page.getByText('has not said yes yet')).toHaveCount(3);
    expect(dana.taps).toBe(4);
  });

  await test.step('The other phone is asked at once, and says yes to what is in the hand', async () => {
    await expect(toast(callum.page)).toContainText('Dana Holt hands you 3 sets');
    await callum.tap(callum.button('Answer'));
    await checkA11y(callum.page);
    await callum.tap(callum.page.getByRole('checkbox', { name: 'MCR-0158' }));
    await callum.tap(callum.button('I have 2 of 3'));
    // What is left is asked still. The giver hears of the no and asks again, then takes it back, which closes the question.
    await expect(callum.button('I have MCR-0158')).toBeVisible();
    await callum.tap(callum.button('Not me'));
    await expect(dana.page.getByText(/Callum Reid said no, \d\d:\d\d\. You have it\./)).toBeVisible();
    await checkA11y(dana.page);
    await dana.tap(dana.button('Hand over MCR-0158'));
    await dana.tap(dana.button(/^Callum Reid/));
    await dana.tap(dana.button('Ask Callum Reid'));
    await expect(callum.button('I have MCR-0158')).toBeVisible();
    await expect(dana.page.getByText('said no')).toHaveCount(0);
    await dana.tap(dana.button('Take back MCR-0158'));
    await expect(callum.page.getByRole('dialog')).toHaveCount(0);
    await expect(callum.page.getByText('2 sets', { exact: true })).toBeVisible();
    await expect(dana.page.getByText('1 set', { exact: true })).toBeVisible();
  });

  await test.step('Return mine: three taps', async () => {
    await dana.start();
    await dana.tap(dana.link(/^My keys/));
    await dana.tap(dana.link('Return'));
    await dana.tap(primary(dana.page, 'Return 1 set'));
    await expect(done(dana.page)).toContainText('1 set returned');
    expect(dana.taps).toBe(3);
  });

  await test.step('Take a set oneself: two taps and a scan', async () => {
    await dana.start();
    await dana.tap(dana.link('Desk'));
    await expect(heading(dana.page, 'Desk')).toBeVisible();
    await read(dana.page, 'MCR-0200');
    await dana.tap(primary(dana.page, 'Issue 1 set to me'));
    await expect(done(dana.page)).toContainText('1 set issued to Dana Holt');
    expect(dana.taps).toBe(2);
  });

  await test.step('At the desk a set of mine goes to the person who was chosen', async () => {
    const { holder: theirs } = (await (await callum.page.request.get('/api/mine')).json()) as Own;
    await company.patch(`/api/holders/${theirs.id}`, { badge: 'B-CALLUM' });
    await read(dana.page, 'B-CALLUM');
    await read(dana.page, 'MCR-0200');
    await expect(line(dana.page, 'MCR-0200')).toContainText('from you');
    await primary(dana.page, 'Hand over 1 set to Callum Reid').click();
    await expect(done(dana.page)).toContainText('1 set handed over to Callum Reid');
    await expect
      .poll(
        async () => ((await (await callum.page.request.get('/api/mine')).json()) as Own).keyBunches.length,
      )
      .toBe(3);
  });
  await context.close();
});

test('keys handed over while the live channel was away are said once it is back', {
  tag: '@once',
}, async ({ page, company }) => {
  const hq = await company.location();
  const { holder: dana } = await company.get<Own>('/api/mine');
  const { id } = await company.bunch(hq.id);
  await company.post(`/api/key-bunches/${id}/issue`, { holderId: dana.id, dueAt: null });
  await company.signInAs('officer', { firstName: 'Callum', lastName: 'Reid' });
  const { holder: callum } = (await (await page.request.get('/api/mine')).json()) as Own;
  let isAway = true;
  await page.route(/\/api\/(live|changes)\?/, (route) => {
    const url = new URL(route.request().url());
    // A position that the server does not know any more.
    url.searchParams.set('after', '0');
    return isAway ? route.abort() : route.continue({ url: url.href });
  });
  // The toast's own script comes after the channel is back.
  const release = await hold(page, /begin-later/);
  await page.goto('/');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await company.post('/api/handover-requests', { holderId: callum.id, items: [{ keyBunchId: id }] });
  const reset = page.waitForResponse(/\/api\/live\?/);
  isAway = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await reset;
  release();
  await expect(toast(page)).toContainText('Dana Holt hands you 1 set');
});
