import type { Factor, SecondFactorAnswer } from '../../shared/second-factor.ts';
import { row, run, sql } from '../database/sql.ts';
import type { Tx } from '../database/transactions.ts';
import { usesApp } from './authenticator-app.ts';
import { type Site, usesPasskey } from './passkey.ts';
import { usesRecoveryCode } from './recovery-codes.ts';

/** Inputs of a check: the server's key, the site, and the passkey challenge. */
export type Asked = { key: Buffer | null; site: Site | null; challenge: string | null };

/** A user's factors in the order offered; empty without a second factor. */
export async function factorsOf(tx: Tx, userId: number): Promise<Factor[]> {
  const has = await row(
    tx,
    sql<
      Record<Factor, boolean>
    >`select exists (select from authenticator_apps where user_id = ${userId}) as app,
      exists (select from passkeys where user_id = ${userId}) as passkey,
      exists (select from recovery_codes where user_id = ${userId}) as recovery`,
  );
  if (!has?.app && !has?.passkey) return [];
  return (['passkey', 'app', 'recovery'] as const).filter((factor) => has[factor]);
}

/** Whether the caller has a second factor, in their own transaction. */
export async function hasOwnFactor(tx: Tx): Promise<boolean> {
  const own = await row(tx, sql<{ has: boolean }>`select own_second_factor() as has`);
  return own?.has ?? false;
}

/**
 * The factor that an answer proves, or null. One-time answers (app code, recovery code, passkey counter) are used up with the transaction.
 * In a system transaction; the caller limits attempts.
 */
export async function confirmsFactor(
  tx: Tx,
  userId: number,
  { code, recoveryCode, passkey }: SecondFactorAnswer,
  { key, site, challenge }: Asked,
): Promise<Factor | null> {
  if (code !== undefined) return (await usesApp(tx, key, userId, code)) ? 'app' : null;
  if (recoveryCode !== undefined)
    return (await usesRecoveryCode(tx, userId, recoveryCode)) ? 'recovery' : null;
  if (passkey) return (await usesPasskey(tx, { site, userId, challenge }, passkey)) ? 'passkey' : null;
  return null;
}

/** Recovery codes end with the last factor. */
export async function endRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  if ((await factorsOf(tx, userId)).length === 0)
    await run(tx, sql`delete from recovery_codes where user_id = ${userId}`);
}
