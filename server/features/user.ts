import { eq, sql } from 'drizzle-orm';
import { REFUSALS } from '../../shared/messages.ts';
import { PERMISSIONS } from '../../shared/permissions.ts';
import { fullName } from '../../shared/user.ts';
import { users } from '../database/schema.ts';
import type { Feature } from '../feature.ts';
import { checkPassword } from '../password.ts';
import { checkFresh, refuse, violated } from '../refusal.ts';
import type { Tx } from '../tenant.ts';
import { log } from './audit-log.ts';
import { type UserRow, userColumns, userOf } from './auth.ts';

/** Fields of rights: one's own may be sent only as they are (DECISIONS S-18). */
const RIGHTS = [
  'role',
  'permissions',
  'customPermissions',
  'allowedLocationIds',
  'isActive',
  'companyId',
] as const;

/** Somebody changes their own name or email. A changed email needs the current password (DECISIONS S-18). */
const updateUser: Feature<'updateUser'> = async ({ tx, me, params, body, ifMatch }) => {
  if (params.id !== me.userId) throw refuse(403, REFUSALS.forbidden);
  const [before] = await tx.select(userColumns).from(users).where(eq(users.id, me.userId)).for('update');
  if (!before) throw refuse(401, REFUSALS.unauthorized);
  const stored = { ...before, permissions: userOf(before).permissions };
  for (const field of RIGHTS) {
    if (body[field] !== undefined && !same(body[field], stored[field])) throw refuse(403, REFUSALS.forbidden);
  }
  const { firstName, lastName, email, currentPassword } = body;
  checkFresh(ifMatch, before.updatedAt);
  if (email !== undefined && email !== before.email && !(await passwordIsRight(tx, currentPassword))) {
    const message = currentPassword ? 'The current password is not right' : 'Current password is required';
    throw refuse(400, message, { errors: { currentPassword: message } });
  }
  const changed = (['firstName', 'lastName', 'email'] as const).filter(
    (field) => body[field] !== undefined && body[field] !== before[field],
  );
  if (changed.length === 0) return listUserOf(before);
  const [after = before] = await tx
    .update(users)
    .set({ firstName, lastName, email, updatedAt: sql`clock()` as unknown as string })
    .where(eq(users.id, me.userId))
    .returning(userColumns)
    .catch((error: unknown) => {
      if (violated(error) !== 'users_email_key') throw error;
      const message = 'A user with this email already exists';
      throw refuse(409, message, { errors: { email: message } });
    });
  await log(tx, me, {
    action: 'user_edit',
    description: `${fullName(after)} changed their profile`,
    details: {
      changes: Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }])),
    },
  });
  return listUserOf(after);
};

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

const listUserOf = (row: UserRow) => ({
  ...userOf(row),
  customPermissions: PERMISSIONS.filter((permission) => row.customPermissions.includes(permission)),
});

export const userFeatures = { updateUser };
