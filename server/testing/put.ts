import { createHash } from 'node:crypto';
import { run, sql } from '../database/sql.ts';
import type { Person, World } from './world.ts';

/** Sets a bunch's status without its history, also to one that no call sets. */
export async function putStatus(world: World, id: number, status: string): Promise<void> {
  const issued = status === 'issued';
  await world.sql(
    `update key_bunches set status = $2, holder_name = $3, issued_at = case when $4 then now() end,
     current_tag = case when $2 = 'missing' then null else current_tag end where id = $1`,
    [id, status, issued ? 'Callum Reid' : null, issued],
  );
}

/** Adds entries of the settings. */
export async function putSettings(
  world: World,
  companyId: number,
  category: 'keyTypes' | 'statuses' | 'locationTypes' | 'actions',
  entries: Record<string, string | { displayName: string; color?: string; isActive?: boolean }>,
): Promise<void> {
  for (const [name, entry] of Object.entries(entries)) {
    const {
      displayName,
      color = null,
      isActive = true,
    } = typeof entry === 'string' ? { displayName: entry } : entry;
    await world.sql(
      `insert into settings (company_id, category, name, display_name, color, is_active) values ($1, $2, $3, $4, $5, $6)`,
      [companyId, category, name, displayName, color, isActive],
    );
  }
}

/** Adds history entries by a person, stamped by their company's own transaction: `N1` to `N{count}`, alternately return and issue. */
export async function putMovements(
  world: World,
  by: Person,
  { count, locationId, notes = null }: { count: number; locationId: number; notes?: string | null },
): Promise<void> {
  const session = createHash('sha256')
    .update(String(by.cookie?.split('=')[1]))
    .digest('hex');
  for (let from = 1; from <= count; from += 1000) {
    const to = Math.min(count, from + 999);
    await world.transactions.forCompany(session, (tx) =>
      run(
        tx,
        sql`insert into movement_history (key_bunch_identifier, key_bunch_type, from_location_id, from_location_name,
            action_type, performed_by_email, notes)
          select 'N' || n, 'static', ${locationId}, 'x', (array['issue', 'return'])[1 + n % 2], 'a@b.c', ${notes}
          from generate_series(${from}::int, ${to}::int) n`,
      ),
    );
  }
}

/**
 * Stops the clock of a world's database at a moment until the next call; null restarts it. Entries' times and overdue sets follow it;
 * sessions and attempts do not.
 */
export async function putClock(world: World, moment: string | null): Promise<void> {
  const now = moment === null ? 'clock_timestamp()' : `timestamptz '${moment}'`;
  await world.sql(
    `create or replace function clock() returns timestamptz language sql volatile as $$ select ${now} $$`,
  );
}
