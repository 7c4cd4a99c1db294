import { randomBytes } from 'node:crypto';
import {
  type Factor,
  HALF_SIGN_IN_MINUTES,
  RECOVERY_CODES,
  type SecondFactorAnswer,
} from '../../shared/second-factor.ts';
import { factorChallenges, recoveryCodes } from '../database/schema/accounts.ts';
import { assign, insert, row, run, sql } from '../database/sql.ts';
import type { RowOf } from '../database/table.ts';
import type { Tx } from '../database/transactions.ts';
import { usesApp } from './authenticator-app.ts';
import { type Site, usesPasskey } from './passkey.ts';
import { hashOfToken } from './token.ts';

/** Inputs of a check: the server's key, the site, and the passkey challenge. */
export type FactorCheck = { key: Buffer | null; site: Site | null; challenge: string | null };

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
  { key, site, challenge }: FactorCheck,
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

/** A session's pending step: the first code of an app, a new passkey, or a passkey's confirmation. */
type Challenge = RowOf<typeof factorChallenges>;
type Purpose = Challenge['purpose'];
/** The app's encrypted secret, or the passkey's challenge. */
type NewChallenge = { secret: Buffer } | { challenge: string };

/** Stores a challenge for HALF_SIGN_IN_MINUTES, replacing the former one. In a system transaction. */
export async function storeChallenge(
  tx: Tx,
  sid: string,
  purpose: Purpose,
  what: NewChallenge,
): Promise<void> {
  const kept = {
    secret: null,
    challenge: null,
    ...what,
    expiresAt: sql`clock_timestamp() + make_interval(mins => ${HALF_SIGN_IN_MINUTES})`,
  };
  await run(
    tx,
    sql`${insert(factorChallenges, { sid, purpose, ...kept })} on conflict (sid, purpose)
      do update set ${assign(factorChallenges, kept)}`,
  );
}

/** Takes a challenge once; a rollback keeps it. Both null when none is pending or it has expired. */
export async function takeChallenge(tx: Tx, sid: string, purpose: Purpose) {
  const taken = await row(
    tx,
    sql<Pick<Challenge, 'secret' | 'challenge'>>`delete from factor_challenges
      where sid = ${sid} and purpose = ${purpose} and expires_at > clock_timestamp() returning secret, challenge`,
  );
  return taken ?? { secret: null, challenge: null };
}

/** Without I, L, O and U, which are misread; 5 bits a letter. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** 80 random bits can't be guessed, so a fast hash is enough. */
const newCode = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');

const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** Replaces a person's codes and returns them in readable form; only hashes are stored. */
export async function makeRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await run(tx, sql`delete from recovery_codes where user_id = ${userId}`);
  const records = codes.map((code) => ({ userId, codeHash: hashOfToken(code) }));
  await run(tx, insert(recoveryCodes, records));
  return codes.map(grouped);
}

/** Whether this is an unused code of the person; uses it up, once even for parallel requests. */
async function usesRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const hash = hashOfToken(code);
  return (
    (await run(tx, sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${hash}`)) === 1
  );
}
