import type { Page } from '@playwright/test';
import type { NewKiosk } from '../../shared/kiosk.ts';
import { holder, read } from '../desk/desk.ts';
import { type Company, checkA11y, expect, PASSWORD, test } from '../world.ts';
import {
  button,
  cutOff,
  hold,
  idle,
  issueTo,
  keepTouching,
  NUMBER,
  openKiosk,
  press,
  reserve,
  room,
  title,
} from './kiosk.ts';

type Sql = (text: string, values?: unknown[]) => Promise<unknown>;

/** Least width and height of what is pressed at a kiosk, in pixels: people stand before it, with keys in their hands. */
const LEAST = 56;

/** The targets that are smaller, or cut off by the side of the screen. */
const lowTargets = (page: Page) =>
  page.evaluate((least) => {
    const targets = [
      ...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, [role=button]'),
    ];
    return targets
      .filter((one) => one.checkVisibility() && !(one.tagName === 'A' && one.closest('p')))
      .map((one) => ({ one, at: one.getBoundingClientRect() }))
      .filter(({ at }) => Math.min(at.width, at.height) < least - 0.1 || at.left < 0 || at.right > innerWidth)
      .map(
        ({ one, at }) => `${one.getAttribute('aria-label') ?? one.textContent}: ${at.width} x ${at.height}`,
      );
  }, LEAST);

/** Measures the screen, and looks at it in both themes. */
async function look(page: Page, screen: string): Promise<void> {
  expect(await lowTargets(page), screen).toEqual([]);
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkA11y(page);
  await page.emulateMedia({ colorScheme: 'light' });
}

const type = async (page: Page, field: 'Badge' | 'Set ID', code: string) => {
  await page.getByRole('textbox', { name: field }).fill(code);
  await button(page, `Next: ${field}`).click();
};

async function takes(
  page: Page,
  company: Company,
  people: { callumId: number; first: number; second: number },
) {
  await reserve(company, people.callumId, people.first);
  await issueTo(company, people.callumId, people.second);
  await type(page, 'Badge', 'NK-1003');
  await expect(title(page, 'Your number')).toBeVisible();
  await look(page, 'number');
  await press(page, '999999');
  await expect(page.getByText('4 more tries', { exact: false })).toBeVisible();
  await look(page, 'wrong number');
  await press(page, NUMBER);
  await expect(button(page, 'Take MCR-0175')).toBeVisible();
  await look(page, 'lists');
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await lowTargets(page), 'lists on a phone').toEqual([]);
  if (size) await page.setViewportSize(size);
  await button(page, 'Take MCR-0175').click();
  await expect(page.getByText('A 40', { exact: true })).toBeVisible();
  await look(page, 'hook');
  await button(page, 'No code on it').click();
  await expect(page.getByLabel('Number on its tag')).toBeVisible();
  await look(page, 'number on the tag');
  await button(page, 'Back').click();
  await button(page, 'Not on its hook').click();
  await expect(page.getByText('MCR-0175 was reported', { exact: false })).toBeVisible();
  await look(page, 'reported');
  await button(page, 'Return MCR-0154').click();
  await expect(button(page, 'Something is missing')).toBeVisible();
  await look(page, 'return');
  await button(page, 'Something is missing').click();
  await expect(page.getByLabel('What is missing')).toBeVisible();
  await look(page, 'missing');
  await page.getByLabel('New tag').fill('550001');
  await button(page, 'Return MCR-0154').click();
  await expect(button(page, 'More keys')).toBeEnabled();
  await look(page, 'returned');
  await button(page, 'Done').click();
}

async function firstNumber(page: Page, company: Company) {
  const nadia = await holder(company, 'Nadia Rahman', { badge: 'NK-1004' });
  await type(page, 'Badge', 'NK-1004');
  await expect(title(page, 'Nadia, you have no number yet')).toBeVisible();
  await look(page, 'no number');
  await button(page, 'Done').click();
  const { kioskNumber = '' } = await company.post<{ kioskNumber?: string }>(
    `/api/holders/${nadia.id}/kiosk-number`,
  );
  await type(page, 'Badge', 'NK-1004');
  await press(page, kioskNumber);
  await expect(title(page, 'Choose your own number')).toBeVisible();
  await look(page, 'new number');
  await press(page, '271828');
  await expect(title(page, 'The same again')).toBeVisible();
  await look(page, 'new number again');
  await press(page, '271828');
  await expect(page.getByText('Nothing is reserved for you now.')).toBeVisible();
  await look(page, 'empty lists');
  await button(page, 'Done').click();
}

/** Without network, what is kept, and what the desk has seen. */
async function keeps(page: Page, company: Company, callumId: number, third: number) {
  await issueTo(company, callumId, third);
  await page.context().setOffline(true);
  await expect(cutOff(page)).toBeVisible();
  await look(page, 'no network');
  await type(page, 'Set ID', 'MCR-0133');
  await expect(title(page, 'MCR-0133')).toBeVisible();
  await look(page, 'return without network');
  await press(page, '8802');
  await button(page, 'Return MCR-0133').click();
  await expect(title(page, 'Kept on this tablet')).toBeVisible();
  await look(page, 'kept');
  await button(page, 'Done').click();
  await company.post(`/api/key-bunches/${third}/return`, { officerName: 'Callum Reid', newTag: '9909' });
  await page.context().setOffline(false);
  await button(page, '1 return for the desk').click();
  await expect(button(page, 'The desk has seen it: MCR-0133')).toBeVisible();
  await look(page, 'list of kept returns');
  await button(page, 'The desk has seen it: MCR-0133').click();
  await expect(title(page, 'The desk has seen it')).toBeVisible();
  await look(page, 'seen');
  await page.getByLabel('Email').fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Write to the log').click();
  await expect(page.getByText('The log has the return of MCR-0133.', { exact: false })).toBeVisible();
  await look(page, 'empty list of kept returns');
  await button(page, 'Back').click();
}

/** The start before the server answers, and while it does not. */
async function starts(page: Page, kiosk: NewKiosk): Promise<void> {
  const begun = await hold(page, 'state');
  await page.goto('/kiosk');
  await begun.arrived;
  await expect(title(page, 'Starting the kiosk...')).toBeVisible();
  await look(page, 'starting');
  await page.route('**/api/kiosk/state', (route) => route.abort());
  await begun.lose();
  await expect(button(page, 'Try again')).toBeVisible();
  await look(page, 'not reached');
  await page.unrouteAll();
  await button(page, 'Try again').click();
  await expect(title(page, 'Make this tablet a kiosk')).toBeVisible();
  await openKiosk(page, page.context(), kiosk);
}

/** Closed by its hours, and resting. */
async function closes(page: Page, kiosk: NewKiosk, company: Company, sql: Sql): Promise<void> {
  const hour = (after: number) => `${String((new Date().getUTCHours() + after) % 24).padStart(2, '0')}:00`;
  await company.patch(`/api/kiosks/${kiosk.id}`, { opensAt: hour(8), closesAt: hour(10) });
  await page.reload();
  await expect(page.getByText(/^Keys can be taken from /)).toBeVisible();
  await look(page, 'closed');
  await company.patch(`/api/kiosks/${kiosk.id}`, { opensAt: null, closesAt: null });
  const rest = (until: string) =>
    sql(`update kiosk_turns set rests_until = ${until} where kiosk_id = $1`, [kiosk.id]);
  await rest("now() + interval '1 hour'");
  await page.reload();
  await expect(page.getByText('Too many wrong numbers or codes.', { exact: false })).toBeVisible();
  await look(page, 'resting kiosk');
  await rest('null');
  await page.reload();
}

const SIZES = [
  [1280, 800],
  [1024, 768],
] as const;
for (const [width, height] of SIZES)
  test(`every target of every screen is 56 px at ${width} x ${height}, and both themes can be read`, {
    tag: '@once',
  }, async ({ page, context, company, sql }) => {
    test.slow();
    const { callum, kiosk, first, second, third } = await room({ company, sql });
    await keepTouching(page);
    await page.setViewportSize({ width, height });
    await context.clearCookies();
    await page.goto('/kiosk');
    await expect(title(page, 'Make this tablet a kiosk')).toBeVisible();
    await look(page, 'no kiosk');
    await openKiosk(page, context, kiosk);
    await page.setViewportSize({ width, height });
    await look(page, 'start');
    await type(page, 'Set ID', 'MCR-0133');
    await expect(page.getByText('MCR-0133 is already back.', { exact: false })).toBeVisible();
    await look(page, 'start with a message');
    await takes(page, company, { callumId: callum.id, first, second });
    await firstNumber(page, company);
    await keeps(page, company, callum.id, third);
    await button(page, 'Leave').click();
    await expect(title(page, 'Leave the kiosk')).toBeVisible();
    await page.getByLabel('Email').fill(company.email);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await button(page, 'Leave the kiosk').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await look(page, 'leave');
    await button(page, 'Stay').click();
    await expect(idle(page)).toBeVisible();
    await company.post(`/api/kiosks/${kiosk.id}/revoke`);
    await type(page, 'Set ID', 'MCR-0175');
    await expect(title(page, 'This tablet is no kiosk any more')).toBeVisible();
    await look(page, 'ended');
  });

for (const [width, height] of SIZES)
  test(`what is shown before and after a turn has targets of 56 px at ${width} x ${height}, and both themes can be read`, {
    tag: '@once',
  }, async ({ page, context, company, sql }) => {
    test.slow();
    const { callum, kiosk, first } = await room({ company, sql });
    await keepTouching(page);
    await page.setViewportSize({ width, height });
    await context.clearCookies();
    await starts(page, kiosk);
    await page.setViewportSize({ width, height });
    await closes(page, kiosk, company, sql);
    await reserve(company, callum.id, first);
    await type(page, 'Badge', 'NK-1003');
    await press(page, NUMBER);
    await button(page, 'Take MCR-0175').click();
    await expect(page.getByText('A 40', { exact: true })).toBeVisible();
    await read(page, 'MCR-0175');
    await expect(title(page, 'It is yours')).toBeVisible();
    await expect(button(page, 'More keys')).toBeEnabled();
    await look(page, 'taken');
    await button(page, 'Done').click();
    await type(page, 'Badge', 'NK-1003');
    for (let n = 0; n < 5; n += 1) {
      await press(page, '999999');
      const said = ['4 more tries', '3 more tries', '2 more tries', 'One more try', 'Your number is resting'][
        n
      ];
      await expect(page.getByText(said ?? '', { exact: false })).toBeVisible();
    }
    await look(page, 'resting number');
  });
