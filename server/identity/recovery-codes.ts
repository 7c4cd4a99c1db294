import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '../../shared/second-factor.ts';
import { recoveryCodes } from '../database/schema/people.ts';
import { insert, run, sql } from '../database/sql.ts';
import type { Tx } from '../database/transactions.ts';
import { hashOfToken } from './token.ts';

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
export async function usesRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const hash = hashOfToken(code);
  return (
    (await run(tx, sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${hash}`)) === 1
  );
}
