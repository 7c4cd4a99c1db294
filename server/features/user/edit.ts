import { eq, sql } from 'drizzle-orm';
import { mayAssign } from '../../../shared/grant.ts';
import { fullName } from '../../../shared/user.ts';
import { users } from '../../database/schema.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkFresh, notFound, refuse, violated } from '../../http/refusal.ts';
import { checkPassword } from '../../identity/password-hash.ts';
import { recordAuditLog } from '../audit-log/audit-log.ts';
import { type UserRow, userColumns, userOf } from '../auth/auth.ts';
import { enforcePlanLimit, lockPlan } from '../company/plan.ts';
import type { Feature } from '../feature.ts';
import { checkGrants, checkLocations, checkNotStronger, checkTakeOver, denied, rightsOf } from './grant.ts';
import { emailTaken, inOrder, listed } from './user.ts';

type Call = Parameters<Feature<'updateUser'>>[0];

/** PATCH /api/users/{id}: oneself by S-18, everybody else by S-16. */
const updateUser: Feature<'updateUser'> = (call) =>
  call.params.id === call.me.userId ? updateOneself(call) : updateAnother(call);

const FIELDS = [
  'firstName',
  'lastName',
  'email',
  'role',
  'customPermissions',
  'allowedLocationIds',
  'isActive',
] as const;
/** Fields of rights: one's own may be sent only as they are (S-18). */
const RIGHTS = [
  'role',
  'permissions',
  'customPermissions',
  'allowedLocationIds',
  'isActive',
  'companyId',
] as const;
/** Nobody's to change: the override list (S-19) and the company. */
const FIXED = ['permissions', 'companyId'] as const;

/** Somebody changes their own name or email. A changed email needs the current password. */
async function updateOneself({ tx, me, body, ifMatch }: Call) {
  const before = await take(tx, me.userId);
  refuseChanged(body, before, RIGHTS);
  checkFresh(ifMatch, before.updatedAt);
  const { firstName, lastName, email, currentPassword } = body;
  if (email !== undefined && email !== before.email && !(await passwordIsRight(tx, currentPassword))) {
    const message = currentPassword ? 'The current password is incorrect' : 'Current password is required';
    throw refuse(400, message, {
      errors: { currentPassword: message },
      ...(currentPassword && { notable: 'wrong password' as const }),
    });
  }
  return save(tx, me, before, { firstName, lastName, email });
}

/**
 * Somebody manages another. The company's row is locked, so that of two at once the second decides on what the first left: the last
 * super_admin stays and the plan's count holds.
 */
async function updateAnother({ tx, me, params, body, ifMatch }: Call) {
  if (!me.permissions.includes('user:edit')) throw denied();
  const plan = await lockPlan(tx);
  const before = await take(tx, params.id);
  checkNotStronger(me, before);
  refuseChanged(body, before, FIXED);
  checkFresh(ifMatch, before.updatedAt);
  const wanted = wantedOf(body);
  const after = { ...before, ...wanted };
  if (!mayAssign(rightsOf(me))) refuseChanged(wanted, before, ['role', 'customPermissions']);
  checkGrants(me, before, after);
  if (after.email !== before.email) checkTakeOver(me, before);
  await checkLocations(tx, me, before.allowedLocationIds, after.allowedLocationIds);
  await keepSuperAdmin(tx, before, after);
  const saved = await save(tx, me, before, wanted);
  if (after.isActive && !before.isActive) await enforcePlanLimit(tx, plan, 'users', 1);
  if (!after.isActive || after.role !== before.role) await tx.execute(sql`select end_sessions(${before.id})`);
  if (!after.isActive) await tx.execute(sql`select revoke_links(${before.id})`);
  return saved;
}

type Wanted = Partial<
  Pick<UserRow, 'email' | 'role' | 'customPermissions' | 'allowedLocationIds' | 'isActive'> & {
    firstName: string;
    lastName: string;
  }
>;

/** What the body asks for, of what may change. */
function wantedOf({ customPermissions, allowedLocationIds, ...body }: Call['body']): Wanted {
  const { firstName, lastName, email, role, isActive } = body;
  return defined({
    firstName,
    lastName,
    email,
    role,
    isActive,
    customPermissions: customPermissions && inOrder(customPermissions),
    allowedLocationIds: allowedLocationIds && [...new Set(allowedLocationIds)],
  });
}

const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

async function take(tx: Tx, id: number): Promise<UserRow> {
  const [person] = await tx.select(userColumns).from(users).where(eq(users.id, id)).for('no key update');
  if (!person) throw notFound('User not found');
  return person;
}

/** Refuses fields that are not the caller's to change, unless they are sent as they stand. */
function refuseChanged<F extends (typeof RIGHTS)[number]>(
  sent: Partial<Record<F, unknown>>,
  before: UserRow,
  fields: readonly F[],
): void {
  const stored = { ...before, permissions: userOf(before).permissions };
  for (const field of fields)
    if (sent[field] !== undefined && !same(sent[field], stored[field])) throw denied();
}

/** The last active super_admin is neither demoted nor deactivated (S-16). Behind the company's lock. */
async function keepSuperAdmin(tx: Tx, before: UserRow, after: UserRow): Promise<void> {
  const wasOne = before.role === 'super_admin' && before.isActive;
  if (!wasOne || (after.role === 'super_admin' && after.isActive)) return;
  const others = await tx.$count(users, sql`role = 'super_admin' and is_active and id <> ${before.id}`);
  if (others === 0) throw lastOne();
}

const lastOne = () => refuse(409, 'At least one active Super Administrator is required');

/** Writes what differs, with its line in the log; the old address hears of a new one, and its links end. */
async function save(tx: Tx, me: Member, before: UserRow, wanted: Wanted) {
  const changed = FIELDS.filter(
    (field) => wanted[field] !== undefined && !same(wanted[field], before[field]),
  );
  if (changed.length === 0) return listed(tx, me, before.id);
  const [after] = await tx
    .update(users)
    .set({
      ...Object.fromEntries(changed.map((field) => [field, wanted[field]])),
      updatedAt: sql`clock()` as unknown as string,
    })
    .where(eq(users.id, before.id))
    .returning(userColumns)
    .catch((error: unknown) => {
      if (violated(error) === 'users_last_super_admin') throw lastOne();
      return emailTaken(error);
    });
  if (!after) throw notFound('User not found');
  if (after.email !== before.email) {
    await tx.execute(sql`select revoke_links(${before.id})`);
    await tx.execute(
      sql`select queue_letter('email_changed', ${before.id}, ${before.email}, ${fullName(me)})`,
    );
  }
  const self = before.id === me.userId;
  await recordAuditLog(tx, me, {
    action: 'user_edit',
    description: self ? `${fullName(after)} changed their profile` : `User ${fullName(after)} changed`,
    details: {
      userId: before.id,
      changes: Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }])),
    },
  });
  return listed(tx, me, before.id);
}

/** The caller's own password; an account without one, made by the identity provider, has no right answer. */
async function passwordIsRight(tx: Tx, password: string | undefined): Promise<boolean> {
  if (!password) return false;
  const { rows } = await tx.execute<{ hash: string | null }>(sql`select own_password() as hash`);
  return checkPassword(rows[0]?.hash ?? null, password);
}

const same = (sent: unknown, stored: unknown): boolean =>
  Array.isArray(sent) && Array.isArray(stored)
    ? sent.length === stored.length && sent.every((item) => stored.includes(item))
    : sent === stored;

export const userEditFeatures = { updateUser };
