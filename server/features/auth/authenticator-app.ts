import { run, sql } from '../../database/sql.ts';
import { keepApp, newApp } from '../../identity/authenticator-app.ts';
import { keepChallenge, takeChallenge } from '../../identity/factor-challenge.ts';
import { refuse } from '../../refusal.ts';
import type { PreCompanyFeature } from '../feature.ts';
import { factorAdded, factorRemoved } from './factor.ts';
import { onOwnFactors, signedIn } from './own-account.ts';

const APP = 'An authenticator app';
const NO_KEY =
  'Authenticator apps cannot be set up: this server has no SECRETS_KEY. Ask its operator to set one.';
const ENDED = 'Setting up took too long. Scan the new code.';
const NOT_THIS = 'Incorrect code. Check that your phone shows the right time.';

function keyOf({ config }: Parameters<PreCompanyFeature<'beginApp'>>[0]): Buffer {
  if (!config.secretsKey) throw refuse(409, NO_KEY);
  return config.secretsKey;
}

/** A new secret, shown once. The former app stays valid until the first code of the new one. */
const beginApp: PreCompanyFeature<'beginApp'> = async (call) => {
  const { secret, address, sealed } = newApp(keyOf(call), signedIn(call).user);
  await onOwnFactors(call, (tx, { sid }) => keepChallenge(tx, sid, 'app', { secret: sealed }));
  return { secret, address };
};

/** The first code of the new app activates it and replaces the former one. */
const addApp: PreCompanyFeature<'addApp'> = async (call) => {
  const key = keyOf(call);
  const added = await onOwnFactors(call, async (tx, me) => {
    const { secret: sealed } = await takeChallenge(tx, me.sid, 'app');
    if (!sealed) throw refuse(409, ENDED, { code: 'set_up_ended' });
    if (!(await keepApp(tx, { key, userId: me.user.id, sealed, code: call.body.newCode })))
      throw refuse(400, NOT_THIS, { errors: { newCode: NOT_THIS } });
    return { recoveryCodes: await factorAdded(tx, me, APP) };
  });
  await call.attempts.factorsForgotten(signedIn(call).user.id);
  return added;
};

const removeApp: PreCompanyFeature<'removeApp'> = (call) =>
  onOwnFactors(call, async (tx, me) => {
    const gone = await run(tx, sql`delete from authenticator_apps where user_id = ${me.user.id}`);
    if (gone > 0) await factorRemoved(tx, me, APP);
    return { message: 'Authenticator app removed' };
  });

export const authenticatorAppFeatures = { beginApp, addApp, removeApp };
