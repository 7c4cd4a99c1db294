import { fullName } from '../../shared/user-name.ts';
import { landing } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { issue, openCutOff, openKeys } from './cut-off.ts';

test('signed out, the landing page and the sign-in say what waits on this device, and for whom', async ({
  browser,
  context,
  company,
  page: sized,
}) => {
  const hannah = { firstName: 'Hannah', lastName: 'Boyd' };
  await company.signInAs('super_admin', hannah);
  const { own, page, line, close } = await openCutOff({ browser, context, company, page: sized });
  await openKeys(page);
  await issue(page, 'CELLAR-1', 'Owen Hartley');
  await issue(page, 'STAIR-2', 'Owen Hartley');
  // The session ends, as by a sign-out in another browser's profile, before they are sent.
  await page.goto('about:blank');
  await own.clearCookies();
  line.is = 'good';
  await page.goto('/');
  await expect(landing(page)).toBeVisible();
  const words = `2 entries wait on this device. Sign in as ${fullName({ ...hannah, email: '' })} to send them.`;
  await expect(page.getByText(words)).toBeVisible();
  await checkA11y(page);
  for (const path of ['/login', '/auth/login']) {
    await page.goto(path);
    await expect(page.getByText(words)).toBeVisible();
    await checkA11y(page);
  }
  await close();
});

test('where nothing waits, a visitor’s page loads nothing to look for it', { tag: '@once' }, async ({
  page,
}) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(files.filter((path) => path.includes('WaitingEntries'))).toEqual([]);
});
