import type { Locator, Page } from '@playwright/test';
import type { LocationRef } from '../../shared/location.ts';
import type { Action } from '../../shared/movement-words.ts';
import { type Company, expect } from '../world.ts';

/** The movements on the page: table rows, or list entries. */
export const entries = (page: Page): Locator =>
  page
    .locator('tbody tr')
    .filter({ has: page.locator('time') })
    .or(page.locator('main li').filter({ has: page.locator('time') }));
export const line = (page: Page): Locator => page.getByRole('status').filter({ hasText: 'Showing' });
export const toast = (page: Page, text: string): Locator => page.locator('li[data-variant]').getByText(text);
export const myId = async (company: Company) => (await company.get<{ id: number }>('/api/auth/user')).id;

/** Chooses a date or an action: in the selects, or in the sheet, which stays open. */
export async function choose(
  page: Page,
  isPhone: boolean,
  what: 'Date' | 'Action',
  option: string,
): Promise<void> {
  if (isPhone) {
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    if (!(await sheet.isVisible())) await page.getByRole('button', { name: /^Filters/ }).click();
    await sheet.getByRole('group', { name: what }).getByRole('button', { name: option, exact: true }).click();
  } else {
    await page.getByRole('combobox', { name: what }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
}

/** Closes the sheet that `choose` left open on a phone. */
export async function seeResults(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Show \d/ })
      .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Makes one movement of each action; returns their bunch. */
export async function everyAction(company: Company, sql: Parameters<typeof entry>[0]) {
  const leeds = await company.location({ name: 'Leeds' });
  const van = await company.location({ name: 'Van 07', type: 'van' });
  const bunch = await company.bunch(leeds.id, { identifier: 'LDS-0102', type: 'day_shift' });
  const gone = await company.bunch(leeds.id, { identifier: 'BRS-0317' });
  const post = (path: string, body: unknown) => company.post(`/api/key-bunches/${bunch.id}/${path}`, body);
  await post('issue', { officerName: 'Callum Reid', purpose: 'Alarm response', newTag: '448200' });
  const ana = await company.post<{ id: number }>('/api/holders', { name: 'Ana Ruiz', kind: 'contractor' });
  await post('handover', { holderId: ana.id });
  await post('return', { officerName: 'Priya Raman', newTag: '448201', notes: 'Lower gate key is bent' });
  await post('move', { toLocationId: van.id });
  await post('move', { toBunchType: 'static' });
  await company.patch(`/api/key-bunches/${bunch.id}`, { status: 'missing' });
  await entry(sql, company.id, await myId(company), 'audit_edit', { identifier: 'LDS-0102', at: van });
  await company.delete(`/api/key-bunches/${gone.id}`, {});
  return bunch;
}
export const SENTENCES: Record<Action, RegExp> = {
  deleted: /BRS-0317.*Deleted: BRS-0317/,
  audit_edit: /Updated during audit/,
  status_change: /Status: Present -> Missing/,
  move: /Moved: Day Shift -> Static/,
  location_move: /Moved: Leeds -> Van 07/,
  return: /Returned from Priya Raman.*Tag \d+ -> 448201.*Lower gate key is bent/,
  handover: /Handed over from Callum Reid to Ana Ruiz/,
  issue: /Issued to Callum Reid.*Alarm response · Tag \d+ -> 448200/,
};

type Sql = (text: string, values?: unknown[]) => Promise<unknown[]>;

/** Replaces the database's `clock()` by one that `backdate` can stop per company, for all browser tests. `sql` needs the right to do so. */
export async function openClocks(sql: Sql): Promise<void> {
  await sql('create table test_clocks (company_id integer primary key, at timestamptz not null)');
  await sql('grant select on test_clocks to keyhold_app, keyhold_system, keyhold_owner');
  await sql(`create or replace function clock() returns timestamptz language sql volatile as $$
    select coalesce((select at from test_clocks
      where company_id = nullif(current_setting('app.company_id', true), '')::int), clock_timestamp()) $$`);
}

/** Stops a company's clock in the past, so that calls through the API happen then; null lets it run again. */
export async function backdate(sql: Sql, companyId: number, minutesAgo: number | null): Promise<void> {
  await backdateTo(sql, companyId, minutesAgo === null ? null : new Date(Date.now() - minutesAgo * 60_000));
}

/** The same with an absolute time. */
export async function backdateTo(sql: Sql, companyId: number, at: Date | null): Promise<void> {
  await sql('delete from test_clocks where company_id = $1', [companyId]);
  if (at)
    await sql('insert into test_clocks (company_id, at) values ($1, $2)', [companyId, at.toISOString()]);
}

type Entry = {
  identifier: string;
  at: LocationRef;
  type?: string;
  details?: Record<string, unknown>;
  times?: number;
};

/** Inserts history that no call makes (an audit edit, an issue without officer), or many entries at once. */
export async function entry(
  sql: Sql,
  companyId: number,
  userId: number,
  action: Action,
  about: Entry,
): Promise<void> {
  const { identifier, at, type = 'day_shift', details = {}, times = 1 } = about;
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  await sql(
    `begin; set local app.company_id = '${companyId}'; set local app.user_id = '${userId}';
     insert into movement_history (company_id, key_bunch_identifier, key_bunch_type, from_location_id, from_location_name, action_type,
       performed_by_first_name, performed_by_last_name, performed_by_email, details)
     select ${companyId}, ${text(identifier)} || case when ${times} > 1 then lpad(n::text, 3, '0') else '' end, ${text(type)},
       ${at.id}, ${text(at.name)}, ${text(action)}, 'Dana', 'Holt', 'dana@example.com', ${text(JSON.stringify(details))}
     from generate_series(1, ${times}) n order by n;
     commit`,
  );
}

const exact = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** A time as shown for the tests' companies, whose zone is UTC. */
export const exactTime = (at: string): string => exact.format(new Date(at));

/** Hovering over or tapping a time shows the exact one. */
export async function shownOnPoint(page: Page, time: Locator, text: string, tap: boolean): Promise<void> {
  if (tap) await time.tap();
  else await time.hover();
  await expect(page.getByRole('tooltip').filter({ hasText: text })).toBeVisible();
}
