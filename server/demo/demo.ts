import type pg from 'pg';
import { effectivePermissions } from '../../shared/permissions.ts';
import { fullName } from '../../shared/user-name.ts';
import type { Config } from '../config.ts';
import { makePool } from '../database/open.ts';
import { OWNER } from '../database/roles.ts';
import { companies, users } from '../database/schema/accounts.ts';
import { columns, insert, raw, row, rows, run, sql } from '../database/sql.ts';
import type { RowOf } from '../database/table.ts';
import { type Member, openTransactions, type Tx } from '../database/transactions.ts';
import { DEMO_ACCOUNTS, DEMO_COMPANY } from '../features/auth/demo-accounts.ts';
import { recordAuditLogAs } from '../features/history/log.ts';
import { checkPassword, hashPassword } from '../identity/password-hash.ts';
import { HOUR } from './plan.ts';
import { clockAt, perform, withStoppedClock } from './stage.ts';
import { makeStory } from './story.ts';

/** An arbitrary number, identical in every Keyhold server: one seeds, the others wait. */
const LOCK = 727_166_002;
const WAIT_MS = 250;

const emails = DEMO_ACCOUNTS.map(({ email }) => email as string);

/**
 * At the first start in demo mode creates the demo company: cabinet, four accounts and sixty days of movements up to now, all through the
 * features (docs/architecture.md, History). Later starts only set the accounts' passwords to the configured one.
 *
 * One transaction of the owner, in which each step takes the role of companies and a person's settings: a history cannot be deleted, so a
 * crash must leave nothing, and no other transaction sees the stopped clock. `owner` may become keyhold_owner; it is connected to only when
 * the company is missing. Waits while another server creates the demo.
 */
export async function seedDemo(
  pool: pg.Pool,
  owner: pg.ClientConfig | null,
  config: Config,
  print: (line: string) => void,
): Promise<void> {
  const accounts = await openTransactions(pool).forSystem(findAccounts);
  if (accounts) return keepPasswords(pool, accounts, config.demo.password);
  if (!owner) {
    print('Demo not created: its past can be told only with DATABASE_OWNER_URL.');
    return;
  }
  const passwords = await Promise.all(DEMO_ACCOUNTS.map(() => hashPassword(config.demo.password)));
  print('Creating the demo company ...');
  const ownPool = makePool(owner, print);
  const transactions = openTransactions(ownPool, { role: OWNER });
  try {
    while (!(await transactions.forSystem((tx) => makeDemo(tx, passwords, print))))
      await new Promise((resume) => setTimeout(resume, WAIT_MS));
  } finally {
    await ownPool.end();
  }
}

type Accounts = { id: number; password: string | null }[];

/** Accounts of an existing demo company with password hashes, or null. */
async function findAccounts(tx: Tx): Promise<Accounts | null> {
  const found = await rows(
    tx,
    sql<{ id: number | null; password: string | null }>`select u.id, u.password
      from companies c left join users u on u.company_id = c.id and u.email = any (${emails}::text[])
      where c.slug = ${DEMO_COMPANY.slug} and c.settings->>'demo' = 'true'`,
  );
  if (found.length === 0) return null;
  return found.flatMap(({ id, password }) => (id === null ? [] : [{ id, password }]));
}

/** DEMO_PASSWORD may have changed since the last start; the new one applies. */
async function keepPasswords(pool: pg.Pool, accounts: Accounts, password: string): Promise<void> {
  for (const { id, password: stored } of accounts) {
    if (await checkPassword(stored, password)) continue;
    const hash = await hashPassword(password);
    await openTransactions(pool).forSystem((tx) =>
      run(tx, sql`update users set password = ${hash} where id = ${id}`),
    );
  }
}

/** Makes the company unless it is there or one of its names is taken. False while another server makes it. */
async function makeDemo(tx: Tx, passwords: string[], print: (line: string) => void): Promise<boolean> {
  const turn = await row(
    tx,
    sql<{ free: boolean; now: number }>`select pg_try_advisory_xact_lock(${LOCK}) as free,
      (extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
  );
  if (!turn?.free) return false;
  const inUse = sql`select from companies where slug = ${DEMO_COMPANY.slug}
    union all select from users where email = any (${emails}::text[])`;
  if (await findAccounts(tx)) return true;
  if (await row(tx, inUse))
    print(`Demo not created: ${DEMO_COMPANY.slug} or one of its email addresses is already in use.`);
  else await addHistory(tx, turn.now, passwords);
  return true;
}

/**
 * Adds the company and its people as the owner, then its history up to `now` (milliseconds since 1970) as its people, in a transaction of
 * the company. `passwords` are the hashes of the accounts, in their order.
 */
export async function addHistory(tx: Tx, now: number, passwords: string[]): Promise<void> {
  const acts = makeStory(now);
  const began = (acts[0]?.at ?? now) - HOUR;
  await withStoppedClock(tx, async () => {
    await run(tx, sql`select ${clockAt(began)}`);
    const [founder, ...others] = await addCompany(tx, new Date(began).toISOString(), passwords);
    if (!founder) throw new Error('The database returned no demo account');
    await run(
      tx,
      raw(
        `set local role keyhold_app; set local app.company_id = '${founder.companyId}'; set local app.all_locations = 'on'; set local app.locations = '{}'; set local idle_in_transaction_session_timeout = 60000`,
      ),
    );
    for (const { userId, email, firstName, lastName, role } of others)
      await recordAuditLogAs(tx, founder, {
        action: 'user_create',
        description: `User ${fullName({ email, firstName, lastName })} added`,
        details: { userId, email, firstName, lastName, role, isActive: true },
      });
    await perform(tx, acts, [founder, ...others]);
  });
}

/** Adds the company with its accounts. */
async function addCompany(tx: Tx, began: string, passwords: string[]): Promise<Member[]> {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const dates = { createdAt: began, updatedAt: began };
  const added = insert(companies, {
    ...DEMO_COMPANY,
    planType: 'professional',
    adminEmail: DEMO_ACCOUNTS[0].email,
    firstStepsDismissedAt: began,
    settings: { description: 'Keyholding and patrols in four cities', demo: true },
    // The time zone of the scripted hours (plan.ts), if this database knows it.
    timezone: sql`case when is_zone(${zone}) then ${zone} else 'Etc/UTC' end`,
    receiptTerms:
      'Keys stay in your care until they are back at the cabinet. Report a loss at once: 0161 496 0140.',
    ...dates,
  });
  const [company] = await rows(tx, sql<{ id: number }>`${added} returning id`);
  const companyId = Number(company?.id);
  const accounts = insert(
    users,
    DEMO_ACCOUNTS.map(({ label: _, ...account }, index) => ({
      ...account,
      companyId,
      password: passwords[index] ?? null,
      ...dates,
    })),
  );
  const made = await rows(tx, sql<RowOf<typeof users>>`${accounts} returning ${columns(users)}`);
  return made.map((user) => {
    const { id: userId, email, firstName, lastName, role } = user;
    const rights = {
      permissions: effectivePermissions(user),
      locations: null,
      tokenId: null,
      confirmed: true,
    };
    return { userId, companyId, email, firstName, lastName, role, ...rights };
  });
}
