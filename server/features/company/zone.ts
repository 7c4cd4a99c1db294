import { ask } from '../../database/prepared.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';

/** 400 for a time zone unknown to the database; the form checks what the server knows. */
export async function checkZone(tx: Tx, zone: string | undefined): Promise<void> {
  if (zone === undefined) return;
  const [row] = await ask<{ known: boolean }>(tx, 'select is_zone($1) as known', [zone]);
  if (row?.known) return;
  const message = 'Unknown time zone';
  throw refuse(400, message, { errors: { timezone: message } });
}
