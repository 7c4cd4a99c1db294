import type pg from 'pg';
import { effectivePermissions } from '../../shared/permissions.ts';
import { fullName } from '../../shared/user-name.ts';
import type { Config } from '../config.ts';
import { makePool } from '../database/open.ts';
import { OWNER } from '../database/roles.ts';
import { companies, users } from '../database/schema/people.ts';
import { columns, insert, raw, row, rows, run, sql } from '../database/sql.ts';
import type { RowOf } from '../database/table.ts';
import { type Member, openTransactions, type Tx } from '../database/transactions.ts';
import { DEMO_ACCOUNTS, DEMO_COMPANY } from '../features/auth/demo-accounts.ts';
import { recordAuditLogAs } from '../features/history/log.ts';
import { checkPassword, hashPassword } from '../identity/password-hash.ts';
import { HOUR } from './calendar.ts';
import { clockAt, perform, withStoppedClock } from './stage.ts';
import { makeStory } from './story.ts';

/** An arbitrary number, identical in every Keyhold server: one seeds, the others wait. */
const LOCK = 727_166_002;
const WAIT_MS = 250;

type Outcome = 'made' | 'there' | 'taken' | 'busy';

/**
 * At the first start in demo mode creates the demo company: cabinet, four accounts and sixty days of movements up to now, all through the
 * features (docs/architecture.md, History). Later starts only set the accounts' passwords to the configured one.
 *
 * One transaction of the owner, in which each step takes the role of companies and a person's settings: a history cannot be deleted, so a
 * crash must leave nothing, and no other transaction sees the stopped clock. `owner` may become keyhold_owner; it is connected to only when
 * the company is missing.
 */
export async function seedDemo(
  pool: pg.Pool,
  owner: pg.ClientConfig | null,
  config: Config,
  say: (line: string) => void,
): Promise<void> {
  const transactions = openTransactions(pool);
  const accounts = await transactions.forSystem(findAccounts);
  if (accounts) return keepPasswords(pool, accounts, config.demo.password);

  if (!owner) {
    say('Demo not created: its past can be told only with DATABASE_OWNER_URL.');
    return;
  }
  const passwords = await Promise.all(DEMO_ACCOUNTS.map(() => hashPassword(config.demo.password)));
  say('Creating the demo company ...');
  const outcome = await seedAsOwner(owner, passwords, say);
  if (outcome === 'taken')
    say(`Demo not created: ${DEMO_COMPANY.slug} or one of its email addresses is already in use.`);
}

/** Uses connections of the owner and closes them; waits while another server creates the demo. */
async function seedAsOwner(
  owner: pg.ClientConfig,
  passwords: string[],
  say: (line: string) => void,
): Promise<Outcome> {
  const pool = makePool(owner, say);
  const transactions = openTransactions(pool, { role: OWNER });
  try {
    for (;;) {
      const outcome = await transactions.forSystem((tx) => makeDemo(tx, passwords));
      if (outcome !== 'busy') return outcome;
      await new Promise((resume) => setTimeout(resume, WAIT_MS));
    }
  } finally {
    await pool.end();
  }
}

/** Accounts of an existing demo company with password hashes, or null. */
async function findAccounts(tx: Tx): Promise<{ id: number; password: string | null }[] | null> {
  const found = await rows(
    tx,
    sql<{ id: number | null; password: string | null }>`select u.id, u.password
      from companies c left join users u on u.company_id = c.id and u.email = any (${emails}::text[])
      where c.slug = ${DEMO_COMPANY.slug} and c.settings->>'demo' = 'true'`,
  );
  if (found.length === 0) return null;
  return found.flatMap(({ id, password }) => (id === null ? [] : [{ id, password }]));
}

const emails = DEMO_ACCOUNTS.map(({ email }) => email as string);

/** DEMO_PASSWORD may have changed since the last start; the new one applies. */
async function keepPasswords(
  pool: pg.Pool,
  accounts: { id: number; password: string | null }[],
  password: string,
): Promise<void> {
  const right = await Promise.all(accounts.map((account) => checkPassword(account.password, password)));
  const wrong = accounts.filter((_, index) => !right[index]);
  for (const { id } of wrong) {
    const hash = await hashPassword(password);
    await openTransactions(pool).forSystem((tx) =>
      run(tx, sql`update users set password = ${hash} where id = ${id}`),
    );
  }
}

async function makeDemo(tx: Tx, passwords: string[]): Promise<Outcome> {
  const turn = await row(
    tx,
    sql<{ free: boolean; now: number }>`select pg_try_advisory_xact_lock(${LOCK}) as free,
      (extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
  );
  if (!turn?.free) return 'busy';
  if (await findAccounts(tx)) return 'there';
  const inUse = sql`select from companies where slug = ${DEMO_COMPANY.slug}
    union all select from users where email = any (${emails}::text[])`;
  if (await row(tx, inUse)) return 'taken';
  await addHistory(tx, turn.now, passwords);
  return 'made';
}

/**
 * Adds the company and its people as the owner, then its history up to `now` (milliseconds since 1970) as its people, in a transaction of
 * the company. `passwords` are the hashes of the accounts, in their order.
 */
export async function addHistory(tx: Tx, now: number, passwords: string[]): Promise<void> {
  const acts = makeStory(now);
  const began = new Date((acts[0]?.at ?? now) - HOUR).toISOString();
  await withStoppedClock(tx, async () => {
    await run(tx, sql`select ${clockAt(Date.parse(began))}`);
    const companyId = await addCompany(tx, began);
    const members = await addAccounts(tx, companyId, began, passwords);
    await run(
      tx,
      raw(
        `set local role keyhold_app; set local app.company_id = '${companyId}'; set local app.all_locations = 'on'; set local app.locations = '{}'; set local idle_in_transaction_session_timeout = 60000`,
      ),
    );
    await logAccounts(tx, members);
    await perform(tx, acts, members);
  });
}

async function addCompany(tx: Tx, began: string): Promise<number> {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const added = insert(companies, {
    ...DEMO_COMPANY,
    planType: 'professional',
    adminEmail: DEMO_ACCOUNTS[0].email,
    settings: { description: 'Keyholding and patrols in four cities', demo: true },
    // The time zone of the scripted hours (calendar.ts), if this database knows it.
    timezone: sql`case when is_zone(${zone}) then ${zone} else 'Etc/UTC' end`,
    receiptTerms:
      'Keys stay in your care until they are back at the cabinet. Report a loss at once: 0161 496 0140.',
    createdAt: began,
    updatedAt: began,
  });
  const company = await row(tx, sql<{ id: number }>`${added} returning id`);
  if (!company) throw new Error('The database returned no demo company');
  return company.id;
}

/** The first account has set the company up and added the others. */
async function logAccounts(tx: Tx, [founder, ...added]: Member[]): Promise<void> {
  if (!founder) return;
  for (const { userId, email, firstName, lastName, role } of added)
    await recordAuditLogAs(tx, founder, {
      action: 'user_create',
      description: `User ${fullName({ email, firstName, lastName })} added`,
      details: { userId, email, firstName, lastName, role, isActive: true },
    });
}

async function addAccounts(tx: Tx, companyId: number, began: string, passwords: string[]): Promise<Member[]> {
  const added = insert(
    users,
    DEMO_ACCOUNTS.map(({ label: _, ...account }, index) => ({
      ...account,
      companyId,
      password: passwords[index] ?? null,
      createdAt: began,
      updatedAt: began,
    })),
  );
  const made = await rows(tx, sql<RowOf<typeof users>>`${added} returning ${columns(users)}`);
  return made.map((user) => ({
    userId: user.id,
    companyId,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    permissions: effectivePermissions(user),
    locations: null,
    tokenId: null,
    confirmed: true,
  }));
}
