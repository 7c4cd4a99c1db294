import { and, eq, gt, sql } from 'drizzle-orm';
import { HALF_SIGN_IN_MINUTES, PASSKEYS_MAX } from '../../../shared/second-factor.ts';
import { fullName } from '../../../shared/user-name.ts';
import { factorChallenges, passkeys } from '../../database/schema/second-factors.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, refuse, violated } from '../../http/refusal.ts';
import { askFor, askForNew, passkeysOf, readNew } from '../../identity/passkey.ts';
import type { PreCompanyFeature } from '../feature.ts';
import { factorAdded, factorRemoved } from './factor.ts';
import { confirmed, NO_PASSKEYS, onOwnAccount } from './factor-answer.ts';

const ENDED = 'Setting up took too long. Try again.';
const NOT_ACCEPTED = 'This passkey was not accepted';

/** Keeps what a passkey of this session is asked to sign, once. */
async function ask(tx: Tx, sid: string, purpose: 'passkey' | 'confirm', challenge: string): Promise<void> {
  const kept = {
    challenge,
    expiresAt: sql`clock_timestamp() + make_interval(mins => ${HALF_SIGN_IN_MINUTES})` as unknown as string,
  };
  await tx
    .insert(factorChallenges)
    .values({ sid, purpose, ...kept })
    .onConflictDoUpdate({ target: [factorChallenges.sid, factorChallenges.purpose], set: kept });
}

const beginPasskey: PreCompanyFeature<'beginPasskey'> = (call) =>
  onOwnAccount(call, async (tx, { user, sid }) => {
    if (!call.site) throw refuse(409, NO_PASSKEYS);
    const known = await passkeysOf(tx, user.id);
    if (known.length >= PASSKEYS_MAX)
      throw refuse(409, `You have ${PASSKEYS_MAX} passkeys. Remove one you no longer use first.`);
    const options = await askForNew(
      call.site,
      { id: user.id, email: user.email, name: fullName(user) },
      known,
    );
    await ask(tx, sid, 'passkey', options.challenge);
    return { ...options };
  });

const addPasskey: PreCompanyFeature<'addPasskey'> = (call) =>
  onOwnAccount(call, async (tx, me) => {
    const { name, registration } = call.body;
    const waiting = and(eq(factorChallenges.sid, me.sid), eq(factorChallenges.purpose, 'passkey'));
    const [begun] = await tx
      .delete(factorChallenges)
      .where(and(waiting, gt(factorChallenges.expiresAt, sql`clock_timestamp()`)))
      .returning({ challenge: factorChallenges.challenge });
    if (!begun?.challenge) throw refuse(409, ENDED, { code: 'set_up_ended' });
    const made = call.site && (await readNew(call.site, begun.challenge, registration));
    if (!made) throw refuse(400, NOT_ACCEPTED, { errors: { registration: NOT_ACCEPTED } });
    await tx
      .insert(passkeys)
      .values({ ...made, name, userId: me.user.id })
      .catch((error: unknown) => {
        if (violated(error) === 'passkeys_credential_id_key')
          throw refuse(409, 'This passkey is in use already');
        throw error;
      });
    return { recoveryCodes: await factorAdded(tx, me, `The passkey “${name}”`) };
  });

/** One's own only: another person's does not exist. */
const removePasskey: PreCompanyFeature<'removePasskey'> = (call) =>
  confirmed(call, call.body, async (tx, me) => {
    const [gone] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, call.params.id), eq(passkeys.userId, me.user.id)))
      .returning({ name: passkeys.name });
    if (!gone) throw notFound('Passkey not found');
    await factorRemoved(tx, me, `The passkey “${gone.name}”`);
    return { message: 'Passkey removed' };
  });

/** What a passkey is asked to sign to say again who is here. */
const beginConfirm: PreCompanyFeature<'beginConfirm'> = (call) =>
  onOwnAccount(call, async (tx, { user, sid }) => {
    const known = await passkeysOf(tx, user.id);
    if (!call.site || known.length === 0) throw refuse(409, NO_PASSKEYS);
    const options = await askFor(call.site, known);
    await ask(tx, sid, 'confirm', options.challenge);
    return { ...options };
  });

export const passkeyFeatures = { beginPasskey, addPasskey, removePasskey, beginConfirm };
