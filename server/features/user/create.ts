import { sql } from 'drizzle-orm';
import { rolesForNew } from '../../../shared/grant.ts';
import type { Role } from '../../../shared/permissions.ts';
import { fullName } from '../../../shared/user-name.ts';
import type { Tx } from '../../database/transactions.ts';
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
  const made = await insert(tx, {
    email,
    firstName,
    lastName,
    role,
    customPermissions,
    allowedLocationIds,
    isActive,
  });
  await recordAuditLog(tx, me, {
    action: 'user_create',
    description: `User ${fullName({ email, firstName, lastName })} added`,
    details: {
      userId: made,
      email,
      firstName,
      lastName,
      role,
      customPermissions,
      allowedLocationIds,
      isActive,
    },
  });
  const inviteUrl = isActive ? await invite(tx, me, config, made) : undefined;
  const mailed = isActive && config.mail !== null;
  return { ...(await listed(tx, me, made)), mailed, ...(inviteUrl && { inviteUrl }) };
};

type New = {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  customPermissions: string[];
  allowedLocationIds: number[];
  isActive: boolean;
};

/** keyhold_app may insert these columns only: the database sets company and id, the user their password. */
async function insert(tx: Tx, person: New): Promise<number> {
  const { rows } = await tx
    .execute<{ id: number }>(
      sql`insert into users (email, first_name, last_name, role, custom_permissions, allowed_location_ids, is_active)
        values (${person.email}, ${person.firstName}, ${person.lastName}, ${person.role},
          ${sql.param(person.customPermissions)}::text[], ${sql.param(person.allowedLocationIds)}::integer[], ${person.isActive})
        returning id`,
    )
    .catch(emailTaken);
  if (!rows[0]) throw new Error('The database returned no new user');
  return rows[0].id;
}

export const userCreateFeatures = { createUser };
