import type { BrowserContext, Page, Route } from '@playwright/test';
import { hashPassword } from '../../server/identity/password-hash.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { NewKiosk } from '../../shared/kiosk.ts';
import { holder } from '../desk/desk.ts';
import { type Company, expect } from '../world.ts';

/** The number of the person at the kiosk. */
export const NUMBER = '481516';
const hashed = hashPassword(NUMBER);

type Sql = (text: string, values?: unknown[]) => Promise<unknown>;
type World = { company: Company; sql: Sql };

/** A location with three sets on hooks, and Callum Reid with a badge and a number. The company's clock is UTC. */
export async function room({ company, sql }: World, about: Record<string, unknown> = {}) {
  await company.patch('/api/companies/current', {
    timezone: 'UTC',
    finderLine: 'Ring control, 0161 496 0100',
  });
  const hq = await company.location({ name: 'Manchester HQ' });
  const callum = await holder(company, 'Callum Reid', { badge: 'NK-1003' });
  await sql(
    'insert into kiosk_numbers (company_id, holder_id, number_hash, is_first, set_at) values ($1, $2, $3, false, now())',
    [company.id, callum.id, await hashed],
  );
  const sets: KeyBunch[] = [];
  for (const [identifier, position] of [
    ['MCR-0175', 'A 40'],
    ['MCR-0154', 'A 12'],
    ['MCR-0133', 'A 18'],
  ] as const)
    sets.push(
      await company.bunch(hq.id, {
        ...{ identifier, position, keyCount: 5, fobCount: 0, keyDescription: 'Grosvenor Lane Studios' },
      }),
    );
  const kiosk = await company.post<NewKiosk>('/api/kiosks', {
    ...{ locationId: hq.id, name: 'Front door', ...about },
  });
  const [first, second, third] = sets.map(({ id }) => id) as [number, number, number];
  return { hq, callum, kiosk, first, second, third };
}

/** Issues sets to a person, without a due time. */
export async function issueTo(company: Company, holderId: number, ...ids: number[]): Promise<void> {
  for (const id of ids) await company.post(`/api/key-bunches/${id}/issue`, { holderId, dueAt: null });
}

/** Reserves a set for a person, from a minute ago. */
export const reserve = (company: Company, holderId: number, keyBunchId: number) =>
  company.post('/api/reservations', {
    holderId,
    from: new Date(Date.now() - 60_000).toISOString(),
    until: new Date(Date.now() + 8 * 3_600_000).toISOString(),
    items: [{ keyBunchId }],
  });

export const idle = (page: Page) => page.getByRole('heading', { name: 'Take keys' });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Touches the screen every second, as a person who reads it: no screen locks while it is measured. */
export const keepTouching = (page: Page) =>
  page.addInitScript(() => {
    setInterval(() => window.dispatchEvent(new PointerEvent('pointerdown')), 1000);
  });

/** Makes the page a tablet without a user's session, which opens the link of the kiosk. */
export async function openKiosk(page: Page, context: BrowserContext, { code }: NewKiosk): Promise<void> {
  // A page of a user goes to the sign-in when its session is gone.
  await page.goto('about:blank');
  await context.clearCookies();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/kiosk#${code}`);
  await expect(page.getByLabel('Code of the kiosk')).toHaveValue(code ?? '');
  await button(page, 'Start the kiosk').click();
  await expect(idle(page)).toBeVisible();
  await expect(page).toHaveURL('/kiosk');
}

/** Presses digits of the pad. */
export async function press(page: Page, digits: string): Promise<void> {
  const pad = page.getByRole('group', { name: 'Digits' });
  for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click();
}

/** Without network, at the start. */
export const cutOff = (page: Page) =>
  page.getByText("No network. Keys can't be taken now.", { exact: false }).first();

/** Returns a set by its ID and the digits of its new tag, without network. */
export async function bringBack(page: Page, set: string, tag: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Set ID' }).fill(set);
  await button(page, 'Next: Set ID').click();
  await press(page, tag);
  await button(page, `Return ${set}`).click();
  await expect(title(page, 'Kept on this tablet')).toBeVisible();
  await button(page, 'Done').click();
}

/** Lets the server do the next call of a path, and holds its answer back. `answer` delivers it; `lose` cuts the connection. */
export async function hold(page: Page, path: string) {
  let route: Route | undefined;
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const keys: string[] = [];
  await page.route(
    `**/api/kiosk/${path}`,
    async (next) => {
      route = next;
      keys.push(next.request().headers()['idempotency-key'] ?? '');
      arrive();
    },
    { times: 1 },
  );
  return {
    arrived,
    /** The former screen's answer, complete in the page when this resolves. */
    answer: async () => {
      const over = page.waitForResponse(`**/api/kiosk/${path}`);
      await route?.continue();
      await (await over).finished();
      await page.evaluate(() => new Promise(requestAnimationFrame));
    },
    /** The server does it, and its answer never arrives. */
    lose: async () => {
      await route?.fetch();
      await route?.abort();
    },
    keys,
  };
}
