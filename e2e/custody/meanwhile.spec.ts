import type { Movement } from '../../shared/movement.ts';
import { dialog, open, question, toast } from '../key-bunch/key-dialog.ts';
import { cutLive, toast as toasts } from '../page.ts';
import { expect, test } from '../world.ts';

test('keys that came back meanwhile are neither handed over nor extended, and the dialog says who returned them', {
  tag: '@once',
}, async ({ page, company }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id, { identifier: 'LDS-0233' });
  const path = `/api/key-bunches/${bunch.id}`;
  await company.post('/api/holders', { name: 'Callum Reid' });
  await cutLive(page);
  for (const [action, send] of [
    ['Hand over', 'Hand over to Callum Reid'],
    ['Extend', /^Extend to /],
  ] as const) {
    await company.post(`${path}/issue`, { officerName: 'J. Marsh' });
    await page.goto('/out');
    await page.getByRole('button', { name: `${action} LDS-0233` }).click();
    const form = dialog(page, `${action} LDS-0233`);
    const recipient = form.getByLabel('Who takes them now');
    if (action === 'Hand over') {
      await recipient.fill('callum');
      await page.getByRole('option', { name: /^Callum Reid/ }).click();
    } else await expect(form.getByLabel('Reason')).toBeVisible();
    await company.post(`${path}/return`, { officerName: 'J. Marsh', newTag: `45${action.length}` });
    await form.getByRole('button', { name: send }).click();
    await expect(toasts(page).getByText('Keys are not currently issued')).toBeVisible();
    await expect(form.getByText('Dana Holt returned it just now.')).toBeVisible();
    await expect(form.getByRole('button', { name: send })).toHaveAttribute('aria-disabled', 'true');
    // What was chosen stays.
    if (action === 'Hand over') await expect(recipient).toHaveValue('Callum Reid');
  }
});

test('a report of lost keys that another user changed meanwhile is refused once, and keeps its note', {
  tag: '@once',
}, async ({ page, company }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id);
  const path = `/api/key-bunches/${bunch.id}`;
  await company.post(`${path}/issue`, { officerName: 'J. Marsh' });
  await cutLive(page);
  const form = await open(page, bunch, 'Key Details');
  await form.getByRole('button', { name: 'Report lost' }).click();
  const lost = question(page, `Report ${bunch.identifier} as lost?`);
  await lost.getByLabel('Notes').fill('Van was broken into');
  await company.patch(path, { notes: 'Sticks' });
  await lost.getByRole('button', { name: 'Report lost' }).click();
  await expect(toast(page, 'Somebody else changed this. Look again.')).toBeVisible();
  await expect(lost.getByLabel('Notes')).toHaveValue('Van was broken into');
  // Accepted once the latest version was read.
  await expect(async () => {
    await lost.getByRole('button', { name: 'Report lost' }).click({ timeout: 1000 });
    await expect(toast(page, `${bunch.identifier} reported lost`)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(lost).toHaveCount(0);
  expect(await company.get(path)).toMatchObject({ status: 'missing', notes: 'Sticks' });
  const [movement] = await company.get<Movement[]>(`/api/movement-history?keyBunchId=${bunch.id}`);
  expect(movement).toMatchObject({ action: 'status_change', notes: 'Van was broken into' });
});

test('two presses on what asks first send one call', { tag: '@once' }, async ({ page, company }) => {
  const leeds = await company.location({ name: 'Leeds Office' });
  const bunch = await company.bunch(leeds.id);
  let calls = 0;
  await page.route('**/label-token', async (route) => {
    calls += 1;
    await route.continue();
  });
  const form = await open(page, bunch, 'Key Details');
  await form.getByRole('button', { name: 'New code' }).click();
  const renewal = question(page, `Give ${bunch.identifier} a new code?`);
  await renewal.getByRole('button', { name: 'New code' }).dblclick();
  await expect(toasts(page)).toBeVisible();
  await expect(renewal).toHaveCount(0);
  expect(calls).toBe(1);
});
