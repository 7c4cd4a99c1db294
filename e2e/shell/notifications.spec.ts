import type { Locator, Page } from '@playwright/test';
import { heading, passTime, stopClock, takeClock, toast } from '../page.ts';
import { checkA11y, expect, test } from '../world.ts';

const show = (page: Page, name: string) => page.getByRole('button', { name: `Show ${name}` }).click();
const dismiss = (page: Page) => toast(page).getByRole('button', { name: 'Dismiss' });

async function open(page: Page): Promise<void> {
  await page.goto('/notifications');
  await expect(heading(page, 'Notifications Demo')).toBeVisible();
  // The first input loads the toaster, which needs the clock.
  await page.keyboard.press('Shift');
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
}

/** Moves the pointer away until the tooltip closes: it reacts to a move only after it has seen the pointer leave. */
async function away(page: Page, tooltip: Locator): Promise<void> {
  await expect(async () => {
    await page.mouse.move(5, 400);
    await page.mouse.move(6, 401);
    expect(await tooltip.count()).toBe(0);
  }).toPass();
}

test('CONST-10 CONST-11 CONST-12 each kind of notification shows, one at a time; a swipe past 50 pixels closes it, F8 moves the focus to it', {
  tag: '@once',
}, async ({ page, company: _signedIn }) => {
  await open(page);
  for (const [name, variant] of [
    ['Default', 'default'],
    ['Success', 'success'],
    ['Destructive', 'destructive'],
    ['Long text', 'default'],
    ['Custom duration', 'default'],
  ] as const) {
    await show(page, name);
    await expect(toast(page), name).toHaveAttribute('data-variant', variant);
    await expect(toast(page)).toHaveCount(1);
  }
  await expect(page.getByText('Custom duration', { exact: true }).last()).toBeVisible();
  await dismiss(page).click();
  await expect(toast(page)).toHaveCount(0);

  await show(page, 'Success');
  const swipe = async (by: number) => {
    const box = await toast(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 80, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 10; step += 1) await page.mouse.move(x + (by * step) / 10, y);
    await page.mouse.up();
  };
  for (const short of [40, 48]) {
    await swipe(short);
    await expect(toast(page), `${short} pixels`).toHaveAttribute('data-state', 'open');
  }
  await swipe(-200);
  await expect(toast(page), 'to the left').toHaveAttribute('data-state', 'open');
  await swipe(53);
  await expect(toast(page), '53 pixels').toHaveCount(0);

  await show(page, 'Success');
  await page.keyboard.press('F8');
  const viewport = page.getByRole('region', { name: /^Notifications/ }).locator('ol');
  await expect(viewport).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toast(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dismiss(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toHaveCount(0);

  await show(page, 'Destructive');
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
});

test('CONST-09 CONST-14 a notification stays 5000 ms unless it says otherwise; a tooltip opens after 700 ms, and at once within 300 ms of another', {
  tag: '@once',
}, async ({ page, company: _signedIn }) => {
  await takeClock(page);
  await open(page);
  await stopClock(page);
  for (const [name, ms] of [
    ['Default', 5000],
    ['Destructive', 5000],
    ['Custom duration', 10_000],
  ] as const) {
    await show(page, name);
    // A pointer over the toast would keep it open.
    await page.mouse.move(0, 0);
    await expect(toast(page)).toHaveCount(1);
    await passTime(page, ms - 100);
    await expect(toast(page), `${name} after ${ms - 100} ms`).toHaveAttribute('data-state', 'open');
    await page.clock.runFor(200);
    await expect(toast(page).filter({ visible: true }), `${name} after ${ms + 100} ms`).toHaveCount(0);
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const tooltip = (name: string) => page.getByRole('tooltip', { name });
  await button('Issued').hover();
  await page.clock.runFor(690);
  await expect(tooltip('Issued')).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(tooltip('Issued')).toHaveCount(1);

  // Within 300 ms of the last tooltip: no delay.
  await away(page, tooltip('Issued'));
  await page.clock.runFor(280);
  await button('Returned').hover();
  await page.clock.runFor(1);
  await expect(tooltip('Returned')).toHaveCount(1);

  // Later: 700 ms again.
  await away(page, tooltip('Returned'));
  await page.clock.runFor(320);
  await button('Issued').hover();
  await page.clock.runFor(690);
  await expect(tooltip('Issued')).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(tooltip('Issued')).toHaveCount(1);
});
