import { fullName } from '../../shared/user-name.ts';
import { landing } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';
import { issue, openCutOff, openKeys, storedEntries } from './cut-off.ts';

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

test('what a person had not sent whose account was closed is handed in, records nothing, and is asked of colleagues', {
  tag: '@once',
}, async ({ browser, context, company, page: sized }) => {
  const hannah = await company.signInAs('super_admin', { firstName: 'Hannah', lastName: 'Boyd' });
  const { own, page, line, close, sets } = await openCutOff({ browser, context, company, page: sized });
  await openKeys(page);
  await issue(page, 'CELLAR-1', 'Owen Hartley');
  await page.goto('about:blank');
  await company.patch(`/api/users/${hannah.id}`, { isActive: false });
  await own.clearCookies();
  line.is = 'good';
  await page.goto('/');
  await expect(
    page.getByText('1 entry of Hannah Boyd, whose account is closed, was handed in.'),
  ).toBeVisible();
  await checkA11y(page);
  expect(await storedEntries(page)).toBe(0);
  expect(await company.get(`/api/key-bunches/${sets[0]?.id}`)).toMatchObject({ status: 'active' });
  expect(await company.get('/api/outbox?state=open')).toMatchObject([
    { question: 'no_access', identifier: 'CELLAR-1', by: { user: { firstName: 'Hannah' } } },
  ]);
  await close();
});
