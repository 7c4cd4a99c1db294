import { row, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse, violated } from '../../refusal.ts';

/** Refuses an NFC serial of another bunch, naming the bunch if the caller may see it. */
export async function checkSerial(tx: Tx, serial: string | null | undefined): Promise<void> {
  if (!serial) return;
  const linked = sql<{ identifier: string }>`select identifier from key_bunches where nfc_serial = ${serial}`;
  const other = await row(tx, linked);
  if (!other) return;
  throw refuse(409, `This NFC tag is already linked to key bunch ${other.identifier}`, {
    code: 'nfc_in_use',
    quotes: true,
    identifier: other.identifier,
  });
}

/** Unique violation: the serial belongs to a bunch out of the caller's sight, or another request was first. */
export function refuseTakenSerial(error: unknown): never {
  if (violated(error) === 'key_bunches_nfc') {
    throw refuse(409, 'This NFC tag is already linked', { code: 'nfc_in_use' });
  }
  throw error;
}
