import type { Page } from '@playwright/test';
import type { Reservation, Reservations, Round } from '../../shared/reservation.ts';
import { holder, read } from '../desk/desk.ts';
import { cutLive, heading, hold, toast } from '../page.ts';
import { type Company, checkA11y, expect, test } from '../world.ts';

/** A moment of tomorrow by the company's clock, which is UTC. */
const tomorrow = (hour: number): string => {
  const day = new Date();
  day.setUTCHours(0, 0, 0, 0);
  return new Date(day.getTime() + (24 + hour) * 3_600_000).toISOString();
};
const reserve = (company: Company, holderId: number, sets: number[], from = 6, until = 12) =>
  company.post<Reservation[]>('/api/reservations', {
    ...{ holderId, from: tomorrow(from), until: tomorrow(until) },
    items: sets.map((keyBunchId) => ({ keyBunchId })),
  });
const listed = async (company: Company) =>
  (await company.get<Reservations>('/api/reservations')).reservations.map(
    (one) => `${one.keyBunch.identifier} for ${one.holder.name}, ${one.state}`,
  );

/** Two people and four sets on hooks; the company's clock is UTC. */
async function room(company: Company) {
  await company.patch('/api/companies/current', { timezone: 'UTC' });
  const hq = await company.location({ name: 'Manchester HQ' });
  const ana = await holder(company, 'Ana Ruiz', { organisation: 'Ruiz Lifts' });
  const megan = await holder(company, 'Megan Price', { organisation: 'Price Fire' });
  const sets: Record<string, number> = {};
  for (const [identifier, position] of [
    ['MCR-0112', 'A 7'],
    ['MCR-0120', 'A 11'],
    ['MCR-0131', 'A 2'],
    ['MCR-0140', 'A 22'],
  ] as const)
    sets[identifier] = (await company.bunch(hq.id, { identifier, position })).id;
  const of = (...names: string[]) => names.map((name) => sets[name] ?? 0);
  return { hq, ana, megan, of };
}

const open = async (page: Page, search = '') => {
  await page.goto(`/reserved${search}`);
  await expect(heading(page, 'Reserved')).toBeVisible();
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** The question whether a round is removed. */
const asked = (page: Page, name: string) => page.getByRole('alertdialog', { name: `Remove ${name}?` });
const removeRound = async (page: Page, name: string) => {
  await button(page, 'Remove round').click();
  await asked(page, name).getByRole('button', { name: 'Remove round' }).click();
  await expect(asked(page, name)).toHaveCount(0);
};
const dialog = (page: Page) => page.getByRole('dialog');

test('sets are reserved by scan for a person; what another person reserved a moment ago is named, left out, and the rest is reserved', async ({
  page,
  company,
}) => {
  const { megan, of } = await room(company);
  await open(page);
  await expect(page.getByText('Nothing is reserved for tomorrow', { exact: true })).toBeVisible();
  await button(page, 'Reserve').click();
  await dialog(page).getByLabel('Who it is for').fill('Ana');
  await button(page, /^Ana Ruiz/).click();
  await dialog(page).getByLabel('Add a set').focus();
  // A reader in the field, and one that is pressed while the focus is elsewhere.
  await dialog(page).getByLabel('Add a set').fill('MCR-0112');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Leave out MCR-0112')).toBeVisible();
  await button(page, 'Tomorrow morning').focus();
  await read(page, 'MCR-0131');
  await expect(button(page, 'Leave out MCR-0131')).toBeVisible();
  await read(page, 'MCR-0999');
  await expect(dialog(page).getByText('No set matches MCR-0999.')).toBeVisible();
  await checkA11y(page);

  // A colleague reserves one of them meanwhile.
  await reserve(company, megan.id, of('MCR-0131'), 7.5, 19.5);
  await button(page, 'Reserve 2 sets for Ana Ruiz').click();
  const refusal = dialog(page).getByRole('alert');
  await expect(refusal).toContainText('MCR-0131 is not free');
  await expect(refusal).toContainText(
    /Reserved for Megan Price from .*, 07:30 to 19:30\. Made by Dana Holt\./,
  );
  await checkA11y(page);
  expect(await listed(company)).toEqual(['MCR-0131 for Megan Price, waiting']);
  await button(page, 'Leave it out').click();
  await button(page, 'Reserve 1 set for Ana Ruiz').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('MCR-0112')).toBeVisible();
  expect(await listed(company)).toEqual([
    'MCR-0112 for Ana Ruiz, waiting',
    'MCR-0131 for Megan Price, waiting',
  ]);
  await checkA11y(page);
});

test('tomorrow: what is in the way comes first, and the rest is picked by scan to zero', async ({
  page,
  company,
  isPhone,
}) => {
  const { ana, megan, of } = await room(company);
  await reserve(company, ana.id, of('MCR-0112', 'MCR-0120', 'MCR-0131', 'MCR-0140'));
  const leeds = await company.location({ name: 'Leeds Office' });
  const [elsewhere = 0, out = 0] = of('MCR-0120', 'MCR-0140');
  await company.post(`/api/key-bunches/${elsewhere}/move`, { toLocationId: leeds.id });
  await company.post(`/api/key-bunches/${out}/issue`, {
    holderId: megan.id,
    dueAt: null,
    overReservation: true,
  });
  await open(page);
  await expect(page.getByText('2 of 4 are not where they must be')).toBeVisible();
  await page.getByRole('link', { name: 'Show the 2' }).click();
  await expect(page.getByText('MCR-0112')).toHaveCount(0);
  await expect(page.getByText('At Leeds Office', { exact: true })).toBeVisible();
  await checkA11y(page);
  await button(page, 'Move here: MCR-0120').click();
  await expect(page.getByText('At Leeds Office', { exact: true })).toHaveCount(0);
  await company.post(`/api/key-bunches/${elsewhere}/move`, { toLocationId: leeds.id });
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page.getByText('4 sets, 1 person')).toHaveCount(isPhone ? 0 : 1);

  await test.step('Pick', async () => {
    await button(page, 'Start picking').click();
    await expect(heading2(page, 'Picked 0 of 4')).toBeVisible();
    // In the order of the hooks.
    await expect(dialog(page).getByRole('listitem')).toContainText(['A 2', 'A 7', 'A 11', 'A 22']);
    await read(page, 'MCR-0140');
    await expect(dialog(page).getByRole('alert')).toContainText('MCR-0140: Issued to Megan Price');
    // A lookup that fails says nothing about the list.
    await page.route('**/api/lookup?*', (route) => route.abort());
    await read(page, 'MCR-0131');
    await expect(dialog(page).getByRole('alert')).toContainText(/^MCR-0131: /);
    await page.unrouteAll();
    // Typed: a reader that sends a code twice within two seconds reads it once.
    await dialog(page).getByLabel('Scan or type a set').fill('MCR-0131');
    await page.keyboard.press('Enter');
    await expect(heading2(page, 'Picked 1 of 4')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Pick MCR-0112' }).click();
    await expect(heading2(page, 'Picked 2 of 4')).toBeVisible();
    await expect(dialog(page).getByText('Still to pick')).toHaveCount(0);
    await checkA11y(page);
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).first().click();
  });
  await expect(page.getByText(/^Picked (yesterday )?\d\d:\d\d$/)).toHaveCount(2);
  // A pick is no movement.
  const [picked = 0] = of('MCR-0112');
  expect(await company.get(`/api/key-bunches/${picked}`)).toMatchObject({ status: 'active', holder: null });

  await button(page, 'More for MCR-0112').click();
  await page.getByRole('menuitem', { name: 'Put back on its hook' }).click();
  await expect(page.getByText(/^Picked (yesterday )?\d\d:\d\d$/)).toHaveCount(1);
  await button(page, 'More for MCR-0112').click();
  const cancel = page.getByRole('menuitem', { name: 'Cancel the reservation' });
  await cancel.click();
  const question = page.getByRole('alertdialog', { name: 'Cancel the reservation of MCR-0112?' });
  await expect(question).toContainText('Ana Ruiz gets a letter, if they have an email address here.');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByText('MCR-0112')).toBeVisible();
  await button(page, 'More for MCR-0112').click();
  await cancel.click();
  await question.getByRole('button', { name: 'Cancel the reservation' }).click();
  await expect(toast(page)).toContainText('Reservation cancelled');
  await expect(page.getByText('MCR-0112')).toHaveCount(0);
});

const heading2 = (page: Page, name: string) => dialog(page).getByRole('heading', { name });

/** Reserves a set for two people tomorrow, and opens the picking. */
async function pickOfTwo(page: Page, company: Company) {
  const { ana, megan, of } = await room(company);
  await reserve(company, megan.id, of('MCR-0112'), 10, 12);
  await reserve(company, ana.id, of('MCR-0112'), 6, 8);
  await reserve(company, ana.id, of('MCR-0131'));
  await open(page);
  await button(page, 'Start picking').click();
  await expect(heading2(page, 'Picked 0 of 3')).toBeVisible();
  return { of };
}
/** Types a code into the picking, as a reader in its field does. */
async function pick(page: Page, code: string): Promise<void> {
  await dialog(page).getByLabel('Scan or type a set').fill(code);
  await page.keyboard.press('Enter');
}

test('a set that two people reserved is laid ready for the first, however often it is scanned', async ({
  page,
  company,
}) => {
  await pickOfTwo(page, company);
  await pick(page, 'MCR-0112');
  await expect(dialog(page).getByText('MCR-0112 picked for Ana Ruiz')).toBeVisible();
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Megan Price' })).toContainText(
    'Laid ready for Ana Ruiz · Megan Price',
  );
  await expect(button(page, 'Pick MCR-0112')).toHaveCount(0);
  await pick(page, 'MCR-0112');
  await expect(dialog(page).getByText('MCR-0112 is laid ready for Ana Ruiz already')).toBeVisible();
  await expect(heading2(page, 'Picked 1 of 3')).toBeVisible();
  await checkA11y(page);
  expect(await listed(company)).toContain('MCR-0112 for Megan Price, waiting');
});

test('two quick scans on a slow line: the refusal of the first stays, and one for want of signal goes with the signal', async ({
  page,
  company,
}) => {
  const { of } = await pickOfTwo(page, company);
  await cutLive(page);
  await page.reload();
  await button(page, 'Start picking').click();
  await expect(button(page, 'Pick MCR-0131')).toBeVisible();
  const release = await hold(page, '**/api/reservations/pick');
  const [gone = 0] = of('MCR-0131');
  await company.patch(`/api/key-bunches/${gone}`, { status: 'missing' });
  await pick(page, 'MCR-0131');
  await pick(page, 'MCR-0112');
  await expect(dialog(page).getByText('Recording...')).toBeVisible();
  release();
  const refusal = dialog(page).getByRole('alert');
  await expect(dialog(page).getByText('MCR-0112 picked for Ana Ruiz')).toBeVisible();
  await expect(refusal).toContainText('MCR-0131: These keys are missing');
  await checkA11y(page);

  await page.context().setOffline(true);
  await pick(page, 'MCR-0112');
  await expect(refusal).toContainText(
    'MCR-0112: No signal. Nothing was picked. Try again when you have one.',
  );
  await page.context().setOffline(false);
  await expect(refusal).not.toContainText('No signal');
  await expect(refusal).toContainText('MCR-0131: These keys are missing');
});

test('the times of a reservation are changed unless another reservation is in the way', async ({
  page,
  company,
}) => {
  const { ana, megan, of } = await room(company);
  await reserve(company, ana.id, of('MCR-0112'));
  await reserve(company, megan.id, of('MCR-0112'), 14, 18);
  await open(page, '?search=Ana');
  await button(page, 'More for MCR-0112').click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const day = tomorrow(0).slice(0, 10);
  await dialog(page).getByLabel('Until').fill(`${day}T15:00`);
  await button(page, 'Save changes').click();
  await expect(dialog(page).getByRole('alert')).toContainText(
    /Reserved for Megan Price from .*, 14:00 to 18:00/,
  );
  // A colleague moves it while the dialog is open: neither change is lost in silence.
  const [own] = (await company.get<Reservations>('/api/reservations')).reservations;
  await company.patch(`/api/reservations/${own?.id}`, { until: tomorrow(13), purpose: 'Lifts' });
  await dialog(page).getByLabel('Until').fill(`${day}T14:00`);
  await button(page, 'Save changes').click();
  await expect(dialog(page).getByRole('alert')).toContainText(
    /Somebody else changed this\. Look again\.It is now .*06:00 to 13:00\. The purpose is now “Lifts”\. Save again/,
  );
  // What was typed stays, what was not is the colleague's, and the second save goes through.
  await expect(dialog(page).getByLabel('Until')).toHaveValue(/14:00$/);
  await expect(dialog(page).getByLabel('Purpose')).toHaveValue('Lifts');
  await button(page, 'Save changes').click();
  await expect(toast(page)).toContainText('Reservation changed');
  await expect(page.getByText(/14:00/)).toBeVisible();
  const [after] = (await company.get<Reservations>('/api/reservations')).reservations;
  expect(after?.purpose).toBe('Lifts');
  expect(Date.parse(after?.until ?? '')).toBe(Date.parse(tomorrow(14)));
});

test('without signal nothing is reserved, and the dialog says so; the person is chosen by the keyboard', async ({
  page,
  company,
}) => {
  await room(company);
  await open(page);
  await button(page, 'Reserve').click();
  const who = dialog(page).getByLabel('Who it is for');
  await who.fill('R');
  await expect(button(page, /^Megan Price/)).toBeVisible();
  await who.press('ArrowDown');
  await expect(button(page, /^Ana Ruiz/)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(who).toBeFocused();
  await who.fill('Megan');
  await expect(button(page, /^Ana Ruiz/)).toHaveCount(0);
  await who.press('Enter');
  await dialog(page).getByLabel('Add a set').fill('MCR-0112');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Leave out MCR-0112')).toBeVisible();
  await page.context().setOffline(true);
  await button(page, 'Reserve 1 set for Megan Price').click();
  await expect(dialog(page).getByRole('alert')).toContainText('No signalNothing was reserved.');
  await page.context().setOffline(false);
  expect(await listed(company)).toEqual([]);
  await button(page, 'Reserve 1 set for Megan Price').click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await listed(company)).toEqual(['MCR-0112 for Megan Price, waiting']);
});

test('what is picked at several locations is listed by location, each in the order of its hooks', async ({
  page,
  company,
}) => {
  const { ana, of } = await room(company);
  const leeds = await company.location({ name: 'Leeds Office' });
  const [far, near] = [
    await company.bunch(leeds.id, { identifier: 'LDS-0001', position: 'A 9' }),
    await company.bunch(leeds.id, { identifier: 'LDS-0002', position: 'A 3' }),
  ];
  await reserve(company, ana.id, [far.id, ...of('MCR-0112', 'MCR-0140'), near.id]);
  await printed(page);
  await open(page);
  await button(page, 'Start picking').click();
  await expect(dialog(page).getByRole('heading', { level: 4 })).toHaveText([
    'Leeds Office 2',
    'Manchester HQ 2',
  ]);
  await expect(dialog(page).getByRole('listitem')).toContainText([
    'LDS-0002',
    'LDS-0001',
    'MCR-0112',
    'MCR-0140',
  ]);
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  if (await button(page, 'Print pick list').count()) {
    await button(page, 'Print pick list').click();
    await expect(page.locator('body')).toHaveAttribute('data-hooks', 'A 3, A 9, A 7, A 22');
    await expect(page.locator('body')).toHaveAttribute(
      'data-printed',
      /Leeds Office.*LDS-0001.*Manchester HQ/,
    );
  }
});

test('with large text on a phone two buttons stay at the bottom, and nothing runs off the screen', {
  tag: '@phone',
}, async ({ page, company }) => {
  const { ana, of } = await room(company);
  await reserve(company, ana.id, of('MCR-0112', 'MCR-0131'));
  const browser = await page.context().newCDPSession(page);
  const runsOff = () =>
    page.evaluate(() => {
      const right = document.documentElement.clientWidth;
      return [...document.querySelectorAll('main button, main label, [data-button]')]
        .filter((one) => one.getBoundingClientRect().right > right + 1)
        .map((one) => one.textContent);
    });
  const bar = button(page, 'Reserve').locator('xpath=ancestor::div[contains(@class, "fixed")]');
  for (const [width, height, size] of [
    [320, 640, 16],
    [360, 640, 16],
    [390, 844, 32],
  ] as const) {
    await page.setViewportSize({ width, height });
    await browser.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } });
    await open(page);
    await expect(button(page, 'Start picking')).toBeVisible();
    await expect.poll(runsOff, `${width} px, text ${size}`).toEqual([]);
    await expect(bar.getByRole('button')).toHaveText(['Filters', 'Reserve']);
    const { height: bottom = 0 } = (await bar.boundingBox()) ?? {};
    expect(bottom, `${width} px, text ${size}`).toBeLessThan(height / 3);
    // The tabs wrap, they never lie over one another.
    const tabs = await page.getByRole('radiogroup', { name: 'Which reservations' }).locator('label').all();
    const boxes = await Promise.all(tabs.map((tab) => tab.boundingBox()));
    for (const [at, box] of boxes.entries()) {
      const next = boxes[at + 1];
      if (box && next && Math.abs(box.y - next.y) < 2)
        expect(box.x + box.width, `${width} px, text ${size}`).toBeLessThanOrEqual(next.x + 1);
    }
  }
});

test('a round is added once and used for a day; its conflicts are named at once; removing it asks first', async ({
  page,
  company,
}) => {
  const { megan, of } = await room(company);
  await reserve(company, megan.id, of('MCR-0131'), 5, 8);
  await open(page);
  await button(page, 'Rounds').click();
  await expect(dialog(page).getByText('A round would be here.')).toBeVisible();
  await button(page, 'Add a round').click();
  await dialog(page).getByLabel('Name').fill('Morning lifts');
  for (const set of ['MCR-0112', 'MCR-0131', 'MCR-0120']) {
    await dialog(page).getByLabel('Add a set').fill(set);
    await page.keyboard.press('Enter');
    await expect(button(page, `Leave out ${set}`)).toBeVisible();
  }
  await button(page, 'Choose').click();
  await dialog(page).getByLabel('Who it is usually for').fill('Ana');
  await button(page, /^Ana Ruiz/).click();
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Morning lifts');
  await checkA11y(page);
  await button(page, 'Add round').click();
  await expect(dialog(page).getByText(/3 sets .* Ana Ruiz/)).toBeVisible();
  // The usual person is read; meanwhile the user need not choose one.
  const read = await hold(page, /\/api\/holders\/\d+$/);
  await button(page, 'Use Morning lifts').click();
  await expect(dialog(page).getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(dialog(page).getByLabel('Who it is for')).toHaveCount(0);
  read();
  await button(page, 'Reserve 3 sets for Ana Ruiz').click();
  await expect(dialog(page).getByRole('alert')).toContainText('MCR-0131 is not free');
  await checkA11y(page);
  await button(page, 'Leave it out').click();
  await button(page, 'Reserve 2 sets for Ana Ruiz').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect
    .poll(() => listed(company))
    .toEqual([
      'MCR-0131 for Megan Price, waiting',
      'MCR-0112 for Ana Ruiz, waiting',
      'MCR-0120 for Ana Ruiz, waiting',
    ]);

  await button(page, 'Rounds').click();
  await button(page, 'Change Morning lifts').click();
  await button(page, 'Remove round').click();
  const question = asked(page, 'Morning lifts');
  await expect(question).toContainText('Sets reserved with it stay reserved.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(await company.get('/api/rounds')).toHaveLength(1);
  await removeRound(page, 'Morning lifts');
  await expect(dialog(page).getByText('A round would be here.')).toBeVisible();
  expect(await listed(company)).toHaveLength(3);
});

test('the sets that were chosen are not lost by Escape, and a dialog that was closed stays closed', {
  tag: '@once',
}, async ({ page, company }) => {
  await room(company);
  await open(page);
  const add = async (set: string) => {
    await dialog(page).getByLabel('Add a set').fill(set);
    await page.keyboard.press('Enter');
    await expect(button(page, `Leave out ${set}`)).toBeVisible();
  };
  const discard = async () => {
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog(page)).toHaveCount(0);
  };
  await button(page, 'Reserve').click();
  await dialog(page).getByLabel('Who it is for').fill('Megan');
  await button(page, /^Megan Price/).click();
  await add('MCR-0112');
  await discard();

  await button(page, 'Rounds').click();
  await button(page, 'Add a round').click();
  await add('MCR-0112');
  await discard();

  await button(page, 'Rounds').click();
  await button(page, 'Add a round').click();
  await dialog(page).getByLabel('Name').fill('Morning lifts');
  await add('MCR-0112');
  const saved = await hold(page, '**/api/rounds');
  await button(page, 'Add round').click();
  await expect(button(page, 'Add round')).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  saved();
  await expect(toast(page)).toContainText('Round added');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(dialog(page)).toHaveCount(0);
});

test('a round that a colleague removed a moment ago is neither used nor removed again', async ({
  page,
  company,
}) => {
  const { hq, ana, of } = await room(company);
  const { id } = await company.post<Round>('/api/rounds', {
    ...{ name: 'Morning lifts', locationId: hq.id, holderId: ana.id, from: '06:00', until: '12:00' },
    items: of('MCR-0112').map((keyBunchId) => ({ keyBunchId })),
  });
  await open(page);
  await button(page, 'Rounds').click();
  await button(page, 'Use Morning lifts').click();
  await expect(button(page, 'Reserve 1 set for Ana Ruiz')).toBeVisible();
  await company.patch(`/api/rounds/${id}`, { isActive: false });
  await button(page, 'Reserve 1 set for Ana Ruiz').click();
  await expect(dialog(page).getByRole('alert')).toContainText('This round was removed');
  expect(await listed(company)).toEqual([]);
  await button(page, 'Back').click();
  await expect(dialog(page).getByText('A round would be here.')).toBeVisible();
});

test('a round that a colleague changed a moment ago takes both changes, and is used only as it is read', async ({
  page,
  company,
}) => {
  const { hq, ana, of } = await room(company);
  const items = (...names: string[]) => of(...names).map((keyBunchId) => ({ keyBunchId }));
  const { id } = await company.post<Round>('/api/rounds', {
    ...{ name: 'Morning lifts', locationId: hq.id, holderId: ana.id, from: '06:00', until: '12:00' },
    items: items('MCR-0112'),
  });
  const change = (body: object) => company.patch(`/api/rounds/${id}`, body);
  const names = async () =>
    (await company.get<Round[]>('/api/rounds')).map(({ name, from, until, keyBunches }) =>
      [name, from, until, ...keyBunches.map(({ identifier }) => identifier)].join(' '),
    );
  await cutLive(page);
  await open(page);
  await button(page, 'Rounds').click();
  await button(page, 'Change Morning lifts').click();
  await dialog(page).getByLabel('Name').fill('Lifts');
  await dialog(page).getByLabel('Add a set').fill('MCR-0131');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Leave out MCR-0131')).toBeVisible();
  await change({ until: '13:00', items: items('MCR-0112', 'MCR-0120') });
  await button(page, 'Save changes').click();
  await expect(dialog(page).getByText('Somebody else changed this round')).toBeVisible();
  await expect(button(page, 'Leave out MCR-0120')).toBeVisible();
  expect(await names()).toEqual(['Morning lifts 06:00 13:00 MCR-0112 MCR-0120']);
  await button(page, 'Save changes').click();
  await expect(button(page, 'Use Lifts')).toBeVisible();
  expect(await names()).toEqual(['Lifts 06:00 13:00 MCR-0112 MCR-0131 MCR-0120']);

  await button(page, 'Use Lifts').click();
  await expect(button(page, 'Reserve 3 sets for Ana Ruiz')).toBeVisible();
  await change({ items: items('MCR-0112', 'MCR-0120', 'MCR-0131', 'MCR-0140') });
  await button(page, 'Reserve 3 sets for Ana Ruiz').click();
  await expect(dialog(page).getByRole('alert')).toContainText('These are its sets and times now.');
  expect(await listed(company)).toEqual([]);
  await button(page, 'Reserve 4 sets for Ana Ruiz').click();
  await expect(toast(page)).toContainText('Lifts reserved');
  expect(await listed(company)).toHaveLength(4);

  await button(page, 'Rounds').click();
  await button(page, 'Change Lifts').click();
  await change({ from: '05:00' });
  await removeRound(page, 'Lifts');
  await expect(dialog(page).getByText('Somebody else changed this round')).toBeVisible();
  await removeRound(page, 'Lifts');
  await expect(dialog(page).getByText('A round would be here.')).toBeVisible();
});

test('Enter that goes on while the dialog closes adds one round', { tag: '@once' }, async ({
  page,
  company,
}) => {
  await room(company);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page);
  await button(page, 'Rounds').click();
  await button(page, 'Add a round').click();
  await dialog(page).getByLabel('Name').fill('Morning lifts');
  await dialog(page).getByLabel('Add a set').fill('MCR-0112');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Leave out MCR-0112')).toBeVisible();
  await page.evaluate(() => {
    const box = document.querySelector('[role=dialog]');
    if (!box) return;
    new MutationObserver(() => {
      if (box.getAttribute('data-state') === 'closed') box.querySelector('form')?.requestSubmit();
    }).observe(box, { attributeFilter: ['data-state'] });
  });
  await dialog(page).getByLabel('Name').press('Enter');
  await expect(button(page, 'Use Morning lifts')).toHaveCount(1);
  expect(await company.get<Round[]>('/api/rounds')).toHaveLength(1);
});

test('staff reserve for themselves only where the company lets them', async ({ page, company }) => {
  await room(company);
  await page.goto('/settings?tab=company');
  await page.getByRole('checkbox', { name: 'Staff may reserve for themselves' }).uncheck();
  await button(page, 'Save changes').click();
  await expect(toast(page)).toContainText('Company updated');
  await company.signInAs('viewer');
  await open(page);
  await expect(page.getByText('Nothing is reserved for tomorrow', { exact: true })).toBeVisible();
  await expect(button(page, 'Reserve')).toHaveCount(0);
});

test('two people reserve one set at once: one has it, the other is told', async ({
  page,
  company,
  browser,
  baseURL,
}) => {
  await room(company);
  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await other.context().addCookies(await page.context().cookies());
  for (const [who, name] of [
    [page, 'Ana Ruiz'],
    [other, 'Megan Price'],
  ] as const) {
    await open(who);
    await button(who, 'Reserve').click();
    await dialog(who).getByLabel('Who it is for').fill(name);
    await button(who, new RegExp(`^${name}`)).click();
    await dialog(who).getByLabel('Add a set').fill('MCR-0112');
    await who.keyboard.press('Enter');
    await expect(button(who, 'Leave out MCR-0112')).toBeVisible();
  }
  await Promise.all([
    button(page, 'Reserve 1 set for Ana Ruiz').click(),
    button(other, 'Reserve 1 set for Megan Price').click(),
  ]);
  const refused = async (who: Page) => (await dialog(who).getByRole('alert').count()) > 0;
  await expect.poll(async () => [await refused(page), await refused(other)].filter(Boolean)).toHaveLength(1);
  const loser = (await refused(page)) ? page : other;
  await expect(dialog(loser).getByRole('alert')).toContainText(
    loser === page ? 'Reserved for Megan Price' : 'Reserved for Ana Ruiz',
  );
  expect(await listed(company)).toHaveLength(1);
  await other.context().close();
});

/** Notes what is printed on the body. */
const printed = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      dispatchEvent(new Event('beforeprint'));
      const rows = [...document.querySelectorAll('article tbody tr')];
      document.body.dataset.hooks = rows.map((row) => row.children[1]?.textContent).join(', ');
      document.body.dataset.printed = document.querySelector('article')?.textContent ?? '';
      dispatchEvent(new Event('afterprint'));
    };
  });

test('the pick list on paper is in the order of the hooks, whatever the screen shows, and names no site', {
  tag: '@once',
}, async ({ page, company }) => {
  const { hq, ana, megan, of } = await room(company);
  const site = await company.bunch(hq.id, {
    identifier: 'MCR-0150',
    keyDescription: 'Irwell Court, plant room',
  });
  await reserve(company, megan.id, of('MCR-0120'));
  await reserve(company, ana.id, [...of('MCR-0140', 'MCR-0131'), site.id], 7, 9);
  await reserve(company, ana.id, of('MCR-0112'), 9, 11);
  await printed(page);
  await open(page);
  await expect(page.getByText('Irwell Court, plant room')).toBeVisible();
  await button(page, 'Print pick list').click();
  await expect(page.locator('body')).toHaveAttribute('data-hooks', 'A 2, A 7, A 11, A 22, ');
  await expect(page.locator('body')).toHaveAttribute('data-printed', /Pick list, \w+day \d+ \w+.*MCR-0150/);
  await expect(page.locator('body')).toHaveAttribute('data-printed', /sets5here5back in time0in the way0/);
  await expect(page.locator('body')).not.toHaveAttribute('data-printed', /Irwell Court/);
});
