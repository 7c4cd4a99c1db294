import type { Page } from '@playwright/test';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { Movement } from '../../shared/movement.ts';
import type { Reservation } from '../../shared/reservation.ts';
import { dialog, open } from '../key-bunch/key-dialog.ts';
import { cutLive } from '../page.ts';
import { type Company, checkA11y, expect, test } from '../world.ts';
import { answer, done, holder, line, list, openDesk, primary, read } from './desk.ts';

const MINUTE = 60_000;
const from = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

/** A location, three people and two sets. */
async function room(company: Company) {
  const hq = await company.location({ name: 'Manchester HQ' });
  const ana = await holder(company, 'Ana Ruiz', { badge: 'B-7' });
  const megan = await holder(company, 'Megan Price', { badge: 'B-8' });
  const first = await company.bunch(hq.id, { identifier: 'MCR-0112' });
  const second = await company.bunch(hq.id, { identifier: 'MCR-0120' });
  return { ana, megan, first, second };
}

const reserve = async (company: Company, holderId: number, keyBunchId: number, begins: number) => {
  const body = { holderId, from: from(begins), until: from(begins + 360), items: [{ keyBunchId }] };
  const [made] = await company.post<Reservation[]>('/api/reservations', body);
  return made?.id ?? 0;
};
const cancel = (company: Company, id: number) =>
  company.patch(`/api/reservations/${id}`, { cancelled: true });
const setOf = (company: Company, { id }: KeyBunch) => company.get<KeyBunch>(`/api/key-bunches/${id}`);

/** Where the due time is chosen: in the rail, on a phone in its sheet, which this opens. */
async function dueBack(page: Page, isPhone: boolean) {
  if (isPhone) await page.getByRole('button', { name: /Change$/ }).click();
  return page.getByRole('group', { name: /^Due back/ });
}
const closeSheet = async (page: Page, isPhone: boolean) => {
  if (!isPhone) return;
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(dialog(page)).toHaveCount(0);
};

test('a reserved set is due back before its reservation; a later time is refused by name until it is issued over it', async ({
  page,
  company,
  isPhone,
}) => {
  const { ana, first, second } = await room(company);
  await reserve(company, ana.id, first.id, 600);
  await openDesk(page);
  await read(page, 'B-8');
  await read(page, 'MCR-0112');
  await expect(answer(page)).toContainText('Reserved for Ana Ruiz from');
  await expect(line(page, 'MCR-0112')).toContainText(/Reserved for Ana Ruiz from .*\. Due back by /);
  await checkA11y(page);

  await test.step('The times end before it', async () => {
    const due = await dueBack(page, isPhone);
    await expect(due.getByRole('radio', { name: /Before Ana Ruiz at/ })).toBeChecked();
    await expect(due.getByRole('radio', { name: 'No time' })).toHaveCount(0);
    await closeSheet(page, isPhone);
  });
  await test.step('A later one leaves it out, the other goes', async () => {
    await read(page, 'MCR-0120');
    await expect(list(page).getByRole('listitem')).toHaveCount(2);
    await line(page, 'MCR-0112').getByRole('button', { name: 'Issue over it' }).click();
    const due = await dueBack(page, isPhone);
    await due.getByRole('radio', { name: 'No time' }).check();
    await closeSheet(page, isPhone);
    await expect(primary(page, 'Issue 2 sets to Megan Price')).toBeEnabled();
    await expect(line(page, 'MCR-0112')).toContainText('They and the person who reserved it are notified.');
    await line(page, 'MCR-0112').getByRole('button', { name: 'Issue over it' }).click();
    await expect(line(page, 'MCR-0112')).toContainText('Refused');
    await expect(primary(page, 'Issue 1 set to Megan Price')).toBeEnabled();
    await checkA11y(page);
  });
  await line(page, 'MCR-0112').getByRole('button', { name: 'Issue over it' }).click();
  await primary(page, 'Issue 2 sets to Megan Price').click();
  await expect(done(page)).toContainText('2 sets issued to Megan Price');
  for (const one of [first, second])
    expect(await setOf(company, one)).toMatchObject({ status: 'issued', dueAt: null });
  const [entry] = await company.get<Movement[]>(`/api/movement-history?keyBunchId=${first.id}`);
  expect(entry?.details).toMatchObject({ reservedFor: 'Ana Ruiz' });
});

test('a reservation made or cancelled meanwhile changes the line on the list, and its own person takes it', {
  tag: '@once',
}, async ({ page, company }) => {
  const { ana, first, second } = await room(company);
  await openDesk(page);
  await read(page, 'B-8');
  await read(page, 'MCR-0112');
  await read(page, 'MCR-0120');
  await expect(primary(page, 'Issue 2 sets to Megan Price')).toBeEnabled();
  const made = await reserve(company, ana.id, first.id, 0);
  await expect(answer(page)).toContainText(/MCR-0112.*can no longer be issued/);
  await expect(line(page, 'MCR-0112')).toContainText(/Reserved for Ana Ruiz until .*They need it now/);
  await expect(primary(page, 'Issue 1 set to Megan Price')).toBeEnabled();
  await cancel(company, made);
  await expect(primary(page, 'Issue 2 sets to Megan Price')).toBeEnabled();
  await expect(line(page, 'MCR-0112')).not.toContainText('Reserved');

  const again = await reserve(company, ana.id, first.id, 0);
  await expect(primary(page, 'Issue 1 set to Megan Price')).toBeEnabled();
  // For whom it is reserved takes it, until its end.
  await read(page, 'B-7');
  await expect(line(page, 'MCR-0112')).toContainText(/Reserved for Ana Ruiz until/);
  await line(page, 'MCR-0120').getByRole('button', { name: 'Take MCR-0120 off' }).click();
  await expect(page.getByRole('radio', { name: /End of the reservation/ })).toBeChecked();
  await primary(page, 'Issue 1 set to Ana Ruiz').click();
  await expect(done(page)).toContainText('1 set issued to Ana Ruiz');
  const [{ state, until } = { state: '', until: '' }] = (
    await company.get<{ reservations: Reservation[] }>(`/api/reservations?tab=ended&holderId=${ana.id}`)
  ).reservations.filter(({ id }) => id === again);
  expect(state).toBe('taken');
  const taken = await setOf(company, first);
  expect(Date.parse(taken.dueAt ?? '')).toBe(Date.parse(until));
  expect((await setOf(company, second)).status).toBe('active');
});

test('a reservation that the list does not know of is refused by name, and the rest goes; then it is issued over it', {
  tag: '@once',
}, async ({ page, company }) => {
  const { ana, first, second } = await room(company);
  await cutLive(page);
  await openDesk(page);
  await read(page, 'B-8');
  await read(page, 'MCR-0112');
  await read(page, 'MCR-0120');
  await expect(primary(page, 'Issue 2 sets to Megan Price')).toBeEnabled();
  await reserve(company, ana.id, first.id, 0);
  await primary(page, 'Issue 2 sets to Megan Price').click();
  await expect(line(page, 'MCR-0112')).toContainText('Reserved for Ana Ruiz until');
  expect((await setOf(company, second)).status).toBe('active');
  await line(page, 'MCR-0112').getByRole('button', { name: 'Issue over it' }).click();
  await primary(page, 'Issue 2 sets to Megan Price').click();
  await expect(done(page)).toContainText('2 sets issued to Megan Price');
});

test('the dialog of one set says for whom it is reserved, and issues it over that once it is chosen', async ({
  page,
  company,
}) => {
  const { ana, first } = await room(company);
  const made = await reserve(company, ana.id, first.id, 600);
  const form = await open(page, first, 'Issue Keys');
  await expect(form.getByText(/Reserved for Ana Ruiz from/)).toBeVisible();
  await expect(form.getByRole('radio', { name: /Before Ana Ruiz at/ })).toBeChecked();
  await expect(form.getByRole('radio', { name: 'No time' })).toHaveCount(0);
  await checkA11y(page);
  await cancel(company, made);
  await expect(form.getByText(/Reserved for Ana Ruiz/)).toHaveCount(0);
  await expect(form.getByRole('radio', { name: 'No time' })).toHaveCount(1);

  // Begun: nothing is left before it.
  await reserve(company, ana.id, first.id, 0);
  await expect(form.getByText('They need it now.')).toBeVisible();
  await form.getByRole('button', { name: 'Issue Keys' }).click();
  await expect(form.getByText('They need it now.')).toBeVisible();
  expect((await setOf(company, first)).status).toBe('active');
  await form.getByRole('button', { name: 'Issue over it' }).click();
  await form.getByRole('button', { name: 'Issue Keys' }).click();
  await expect(form).toHaveCount(0);
  expect((await setOf(company, first)).status).toBe('issued');
});

test('a list is reserved for later at the desk, and what is reserved is seen on the set, the person and at the desk', async ({
  page,
  company,
  isPhone,
}) => {
  const { ana, first, second } = await room(company);
  await openDesk(page);
  for (const code of ['B-7', 'MCR-0112', 'MCR-0120']) await read(page, code);
  await expect(primary(page, 'Issue 2 sets to Ana Ruiz')).toBeEnabled();
  if (isPhone) await page.getByRole('button', { name: /Change$/ }).click();
  await page.getByRole('button', { name: 'For later...' }).click();
  const form = dialog(page, 'Reserve sets');
  await expect(form.getByRole('button', { name: 'Leave out MCR-0120' })).toBeVisible();
  await form.getByRole('button', { name: 'Tomorrow all day' }).click();
  await form.getByRole('button', { name: 'Reserve 2 sets for Ana Ruiz' }).click();
  await expect(form).toHaveCount(0);
  await expect(list(page)).toHaveCount(0);
  expect((await setOf(company, first)).status).toBe('active');

  await page.goto(`/key-history/${first.id}`);
  const panel = page.getByRole('region', { name: 'Reserved' });
  await expect(panel.getByRole('listitem')).toHaveText([/Ana Ruiz.*06:00 to 18:00/]);
  await checkA11y(page);
  await page.goto(`/people/${ana.id}`);
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await checkA11y(page);
  await panel.getByRole('button', { name: 'More for MCR-0120' }).click();
  await page.getByRole('menuitem', { name: 'Cancel the reservation' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the reservation' }).click();
  await expect(panel.getByRole('listitem')).toHaveText([/MCR-0112/]);
  expect((await setOf(company, second)).reservation).toBeUndefined();
});

test('a set is reserved from its row and its page, and staff reserve for themselves on My keys', {
  tag: '@once',
}, async ({ page, company }) => {
  await room(company);
  await page.goto('/key-bunches?search=MCR-0112');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Reserve' }).click();
  const form = dialog(page, 'Reserve sets');
  await form.getByLabel('Who it is for').fill('Megan');
  await form.getByRole('button', { name: /^Megan Price/ }).click();
  await form.getByRole('button', { name: 'Reserve 1 set for Megan Price' }).click();
  await expect(form).toHaveCount(0);
  await page.goto('/mine');
  const panel = page.getByRole('region', { name: 'Reserved' });
  await expect(panel).toContainText('nothing to come');
  await panel.getByRole('button', { name: 'Reserve' }).click();
  await form.getByLabel('Add a set').fill('MCR-0112');
  await page.keyboard.press('Enter');
  await expect(form.getByText(/^Reserved for Megan Price from /)).toBeVisible();
  await form.getByRole('button', { name: 'Leave out MCR-0112' }).click();
  await form.getByLabel('Add a set').fill('MCR-0120');
  await page.keyboard.press('Enter');
  await expect(form.getByText('free')).toBeVisible();
  await form.getByRole('button', { name: /^Reserve 1 set/ }).click();
  await expect(panel.getByRole('listitem')).toHaveText([/MCR-0120/]);
  await checkA11y(page);
});
