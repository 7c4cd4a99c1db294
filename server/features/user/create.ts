import { rolesForNew } from '../../../shared/grant.ts';
import { INVITE_HOURS } from '../../../shared/limits.ts';
import { fullName } from '../../../shared/user-name.ts';
import type { Config } from '../../config.ts';
import { users } from '../../database/schema/people.ts';
import { insert, row, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { hashOfToken, linkOf, newToken } from '../../identity/token.ts';
import { countLetters, queueLetter } from '../../mail/queue.ts';
import { refuse } from '../../refusal.ts';
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
import { recordAuditLog } from '../history/log.ts';
import { emailTaken, inOrder, listed, lockPerson } from './user.ts';

/** Adds a user. They choose a password by a one-time link, mailed, or returned once without mail; inactive users get none yet. */
const createUser: Feature<'createUser'> = async ({ tx, again, body, config }) => {
  const plan = await lockPlan(tx);
  const me = await again();
  const { email, firstName, lastName, role = 'officer', isActive = true } = body;
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
  const about = { email, firstName, lastName, role, customPermissions, allowedLocationIds, isActive };
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
const inviteUser: Feature<'inviteUser'> = async ({ tx, me, params, config }) => {
  const person = await lockPerson(tx, params.id);
  if (person.id === me.userId) throw refuse(409, 'Change your own password on your profile');
  checkNotStronger(me, person);
  checkManages(me, person);
  if (!person.isActive) throw refuse(409, 'Inactive users cannot sign in. Make this user active first.');
  await countLetters(tx, config, [person.email]);
  const inviteUrl = await invite(tx, me, config, person.id);
  await recordAuditLog(tx, me, {
    action: 'user_invite',
    description: `New link to set a password for ${fullName(person)}`,
    details: { userId: person.id, email: person.email, mailed: inviteUrl === undefined },
  });
  return {
    ...(await listed(tx, me, person.id)),
    mailed: config.mail !== null,
    ...(inviteUrl && { inviteUrl }),
  };
};

/** Ends former links and mails a new one, or returns it without mail. */
export async function invite(
  tx: Tx,
  me: Member,
  config: Config,
  person: number,
): Promise<string | undefined> {
  await run(tx, sql`select revoke_links(${person})`);
  if (config.mail) {
    await queueLetter(tx, { kind: 'invite', person, by: me });
    return undefined;
  }
  const token = newToken();
  await run(tx, sql`select keep_invitation(${person}, ${hashOfToken(token)}, ${INVITE_HOURS})`);
  return linkOf(config, token);
}

/**
 * For a user who lost their credentials: ends all second factors, sessions and the password, so that a known password alone does not help.
 * They choose a new one by a link; the letter says who did this.
 */
const resetFactors: Feature<'resetFactors'> = async ({ tx, again, params, config }) => {
  const person = await lockPerson(tx, params.id);
  const me = await again();
  if (person.id === me.userId) throw refuse(409, 'Change your own second factor on your profile');
  checkNotStronger(me, person);
  checkManages(me, person);
  if (!person.isActive) throw refuse(409, 'Inactive users cannot sign in. Make this user active first.');
  await countLetters(tx, config, [person.email]);
  const done = await row(tx, sql<{ reset: boolean }>`select reset_second_factor(${person.id}) as reset`);
  if (!done?.reset) throw refuse(409, 'This user has no second factor');
  await queueLetter(tx, { kind: 'factor_reset', person: person.id, by: me });
  const inviteUrl = await invite(tx, me, config, person.id);
  await recordAuditLog(tx, me, {
    action: 'factor_reset',
    description: `Second factor of ${fullName(person)} reset`,
    details: { userId: person.id, email: person.email, mailed: inviteUrl === undefined },
  });
  return {
    ...(await listed(tx, me, person.id)),
    mailed: config.mail !== null,
    ...(inviteUrl && { inviteUrl }),
  };
};

export const userCreateFeatures = { createUser, inviteUser, resetFactors };
