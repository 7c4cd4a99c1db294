import type { BodyOf } from '../../../shared/api.ts';
import { seesEverywhere } from '../../../shared/grant.ts';
import { effectivePermissions, hasPermission, type Permission } from '../../../shared/permissions.ts';
import { users } from '../../database/schema/accounts.ts';
import { columns, row, run, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { checkPassword } from '../../identity/password-hash.ts';
import { noCaller, refusalOf, refuse } from '../../refusal.ts';
import type { UserRow } from '../auth/auth.ts';
import { type Logged, recordAuditLogAs } from '../history/log.ts';
import type { PreCompanyFeature } from '../pre-company.ts';

// What a tablet does before the database knows a caller: in system transactions, confirmed by a code or by a user.

/** A kiosk that is not revoked, and who made its code. */
export type Bound = { id: number; companyId: number; name: string; locationId: number; coder: UserRow };

const KIOSKS = sql<Bound>`select k.id, k.company_id as "companyId", k.name, k.location_id as "locationId",
    ${columns(users, { alias: 'u', record: 'coder', without: ['password'] })}
  from kiosks k join users u on u.company_id = k.company_id and u.id = k.code_by join companies c on c.id = k.company_id and c.is_active`;

/** The kiosk that `where` names, locked: its turn first, as its own calls and revoking do, so that none waits for another. */
export async function lockBound(tx: Tx, where: Sql): Promise<Bound | undefined> {
  const found = await row(tx, sql<Bound>`${KIOSKS} where k.revoked_at is null and ${where}`);
  if (!found) return undefined;
  await run(
    tx,
    sql`select from kiosk_turns where company_id = ${found.companyId} and kiosk_id = ${found.id} for update`,
  );
  return row(tx, sql<Bound>`${KIOSKS} where k.revoked_at is null and ${where} for update of k`);
}

export const forgetPerson = (tx: Tx, { id, companyId }: Bound) =>
  run(
    tx,
    sql`update kiosk_turns set holder_id = null, badge = null, is_open = false, until = null, offered_id = null
      where company_id = ${companyId} and kiosk_id = ${id}`,
  );

/** Writes to the log what a user did at the tablet of a kiosk. */
export const logAtTablet = (tx: Tx, kiosk: Bound, by: UserRow, logged: Logged) =>
  recordAuditLogAs(
    tx,
    {
      companyId: kiosk.companyId,
      userId: by.id,
      firstName: by.firstName,
      lastName: by.lastName,
      email: by.email,
      tokenId: null,
    },
    {
      locationId: kiosk.locationId,
      ...logged,
      details: { ofKiosk: kiosk.id, name: kiosk.name, ...logged.details },
    },
  );

const WRONG = 'Invalid email or password';

type Call = Parameters<PreCompanyFeature<'leaveKiosk' | 'acknowledgeReturn'>>[0];

/**
 * Runs `work` for the calling tablet's kiosk and the active user of its company whose email and password the body has. Failures count as
 * those of a sign-in.
 */
export async function confirmedByUser<T>(
  call: Call,
  work: (tx: Tx, kiosk: Bound, by: UserRow) => Promise<T>,
): Promise<T> {
  const { transactions, attempts, tablet } = call;
  const { email, password } = call.body as BodyOf<'leaveKiosk'>;
  if (!tablet.sid) throw noCaller(true);
  const own = await transactions.forCompanyReadOnly(tablet.sid, async (_tx, { kiosk, user }) => ({
    id: kiosk?.id ?? 0,
    companyId: user.companyId,
  }));
  const account = email.toLowerCase();
  await attempts.logIn(call, account);
  try {
    const done = await transactions.forSystem(async (tx) => {
      const kiosk = await lockBound(
        tx,
        sql`k.company_id = ${own.companyId} and k.id = ${own.id} and k.is_bound`,
      );
      if (!kiosk) throw noCaller(true);
      return work(tx, kiosk, await userOf(tx, kiosk, account, password));
    });
    await attempts.uncount(call, account);
    return done;
  } catch (error) {
    if ((refusalOf(error)?.status ?? 500) !== 400)
      await attempts.uncount(call, account).catch(() => undefined);
    throw error;
  }
}

async function userOf(tx: Tx, { companyId }: Bound, email: string, password: string): Promise<UserRow> {
  const found = await row(
    tx,
    sql<UserRow & { password: string | null }>`select ${columns(users)} from users
      where email = ${email} and company_id = ${companyId} and is_active`,
  );
  const isRight = await checkPassword(found?.password ?? null, password);
  if (!found || !isRight) throw refuse(400, WRONG, { code: 'wrong_password', errors: { password: WRONG } });
  return found;
}

/** Whether a user has a permission at a location. */
export function mayAt(user: UserRow, permission: Permission, locationId: number): boolean {
  const rights = { ...user, permissions: effectivePermissions(user) };
  const seesIt = seesEverywhere(rights) || user.allowedLocationIds.includes(locationId);
  return seesIt && hasPermission(rights, permission);
}
