import { asc, sql } from 'drizzle-orm';
import { PERMISSIONS } from '../../../shared/permissions.ts';
import type { ListUser } from '../../../shared/user.ts';
import { isoOf } from '../../database/schema/columns.ts';
import { users } from '../../database/schema/people.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse, violated } from '../../refusal.ts';
import { type UserRow, userColumns, userOf } from '../auth/auth.ts';
import type { Feature } from '../feature.ts';

/** Limit of listed keys per person. */
const HELD_MOST = 1000;

/** All users by name, inactive ones last. */
const listUsers: Feature<'listUsers'> = async ({ tx, me }) => {
  const rows = await tx
    .select(userColumns)
    .from(users)
    .orderBy(
      asc(sql`not is_active`),
      asc(sql`lower(coalesce(first_name, email))`),
      asc(sql`lower(coalesce(last_name, ''))`),
      asc(users.id),
    );
  return asListed(tx, me, rows);
};

export function emailTaken(error: unknown): never {
  if (violated(error) !== 'users_email_key') throw error;
  const message = 'A user with this email already exists';
  throw refuse(409, message, { errors: { email: message }, notable: 'taken email' });
}

/** Known permissions without duplicates, in list order. */
export const inOrder = (permissions: readonly string[]) =>
  PERMISSIONS.filter((permission) => permissions.includes(permission));

/** One user as listed, or 404. */
export async function listed(tx: Tx, me: Member, id: number): Promise<ListUser> {
  const rows = await tx.select(userColumns).from(users).where(sql`${users.id} = ${id}`);
  const [person] = await asListed(tx, me, rows);
  if (!person) throw notFound('User not found');
  return person;
}

/** Keys held by users, in order of identifier. */
async function readHeld(tx: Tx, people: UserRow[]) {
  const { rows } = await tx.execute<{ holder: number; id: number; identifier: string }>(sql`
    select person as holder, held.id, held.identifier
    from unnest(${sql.param(people.map(({ id }) => id))}::int[]) person, lateral (
      select id, identifier from key_bunches where holder_user_id = person order by identifier, id limit ${HELD_MOST}) held`);
  return rows;
}

async function asListed(tx: Tx, me: Member, rows: UserRow[]): Promise<ListUser[]> {
  const invitations = await tx.execute<{ user_id: number; until: string | null }>(
    sql`select user_id, until::text from company_invitations()`,
  );
  const factors = await tx.execute<{ user_id: number }>(sql`select user_id from company_second_factors()`);
  const protectedBy = new Set(factors.rows.map((row) => row.user_id));
  const held = me.permissions.includes('key:view') ? await readHeld(tx, rows) : [];
  const until = new Map(invitations.rows.map((row) => [row.user_id, row.until && isoOf(row.until)]));
  return rows.map((row) => ({
    ...userOf(row),
    customPermissions: inOrder(row.customPermissions),
    invitedUntil: until.get(row.id) ?? null,
    secondFactor: protectedBy.has(row.id),
    holding: held.filter(({ holder }) => holder === row.id),
  }));
}

export const userFeatures = { listUsers };
