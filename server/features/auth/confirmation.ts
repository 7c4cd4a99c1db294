import { row, sql } from '../../database/sql.ts';
import { confirmSession, waysOf } from '../../identity/confirmation.ts';
import { askFor, passkeysOf } from '../../identity/passkey.ts';
import { checkPassword } from '../../identity/password-hash.ts';
import { factorsOf, storeChallenge, takeChallenge } from '../../identity/second-factor.ts';
import { refuse } from '../../refusal.ts';
import type { PreCompanyFeature } from '../pre-company.ts';
import { onOwnAccount, signedIn } from './own-account.ts';
import { answering, checkFactor, NO_PASSKEYS } from './second-step.ts';

const getConfirmation: PreCompanyFeature<'getConfirmation'> = async (call) => {
  const { confirmed, user } = signedIn(call);
  return call.transactions.forSystem(async (tx) => {
    const ways = await waysOf(tx, user.id, call.config);
    return { confirmed, ways, factors: ways.includes('password') ? await factorsOf(tx, user.id) : [] };
  });
};

/** A one-time passkey challenge to confirm identity. */
const beginConfirm: PreCompanyFeature<'beginConfirm'> = (call) =>
  onOwnAccount(call, async (tx, { user, sid }) => {
    const known = await passkeysOf(tx, user.id);
    if (!call.site || known.length === 0) throw refuse(409, NO_PASSKEYS, { code: 'no_passkeys' });
    const options = await askFor(call.site, known);
    await storeChallenge(tx, sid, 'confirm', { challenge: options.challenge });
    return { ...options };
  });

/**
 * Confirms identity as at sign-in: password, and second factor if there is one. A wrong password counts as a guess (http/requester.ts) and ends
 * the check; a wrong code counts as at sign-in.
 */
const confirmIdentity: PreCompanyFeature<'confirmIdentity'> = async (call) => {
  const { user } = signedIn(call);
  const { transactions, attempts, config, site } = call;
  const { password, ...answer } = call.body;
  const stored = await transactions.forSystem((tx) =>
    row(tx, sql<{ password: string | null }>`select password from users where id = ${user.id}`),
  );
  if (!(await checkPassword(stored?.password ?? null, password))) throw notRight();
  // A password changed meanwhile has ended the session.
  const confirm = () =>
    onOwnAccount(call, async (tx, me) => {
      if ((await factorsOf(tx, me.user.id)).length > 0) {
        const { challenge } = await takeChallenge(tx, me.sid, 'confirm');
        const check = { key: config.secretsKey, site, challenge, did: 'confirmed who they are' };
        await checkFactor(tx, me.user, answer, check);
      }
      await confirmSession(tx, me.sid);
    });
  await answering(attempts, user.id, answer, confirm);
  return { message: 'Confirmed' };
};

function notRight() {
  const message = 'The password is incorrect';
  return refuse(400, message, {
    code: 'wrong_password',
    errors: { password: message },
    notable: 'wrong password',
  });
}

export const confirmationFeatures = { getConfirmation, beginConfirm, confirmIdentity };
