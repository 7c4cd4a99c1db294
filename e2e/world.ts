import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import type axe from 'axe-core';
import pg from 'pg';
import { hashPassword } from '../server/identity/password-hash.ts';
import { beginSession } from '../server/testing/people.ts';
import type { KeyBunch } from '../shared/key-bunch.ts';
import type { Location } from '../shared/location.ts';
import type { Role } from '../shared/permissions.ts';
import { goAfterDialogs } from './page.ts';
import { Profile } from './profile.ts';

export { expect };

/** Password of all users made by the tests. */
export const PASSWORD = 'correct horse';

/** Password of the demo accounts (DEMO_PASSWORD's default). */
export const DEMO_PASSWORD = 'keyhold-demo';

type Sql = <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>;

type Rights = {
  permissions?: string[];
  customPermissions?: string[];
  allowedLocationIds?: number[];
  firstName?: string | null;
  lastName?: string | null;
};

/** A new company for one test. Its helpers call as its super_admin, independent of the page's session. */
export type Company = {
  id: number;
  name: string;
  /** Email of the super_admin, Dana Holt, whose password is PASSWORD. */
  email: string;
  location(about?: Record<string, unknown>): Promise<Location>;
  bunch(locationId: number, about?: Record<string, unknown>): Promise<KeyBunch>;
  /** Each returns the response body, and throws when the call fails. */
  get<T = unknown>(path: string): Promise<T>;
  post<T = unknown>(path: string, body?: unknown): Promise<T>;
  patch<T = unknown>(path: string, body: unknown): Promise<T>;
  delete<T = unknown>(path: string, body?: unknown): Promise<T>;
  /** Adds a user with a role, and signs the page in as that user. */
  signInAs(role: Role, rights?: Rights): Promise<{ id: number; email: string }>;
};

type Fixtures = { company: Company; visitor: APIRequestContext; isPhone: boolean };
type WorkerFixtures = { sql: Sql; profile: Profile };

/**
 * Playwright's `test` with fixtures: `company` is new and signs the page in as its super_admin; without it the page is a visitor's. `sql`
 * runs statements as the database's superuser, for states that no call can make.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  baseURL: async ({}, provide) => provide(process.env.KEYHOLD_URL),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  isPhone: async ({}, provide, about) => provide(about.project.name === 'phone'),

  /** One profile for all tests of a worker, emptied between tests; replaced after a change that cannot be undone. */
  profile: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, provide) => {
      const profile = new Profile();
      await provide(profile);
      await profile.close();
    },
    { scope: 'worker' },
  ],

  context: async ({ browser, profile }, provide) => {
    await provide(await profile.open(browser));
    await profile.leave();
  },

  page: async ({ page, profile }, provide, about) => {
    await profile.forget(page);
    goAfterDialogs(page);
    await provide(page);
    const seen = about.status === about.expectedStatus ? null : await shownBy(page);
    // A route that still waits when its test has ended would fail the worker's next test. The page is closed at once: it would go on with what
    // the route held, and to close a page that is about to load another can take for ever.
    const unrouted = page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined);
    await page.close();
    await unrouted;
    // Listed with the failure, at the end of the report: of a failure on another machine only that may be left.
    if (seen !== null) throw new Error(seen);
  },

  sql: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, provide) => {
      const pool = new pg.Pool({ ...(JSON.parse(process.env.KEYHOLD_ADMIN ?? '') as pg.PoolConfig), max: 2 });
      await provide(async (text, values = []) => (await pool.query(text, values)).rows);
      await pool.end();
    },
    { scope: 'worker' },
  ],

  /** A request context without a session, separate from the page's. */
  visitor: async ({ playwright, baseURL }, provide) => {
    const visitor = await playwright.request.newContext({ baseURL });
    await provide(visitor);
    await visitor.dispose();
  },

  company: async ({ visitor, context, sql }, provide) => {
    await provide(await makeCompany(visitor, context, sql));
  },
});

let serial = 0;

async function makeCompany(admin: APIRequestContext, context: BrowserContext, sql: Sql): Promise<Company> {
  const call = async <T>(method: string, path: string, data?: unknown): Promise<T> => {
    const headers: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
    for (let attempt = 1; ; attempt += 1) {
      const reply = await admin.fetch(path, { method, headers, ...(data !== undefined && { data }) });
      if (reply.ok()) return (await reply.json()) as T;
      // A busy machine answers 503: sent again under its key, as every client would.
      if (reply.status() !== 503 || attempt === 5)
        throw new Error(`${method} ${path} answered ${reply.status()}: ${await reply.text()}`);
      await new Promise((resolve) => setTimeout(resolve, attempt * 200));
    }
  };
  const name = `Company ${randomUUID().slice(0, 8)}`;
  const email = `dana-${randomUUID().slice(0, 8)}@example.com`;
  const made = await call<{ company: { id: number } }>('POST', '/api/companies/setup', {
    name,
    planType: 'enterprise',
    email,
    firstName: 'Dana',
    lastName: 'Holt',
    password: PASSWORD,
  });
  const { id } = made.company;
  // A company at work, not a new one.
  await sql('update companies set first_steps_dismissed_at = now() where id = $1', [id]);
  const { cookies } = await admin.storageState();
  await context.addCookies(cookies);

  return {
    id,
    name,
    email,
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
    delete: (path, body) => call('DELETE', path, body),
    location: (about) => {
      serial += 1;
      return call('POST', '/api/locations', { name: `Site ${serial}`, type: 'office', ...about });
    },
    bunch: (locationId, about) => {
      serial += 1;
      const body = { identifier: `SET-${serial}`, currentTag: `${448000 + serial}`, locationId, ...about };
      return call('POST', '/api/key-bunches', body);
    },
    signInAs: async (role, rights = {}) => {
      const person = await makePerson(sql, id, role, rights);
      const value = await beginSession(sql, person.id);
      // In place of the former session, never without one: a page whose read is refused goes to the sign-in, into the way of the story.
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, value })));
      return person;
    },
  };
}

/** One hash for all users: hashing is slow on purpose. */
const hashed = hashPassword(PASSWORD);

async function makePerson(sql: Sql, companyId: number, role: Role, rights: Rights) {
  const email = `${role}-${randomUUID().slice(0, 8)}@example.com`;
  const { permissions = [], customPermissions = [], allowedLocationIds = [] } = rights;
  const { firstName = 'Pat', lastName = 'Person' } = rights;
  const [person] = await sql<{ id: number }>(
    `insert into users (email, password, company_id, role, permissions, custom_permissions, allowed_location_ids, first_name, last_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      email,
      await hashed,
      companyId,
      role,
      permissions,
      customPermissions,
      allowedLocationIds,
      firstName,
      lastName,
    ],
  );
  if (!person) throw new Error('The database returned no new user');
  return { id: person.id, email };
}

/** The minified build: it is sent to the browser for each checked page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What each page shows, by its address: a failure on another machine has nothing else to be understood by. */
async function shownBy(page: Page): Promise<string> {
  const shown = page
    .context()
    .pages()
    .map(async (one) => {
      const text = await one
        .locator('body')
        .ariaSnapshot({ timeout: 2000 })
        .catch(() => 'no answer');
      return `${one.url()}\n${text.slice(0, 4000)}`;
    });
  return `The pages showed:\n${(await Promise.all(shown)).join('\n---\n')}`;
}

/**
 * Expects no violation of WCAG 2.2 A and AA on the page. With the dark theme only contrast is checked, as the document is otherwise the
 * same.
 */
export async function checkA11y(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    // Wait for theme changes and the fading of loading lists, because colours in transition are not checked.
    const end = Date.now() + 3000;
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
    while (document.querySelector('[aria-busy="true"]') && Date.now() < end) await pause();
    const moving = () => document.getAnimations().some(({ playState }) => playState === 'running');
    while (moving() && Date.now() < end) await pause();
    // What is placed by the size of something else, such as a toast above a sheet, is in place in the next frame.
    const frame = () => new Promise(requestAnimationFrame);
    await Promise.race([frame().then(frame), new Promise((resolve) => setTimeout(resolve, 3000))]);

    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: dark ? ['color-contrast'] : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      // Passed rules need no details, and there is nothing to preload.
      resultTypes: ['violations'],
      preload: false,
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}\n  ${failureSummary}`,
      ),
    );
  });
  expect(found.join('\n'), `accessibility of ${page.url()}`).toBe('');
}
