import { rolesForNew } from '../../../shared/grant.ts';
import { fullName } from '../../../shared/user-name.ts';
import { users } from '../../database/schema/people.ts';
import { insert, row, sql } from '../../database/sql.ts';
import { countLetters } from '../../mail/queue.ts';
import { checkGrants, checkLocations, denied, rightsOf } from '../auth/grant.ts';
import { enforcePlanLimit, lockPlan } from '../company/plan.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { invite } from './invitation.ts';
import { emailTaken, inOrder, listed } from './user.ts';

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

export const userCreateFeatures = { createUser };
