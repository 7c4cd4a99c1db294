import { goWithin } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { answer, box, done, holder, line, list, openDesk, primary, read, timed, type } from './desk.ts';

/** Time limits of an issue and a return, including the server, in ms. */
const ISSUE_MS = 10_000;
const RETURN_MS = 5_000;

test('one set goes out in two scans and Ctrl+Enter, or in three taps and a scan, and comes back in one scan', async ({
  page,
  company,
  isPhone,
}) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const one = await company.bunch(id, {
    identifier: 'MCR-0125',
    keyDescription: 'Courtyard gate',
    keyCount: 2,
  });
  const other = await company.bunch(id, { identifier: 'MCR-0133' });
  await holder(company, 'Owen Hartley', { badge: 'B-1001' });
  await page.goto('/');
  const way = isPhone ? page.getByRole('main') : page.getByRole('navigation', { name: 'Main' });
  const desk = way.getByRole('link', { name: 'Desk' });
  await expect(desk).toBeVisible();

  const scanned = await timed(async () => {
    await desk.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible();
    // On a phone the desk's own head replaces the header.
    await expect(page.getByRole('link', { name: 'Keyhold', exact: true })).toHaveCount(isPhone ? 0 : 1);
    await read(page, 'B-1001');
    await read(page, one.currentTag ?? '');
    await expect(answer(page)).toContainText('MCR-0125');
    await expect(primary(page, 'Issue 1 set to Owen Hartley')).toBeEnabled();
    await page.keyboard.press('Control+Enter');
    await expect(done(page)).toContainText('1 set issued to Owen Hartley');
  });
  expect(scanned).toBeLessThan(ISSUE_MS);
  await checkA11y(page);

  await goWithin(page, '/');
  const tapped = await timed(async () => {
    await desk.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible();
    // The next scan starts a new list, and recent people are offered.
    await read(page, 'MCR-0133');
    await page.getByRole('button', { name: /^Owen Hartley/ }).click();
    await primary(page, 'Issue 1 set to Owen Hartley').click();
    await expect(done(page)).toContainText('1 set issued to Owen Hartley');
  });
  expect(tapped).toBeLessThan(ISSUE_MS);

  await primary(page, /^Next/).click();
  await expect(done(page)).toHaveCount(0);
  const returned = await timed(async () => {
    await read(page, 'MCR-0125');
    await expect(answer(page)).toContainText('MCR-0125');
    const tag = page.getByLabel('New tag of MCR-0125');
    await expect(tag).toBeVisible();
    await expect(tag).toHaveValue(/\d/);
    // A suggested tag counts once it was on the screen.
    await expect(primary(page, /^Return 1 set/)).toBeEnabled();
    await page.keyboard.press('Control+Enter');
    await expect(done(page)).toContainText('1 set returned from Owen Hartley');
  });
  expect(returned).toBeLessThan(RETURN_MS);
  expect(await company.get(`/api/key-bunches/${one.id}`)).toMatchObject({ status: 'active', holder: null });
  expect(await company.get(`/api/key-bunches/${other.id}`)).toMatchObject({
    holder: { name: 'Owen Hartley' },
  });
});

test('a code that is read in the moment the desk appears is on its list', async ({ page, company }) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  await company.bunch(id, { identifier: 'MCR-0133' });
  await openDesk(page);
  await goWithin(page, '/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  // Before the browser has drawn the desk.
  await page.evaluate((code) => {
    const key = (name: string) =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
      );
    const watch = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== 'Desk') return;
      watch.disconnect();
      for (const name of [...code, 'Enter']) key(name);
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  }, 'MCR-0133');
  await goWithin(page, '/desk');
  await expect(answer(page)).toContainText('MCR-0133');
});

test('a badge and sets that are scanned at the dashboard go to the desk, which has them all', {
  tag: '@once',
}, async ({ page, company }) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  for (const n of [1, 2]) await company.bunch(id, { identifier: `MCR-020${n}` });
  await holder(company, 'Owen Hartley', { badge: 'b-g/1001' });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const took = await timed(async () => {
    // A badge scanned elsewhere opens the desk, and scans while it loads are not lost.
    await read(page, 'b-g/1001');
    await read(page, 'MCR-0201');
    await read(page, 'MCR-0202');
    await expect(list(page).getByRole('listitem')).toHaveCount(2);
    await primary(page, 'Issue 2 sets to Owen Hartley').press('Control+Enter');
    await expect(done(page)).toContainText('2 sets issued to Owen Hartley');
  });
  expect(took).toBeLessThan(ISSUE_MS);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('five sets go to one person in six scans, and the badge once more issues them', {
  tag: '@once',
}, async ({ page, company, isPhone }) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const sets = await Promise.all(
    [1, 2, 3, 4, 5].map((n) =>
      company.bunch(id, { identifier: `MCR-010${n}`, nfcSerial: `04A2245A1B668${n}` }),
    ),
  );
  await holder(company, 'Ana Ruiz', { badge: 'B-7' });
  await openDesk(page);
  const took = await timed(async () => {
    await read(page, 'B-7');
    for (const set of sets) await read(page, set.nfcSerial ?? '');
    await expect(list(page).getByRole('listitem')).toHaveCount(5);
    await expect(list(page).getByRole('listitem').first(), 'newest first').toContainText('MCR-0105');
    await read(page, 'B-7');
    await expect(done(page)).toContainText('5 sets issued to Ana Ruiz');
  });
  expect(took).toBeLessThan(ISSUE_MS);

  // The actions stay visible with a long list.
  if (!isPhone) await page.setViewportSize({ width: 1440, height: 420 });
  await expect(done(page).getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
  await primary(page, 'Undo').first().click();
  await expect(done(page)).toContainText('undone');
  if (!isPhone) {
    await expect(
      done(page)
        .getByRole('listitem')
        .filter({ hasText: /Tag \S+ restored/ }),
    ).toHaveCount(5);
    await expect(done(page)).not.toContainText('broken');
    await expect(done(page)).not.toContainText('Included');
  }
  for (const { id: set } of sets)
    expect(await company.get(`/api/key-bunches/${set}`)).toMatchObject({ status: 'active', holder: null });
});

test('what was done offers Undo only until something else happens to a set of it', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const { id } = await company.location();
  const set = await company.bunch(id, { identifier: 'MCR-0125' });
  await holder(company, 'Owen Hartley', { badge: 'B-1001' });
  await openDesk(page);
  await read(page, 'B-1001');
  await read(page, 'MCR-0125');
  await expect(primary(page, 'Issue 1 set to Owen Hartley')).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  const undo = done(page).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await company.patch(`/api/key-bunches/${set.id}`, { keyDescription: 'Courtyard gate' });
  await expect(undo).toHaveCount(0);
  await expect(done(page)).not.toContainText(/for \d+ min/);
});

test('of a holder with many sets the desk lists four and leads to the others, and keeps its list meanwhile', {
  tag: '@once',
}, async ({ page, company }) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const sets = [];
  for (const n of [1, 2, 3, 4, 5, 6, 7]) sets.push(await company.bunch(id, { identifier: `MCR-010${n}` }));
  const owen = await holder(company, 'Owen Hartley', { badge: 'B-1001' });
  const items = sets.slice(0, 6).map((set) => ({ keyBunchId: set.id }));
  await company.post('/api/custody/issue', { holderId: owen.id, items });
  await openDesk(page);
  for (const code of ['B-1001', 'MCR-0107']) await read(page, code);
  await expect(line(page, 'MCR-0107')).toBeVisible();
  await page.getByRole('link', { name: 'and 2 more' }).click();
  await expect(page.getByRole('region', { name: 'Holding now' })).toContainText('MCR-0106');
  await page.goBack();
  await expect(line(page, 'MCR-0107')).toBeVisible();
});

test('a person who is not in the register yet is added with their name, and takes the keys', async ({
  page,
  company,
  isPhone,
}) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const set = await company.bunch(id, { identifier: 'MCR-0125' });
  await openDesk(page);
  await read(page, 'MCR-0125');
  await expect(line(page, 'MCR-0125')).toBeVisible();
  if (isPhone) {
    await page.getByRole('button', { name: 'Who takes them?' }).click();
    const choice = page.getByRole('dialog', { name: 'Who takes them?' });
    await choice.getByLabel('Name').fill('Kim Lowe');
    await choice.getByRole('button', { name: 'Add “Kim Lowe” as a new person' }).click();
  } else {
    await page.keyboard.type('Kim Lowe', { delay: 60 });
    await page.getByRole('option', { name: 'Add “Kim Lowe” as a new person' }).click();
  }
  const added = page.getByRole('dialog', { name: 'New person' });
  await expect(added.getByLabel('Name')).toHaveValue('Kim Lowe');
  await checkA11y(page);
  await added.getByLabel('Name').fill('');
  await added.getByRole('button', { name: 'Add and choose' }).click();
  await expect(added).toContainText('Name is required');
  await added.getByLabel('Name').fill('Kim Lowe');
  await added.getByLabel('Firm').fill('Irwell Facilities');
  await added.getByRole('button', { name: 'Add and choose' }).click();
  await expect(added).toHaveCount(0);
  await primary(page, 'Issue 1 set to Kim Lowe').click();
  await expect(done(page)).toContainText('1 set issued to Kim Lowe');
  expect(await company.get(`/api/key-bunches/${set.id}`)).toMatchObject({ holder: { name: 'Kim Lowe' } });
});

test('with the keyboard alone: names and sets are typed, Enter takes what is marked, Backspace takes a line off', {
  tag: '@once',
}, async ({ page, company }) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  await company.bunch(id, { identifier: 'MCR-0107', keyDescription: 'Harcourt House, main entrance' });
  await company.bunch(id, { identifier: 'MCR-0108', keyDescription: 'Harcourt House, plant room' });
  await holder(company, 'Owen Hartley', { badge: 'B-1001' });
  await page.goto('/key-bunches');
  await expect(page.getByRole('heading', { level: 1, name: 'Key Management' })).toBeVisible();
  const chosen = await timed(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type('har', { delay: 60 });
    await expect(page.getByRole('option', { name: /Owen Hartley/ })).toHaveAttribute('aria-selected', 'true');
  });
  await expect(page.getByRole('option')).toHaveCount(3);
  await expect(page.getByRole('option', { name: /Owen Hartley/ })).toHaveAttribute('aria-selected', 'true');
  await checkA11y(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'This issue' })).toContainText('Owen Hartley');

  // A reader's input is a code, even with suggestions shown.
  await read(page, 'har');
  await expect(answer(page)).toContainText('har not found');
  await page.keyboard.press('Backspace');
  await expect(list(page)).toHaveCount(0);

  const added = await timed(async () => {
    await type(page, 'MCR-0107');
    await expect(line(page, 'MCR-0107')).toBeVisible();
    await page.keyboard.type('plant', { delay: 60 });
    await expect(page.getByRole('option', { name: /MCR-0108/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(line(page, 'MCR-0108')).toBeVisible();
  });
  await page.keyboard.press('Backspace');
  await expect(line(page, 'MCR-0108')).toHaveCount(0);

  await page.getByRole('button', { name: 'Lock-up' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  const issued = await timed(async () => {
    await page.keyboard.press('Control+Enter');
    await expect(done(page)).toContainText('1 set issued to Owen Hartley');
  });
  expect(chosen + added + issued).toBeLessThan(ISSUE_MS);
  await expect(done(page)).toContainText('Lock-up');
  await page.keyboard.press('Enter');
  await expect(done(page)).toHaveCount(0);
});

test('several sets come back: tags follow each other, a scanned seal is the newest set’s, one set is short', async ({
  page,
  company,
  isPhone,
}) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const make = (identifier: string) => company.bunch(id, { identifier, keyCount: 5, fobCount: 1 });
  const [first, second, third, fourth] = [
    await make('MCR-1'),
    await make('MCR-2'),
    await make('MCR-3'),
    await make('MCR-4'),
  ];
  const megan = await holder(company, 'Megan Price');
  const items = [first, second, third, fourth].map((set) => ({ keyBunchId: set.id }));
  await company.post('/api/custody/issue', { holderId: megan.id, items });
  await company.post('/api/custody/return', { items: [{ keyBunchId: fourth.id, newTag: '450117' }] });
  await openDesk(page);
  await read(page, 'MCR-1');
  await read(page, 'MCR-2');
  await read(page, '450200');
  await expect(answer(page)).toContainText('MCR-2');
  await read(page, 'MCR-3');
  await expect(page.getByLabel('New tag of MCR-3')).toHaveValue('450119');
  if (!isPhone) {
    await expect(page.getByLabel('New tag of MCR-1')).toHaveValue('450118');
    await expect(page.getByLabel('New tag of MCR-2')).toHaveValue('450200');
    await page.getByRole('button', { name: 'Not all there? MCR-3' }).click();
  }
  await page.getByRole('group', { name: 'keys' }).getByRole('button', { name: 'One key less' }).click();
  await page.getByLabel('What is missing of MCR-3').fill('Floor 2 riser key');
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  await expect(list(page).getByRole('listitem'), 'a reload loses nothing').toHaveCount(3);
  await expect(list(page)).toContainText('1 key short');
  await page.keyboard.press('Control+Enter');
  await expect(done(page)).toContainText('3 sets returned from Megan Price, 1 short');
  await expect(done(page)).toContainText('4 of 5 keys');
  expect(await company.get(`/api/key-bunches/${third.id}`)).toMatchObject({
    status: 'active',
    currentTag: '450119',
    short: { keysPresent: 4, note: 'Floor 2 riser key' },
  });
  expect(await company.get(`/api/key-bunches/${second.id}`)).toMatchObject({
    currentTag: '450200',
    short: null,
  });
});
