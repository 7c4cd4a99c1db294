import { and, eq, gt, sql } from 'drizzle-orm';
import { HALF_SIGN_IN_MINUTES } from '../../../shared/second-factor.ts';
import { authenticatorApps, factorChallenges } from '../../database/schema/second-factors.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../http/refusal.ts';
import { keepApp, newApp } from '../../identity/authenticator-app.ts';
import type { Caller } from '../../identity/caller.ts';
import type { PreCompanyFeature } from '../feature.ts';
import { factorAdded, factorRemoved } from './factor.ts';
import { confirmed, onOwnAccount, signedIn } from './factor-answer.ts';

const APP = 'An authenticator app';
const NO_KEY =
  'Authenticator apps cannot be set up: this server has no SECRETS_KEY. Ask whoever runs it to set one.';
const ENDED = 'Setting up took too long. Scan the new code.';
const NOT_THIS = 'This code is not right. Check that your phone shows the right time.';

function keyOf({ config }: Parameters<PreCompanyFeature<'beginApp'>>[0]): Buffer {
  if (!config.secretsKey) throw refuse(409, NO_KEY);
  return config.secretsKey;
}

/** A new secret, shown once. The app that somebody has goes on until the first code of the new one. */
const beginApp: PreCompanyFeature<'beginApp'> = async (call) => {
  const key = keyOf(call);
  const { secret, address, sealed } = newApp(key, signedIn(call).user);
  await onOwnAccount(call, (tx, { sid }) => waitFor(tx, sid, sealed));
  return { secret, address };
};

async function waitFor(tx: Tx, sid: string, secret: Buffer): Promise<void> {
  const kept = {
    secret,
    challenge: null,
    expiresAt: sql`clock_timestamp() + make_interval(mins => ${HALF_SIGN_IN_MINUTES})` as unknown as string,
  };
  await tx
    .insert(factorChallenges)
    .values({ sid, purpose: 'app', ...kept })
    .onConflictDoUpdate({ target: [factorChallenges.sid, factorChallenges.purpose], set: kept });
}

/** The first code of the new app makes it count. In place of another app it is also said again who that is. */
const addApp: PreCompanyFeature<'addApp'> = async (call) => {
  const key = keyOf(call);
  const { newCode, ...answer } = call.body;
  const add = async (tx: Tx, me: Caller) => {
    const waiting = and(eq(factorChallenges.sid, me.sid), eq(factorChallenges.purpose, 'app'));
    const [begun] = await tx
      .delete(factorChallenges)
      .where(and(waiting, gt(factorChallenges.expiresAt, sql`clock_timestamp()`)))
      .returning({ sealed: factorChallenges.secret });
    if (!begun?.sealed) throw refuse(409, ENDED, { code: 'set_up_ended' });
    if (!(await keepApp(tx, { key, userId: me.user.id, sealed: begun.sealed, code: newCode })))
      throw refuse(400, NOT_THIS, { errors: { newCode: NOT_THIS } });
    return { recoveryCodes: await factorAdded(tx, me, APP) };
  };
  const first = await onOwnAccount(call, async (tx, me) => ((await hasApp(tx, me)) ? null : add(tx, me)));
  const added = first ?? (await confirmed(call, answer, add));
  await call.attempts.factorsForgotten(signedIn(call).user.id);
  return added;
};

const hasApp = async (tx: Tx, { user }: Caller): Promise<boolean> =>
  (await tx.$count(authenticatorApps, eq(authenticatorApps.userId, user.id))) > 0;

const removeApp: PreCompanyFeature<'removeApp'> = (call) =>
  confirmed(call, call.body, async (tx, me) => {
    const gone = await tx
      .delete(authenticatorApps)
      .where(eq(authenticatorApps.userId, me.user.id))
      .returning({ userId: authenticatorApps.userId });
    if (gone.length > 0) await factorRemoved(tx, me, APP);
    return { message: 'Authenticator app removed' };
  });

export const authenticatorAppFeatures = { beginApp, addApp, removeApp };
