import type { ParsedBody } from '../../../shared/api.ts';
import { mayAssign } from '../../../shared/grant.ts';
import type { EditedUser } from '../../../shared/user.ts';
import { fullName } from '../../../shared/user-name.ts';
import type { Config } from '../../config.ts';
import { users } from '../../database/schema/accounts.ts';
import { assign, row, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkConfirmed } from '../../identity/confirmation.ts';
import { checkPassword } from '../../identity/password-hash.ts';
import { hasOwnFactor } from '../../identity/second-factor.ts';
import { countLetters, queueLetter } from '../../mail/queue.ts';
import { checkFresh, notFound, refuse, violated } from '../../refusal.ts';
import { noteEnded, tokensOf } from '../auth/api-token.ts';
import { type UserRow, userFields, userOf } from '../auth/auth.ts';
import {
  checkGrants,
  checkLocations,
  checkManages,
  checkNotStronger,
  denied,
  rightsOf,
} from '../auth/grant.ts';
import { enforcePlanLimit, lockPlan } from '../company/plan.ts';
import type { Feature } from '../feature.ts';
import { changesOf, recordAuditLog } from '../history/log.ts';
import { emailTaken, inOrder, invite, listed, lockUser } from './user.ts';

type Call = Parameters<Feature<'updateUser'>>[0];

/** PATCH /api/users/{id}: the caller themselves by S-18, other users by S-16. */
const updateUser: Feature<'updateUser'> = (call) =>
  call.params.id === call.me.userId ? updateOneself(call) : updateAnother(call);

/** Fields of rights: one's own may only be sent unchanged (S-18). */
const RIGHTS = [
  'role',
  'permissions',
  'customPermissions',
  'allowedLocationIds',
  'isActive',
  'approver',
  'companyId',
] as const;
/** Rights and sign-in: not for callers who see less than the user does. */
const MANAGED = ['email', 'role', 'customPermissions', 'isActive', 'approver'] as const;
/** Never changeable: the override list (S-19) and the company. */
const FIXED = ['permissions', 'companyId'] as const;

/**
 * Changes the caller's own name or email. A new email needs the current password, and with a second factor a confirmation; sessions stay.
 */
async function updateOneself({ tx, me, body, ifMatch, config }: Call): Promise<EditedUser> {
  const before = await lockUser(tx, me.userId);
  refuseChanged(body, before, RIGHTS);
  checkFresh(ifMatch, before.updatedAt);
  const { firstName, lastName, email, currentPassword } = body;
  const moves = email !== undefined && email !== before.email;
  if (moves && !(await passwordIsRight(tx, currentPassword))) {
    const message = currentPassword ? 'The current password is incorrect' : 'Current password is required';
    throw refuse(400, message, {
      code: 'wrong_password',
      errors: { currentPassword: message },
      ...(currentPassword && { notable: 'wrong password' as const }),
    });
  }
  if (moves && (await hasOwnFactor(tx))) checkConfirmed(me);
  if (moves) await countLetters(tx, config, [before.email, email]);
  await save(tx, me, before, { firstName, lastName, email });
  if (moves) {
    await run(tx, sql`select revoke_links(${me.userId})`);
    await queueLetter(tx, { kind: 'email_changed', userId: me.userId, to: before.email });
    await queueLetter(tx, { kind: 'email_confirmed', userId: me.userId });
  }
  return listed(tx, me, me.userId);
}

function checkEdits(me: Member): void {
  if (!me.permissions.includes('user:edit')) throw denied();
}

/**
 * Manages another user. Locks the company's row, so that parallel changes see each other: one super_admin remains and the plan's count
 * holds.
 */
async function updateAnother(call: Call): Promise<EditedUser> {
  const { tx, params, body, ifMatch, config } = call;
  checkEdits(call.me);
  const plan = await lockPlan(tx);
  const me = await call.again();
  checkEdits(me);
  const before = await lockUser(tx, params.id);
  checkNotStronger(me, before);
  refuseChanged(body, before, FIXED);
  checkFresh(ifMatch, before.updatedAt);
  const wanted = changesIn(body);
  const after = { ...before, ...wanted };
  if (!mayAssign(rightsOf(me))) refuseChanged(wanted, before, ['role', 'customPermissions']);
  checkGrants(me, before, after);
  const changes = (field: keyof typeof after) => !isSame(after[field], before[field]);
  if (MANAGED.some(changes)) checkManages(me, before);
  if ([...MANAGED, 'allowedLocationIds' as const].some(changes)) checkConfirmed(me);
  await checkLocations(tx, me, before.allowedLocationIds, after.allowedLocationIds);
  await keepSuperAdmin(tx, before, after);
  // Before the email is checked, as when adding a user.
  if (after.isActive && !before.isActive) await enforcePlanLimit(tx, plan, 'users');
  const moves = after.email !== before.email;
  if (moves) await countLetters(tx, config, [before.email, after.email]);
  const ended = before.isActive && !after.isActive ? await tokensOf(tx, before.id) : [];
  await save(tx, me, before, wanted);
  await noteEnded(tx, me, ended);
  if (!after.isActive || after.role !== before.role) await run(tx, sql`select end_sessions(${before.id})`);
  if (!after.isActive) await run(tx, sql`select revoke_links(${before.id})`);
  const link = moves ? await moveAccount(tx, me, config, before, after.isActive) : undefined;
  return { ...(await listed(tx, me, before.id)), ...link };
}

/**
 * Another user's new email hands the account to the new mailbox: sessions, links, password, second factors and identities end, both
 * addresses are notified, and the new one gets a link to choose a password, unless inactive.
 */
async function moveAccount(tx: Tx, me: Member, config: Config, before: UserRow, isActive: boolean) {
  await run(tx, sql`select transfer_account(${before.id})`);
  await queueLetter(tx, { kind: 'email_changed', userId: before.id, to: before.email, by: me });
  if (!isActive) return undefined;
  const inviteUrl = await invite(tx, me, config, before.id);
  return { mailed: config.mail !== null, ...(inviteUrl && { inviteUrl }) };
}

/** The last active super_admin is neither demoted nor deactivated (S-16). Under the company's lock. */
async function keepSuperAdmin(tx: Tx, before: UserRow, after: UserRow): Promise<void> {
  const wasOne = before.role === 'super_admin' && before.isActive;
  if (!wasOne || (after.role === 'super_admin' && after.isActive)) return;
  const others = await run(
    tx,
    sql`select from users where role = 'super_admin' and is_active and id <> ${before.id} limit 1`,
  );
  if (others === 0) throw lastOne();
}

/** The caller's own password; never right for an account without one (single sign-on). */
async function passwordIsRight(tx: Tx, password: string | undefined): Promise<boolean> {
  if (!password) return false;
  const own = await row(tx, sql<{ hash: string | null }>`select own_password() as hash`);
  return checkPassword(own?.hash ?? null, password);
}

const FIELDS = [
  'firstName',
  'lastName',
  'email',
  'role',
  'customPermissions',
  'allowedLocationIds',
  'isActive',
  'approver',
] as const;

/** Fields that may change. */
type UserChanges = Partial<
  Pick<UserRow, 'email' | 'role' | 'customPermissions' | 'allowedLocationIds' | 'isActive' | 'approver'> & {
    firstName: string;
    lastName: string;
  }
>;

/** The changeable fields of the body. */
function changesIn({
  customPermissions,
  allowedLocationIds,
  ...body
}: ParsedBody<'updateUser'>): UserChanges {
  const { firstName, lastName, email, role, isActive, approver } = body;
  return defined({
    firstName,
    lastName,
    email,
    role,
    isActive,
    approver,
    customPermissions: customPermissions && inOrder(customPermissions),
    allowedLocationIds: allowedLocationIds && [...new Set(allowedLocationIds)],
  });
}

const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Refuses fields that the caller may not change, unless sent unchanged. */
function refuseChanged<F extends keyof ParsedBody<'updateUser'> & keyof UserRow>(
  sent: Partial<Record<F, unknown>>,
  before: UserRow,
  fields: readonly F[],
): void {
  const stored = { ...before, permissions: userOf(before).permissions };
  for (const field of fields)
    if (sent[field] !== undefined && !isSame(sent[field], stored[field])) throw denied();
}

const lastOne = () =>
  refuse(409, 'At least one active Super Administrator is required', { code: 'last_administrator' });

/** Stores the differences with a log line. */
async function save(tx: Tx, me: Member, before: UserRow, wanted: UserChanges): Promise<void> {
  const changed = FIELDS.filter(
    (field) => wanted[field] !== undefined && !isSame(wanted[field], before[field]),
  );
  if (changed.length === 0) return;
  const changes = {
    ...Object.fromEntries(changed.map((field) => [field, wanted[field]])),
    updatedAt: sql`clock()`,
  };
  const after = await row(
    tx,
    sql<UserRow>`update users set ${assign(users, changes)} where id = ${before.id} returning ${userFields()}`,
  ).catch((error: unknown) => {
    if (violated(error) === 'users_last_super_admin') throw lastOne();
    return emailTaken(error);
  });
  if (!after) throw notFound('User not found');
  const self = before.id === me.userId;
  await recordAuditLog(tx, me, {
    action: changed.some((field) => (RIGHTS as readonly string[]).includes(field))
      ? 'user_rights'
      : 'user_edit',
    description: self ? `${fullName(after)} changed their profile` : `User ${fullName(after)} changed`,
    details: { userId: before.id, changes: changesOf(changed, before, after) },
  });
}

/** Lists are equal in any order. */
const isSame = (sent: unknown, stored: unknown): boolean =>
  Array.isArray(sent) && Array.isArray(stored)
    ? sent.length === stored.length && sent.every((item) => stored.includes(item))
    : sent === stored;

export const userEditFeatures = { updateUser };
