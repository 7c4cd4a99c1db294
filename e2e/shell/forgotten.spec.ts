import { heading, toast } from '../page.ts';
import { expect, test } from '../world.ts';
import { chip, issue, openCutOff, openKeys, storedEntries } from './cut-off.ts';
import { keeps, register } from './line.ts';

/** What a forgotten device keeps: a mark that it was. */
const MARK = ['about'];

test('a device that is forgotten in another browser’s profile notices at once, forgets what it kept, and stays so until the next sign-in', {
  tag: '@once',
}, async ({ browser, context, company, page }) => {
  const { own, page: phone, line, close } = await openCutOff({ browser, context, company, page });
  line.is = 'good';
  await phone.goto('/');
  await keeps(phone);
  await expect(chip(phone)).toHaveCount(0, { timeout: 20_000 });
  await page.goto('/profile');
  await page.getByRole('button', { name: /^Forget this device/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget this device' }).click();
  await expect(toast(phone)).toContainText('This device was forgotten');
  await expect.poll(async () => (await register(phone)).names).toEqual(MARK);

  // It does not set itself up again.
  await phone.reload();
  await expect(heading(phone, 'Dashboard')).toBeVisible();
  await phone.goto('/profile');
  await expect(phone.getByText('Devices that keep the register for work without signal')).toBeVisible();
  await expect(phone.getByText('Not kept on this device')).toBeVisible();
  expect((await register(phone)).names).toEqual(MARK);

  // Until its user signs in again.
  await phone.goto('about:blank');
  await own.clearCookies();
  await phone.goto('/');
  await expect.poll(async () => (await register(phone)).names).toEqual([]);
  await phone.goto('about:blank');
  await own.addCookies(await context.cookies());
  await phone.goto('/');
  await keeps(phone);
  await close();
});

test('a device that was forgotten while it had no signal names what it had not sent', {
  tag: '@once',
}, async ({ browser, context, company, page }) => {
  const { page: phone, line, close } = await openCutOff({ browser, context, company, page });
  await openKeys(phone);
  await issue(phone, 'CELLAR-1', 'Owen Hartley');
  const [device] = await company.get<{ id: string }[]>('/api/devices');
  await company.delete(`/api/devices/${device?.id}`);
  line.is = 'good';
  const said = toast(phone).filter({ hasText: 'This device was forgotten' });
  await expect(said).toContainText('Not sent, and deleted: CELLAR-1. Record it again.', { timeout: 20_000 });
  await expect.poll(() => storedEntries(phone)).toBe(0);
  await expect.poll(async () => (await register(phone)).names).toEqual(MARK);
  await close();
});
