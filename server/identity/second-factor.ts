import { eq, sql } from 'drizzle-orm';
import type { Factor, SecondFactorAnswer } from '../../shared/second-factor.ts';
import { authenticatorApps, passkeys, recoveryCodes } from '../database/schema/second-factors.ts';
import type { Tx } from '../database/transactions.ts';
import { usesApp } from './authenticator-app.ts';
import { type Site, usesPasskey } from './passkey.ts';
import { usesRecoveryCode } from './recovery-codes.ts';

/** What an answer is looked at with: the key of this server, the site that was asked, and what a passkey was asked to sign. */
export type Asked = { key: Buffer | null; site: Site | null; challenge: string | null };

/** Which answers somebody may give, in the order in which they are offered; empty when they have no second factor. */
export async function factorsOf(tx: Tx, userId: number): Promise<Factor[]> {
  const { rows } = await tx.execute<{ app: boolean; passkey: boolean; recovery: boolean }>(
    sql`select exists (select from ${authenticatorApps} where user_id = ${userId}) as app,
      exists (select from ${passkeys} where user_id = ${userId}) as passkey,
      exists (select from ${recoveryCodes} where user_id = ${userId}) as recovery`,
  );
  const has = rows[0];
  if (!has?.app && !has?.passkey) return [];
  return (['passkey', 'app', 'recovery'] as const).filter((factor) => has[factor]);
}

/**
 * Which second factor the answer proves, or null when it proves none. What works once is used up with the transaction: a code of an app,
 * a recovery code, a count of a passkey. In a system transaction; who may try how often is the caller's affair.
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

/** Recovery codes are for somebody who has a factor: without the last one they end. */
export async function endRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  if ((await factorsOf(tx, userId)).length === 0)
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}
