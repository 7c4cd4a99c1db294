import type { Page } from '@playwright/test';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { Me } from '../../shared/user.ts';
import { holder } from '../desk/desk.ts';
import { heading, toast } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { allSent, card, chip, issue, movementsOf, openCutOff, openKeys } from './cut-off.ts';
import { keeps, register } from './line.ts';

/** Chooses an action of a row on a phone's lists. */
async function act(page: Page, action: string, identifier: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${identifier}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('My keys, hand over, extend, lost and found without signal are recorded with their times', {
  tag: '@phone',
}, async ({ browser, context, company, page: sized }) => {
  const me = await company.get<Me>('/api/auth/user');
  await holder(company, 'Ana Ruiz');
  let lost: KeyBunch | undefined;
  const { page, line, close, sets, owen } = await openCutOff(
    { browser, context, company, page: sized },
    async ([cellar, stair, gate], { id: holderId }) => {
      const at = (bunch: KeyBunch | undefined) => `/api/key-bunches/${bunch?.id}`;
      await company.post(`${at(cellar)}/issue`, { officerUserId: me.id });
      await company.post(`${at(stair)}/issue`, { officerName: 'Owen Hartley', holderId });
      await company.post(`${at(gate)}/issue`, { officerName: 'Owen Hartley', holderId });
      lost = await company.bunch(gate?.locationId ?? 0, { identifier: 'SHED-4', status: 'missing' });
    },
  );
  const [cellar, stair, gate] = sets;

  await test.step('My keys', async () => {
    await page.goto('/mine');
    await page.getByRole('button', { name: 'Return CELLAR-1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Return Keys' });
    await dialog.getByLabel('New tag').fill('450118');
    await dialog.getByRole('button', { name: 'Return Keys' }).click();
    await expect(page.getByText('You have no keys now')).toBeVisible();
    await checkA11y(page);
  });
  await test.step('Extend and hand over', async () => {
    await page.goto('/out');
    await act(page, 'Extend', 'STAIR-2');
    const extend = page.getByRole('dialog', { name: 'Extend STAIR-2' });
    await extend
      .getByRole('radio', { name: /(This|Next) morning|Tomorrow/ })
      .first()
      .check();
    await extend.getByRole('button', { name: /^Extend to / }).click();
    await expect(extend).toHaveCount(0);
    await act(page, 'Hand over', 'STAIR-2');
    const over = page.getByRole('dialog', { name: 'Hand over STAIR-2' });
    await over.getByRole('combobox', { name: 'Who takes them now' }).fill('Ana');
    await page.getByRole('option', { name: /^Ana Ruiz/ }).click();
    await over.getByRole('button', { name: 'Hand over to Ana Ruiz' }).click();
    await expect(over).toHaveCount(0);
    await expect(page.getByText('Ana Ruiz').first()).toBeVisible();
  });
  await test.step('Lost and found', async () => {
    await page.goto(`/key-bunches?set=${gate?.id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Report lost' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Report lost' }).click();
    await expect(toast(page)).toContainText('Kept on this device');
    await page.goto(`/key-bunches?set=${lost?.id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as found' }).click();
    const found = page.getByRole('alertdialog');
    await found.getByRole('button', { name: 'Mark as found' }).click();
    await expect(toast(page)).toContainText('Kept on this device');
  });
  await page.goto('/');
  await expect(chip(page)).toContainText('5');
  line.is = 'good';
  await allSent(page);
  const newest = async (bunch: KeyBunch | undefined) => (await movementsOf(company, bunch?.id))[0];
  expect(await newest(cellar)).toEqual({ action: 'return', isLate: true });
  expect(await newest(stair)).toEqual({ action: 'handover', isLate: true });
  for (const bunch of [gate, lost])
    expect(await newest(bunch)).toEqual({ action: 'status_change', isLate: true });
  expect(await company.get(`/api/key-bunches/${stair?.id}`)).toMatchObject({ holder: { name: 'Ana Ruiz' } });
  expect(owen.name).toBe('Owen Hartley');
  await close();
});

test('a line that is silent, slow, cut before the answer, or a hotel’s: each issue is recorded once and the page says how it is', {
  tag: '@once',
}, async ({ browser, context, company, page: sized }) => {
  test.slow();
  const { page, line, close, sets } = await openCutOff({ browser, context, company, page: sized });
  const issued = async (index: number) =>
    (await movementsOf(company, sets[index]?.id)).map(({ action }) => action);
  line.is = 'good';
  await page.goto('/key-bunches');
  await expect(chip(page)).toHaveCount(0);

  // Slow is not offline: what is sent is recorded at once.
  line.is = 'slow';
  await card(page, 'CELLAR-1').getByRole('button', { name: 'Issue Keys' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue Keys' });
  await dialog.getByRole('button', { name: 'Issue Keys' }).click();
  await expect(toast(page)).toContainText('Keys issued');
  await expect(dialog).toHaveCount(0);
  await expect(chip(page)).toHaveCount(0);
  expect(await issued(0)).toEqual(['issue']);

  // The server writes, and its answer never comes: it dies, or the line does.
  line.is = 'dying';
  await card(page, 'STAIR-2').getByRole('button', { name: 'Issue Keys' }).click();
  await dialog.getByRole('button', { name: 'Issue Keys' }).click();
  await expect.poll(() => issued(1)).toEqual(['issue']);
  await expect(toast(page)).toContainText('Kept on this device', { timeout: 60_000 });
  await expect(chip(page)).toContainText(/Offline/);
  line.is = 'good';
  await allSent(page);
  await expect.poll(() => issued(1)).toEqual(['issue']);

  // The page of a hotel, which wants a sign-in.
  line.is = 'portal';
  await openKeysOf(page);
  await issue(page, 'GATE-3', 'Owen Hartley');
  await expect(chip(page)).toContainText('1');
  line.is = 'good';
  await allSent(page);
  await expect.poll(() => issued(2)).toEqual(['issue']);
  await close();
});

/** The key list that is open, once the page knows that no answer is Keyhold's. */
async function openKeysOf(page: Page): Promise<void> {
  await page.getByRole('searchbox').first().fill('GATE');
  await expect(chip(page)).toBeVisible({ timeout: 15_000 });
  await expect(card(page, 'GATE-3')).toBeVisible();
}

test('an entry has its time by the server’s clock on a device that is 3 hours ahead, after a reload too', {
  tag: '@once',
}, async ({ browser, context, company, page: sized }) => {
  const { own, page, line, close, sets } = await openCutOff({ browser, context, company, page: sized });
  line.is = 'good';
  await own.addInitScript(() => {
    const ahead = 3 * 60 * 60_000;
    const Real = Date;
    window.Date = class extends Real {
      constructor(...given: unknown[]) {
        if (given.length === 0) super(Real.now() + ahead);
        else super(...(given as [number]));
      }
      static override now = () => Real.now() + ahead;
    } as DateConstructor;
  });
  const { asOf } = await register(page);
  await page.goto('/');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await expect.poll(async () => (await register(page)).asOf - asOf).toBeGreaterThan(2 * 60 * 60_000);
  line.is = 'cut';
  await openKeys(page);
  const before = Date.now();
  await issue(page, 'CELLAR-1', 'Owen Hartley');
  line.is = 'good';
  await allSent(page);
  await expect.poll(() => movementsOf(company, sets[0]?.id)).toHaveLength(1);
  const [entry] = await company.get<{ doneAt: string; details: object }[]>(
    `/api/key-bunches/${sets[0]?.id}/history`,
  );
  expect(Math.abs(Date.parse(entry?.doneAt ?? '') - before)).toBeLessThan(60_000);
  expect(entry?.details).not.toHaveProperty('clockAhead');
  await close();
});

test('an entry outlasts the loss of the register, a newer version, and the loss of the right to record it', {
  tag: '@once',
}, async ({ browser, context, company, page: sized }) => {
  const far = await company.location({ name: 'Airport' });
  const officer = await company.signInAs('officer', { firstName: 'Hannah', lastName: 'Boyd' });
  const { own, page, line, close, sets } = await openCutOff({ browser, context, company, page: sized });
  await openKeys(page);
  await issue(page, 'CELLAR-1', 'Owen Hartley');

  // A browser that is short of room clears the register; a newer version starts.
  await page.evaluate(async () => {
    await new Promise((resolve) => {
      const removing = indexedDB.deleteDatabase('keyhold');
      removing.onsuccess = removing.onblocked = resolve;
    });
  });
  line.refuses = '/api/outbox';
  line.is = 'newer';
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.close();
  line.is = 'good';
  const next = await own.newPage();
  await next.goto('/');
  await keeps(next);
  await expect(chip(next)).toContainText('1');

  // The rights are those at receipt: without access others are asked.
  await company.patch(`/api/users/${officer.id}`, { allowedLocationIds: [far.id] });
  line.refuses = '';
  await expect
    .poll(async () => (await company.get<unknown[]>('/api/outbox?state=open')).length, { timeout: 60_000 })
    .toBe(1);
  const open = await company.get<{ question: string; entries: unknown[] }[]>('/api/outbox?state=open');
  expect(open).toMatchObject([{ question: 'no_access', entries: [{ kind: 'issue' }] }]);
  expect(await movementsOf(company, sets[0]?.id)).toEqual([]);
  await close();
});

test('where the browser refuses to store anything Keyhold works with signal, and says without that nothing is kept', {
  tag: '@once',
}, async ({ browser, context, company, page: sized }) => {
  const { own, page, line, close, sets } = await openCutOff({ browser, context, company, page: sized });
  line.is = 'good';
  await own.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Refused', 'SecurityError');
    };
  });
  await page.goto('/key-bunches');
  await card(page, 'CELLAR-1').getByRole('button', { name: 'Issue Keys' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue Keys' });
  await dialog.getByRole('button', { name: 'Issue Keys' }).click();
  await expect(toast(page)).toContainText('Keys issued');
  expect((await movementsOf(company, sets[0]?.id)).map(({ action }) => action)).toEqual(['issue']);
  line.is = 'cut';
  await page.goto('/key-bunches');
  await expect(page.getByText('The register is not on this device.')).toBeVisible();
  await close();
});
