import { INVITE_HOURS } from '../../../shared/limits.ts';
import { fullName } from '../../../shared/user-name.ts';
import type { Config } from '../../config.ts';
import { run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { hashOfToken, linkOf, newToken } from '../../identity/token.ts';
import { countLetters, queueLetter } from '../../mail/queue.ts';
import { refuse } from '../../refusal.ts';
import { checkManages, checkNotStronger } from '../auth/grant.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { listed, lockPerson } from './user.ts';

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

export const invitationFeatures = { inviteUser };
