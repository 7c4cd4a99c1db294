import { eq, sql } from 'drizzle-orm';
import type { ParsedBody } from '../../../shared/api.ts';
import { fullName } from '../../../shared/user-name.ts';
import { users } from '../../database/schema/people.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse, violated } from '../../refusal.ts';
import { type UserRow, userColumns, userOf } from '../auth/auth.ts';
import { denied } from '../auth/grant.ts';
import { recordAuditLog } from '../history/log.ts';
import { emailTaken, inOrder } from './user.ts';

const FIELDS = [
  'firstName',
  'lastName',
  'email',
  'role',
  'customPermissions',
  'allowedLocationIds',
  'isActive',
] as const;

/** Fields of a user's rights. */
const RIGHTS: readonly string[] = ['role', 'customPermissions', 'allowedLocationIds', 'isActive'];

/** Fields that may change. */
export type Wanted = Partial<
  Pick<UserRow, 'email' | 'role' | 'customPermissions' | 'allowedLocationIds' | 'isActive'> & {
    firstName: string;
    lastName: string;
  }
>;

/** The changeable fields of the body. */
export function wantedOf({
  customPermissions,
  allowedLocationIds,
  ...body
}: ParsedBody<'updateUser'>): Wanted {
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

/** Locks a user of the company, or 404. */
export async function lockPerson(tx: Tx, id: number): Promise<UserRow> {
  const [person] = await tx.select(userColumns).from(users).where(eq(users.id, id)).for('no key update');
  if (!person) throw notFound('User not found');
  return person;
}

/** Refuses fields that the caller may not change, unless sent unchanged. */
export function refuseChanged<F extends keyof ParsedBody<'updateUser'> & keyof UserRow>(
  sent: Partial<Record<F, unknown>>,
  before: UserRow,
  fields: readonly F[],
): void {
  const stored = { ...before, permissions: userOf(before).permissions };
  for (const field of fields)
    if (sent[field] !== undefined && !same(sent[field], stored[field])) throw denied();
}

export const lastOne = () => refuse(409, 'At least one active Super Administrator is required');

/** Stores the differences with a log line. */
export async function save(tx: Tx, me: Member, before: UserRow, wanted: Wanted): Promise<void> {
  const changed = FIELDS.filter(
    (field) => wanted[field] !== undefined && !same(wanted[field], before[field]),
  );
  if (changed.length === 0) return;
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
  const self = before.id === me.userId;
  await recordAuditLog(tx, me, {
    action: changed.some((field) => RIGHTS.includes(field)) ? 'user_rights' : 'user_edit',
    description: self ? `${fullName(after)} changed their profile` : `User ${fullName(after)} changed`,
    details: {
      userId: before.id,
      changes: Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }])),
    },
  });
}

/** Lists are equal in any order. */
export const same = (sent: unknown, stored: unknown): boolean =>
  Array.isArray(sent) && Array.isArray(stored)
    ? sent.length === stored.length && sent.every((item) => stored.includes(item))
    : sent === stored;
