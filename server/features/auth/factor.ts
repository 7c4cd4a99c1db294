import type { Factors } from '../../../shared/second-factor.ts';
import type { Caller } from '../../database/caller.ts';
import { row, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { passkeysOf } from '../../identity/passkey.ts';
import { makeRecoveryCodes } from '../../identity/recovery-codes.ts';
import { endRecoveryCodes, factorsOf } from '../../identity/second-factor.ts';
import { queueOwnLetter } from '../../mail/queue.ts';
import { refuse } from '../../refusal.ts';
import type { PreCompanyFeature } from '../feature.ts';
import { noteOfAccount, onOwnFactors, signedIn } from './own-account.ts';

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
export async function factorAdded(tx: Tx, me: Caller, which: string): Promise<string[] | null> {
  const { user, member } = me;
  const has = await factorsOf(tx, user.id);
  const codes = has.includes('recovery') ? null : await makeRecoveryCodes(tx, user.id);
  await queueOwnLetter(tx, {
    kind: 'factor_added',
    userId: user.id,
    email: user.email,
    lane: user.companyId,
    which,
  });
  await noteOfAccount(tx, member, {
    action: 'factor_add',
    did: 'added a second factor',
    details: { factor: which },
  });
  return codes;
}

/** After removing a factor. Where the company requires one, the last can't be removed. */
export async function factorRemoved(tx: Tx, me: Caller, which: string): Promise<void> {
  const { user, member } = me;
  if ((await factorsOf(tx, user.id)).length === 0 && (await isRequired(tx, user.id)))
    throw refuse(409, 'Your company requires a second factor. Add another one before you remove this.');
  await endRecoveryCodes(tx, user.id);
  await queueOwnLetter(tx, {
    kind: 'factor_removed',
    userId: user.id,
    email: user.email,
    lane: user.companyId,
    which,
  });
  await noteOfAccount(tx, member, {
    action: 'factor_remove',
    did: 'removed a second factor',
    details: { factor: which },
  });
}

/** Replaces the recovery codes. */
const renewRecoveryCodes: PreCompanyFeature<'renewRecoveryCodes'> = (call) =>
  onOwnFactors(call, async (tx, { user, member }) => {
    if ((await factorsOf(tx, user.id)).length === 0) throw refuse(409, 'Set up a second factor first');
    const codes = await makeRecoveryCodes(tx, user.id);
    await noteOfAccount(tx, member, { action: 'recovery_codes_new', did: 'made new recovery codes' });
    return { recoveryCodes: codes };
  });

export const factorFeatures = { getFactors, renewRecoveryCodes };
