import { fullName } from '../../../shared/user-name.ts';
import { row, sql } from '../../database/sql.ts';
import { countLetters, queueLetter } from '../../mail/queue.ts';
import { refuse } from '../../refusal.ts';
import { checkManages, checkNotStronger } from '../auth/grant.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { invite } from './invitation.ts';
import { listed, lockPerson } from './user.ts';

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

export const resetFactorsFeatures = { resetFactors };
