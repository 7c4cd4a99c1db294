import { PASSKEYS_MAX } from '../../../shared/second-factor.ts';
import { fullName } from '../../../shared/user-name.ts';
import { passkeys } from '../../database/schema/people.ts';
import { insert, row, run, sql } from '../../database/sql.ts';
import { keepChallenge, takeChallenge } from '../../identity/factor-challenge.ts';
import { askForNew, passkeysOf, readNew } from '../../identity/passkey.ts';
import { notFound, refuse, violated } from '../../refusal.ts';
import type { PreCompanyFeature } from '../feature.ts';
import { factorAdded, factorRemoved } from './factor.ts';
import { NO_PASSKEYS } from './factor-answer.ts';
import { onOwnFactors } from './own-account.ts';

const ENDED = 'Setting up took too long. Try again.';
const NOT_ACCEPTED = 'This passkey was not accepted';

const beginPasskey: PreCompanyFeature<'beginPasskey'> = (call) =>
  onOwnFactors(call, async (tx, { user, sid }) => {
    if (!call.site) throw refuse(409, NO_PASSKEYS);
    const known = await passkeysOf(tx, user.id);
    if (known.length >= PASSKEYS_MAX)
      throw refuse(409, `You have ${PASSKEYS_MAX} passkeys. Remove one you no longer use first.`);
    const options = await askForNew(
      call.site,
      { id: user.id, email: user.email, name: fullName(user) },
      known,
    );
    await keepChallenge(tx, sid, 'passkey', { challenge: options.challenge });
    return { ...options };
  });

const addPasskey: PreCompanyFeature<'addPasskey'> = (call) =>
  onOwnFactors(call, async (tx, me) => {
    const { name, registration } = call.body;
    const { challenge } = await takeChallenge(tx, me.sid, 'passkey');
    if (!challenge) throw refuse(409, ENDED, { code: 'set_up_ended' });
    const made = call.site && (await readNew(call.site, challenge, registration));
    if (!made) throw refuse(400, NOT_ACCEPTED, { errors: { registration: NOT_ACCEPTED } });
    const added = { ...made, name, userId: me.user.id };
    await run(tx, insert(passkeys, added)).catch((error: unknown) => {
      if (violated(error) === 'passkeys_credential_id_key')
        throw refuse(409, 'This passkey is in use already');
      throw error;
    });
    return { recoveryCodes: await factorAdded(tx, me, `The passkey “${name}”`) };
  });

/** Only the caller's own: 404 for others. */
const removePasskey: PreCompanyFeature<'removePasskey'> = (call) =>
  onOwnFactors(call, async (tx, me) => {
    const gone = await row(
      tx,
      sql<{
        name: string;
      }>`delete from passkeys where id = ${call.params.id} and user_id = ${me.user.id} returning name`,
    );
    if (!gone) throw notFound('Passkey not found');
    await factorRemoved(tx, me, `The passkey “${gone.name}”`);
    return { message: 'Passkey removed' };
  });

export const passkeyFeatures = { beginPasskey, addPasskey, removePasskey };
