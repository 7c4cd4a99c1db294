import { rolesForNew } from '../../../shared/grant.ts';
import { INVITE_HOURS } from '../../../shared/limits.ts';
import { PERMISSIONS } from '../../../shared/permissions.ts';
import type { ListUser } from '../../../shared/user.ts';
import { fullName } from '../../../shared/user-name.ts';
import type { Config } from '../../config.ts';
import { users } from '../../database/schema/accounts.ts';
import { insert, raw, row, rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { hashOfToken, linkOf, newToken } from '../../identity/token.ts';
import { countLetters, queueLetter } from '../../mail/queue.ts';
import { checkFresh, notFound, refuse, violated } from '../../refusal.ts';
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
import { cutPage, readCursor, writeCursor } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';

/** Limit of listed keys per user. */
const HELD_MOST = 1000;

const PAGE = 50;
/** By name, inactive ones last. */
const ORDER = raw(
  "case when is_active then 1 else 2 end, lower(coalesce(first_name, email)), lower(coalesce(last_name, '')), id",
);
const PARTS = [{ kind: 'id' }, { kind: 'text' }, { kind: 'text' }, { kind: 'id' }] as const;
const cursorOf = ({ isActive, firstName, lastName, email, id }: UserRow) =>
  writeCursor([isActive ? 1 : 2, firstName ?? email, lastName ?? '', id]);

function behind(cursor: string) {
  const [rank, first, last, id] = readCursor(cursor, PARTS);
  return sql`where (${ORDER}) > (${rank}::int, lower(${first}), lower(${last}), ${id})`;
}

/** Users by name, inactive ones last: all of them without a limit and a cursor. */
const listUsers: Feature<'listUsers'> = async ({ tx, me, query }) => {
  const { cursor, limit = cursor ? PAGE : null } = query;
  const found = await rows(
    tx,
    sql<UserRow>`select ${userFields()} from users ${cursor ? behind(cursor) : sql``}
      order by ${ORDER} limit ${limit === null ? null : limit + 1}`,
  );
  const { shown, next } = cutPage(found, limit ?? found.length, cursorOf);
  return new Page(await asListed(tx, me, shown), null, next);
};

/** Locks a user of the company, or 404. */
export async function lockUser(tx: Tx, id: number): Promise<UserRow> {
  const user = await row(
    tx,
    sql<UserRow>`select ${userFields()} from users where id = ${id} for no key update`,
  );
  if (!user) throw notFound('User not found');
  return user;
}

export function emailTaken(error: unknown): never {
  if (violated(error) !== 'users_email_key') throw error;
  const message = 'A user with this email already exists';
  throw refuse(409, message, { code: 'taken', errors: { email: message }, notable: 'taken email' });
}

/** Known permissions without duplicates, in list order. */
export const inOrder = (permissions: readonly string[]) =>
  PERMISSIONS.filter((permission) => permissions.includes(permission));

/** One user as listed, or 404. */
export async function listed(tx: Tx, me: Member, id: number): Promise<ListUser> {
  const found = await rows(tx, sql<UserRow>`select ${userFields()} from users where id = ${id}`);
  const [user] = await asListed(tx, me, found);
  if (!user) throw notFound('User not found');
  return user;
}

/** Keys held by users, in order of identifier. */
const readHeld = (tx: Tx, found: UserRow[]) =>
  rows(
    tx,
    sql<{ holder: number; id: number; identifier: string }>`select one as holder, held.id, held.identifier
      from unnest(${found.map(({ id }) => id)}::int[]) one, lateral (
        select id, identifier from key_bunches where holder_user_id = one order by identifier, id limit ${HELD_MOST}) held`,
  );

async function asListed(tx: Tx, me: Member, found: UserRow[]): Promise<ListUser[]> {
  const [invitations, factors, held] = await Promise.all([
    rows(
      tx,
      sql<{ id: number; until: string | null }>`select user_id as id, until from company_invitations()`,
    ),
    rows(tx, sql<{ id: number }>`select user_id as id from company_second_factors()`),
    me.permissions.includes('key:view') ? readHeld(tx, found) : [],
  ]);
  const until = new Map(invitations.map((one) => [one.id, one.until]));
  const protectedBy = new Set(factors.map(({ id }) => id));
  return found.map((user) => ({
    ...userOf(user),
    customPermissions: inOrder(user.customPermissions),
    invitedUntil: until.get(user.id) ?? null,
    secondFactor: protectedBy.has(user.id),
    approver: user.approver,
    holding: held.filter(({ holder }) => holder === user.id),
  }));
}

/** Adds a user. They choose a password by a one-time link, mailed, or returned once without mail; inactive users get none yet. */
const createUser: Feature<'createUser'> = async ({ tx, again, body, config }) => {
  const plan = await lockPlan(tx);
  const me = await again();
  const { email, firstName, lastName, role = 'officer', isActive = true, approver = false } = body;
  const customPermissions = inOrder(body.customPermissions ?? []);
  const allowedLocationIds = [...new Set(body.allowedLocationIds ?? [])];
  if (!rolesForNew(rightsOf(me)).includes(role)) throw denied();
  checkGrants(me, null, { role, permissions: [], customPermissions, allowedLocationIds });
  await checkLocations(tx, me, null, allowedLocationIds);
  // Before the email is checked: with a full plan nothing reveals which emails have accounts.
  if (isActive) {
    await enforcePlanLimit(tx, plan, 'users');
    await countLetters(tx, config, [email]);
  }
  // keyhold_app may insert these columns only: the database sets company and id, the user their password.
  const about = {
    email,
    firstName,
    lastName,
    role,
    customPermissions,
    allowedLocationIds,
    isActive,
    approver,
  };
  const made = await row(tx, sql<{ id: number }>`${insert(users, about)} returning id`).catch(emailTaken);
  if (!made) throw new Error('The database returned no new user');
  await recordAuditLog(tx, me, {
    action: 'user_create',
    description: `User ${fullName({ email, firstName, lastName })} added`,
    details: { userId: made.id, ...about },
  });
  const inviteUrl = isActive ? await invite(tx, me, config, made.id) : undefined;
  const mailed = isActive && config.mail !== null;
  return { ...(await listed(tx, me, made.id)), mailed, ...(inviteUrl && { inviteUrl }) };
};

/** A new link for a user, ending former ones: after an expired invitation, and as the reset without mail (S-10). */
const inviteUser: Feature<'inviteUser'> = async ({ tx, me, params, config, ifMatch }) => {
  const user = await lockUser(tx, params.id);
  checkFresh(ifMatch, user.updatedAt);
  await checkNewLink(tx, me, config, user, 'Change your own password on your profile');
  const description = `New link to set a password for ${fullName(user)}`;
  return newLink(tx, me, config, user, { action: 'user_invite', description });
};

/** Refuses a new link for oneself (`own` is the text), for users with other rights than the caller manages, and for inactive ones. */
async function checkNewLink(tx: Tx, me: Member, config: Config, user: UserRow, own: string): Promise<void> {
  if (user.id === me.userId) throw refuse(409, own, { code: 'oneself' });
  checkNotStronger(me, user);
  checkManages(me, user);
  if (!user.isActive)
    throw refuse(409, 'Inactive users cannot sign in. Make this user active first.', { code: 'inactive' });
  await countLetters(tx, config, [user.email]);
}

/** Sends the link with a log line; the reply has it without mail. */
async function newLink(
  tx: Tx,
  me: Member,
  config: Config,
  user: UserRow,
  logged: { action: string; description: string },
) {
  const inviteUrl = await invite(tx, me, config, user.id);
  await run(tx, sql`update users set updated_at = clock() where id = ${user.id}`);
  await recordAuditLog(tx, me, {
    ...logged,
    details: { userId: user.id, email: user.email, mailed: inviteUrl === undefined },
  });
  const shown = await listed(tx, me, user.id);
  return { ...shown, mailed: config.mail !== null, ...(inviteUrl && { inviteUrl }) };
}

/** Ends former links and mails a new one, or returns it without mail. */
export async function invite(
  tx: Tx,
  me: Member,
  config: Config,
  userId: number,
): Promise<string | undefined> {
  await run(tx, sql`select revoke_links(${userId})`);
  if (config.mail) {
    await queueLetter(tx, { kind: 'invite', userId, by: me });
    return undefined;
  }
  const token = newToken();
  await run(tx, sql`select store_invitation(${userId}, ${hashOfToken(token)}, ${INVITE_HOURS})`);
  return linkOf(config, token);
}

/**
 * For a user who lost their credentials: ends all second factors, sessions and the password, so that a known password alone does not help.
 * They choose a new one by a link; the letter says who did this.
 */
const resetFactors: Feature<'resetFactors'> = async ({ tx, again, params, config }) => {
  const user = await lockUser(tx, params.id);
  const me = await again();
  await checkNewLink(tx, me, config, user, 'Change your own second factor on your profile');
  const done = await row(tx, sql<{ reset: boolean }>`select reset_second_factor(${user.id}) as reset`);
  if (!done?.reset) throw refuse(409, 'This user has no second factor', { code: 'no_second_factor' });
  await queueLetter(tx, { kind: 'factor_reset', userId: user.id, by: me });
  const description = `Second factor of ${fullName(user)} reset`;
  return newLink(tx, me, config, user, { action: 'factor_reset', description });
};

export const userFeatures = { listUsers, createUser, inviteUser, resetFactors };
