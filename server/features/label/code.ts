import { randomBytes } from 'node:crypto';
import { LABEL_ALPHABET, LABEL_LENGTH } from '../../../shared/label-code.ts';
import { ask } from '../../database/prepared.ts';
import type { Tx } from '../../database/transactions.ts';

/** Ten times five random bits: a byte's lower five are uniformly random. */
const newCode = (): string =>
  Array.from(randomBytes(LABEL_LENGTH), (byte) => LABEL_ALPHABET[byte % LABEL_ALPHABET.length]).join('');

/** Reserves codes that no company ever had. */
export async function reserveCodes(tx: Tx, count: number): Promise<string[]> {
  const codes: string[] = [];
  while (codes.length < count) {
    const drawn = Array.from({ length: count - codes.length }, newCode);
    const kept = await ask<{ code: string }>(tx, 'select reserve_label_codes($1) as code', [drawn]);
    codes.push(...kept.map(({ code }) => code));
  }
  return codes;
}
