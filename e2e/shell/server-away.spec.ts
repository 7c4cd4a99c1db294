import type { Page } from '@playwright/test';
import { cutLive, goTo, heading, isMarked, mark } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';

/** Makes the server unreachable, as if stopped; returns a function that restores it. */
async function cut(page: Page): Promise<() => Promise<void>> {
  await page.route('**/*', (route) => route.abort());
  return () => page.unroute('**/*');
}

test('a page that was not loaded yet keeps the frame while the server is away, says so, Back works, and it loads once the server answers', {
  tag: '@once',
}, async ({ page, company, isPhone }) => {
  await company.location();
  await page.goto('/key-bunches');
  await expect(heading(page, 'Key Management')).toBeVisible();
  // What loads after the first screen would find no server, and the page would be offline.
  await page.waitForLoadState('networkidle');
  await mark(page);
  const mend = await cut(page);
  await goTo(page, isPhone, 'Locations');
  const failed = page.getByRole('alert').filter({ hasText: "This page couldn't be loaded" });
  await expect(failed).toContainText("Keyhold can't be reached. Check your connection, then try again.");
  await expect(page).toHaveURL('/locations');
  await expect(page.getByRole('banner')).toBeVisible();
  await checkA11y(page);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(failed.getByRole('button', { name: 'Try again' })).toBeEnabled();
  await expect(failed).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Key Management')).toBeVisible();
  expect(await isMarked(page), 'the window was never loaded again').toBe(true);
  await page.goForward();
  await expect(failed).toBeVisible();
  await mend();
  await expect(heading(page, 'Locations')).toBeVisible();
});

test('what an approver is asked loads when it can, and the page stays where it can’t', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location();
  let tries = 0;
  await page.route('**/assets/ApprovalNotice*.js', (route) => {
    tries += 1;
    return route.abort();
  });
  const loaded = page.waitForResponse('**/assets/ApprovalNotice*.js');
  await page.goto('/key-bunches');
  await expect.poll(() => tries).toBeGreaterThan(0);
  await expect(heading(page, 'Key Management')).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await page.unroute('**/assets/ApprovalNotice*.js');
  await loaded;
});

test('a first page whose scripts do not arrive says so, and loads once they can', { tag: '@once' }, async ({
  page,
  company: _signedIn,
}) => {
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto('/notifications');
  const failed = page.getByRole('alert').filter({ hasText: "Keyhold can't be reached." });
  await expect(failed).toBeVisible();
  await checkA11y(page);
  await page.unroute('**/assets/index-*.js');
  await failed.getByRole('link', { name: 'try again' }).click();
  await expect(heading(page, 'Notifications Demo')).toBeVisible();
});

test('a page whose module is gone, as after an update, is loaded once with the new build and then says so', {
  tag: '@once',
}, async ({ page, company, isPhone }) => {
  await company.location();
  await page.goto('/key-bunches');
  await expect(heading(page, 'Key Management')).toBeVisible();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route('**/assets/LocationsPage*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await goTo(page, isPhone, 'Locations');
  await expect(page.getByText("This page couldn't be loaded")).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  expect(loads).toBe(1);
  await page.unroute('**/assets/LocationsPage*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Locations')).toBeVisible();
});

test('the desk is not ready to scan while the server is known to be away, and is again by itself', {
  tag: '@once',
}, async ({ page, company }) => {
  await company.location();
  // Only the next retry of the channel notices: a phone's waiting desk reads nothing else.
  await cutLive(page);
  await page.goto('/desk');
  const ready = page.getByRole('heading', { name: 'Ready to scan' });
  await expect(ready).toBeVisible();
  const mend = await cut(page);
  await expect(page.getByRole('heading', { name: "Keyhold can't be reached" })).toBeVisible();
  await expect(ready).toHaveCount(0);
  await mend();
  await expect(ready).toBeVisible();
});
