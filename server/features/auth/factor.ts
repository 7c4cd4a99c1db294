import { type Factors, PASSKEYS_MAX } from '../../../shared/second-factor.ts';
import { fullName } from '../../../shared/user-name.ts';
import type { Caller } from '../../database/caller.ts';
import { passkeys } from '../../database/schema/accounts.ts';
import { insert, row, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { newApp, saveApp } from '../../identity/authenticator-app.ts';
import { askForNew, passkeysOf, readNew } from '../../identity/passkey.ts';
import {
  endRecoveryCodes,
  factorsOf,
  makeRecoveryCodes,
  storeChallenge,
  takeChallenge,
} from '../../identity/second-factor.ts';
import { queueOwnLetter } from '../../mail/queue.ts';
import { notFound, refuse, violated } from '../../refusal.ts';
import type { PreCompanyFeature } from '../pre-company.ts';
import { noteOfAccount, onOwnFactors, signedIn } from './own-account.ts';
import { NO_PASSKEYS } from './second-step.ts';

/** The user's own factors, and those this server supports. */
const getFactors: PreCompanyFeature<'getFactors'> = async (call) => {
  const { user } = signedIn(call);
  const { config, site } = call;
  return call.transactions.forSystem(async (tx): Promise<Factors> => {
    const app = await row(
      tx,
      sql<NonNullable<Factors['app']>>`select created_at as "createdAt", last_used_at as "lastUsedAt"
        from authenticator_apps where user_id = ${user.id}`,
    );
    const known = await passkeysOf(tx, user.id);
    const has = await row(
      tx,
      sql<{ password: boolean; codes: number }>`select password is not null as password,
          (select count(*) from recovery_codes c where c.user_id = u.id) as codes from users u where id = ${user.id}`,
    );
    return {
      app: app ?? null,
      passkeys: known.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
      recoveryCodes: has?.codes ?? 0,
      required: await isRequired(tx, user.id),
      hasPassword: has?.password ?? false,
      canAdd: { app: config.secretsKey !== null, passkey: site !== null },
    };
  });
};

/** Whether the company requires a factor for this role. */
async function isRequired(tx: Tx, userId: number): Promise<boolean> {
  const found = await row(
    tx,
    sql<{ required: boolean }>`select u.role = any (c.second_factor_roles) as required
      from users u join companies c on c.id = u.company_id where u.id = ${userId}`,
  );
  return found?.required ?? false;
}

/** After adding a factor: recovery codes with the first, a log line, a letter. Returns new codes, or null. */
async function factorAdded(tx: Tx, me: Caller, which: string): Promise<string[] | null> {
  const { user, member } = me;
  const has = await factorsOf(tx, user.id);
  const codes = has.includes('recovery') ? null : await makeRecoveryCodes(tx, user.id);
  await queueOwnLetter(tx, 'factor_added', user, which);
  await noteOfAccount(tx, member, {
    action: 'factor_add',
    did: 'added a second factor',
    details: { factor: which },
  });
  return codes;
}

/** After removing a factor. Where the company requires one, the last can't be removed. */
async function factorRemoved(tx: Tx, me: Caller, which: string): Promise<void> {
  const { user, member } = me;
  if ((await factorsOf(tx, user.id)).length === 0 && (await isRequired(tx, user.id)))
    throw refuse(409, 'Your company requires a second factor. Add another one before you remove this.', {
      code: 'factor_required',
    });
  await endRecoveryCodes(tx, user.id);
  await queueOwnLetter(tx, 'factor_removed', user, which);
  await noteOfAccount(tx, member, {
    action: 'factor_remove',
    did: 'removed a second factor',
    details: { factor: which },
  });
}

/** Replaces the recovery codes. */
const renewRecoveryCodes: PreCompanyFeature<'renewRecoveryCodes'> = (call) =>
  onOwnFactors(call, async (tx, { user, member }) => {
    if ((await factorsOf(tx, user.id)).length === 0)
      throw refuse(409, 'Set up a second factor first', { code: 'no_second_factor' });
    const codes = await makeRecoveryCodes(tx, user.id);
    await noteOfAccount(tx, member, { action: 'recovery_codes_new', did: 'made new recovery codes' });
    return { recoveryCodes: codes };
  });

const APP = 'An authenticator app';
const NO_KEY =
  'Authenticator apps cannot be set up: this server has no SECRETS_KEY. Ask its operator to set one.';
const SCAN_ENDED = 'Setting up took too long. Scan the new code.';
const NOT_THIS = 'Incorrect code. Check that your phone shows the right time.';

function keyOf({ config }: Pick<Parameters<PreCompanyFeature<'beginApp'>>[0], 'config'>): Buffer {
  if (!config.secretsKey) throw refuse(409, NO_KEY, { code: 'no_secrets_key' });
  return config.secretsKey;
}

/** A new secret, shown once. The former app stays valid until the first code of the new one. */
const beginApp: PreCompanyFeature<'beginApp'> = async (call) => {
  const { secret, address, sealed } = newApp(keyOf(call), signedIn(call).user);
  await onOwnFactors(call, (tx, { sid }) => storeChallenge(tx, sid, 'app', { secret: sealed }));
  return { secret, address };
};

/** The first code of the new app activates it and replaces the former one. */
const addApp: PreCompanyFeature<'addApp'> = async (call) => {
  const key = keyOf(call);
  const added = await onOwnFactors(call, async (tx, me) => {
    const { secret: sealed } = await takeChallenge(tx, me.sid, 'app');
    if (!sealed) throw refuse(409, SCAN_ENDED, { code: 'set_up_ended' });
    if (!(await saveApp(tx, { key, userId: me.user.id, sealed, code: call.body.newCode })))
      throw refuse(400, NOT_THIS, { code: 'wrong_factor', errors: { newCode: NOT_THIS } });
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

const PASSKEY_ENDED = 'Setting up took too long. Try again.';
const NOT_ACCEPTED = 'This passkey was not accepted';

const beginPasskey: PreCompanyFeature<'beginPasskey'> = (call) =>
  onOwnFactors(call, async (tx, { user, sid }) => {
    if (!call.site) throw refuse(409, NO_PASSKEYS, { code: 'no_passkeys' });
    const known = await passkeysOf(tx, user.id);
    if (known.length >= PASSKEYS_MAX)
      throw refuse(409, `You have ${PASSKEYS_MAX} passkeys. Remove one you no longer use first.`, {
        code: 'limit_reached',
      });
    const options = await askForNew(
      call.site,
      { id: user.id, email: user.email, name: fullName(user) },
      known,
    );
    await storeChallenge(tx, sid, 'passkey', { challenge: options.challenge });
    return { ...options };
  });

const addPasskey: PreCompanyFeature<'addPasskey'> = (call) =>
  onOwnFactors(call, async (tx, me) => {
    const { name, registration } = call.body;
    const { challenge } = await takeChallenge(tx, me.sid, 'passkey');
    if (!challenge) throw refuse(409, PASSKEY_ENDED, { code: 'set_up_ended' });
    const made = call.site && (await readNew(call.site, challenge, registration));
    if (!made)
      throw refuse(400, NOT_ACCEPTED, { code: 'wrong_factor', errors: { registration: NOT_ACCEPTED } });
    const added = { ...made, name, userId: me.user.id };
    await run(tx, insert(passkeys, added)).catch((error: unknown) => {
      if (violated(error) === 'passkeys_credential_id_key')
        throw refuse(409, 'This passkey is in use already', { code: 'taken' });
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

export const factorFeatures = {
  getFactors,
  renewRecoveryCodes,
  beginApp,
  addApp,
  removeApp,
  beginPasskey,
  addPasskey,
  removePasskey,
};
