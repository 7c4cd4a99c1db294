import type { Browser, Locator, Page } from '@playwright/test';
import { hashPassword } from '../../server/identity/password-hash.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { Movement } from '../../shared/movement.ts';
import { answer, holder, read } from '../desk/desk.ts';
import { type Company, expect, PASSWORD } from '../world.ts';

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
export const card = (page: Page): Locator => page.getByRole('status', { name: 'For your approval' });
export const sheet = (page: Page): Locator => page.getByRole('dialog').last();

/** The number of every approver here. */
export const NUMBER = '481516';
const hashed = hashPassword(NUMBER);

type Sql = (text: string, values?: unknown[]) => Promise<unknown>;

/** A set that needs a second person and an ordinary one; Tom may approve, with badge and number, Hannah works at the desk, Callum takes keys. */
export async function room(company: Company, sql: Sql) {
  await company.patch('/api/companies/current', { timezone: 'UTC' });
  const hq = await company.location({ name: 'Manchester HQ' });
  const callum = await holder(company, 'Callum Reid', { badge: 'B-1', phone: '07700 900165' });
  const sensitive = await company.bunch(hq.id, {
    ...{ identifier: 'MCR-0145', keyCount: 6, fobCount: 2, keyDescription: 'All floors', secondPerson: true },
    notes: 'Floor 4 is let separately: do not enter without the tenant.',
  });
  const free = await company.bunch(hq.id, { identifier: 'MCR-0154' });
  const tom = await approver(company, sql, 'Tom', 'Whitaker', 'B-8');
  const hannah = await company.signInAs('officer', { firstName: 'Hannah', lastName: 'Boyd' });
  return { hq, callum, sensitive, free, tom, hannah };
}

/** A user who may approve, with the badge and the number of their person. */
export async function approver(
  company: Company,
  sql: Sql,
  firstName: string,
  lastName: string,
  badge: string,
) {
  const user = await company.signInAs('officer', { firstName, lastName });
  await company.patch(`/api/users/${user.id}`, { approver: true });
  const people = await company.get<{ id: number; userId: number | null }[]>('/api/holders');
  const person = people.find(({ userId }) => userId === user.id);
  await company.patch(`/api/holders/${person?.id}`, { badge, phone: '07700 900100' });
  await sql(
    'insert into kiosk_numbers (company_id, holder_id, number_hash, is_first, set_at) values ($1, $2, $3, false, now())',
    [company.id, person?.id, await hashed],
  );
  return user;
}

/** A colleague in a browser of their own. */
export async function colleague(browser: Browser, baseURL: string | undefined, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' });
  const signedIn = await context.request.post('/api/auth/login', { data: { email, password: PASSWORD } });
  expect(signedIn.ok()).toBe(true);
  return context.newPage();
}

/** Reads the badge of the recipient, then the set, on an open desk. */
export async function scan(page: Page, ...codes: string[]): Promise<void> {
  for (const code of codes) await read(page, code);
  await expect(answer(page)).toContainText('needs a second person');
}

/** Types the number of the approver whose badge was read. */
export async function typeNumber(page: Page, number = NUMBER): Promise<void> {
  const pad = sheet(page).getByRole('group', { name: 'Digits' });
  for (const digit of number) await pad.getByRole('button', { name: digit, exact: true }).click();
}

export const movementsOf = (company: Company, { id }: Pick<KeyBunch, 'id'>) =>
  company.get<Movement[]>(`/api/key-bunches/${id}/history`);
export const setOf = (company: Company, { id }: Pick<KeyBunch, 'id'>) =>
  company.get<KeyBunch>(`/api/key-bunches/${id}`);
