import { sql } from 'drizzle-orm';
import type { Tx } from '../../database/transactions.ts';

/** What a movement says of a tag that was worn before, by any bunch of the company; nothing of a fresh one. */
export async function tagReuse(tx: Tx, tag: string | null | undefined): Promise<{ tagReused?: true }> {
  if (!tag) return {};
  const { rows } = await tx.execute<{ worn: boolean }>(sql`select tag_was_worn(${tag}) as worn`);
  return rows[0]?.worn ? { tagReused: true } : {};
}
