import { PERMISSIONS } from '../../../shared/permissions.ts';
import type { ListUser } from '../../../shared/user.ts';
import { row, rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse, violated } from '../../refusal.ts';
import { type UserRow, userFields, userOf } from '../auth/auth.ts';
import type { Feature } from '../feature.ts';

/** Limit of listed keys per person. */
const HELD_MOST = 1000;

/** All users by name, inactive ones last. */
const listUsers: Feature<'listUsers'> = async ({ tx, me }) => {
  const people = await rows(
    tx,
    sql<UserRow>`select ${userFields()} from users
      order by not is_active, lower(coalesce(first_name, email)), lower(coalesce(last_name, '')), id`,
  );
  return asListed(tx, me, people);
};

/** Locks a user of the company, or 404. */
export async function lockPerson(tx: Tx, id: number): Promise<UserRow> {
  const person = await row(
    tx,
    sql<UserRow>`select ${userFields()} from users where id = ${id} for no key update`,
  );
  if (!person) throw notFound('User not found');
  return person;
}

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
  const found = await rows(tx, sql<UserRow>`select ${userFields()} from users where id = ${id}`);
  const [person] = await asListed(tx, me, found);
  if (!person) throw notFound('User not found');
  return person;
}

/** Keys held by users, in order of identifier. */
const readHeld = (tx: Tx, people: UserRow[]) =>
  rows(
    tx,
    sql<{ holder: number; id: number; identifier: string }>`select person as holder, held.id, held.identifier
      from unnest(${people.map(({ id }) => id)}::int[]) person, lateral (
        select id, identifier from key_bunches where holder_user_id = person order by identifier, id limit ${HELD_MOST}) held`,
  );

async function asListed(tx: Tx, me: Member, people: UserRow[]): Promise<ListUser[]> {
  const [invitations, factors, held] = await Promise.all([
    rows(
      tx,
      sql<{ id: number; until: string | null }>`select user_id as id, until from company_invitations()`,
    ),
    rows(tx, sql<{ id: number }>`select user_id as id from company_second_factors()`),
    me.permissions.includes('key:view') ? readHeld(tx, people) : [],
  ]);
  const until = new Map(invitations.map((one) => [one.id, one.until]));
  const protectedBy = new Set(factors.map(({ id }) => id));
  return people.map((person) => ({
    ...userOf(person),
    customPermissions: inOrder(person.customPermissions),
    invitedUntil: until.get(person.id) ?? null,
    secondFactor: protectedBy.has(person.id),
    holding: held.filter(({ holder }) => holder === person.id),
  }));
}

export const userFeatures = { listUsers };
