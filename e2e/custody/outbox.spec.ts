import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Holder } from '../../shared/holder.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { cutLive, heading, toast } from '../page.ts';
import { checkA11y, expect, PASSWORD, test } from '../world.ts';

type Post = (path: string, body: unknown) => Promise<unknown>;

/** Sends an issue that was made without signal `minutes` ago, when the device showed the set as present. */
async function sendLate(
  post: Post,
  device: string,
  n: number,
  minutes: number,
  bunch: KeyBunch,
  holder: Holder,
) {
  await post('/api/devices', { id: device, name: 'Android phone' });
  await post('/api/outbox', {
    device,
    entries: [
      {
        ...{ n, key: randomUUID(), kind: 'issue', keyBunchId: bunch.id },
        doneAt: new Date(Date.now() - minutes * 60_000).toISOString(),
        seen: {
          ...{ status: 'active', holderId: null, currentTag: bunch.currentTag },
          locationId: bunch.location.id,
        },
        body: { holderId: holder.id, dueAt: null },
      },
    ],
  });
}

/** Calls as the user of a page. */
const postAs =
  (page: Page): Post =>
  async (path, data) => {
    const reply = await page.request.post(path, { data, headers: { 'idempotency-key': randomUUID() } });
    expect(reply.ok(), await reply.text()).toBe(true);
  };

test('two entries for one set ask who has it: answered on the phone, and once only, and the history shows both', {
  tag: '@phone',
}, async ({ page, company, browser, baseURL, contextOptions }) => {
  const hq = await company.location({ name: 'Manchester HQ' });
  const holder = (name: string, phone: string) =>
    company.post<Holder>('/api/holders', { name, phone, kind: 'contractor' });
  const owen = await holder('Owen Hartley', '07700 900412');
  const callum = await holder('Callum Reid', '07700 900165');
  const sets = await Promise.all(
    ['MCR-0113', 'MCR-0147'].map((identifier) => company.bunch(hq.id, { identifier })),
  );
  await company.signInAs('officer', { firstName: 'Hannah', lastName: 'Boyd' });
  const [ofDana, ofHannah] = [randomUUID(), randomUUID()];
  for (const [index, bunch] of sets.entries()) {
    await sendLate(company.post, ofDana, index + 1, 12, bunch, callum);
    await sendLate(postAs(page), ofHannah, index + 1, 5, bunch, owen);
  }
  const desktop = await browser.newContext({
    ...{ ...contextOptions, baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } },
  });
  await desktop.request.post('/api/auth/login', { data: { email: company.email, password: PASSWORD } });
  const dana = await desktop.newPage();

  await test.step('On the phone, from the menu, with nothing chosen at first', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    const entry = page.getByRole('link', { name: /^Outbox/ });
    await expect(entry).toHaveText('Outbox2');
    await entry.click();
    await expect(heading(page, 'Outbox')).toBeVisible();
    await expect(page.getByText('You issued it to Owen Hartley').first()).toBeVisible();
    await checkA11y(page);
    await page.getByRole('link', { name: 'Who has MCR-0113 now? Answer' }).click();
    await expect(page.getByText('Dana Holt issued it to Callum Reid')).toBeVisible();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Choose an answer' })).toBeDisabled();
    await expect(page.getByRole('link', { name: 'Call Callum Reid, 07700 900165' })).toBeVisible();
    await checkA11y(page);
  });

  await test.step('The entry is right: a hand over with its own time, as a late entry', async () => {
    await page.getByRole('radio', { name: 'Owen Hartley has it' }).check();
    await page.getByRole('button', { name: 'Record the hand over' }).click();
    await expect(toast(page)).toContainText('Recorded as a late entry');
    await expect(page.getByRole('link', { name: /Answer$/ })).toHaveCount(1);
    expect(await company.get(`/api/key-bunches/${sets[0]?.id}`)).toMatchObject({
      status: 'issued',
      holder: { id: owen.id },
    });
    await page.goto(`/key-history/${sets[0]?.id}`);
    const first = page
      .getByRole('listitem')
      .filter({ hasText: 'Handed over from Callum Reid to Owen Hartley' });
    await expect(first).toContainText('Late entry');
    await expect(first).toContainText('received');
  });

  await test.step('On the computer a question that the colleague answered a second ago is not answered twice', async () => {
    await cutLive(dana);
    await dana.goto('/outbox');
    const panel = dana.getByRole('region', { name: 'MCR-0147' });
    await expect(panel.getByText('Hannah Boyd issued it to Owen Hartley')).toBeVisible();
    await checkA11y(dana);
    await panel.getByRole('radio', { name: 'Owen Hartley has it' }).check();
    await page.goto('/outbox');
    await page.getByRole('link', { name: 'Who has MCR-0147 now? Answer' }).click();
    await page.getByRole('radio', { name: 'Callum Reid has it' }).check();
    await page.getByRole('button', { name: 'Callum Reid has it' }).click();
    await expect(heading(page, 'Outbox')).toBeVisible();
    await expect(page.getByText('Everything is in the register')).toBeVisible();
    await panel.getByRole('button', { name: 'Record the hand over' }).click();
    await expect(dana.getByText(/^Hannah Boyd answered at/)).toBeVisible();
    expect(await company.get(`/api/key-bunches/${sets[1]?.id}`)).toMatchObject({ holder: { id: callum.id } });
  });

  await test.step('The history strikes through what was not recorded', async () => {
    await dana.goto('/history?late=true');
    const row = dana.getByRole('row').filter({ hasText: 'Hannah Boyd' }).filter({ hasText: 'MCR-0147' });
    await expect(row).toContainText('Not recorded');
    await expect(row.locator('s')).toHaveText('Issued to Owen Hartley');
    await expect(dana.getByRole('row').filter({ hasText: 'Handed over' })).toContainText('received');
    await expect(dana.getByRole('row')).toHaveCount(5);
    await checkA11y(dana);
    await dana.getByRole('button', { name: 'By when it was done' }).click();
    await expect(dana).toHaveURL('/history?late=true&by=received');
  });
  await desktop.close();
});
