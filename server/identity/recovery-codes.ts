import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { RECOVERY_CODES } from '../../shared/second-factor.ts';
import { recoveryCodes } from '../database/schema/second-factors.ts';
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
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashOfToken(code) })));
  return codes.map(grouped);
}

/** Whether this is an unused code of the person; uses it up, once even for parallel requests. */
export async function usesRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOfToken(code))))
    .returning({ codeHash: recoveryCodes.codeHash });
  return used.length === 1;
}
