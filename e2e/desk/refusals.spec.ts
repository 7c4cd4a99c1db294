import { cutLive, hold } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { answer, done, holder, line, list, openDesk, primary, read, standAt } from './desk.ts';

test('what cannot go out says why and has its way out; the rest is issued', { tag: '@once' }, async ({
  page,
  company,
  isPhone,
}) => {
  const here = await company.location({ name: 'Manchester HQ' });
  const yard = await company.location({ name: 'Harbour Yard' });
  await company.bunch(here.id, { identifier: 'FINE-1' });
  const out = await company.bunch(here.id, { identifier: 'OUT-1' });
  const away = await company.bunch(yard.id, { identifier: 'AWAY-1' });
  await company.bunch(here.id, { identifier: 'GONE-1', status: 'missing' });
  const bare = await company.bunch(here.id, { identifier: 'BARE-1' });
  const ben = await holder(company, 'Ben Cole');
  const owen = await holder(company, 'Owen Hartley', { badge: 'B-1001', maxSets: 5 });
  await company.post('/api/custody/issue', { holderId: ben.id, items: [{ keyBunchId: out.id }] });
  await openDesk(page);
  await standAt(page, isPhone, 'Manchester HQ');

  await read(page, 'B-1001');
  for (const code of ['FINE-1', 'OUT-1', 'AWAY-1', 'GONE-1', '04A2245A1B6680']) await read(page, code);
  await expect(answer(page)).toContainText('04A2245A1B6680');
  await expect(list(page).getByRole('listitem')).toHaveCount(5);
  await expect(primary(page, 'Issue 1 set to Owen Hartley')).toBeEnabled();
  await expect(line(page, 'OUT-1')).toContainText('Already out to Ben Cole since');
  await expect(line(page, 'GONE-1')).toContainText('Missing since');
  await checkA11y(page);

  await line(page, 'AWAY-1').getByRole('button', { name: 'Move here' }).click();
  await expect(line(page, 'AWAY-1').getByRole('button', { name: 'Move here' })).toHaveCount(0);
  await line(page, 'GONE-1').getByRole('button', { name: 'Mark as found' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /found/i })
    .click();
  await expect(line(page, 'GONE-1')).not.toContainText('Missing since');
  await line(page, 'OUT-1').getByRole('button', { name: 'Hand over to Owen' }).click();
  const over = page.getByRole('dialog', { name: 'Hand over OUT-1' });
  await checkA11y(page);
  await over.getByRole('button', { name: 'Hand over to Owen Hartley' }).click();
  await expect(over).toHaveCount(0);
  await expect(line(page, 'OUT-1')).toHaveCount(0);
  expect(await company.get(`/api/key-bunches/${out.id}`)).toMatchObject({ holder: { id: owen.id } });
  await line(page, '04A2245A1B6680').getByRole('button', { name: 'Link to a set' }).click();
  const link = page.getByRole('dialog', { name: 'Link to a set' });
  await link.getByLabel('Set').fill('BARE-1');
  await link.getByRole('button', { name: /BARE-1/ }).click();
  await link.getByRole('button', { name: 'Link to BARE-1' }).click();
  await expect(link).toHaveCount(0);
  await expect(line(page, 'BARE-1')).toBeVisible();

  // With one set handed over and these four, he holds five.
  await primary(page, 'Issue 4 sets to Owen Hartley').click();
  await expect(done(page)).toContainText('4 sets issued to Owen Hartley');
  await expect(done(page)).toContainText('the most allowed');
  expect(await company.get(`/api/key-bunches/${away.id}`)).toMatchObject({
    locationId: here.id,
    status: 'issued',
  });
  expect(await company.get(`/api/key-bunches/${bare.id}`)).toMatchObject({ nfcSerial: '04A2245A1B6680' });

  await primary(page, /^Next/).click();
  await company.bunch(here.id, { identifier: 'MORE-1' });
  await read(page, 'B-1001');
  await read(page, 'MORE-1');
  await expect(
    page.getByText('Owen Hartley holds 5 sets already, the most allowed. Ask an administrator to change it.'),
  ).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(done(page), 'what is locked is not sent').toHaveCount(0);
});

test('of two desks with the same set the second is told who has it, and the rest of its list stays', {
  tag: '@once',
}, async ({ page, company }) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const [shared, own] = [
    await company.bunch(id, { identifier: 'BOTH-1' }),
    await company.bunch(id, { identifier: 'MINE-1' }),
  ];
  const ben = await holder(company, 'Ben Cole');
  await holder(company, 'Ana Ruiz', { badge: 'B-7' });
  await cutLive(page);
  await openDesk(page);
  await read(page, 'B-7');
  await read(page, 'BOTH-1');
  await read(page, 'MINE-1');
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  await company.post('/api/custody/issue', { holderId: ben.id, items: [{ keyBunchId: shared.id }] });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('1 key set could not be part of this. Nothing was recorded.')).toBeVisible();
  await expect(line(page, 'BOTH-1')).toContainText('Already out to Ben Cole since');
  expect(await company.get(`/api/key-bunches/${own.id}`)).toMatchObject({ status: 'active' });
  await page.keyboard.press('Control+Enter');
  await expect(done(page)).toContainText('1 set issued to Ana Ruiz');
});

test('a set that another desk issues meanwhile turns red on the list at once, and the desk says so', {
  tag: '@once',
}, async ({ page, company }) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const shared = await company.bunch(id, { identifier: 'BOTH-1' });
  await company.bunch(id, { identifier: 'MINE-1' });
  const ben = await holder(company, 'Ben Cole');
  await holder(company, 'Ana Ruiz', { badge: 'B-7' });
  await openDesk(page);
  await read(page, 'B-7');
  await read(page, 'BOTH-1');
  await read(page, 'MINE-1');
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  await company.post('/api/custody/issue', { holderId: ben.id, items: [{ keyBunchId: shared.id }] });
  await expect(line(page, 'BOTH-1')).toContainText('Already out to Ben Cole since');
  await expect(answer(page)).toContainText('BOTH-1 can no longer be issued');
  await page.keyboard.press('Control+Enter');
  await expect(done(page)).toContainText('1 set issued to Ana Ruiz');
});

test('without a connection nothing is sent; an answer that was lost records once', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const set = await company.bunch(id, { identifier: 'MCR-1' });
  await holder(company, 'Ana Ruiz', { badge: 'B-7' });
  await openDesk(page);
  await read(page, 'B-7');
  await read(page, 'MCR-1');
  await expect(line(page, 'MCR-1')).toBeVisible();
  await page.context().setOffline(true);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('No signal. Not sent, nothing was recorded.')).toBeVisible();
  await page.context().setOffline(false);

  const keys: string[] = [];
  await page.route('**/api/custody/issue', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    const reply = await route.fetch();
    if (keys.length === 1) await route.abort();
    else await route.fulfill({ response: reply });
  });
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(done(page)).toContainText('1 set issued to Ana Ruiz');
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size, 'one intention, one key').toBe(1);
  const entries = await company.get<{ action: string }[]>(`/api/key-bunches/${set.id}/history`);
  expect(entries.filter(({ action }) => action === 'issue')).toHaveLength(1);
});

test('Enter does what the highlighted suggestion says: a typed number is never the tag of the set before', {
  // A phone has no Enter key beside its suggestions.
  tag: '@once',
}, async ({ page, company }) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const first = await company.bunch(id, { identifier: 'MCR-0120', currentTag: '448301' });
  const second = await company.bunch(id, { identifier: 'MCR-0170', currentTag: '448302' });
  const owen = await holder(company, 'Owen Hartley');
  await company.post('/api/custody/issue', {
    holderId: owen.id,
    items: [{ keyBunchId: first.id }, { keyBunchId: second.id }],
  });
  await openDesk(page);
  await read(page, 'MCR-0120');
  await expect(line(page, 'MCR-0120')).toBeVisible();
  const tag = line(page, 'MCR-0120').getByLabel(/tag/i);
  const suggested = '448303';
  await expect(tag).toHaveValue(suggested);
  // Before the suggestions arrive: Enter waits for them.
  await page.keyboard.type('0170', { delay: 60 });
  await page.keyboard.press('Enter');
  await expect(line(page, 'MCR-0170')).toBeVisible();
  await expect(tag).toHaveValue(suggested);
  await page.keyboard.type('9999', { delay: 60 });
  await page.keyboard.press('Enter');
  await expect(answer(page)).toContainText('tags here look like');
  await expect(tag).toHaveValue(suggested);
});

test('a set scanned while a batch is on its way is the next batch, and recorded', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const first = await company.bunch(id, { identifier: 'MCR-1' });
  const second = await company.bunch(id, { identifier: 'MCR-3' });
  await holder(company, 'Ana Ruiz', { badge: 'B-7' });
  await openDesk(page);
  await read(page, 'B-7');
  await read(page, 'MCR-1');
  await expect(line(page, 'MCR-1')).toBeVisible();
  const release = await hold(page, '**/api/custody/issue');
  await page.keyboard.press('Control+Enter');
  await expect(line(page, 'MCR-1')).toHaveAttribute('aria-busy', 'true');
  await read(page, 'MCR-3');
  await expect(answer(page)).toContainText('MCR-3');
  await expect(answer(page)).toContainText('added');
  await expect(page.getByText('1 being issued, 1 next').first()).toBeVisible();
  // The badge waits for the response, and issues the sets added meanwhile.
  await read(page, 'B-7');
  release();
  await expect(done(page)).toContainText('1 set issued to Ana Ruiz');
  for (const set of [first, second])
    expect(await company.get(`/api/key-bunches/${set.id}`)).toMatchObject({
      status: 'issued',
      holder: { name: 'Ana Ruiz' },
    });
});

test('an officer limited to a location and to returns sees and does no more', { tag: '@once' }, async ({
  page,
  company,
}) => {
  const here = await company.location({ name: 'Manchester HQ' });
  const there = await company.location({ name: 'Harbour Yard' });
  const [inside, out] = [
    await company.bunch(here.id, { identifier: 'IN-1' }),
    await company.bunch(here.id, { identifier: 'OUT-1' }),
  ];
  await company.bunch(there.id, { identifier: 'THERE-1' });
  const ben = await holder(company, 'Ben Cole', { badge: 'B-9' });
  await company.post('/api/custody/issue', { holderId: ben.id, items: [{ keyBunchId: out.id }] });
  await company.signInAs('officer', {
    permissions: ['location:view', 'key:view', 'key:return'],
    allowedLocationIds: [here.id],
  });
  await openDesk(page);
  await expect(
    page.getByRole('combobox', { name: "This desk's location" }),
    'one location needs no choice',
  ).toHaveCount(0);
  await read(page, 'THERE-1');
  await expect(answer(page)).toContainText('THERE-1 not found');
  await read(page, inside.currentTag ?? '');
  await expect(answer(page)).toContainText('You may not issue keys. Ask an administrator to change it.');
  await read(page, 'B-9');
  await expect(answer(page)).toContainText('You may not issue keys.');
  await read(page, 'OUT-1');
  await read(page, '450200');
  await expect(page.getByLabel('New tag of OUT-1')).toHaveValue('450200');
  await page.keyboard.press('Control+Enter');
  await expect(done(page)).toContainText('1 set returned from Ben Cole');

  await company.signInAs('viewer');
  await page.goto('/desk');
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
});
