import { expect, type Locator, type Page } from '@playwright/test';
import type { LocationRef } from '../../shared/location.ts';
import type { Action } from '../../shared/movement-words.ts';

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
