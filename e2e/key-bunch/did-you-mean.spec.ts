import { answer, box, holder, openDesk, read } from '../desk/desk.ts';
import { goWithin, heading } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { rowOf } from './key-list.ts';

test('a misspelt search of keys, people and premises shows what was meant under "Did you mean", never a code', async ({
  page,
  company,
  isPhone,
}) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  const place = await company.post<{ id: number }>('/api/premises', { name: 'Redcliffe Terrace' });
  await company.bunch(id, { identifier: 'MCR-0101', premisesIds: [place.id] });
  await company.bunch(id, { identifier: 'MCR-0102', keyDescription: 'Redcliffe Mews, gate' });
  await holder(company, 'Owen Hartley');
  const box = page.getByRole('searchbox');
  const said = (text: string) => page.getByRole('status').filter({ hasText: text });

  await page.goto('/key-bunches');
  await box.fill('redclife terrace');
  await expect(said('Did you mean')).toHaveText(
    'No key sets match “redclife terrace”. Did you mean Redcliffe Terrace?',
  );
  await expect(rowOf(page, isPhone, 'MCR-0101').locator('mark')).toHaveText('Redcliffe Terrace');
  await expect(rowOf(page, isPhone, 'MCR-0102')).toHaveCount(0);
  await checkA11y(page);
  await page.getByRole('button', { name: 'Redcliffe Terrace', exact: true }).click();
  await expect(box).toHaveValue('Redcliffe Terrace');
  await expect(rowOf(page, isPhone, 'MCR-0101')).toBeVisible();
  await expect(said('Did you mean')).toHaveCount(0);
  await box.fill('MRC-0101');
  await expect(page.getByText('No key sets found matching your criteria')).toBeVisible();

  await goWithin(page, '/people');
  await expect(heading(page, 'People')).toBeVisible();
  await box.fill('Owen Hartly');
  await expect(said('Did you mean')).toHaveText('No people match “Owen Hartly”. Did you mean Owen Hartley?');
  await expect(page.getByRole('link', { name: 'Owen Hartley', exact: true })).toBeVisible();

  await goWithin(page, '/premises');
  await expect(heading(page, 'Premises')).toBeVisible();
  await box.fill('redcliffe terace');
  await expect(said('Did you mean')).toHaveText(
    'No premises match “redcliffe terace”. Did you mean Redcliffe Terrace?',
  );
  await expect(page.getByRole('link', { name: 'Redcliffe Terrace' })).toBeVisible();
});

test('the desk shows guesses apart, and neither Enter nor a reader takes one', { tag: '@once' }, async ({
  page,
  company,
  isPhone,
}) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  await company.bunch(id, { identifier: 'MCR-0101', keyDescription: 'Courtyard gate' });
  await holder(company, 'Owen Hartley');
  await openDesk(page);
  const guesses = page.getByRole('group', { name: 'Did you mean' });
  async function write(text: string): Promise<void> {
    if (isPhone) await page.getByRole('button', { name: 'Type a code' }).first().click();
    await box(page).click();
    await page.keyboard.type(text, { delay: 60 });
  }

  await write('Owen Hartly');
  await expect(guesses.getByRole('option')).toHaveText([/Owen Hartley/]);
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(answer(page)).toContainText('No set, tag or badge has this code');
  await read(page, 'courtyrd');
  await expect(answer(page)).toContainText('courtyrd');
  await expect(answer(page)).toContainText('No set, tag or badge has this code');

  await write('Courtyrd');
  await guesses.getByRole('option', { name: /MCR-0101/ }).click();
  await expect(answer(page)).toContainText('MCR-0101');
  await write('Owen Hartly');
  await expect(guesses.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(guesses).toHaveCount(0);
  await expect(page.getByText('Owen Hartley').first()).toBeVisible();
});

test('a line parts the sets that have what was searched whole from those that have a part of it', async ({
  page,
  company,
  isPhone,
}) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  await company.bunch(id, { identifier: 'A-1', keyDescription: '111 High Street' });
  await company.bunch(id, { identifier: 'B-1', keyDescription: '11 High Street, rear' });
  const place = await company.post<{ id: number }>('/api/premises', { name: '11 High Street' });
  await company.bunch(id, { identifier: 'C-1', premisesIds: [place.id] });
  await page.goto('/key-bunches?search=11+high+street');
  await expect(rowOf(page, isPhone, 'A-1')).toBeVisible();
  const list = page.getByRole(isPhone ? 'list' : 'table', { name: 'Key sets' });
  await expect(list.getByText('Other matches')).toHaveCount(1);
  const words = ((await list.textContent()) ?? '').replace(/\s+/g, ' ');
  const places = ['C-1', 'B-1', 'Other matches', 'A-1'].map((text) => words.indexOf(text));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
  // Part of a word explains nothing.
  await expect(rowOf(page, isPhone, 'A-1').locator('mark')).toHaveCount(0);
  await goWithin(page, '/key-bunches?search=11+high+street&sort=identifier');
  await expect(rowOf(page, isPhone, 'A-1')).toBeVisible();
  await expect(list.getByText('Other matches')).toHaveCount(0);
});
