import type pg from 'pg';
import { TYPE_LABELS } from '../../shared/key-bunch-words.ts';
import { effectivePermissions } from '../../shared/permissions.ts';
import type { DueRule } from '../../shared/setting.ts';
import { fullName } from '../../shared/user-name.ts';
import type { Config } from '../config.ts';
import { makePool } from '../database/open.ts';
import { OWNER } from '../database/roles.ts';
import { companies, users } from '../database/schema/accounts.ts';
import { columns, insert, raw, row, rows, run, sql } from '../database/sql.ts';
import type { RowOf } from '../database/table.ts';
import { type Member, openTransactions, type Tx } from '../database/transactions.ts';
import { DEMO_ACCOUNTS, DEMO_APPROVER, DEMO_COMPANY, DEMO_KIOSK } from '../features/auth/demo-accounts.ts';
import type { Feature } from '../features/feature.ts';
import { recordAuditLogAs } from '../features/history/log.ts';
import { holderEditFeatures } from '../features/holder/record.ts';
import { storeKioskNumber } from '../features/kiosk/number.ts';
import { checkPassword, hashPassword } from '../identity/password-hash.ts';
import { BUILDINGS, LOCATIONS, peopleBy } from './northgate.ts';
import { HOUR, MINUTE, managerAt, openPlan, type Plan } from './plan.ts';
import { planRoutine, planStillOut } from './routine.ts';
import { planAudits, planLastDays, planPast, planReservations, planRoomHandovers } from './script.ts';
import { type Act, clockAt, NEXT_TAG, perform, withStoppedClock } from './stage.ts';

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
    await giveBadge(tx, founder);
    for (const one of [DEMO_KIOSK, DEMO_APPROVER]) await giveNumber(tx, one);
  });
}

const findPerson = (tx: Tx, name: string) =>
  row(tx, sql<{ id: number }>`select id from holders where name = ${name}`);

/** The badge of the user who approves; the people of the past have theirs. */
async function giveBadge(tx: Tx, me: Member): Promise<void> {
  const { person, badge } = DEMO_APPROVER;
  const found = await findPerson(tx, person);
  if (!found) return;
  await run(tx, sql`select set_config('app.user_id', ${me.userId}, true)`);
  const call = { tx, me, params: { id: found.id }, query: undefined, body: { badge }, ifMatch: null };
  await holderEditFeatures.updateHolder(call as unknown as Parameters<Feature<'updateHolder'>>[0]);
}

/** A number, which no call sets for another person. */
async function giveNumber(tx: Tx, { person, kioskNumber }: typeof DEMO_APPROVER): Promise<void> {
  const found = await findPerson(tx, person);
  if (found) await storeKioskNumber(tx, found.id, await hashPassword(kioskNumber));
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
      kioskId: null,
      confirmed: true,
    };
    return { userId, companyId, email, firstName, lastName, role, ...rights };
  });
}

/** Sets that are out at the end: a quarter of all, less the eleven of planLastDays. */
const STILL_OUT = 30 - 11;

/** All acts in the demo company in the sixty-three days before `now`, in order; identical for equal `now` and time zone. */
export function makeStory(now: number): Act[] {
  const plan = openPlan(now);
  planOpening(plan);
  planPast(plan);
  planLastDays(plan);
  planReservations(plan);
  planStillOut(plan, STILL_OUT);
  planRoutine(plan);
  planAudits(plan);
  planRoomHandovers(plan);
  return plan.inOrder();
}

/** Due rules by type. */
const RULES: Record<string, DueRule> = {
  day_shift: { time: '18:00' },
  night_shift: { time: '07:00' },
  lock_ups: { time: '06:00' },
  static: { hours: 4 },
};
const STATUSES = [
  { name: 'inactive', displayName: 'Inactive', color: '#6b7280', description: 'Out of use for now' },
  {
    name: 'at_locksmith',
    displayName: 'At locksmith',
    color: '#7c3aed',
    description: 'Being cut or repaired',
  },
];

/** The people, the locations, the buildings, the custom statuses, the due rules, and the sets in four days. */
function planOpening({ calendar, sets, write }: Plan): void {
  const { on } = calendar;
  for (const [index, body] of peopleBy(calendar.now).entries())
    write(on(63, 8.5) + index * 45_000, 'Dana', 'createHolder', body, { makes: body.name });
  for (const [index, { name, description }] of LOCATIONS.entries()) {
    const body = { name, description, type: name.startsWith('Van') ? 'van' : 'office' };
    write(on(63, 8.9) + index * MINUTE, 'Dana', 'createLocation', body, { makes: name });
  }
  for (const [index, body] of BUILDINGS.entries())
    write(on(63, 9.05) + index * 15_000, 'Dana', 'createPremises', body, { makes: body.name });
  const setting = (category: string, body: Act['body'], makes: string) =>
    write(on(63, 9.4), 'Dana', 'createSetting', body, { params: { category }, makes });
  for (const body of STATUSES) setting('statuses', body, body.name);
  for (const [name, due] of Object.entries(RULES))
    setting('keyTypes', { name, displayName: `${TYPE_LABELS[name]}`, due }, name);
  for (const [index, set] of sets.entries()) {
    const at = on(63 - Math.floor(index / 40), 9.5) + (index % 40) * 9.5 * MINUTE;
    set.free = at + HOUR;
    write(at, managerAt(at), 'createKeyBunch', { ...set.form, currentTag: NEXT_TAG }, { makes: set.id });
  }
}
