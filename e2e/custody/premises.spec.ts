import { goTo, heading } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { evening } from './world.ts';

test('premises are added with a set, found by address, and show their keys, their history and a sheet for the client', async ({
  page,
  company,
  sql,
  isPhone,
}) => {
  const { hq, sets } = await evening(company, sql);
  const { id } = await company.post<{ id: number }>('/api/premises', {
    name: 'Brunel Court',
    address: '12 High Street',
    client: 'Pier Estates',
  });
  await company.patch(`/api/key-bunches/${sets['MCR-0140']}`, { premisesIds: [id], position: 'A 12' });

  await page.goto('/key-bunches');
  await page.getByRole('button', { name: 'Add Set' }).click();
  const add = page.getByRole('dialog', { name: 'Add Key Bunch' });
  const field = add.getByRole('combobox', { name: 'Premises' });
  await add.getByLabel('Identifier').fill('MCR-0200');
  await add.getByLabel('Current tag').fill('900200');
  // Found by an address, and by a full name.
  await field.fill('12 high');
  await page.getByRole('option', { name: /^Brunel Court/ }).click();
  await add.getByRole('button', { name: 'Take Brunel Court off' }).click();
  await field.fill('brunel court');
  await page.getByRole('option', { name: /^Brunel Court/ }).click();
  await field.fill('Tower');
  await page.getByRole('option', { name: 'Add "Tower" as new premises' }).click();
  await expect(add.getByRole('list', { name: 'Premises of this set' })).toHaveText('Brunel CourtTower');
  await add.getByRole('textbox', { name: 'Position' }).fill('a 12');
  await expect(add.getByText('MCR-0140 hangs at a 12 already.')).toBeVisible();
  await add.getByRole('button', { name: 'Add Set' }).click();
  await expect(page.getByTitle('Brunel Court and 1 more · Pier Estates')).toBeVisible();

  await goTo(page, isPhone, 'Premises');
  await expect(heading(page, 'Premises')).toBeVisible();
  await page.getByRole('radio', { name: 'By client' }).check({ force: true });
  await expect(page.getByText('1 premises, 2 sets, 1 out')).toBeVisible();
  await checkA11y(page);
  await page.getByRole('link', { name: 'Brunel Court' }).click();
  await expect(heading(page, 'Brunel Court')).toBeVisible();
  const held = page.getByRole('region', { name: 'Key sets' });
  await expect(held.getByRole('listitem').filter({ hasText: 'MCR-0140' })).toContainText('41 min overdue');
  await expect(held.getByRole('listitem').filter({ hasText: 'MCR-0200' })).toContainText(
    'Manchester HQ · a 12',
  );
  // Each set shows its tag and place, and can be issued or returned here.
  const out = held.getByRole('listitem').filter({ hasText: 'MCR-0140' });
  await expect(out).toContainText('Belongs at Manchester HQ · A 12');
  await expect(held.getByRole('listitem').filter({ hasText: 'MCR-0200' })).toContainText('Tag 900200');
  await expect(page.getByText('12 High Street')).toHaveCount(1);
  await out.getByRole('button', { name: 'Return Keys' }).click();
  const back = page.getByRole('dialog', { name: 'Return Keys' });
  await back.getByLabel('New tag').fill('900141');
  await back.getByRole('button', { name: 'Return Keys' }).click();
  await expect(out).toContainText('Tag 900141');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(out).toContainText('41 min overdue');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('Issued to Owen Hartley · MCR-0140');
  await checkA11y(page);
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('article');
  await expect(sheet).toContainText('Pier Estates · 12 High Street');
  await expect(sheet.getByRole('row').filter({ hasText: 'MCR-0140' })).toContainText('Issued, Owen Hartley');
  await expect(sheet).not.toContainText('a 12');
  await page.emulateMedia({ media: null });

  const other = await company.location({ name: 'Leeds Office' });
  await company.signInAs('viewer', { allowedLocationIds: [other.id] });
  await page.goto(`/premises/${id}`);
  await expect(heading(page, 'Premises not found')).toBeVisible();
  await company.signInAs('viewer', { allowedLocationIds: [hq.id] });
  await page.goto(`/premises/${id}`);
  await expect(heading(page, 'Brunel Court')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toContainText('Sets at other locations are not on this sheet.');
});

test('of more sets than the desk takes at a time, all of a person leads to the overdue ones', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location({ name: 'Leeds' });
  const { id } = await company.post<{ id: number }>('/api/holders', { name: 'Ruiz Lifts' });
  const late = { issuedAt: '2025-03-01', dueAt: '2025-03-02' };
  const rows = Array.from({ length: 60 }, (_, at) => ({
    ...{
      row: at + 2,
      identifier: `RL-${100 + at}`,
      type: 'day_shift',
      location: 'Leeds',
      holder: 'Ruiz Lifts',
    },
    ...(at === 30 && late),
  }));
  const file = { fileName: 'lifts.csv', sha256: 'a'.repeat(64) };
  await company.post('/api/imports', { kind: 'key_sets', rows, ...file });
  await page.goto(`/people/${id}`);
  await page.getByRole('link', { name: 'Return all 60' }).click();
  const sets = page.getByRole('region', { name: 'Sets' });
  await expect(sets).toContainText('50 sets to return');
  await expect(sets.getByRole('listitem').first()).toContainText('RL-130');
  await expect(page.getByRole('status', { name: 'Scan result' })).toContainText('not added');

  await page.route(`**/api/holders/${id}`, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), out: 1061, held: 1061 } });
  });
  await page.goto(`/people/${id}`);
  await expect(page.getByRole('region', { name: 'Holding now' })).toContainText('The first 60. Search');
});

test('from a person to the desk: sets for them, or all that they have', { tag: '@once' }, async ({
  page,
  company,
  sql,
}) => {
  const { holders } = await evening(company, sql);
  const person = `/people/${holders['Owen Hartley']}`;
  await page.goto(person);
  await page.getByRole('link', { name: 'Issue Keys' }).click();
  await expect(heading(page, 'Desk')).toBeVisible();
  await expect(page.getByText('Owen Hartley').first()).toBeVisible();
  await page.goto(person);
  await page.getByRole('link', { name: 'Return all 2' }).click();
  for (const set of ['MCR-0140', 'MCR-0150'])
    await expect(page.getByRole('region', { name: 'Sets' })).toContainText(set);

  await company.patch(`/api/holders/${holders['Owen Hartley']}`, { maxSets: 2 });
  await page.goto(person);
  const locked = page.getByRole('button', { name: 'Issue Keys' });
  await expect(locked).toHaveAttribute('aria-disabled', 'true');
  await expect(locked).toHaveAccessibleDescription(/holds 2 sets already, the most allowed/);
});
