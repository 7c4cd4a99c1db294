import { ask } from '../../database/prepared.ts';
import type { Tx } from '../../database/transactions.ts';

/** What a movement says of a tag that was worn before, by any bunch of the company; nothing of a fresh one. */
export async function tagReuse(tx: Tx, tag: string | null | undefined): Promise<{ tagReused?: true }> {
  if (!tag) return {};
  const [row] = await ask<{ worn: boolean }>(tx, 'select tag_was_worn($1) as worn', [tag]);
  return row?.worn ? { tagReused: true } : {};
}
