import { row, rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';

/** Details of a reused tag, worn before by any bunch of the company; empty for a fresh one. */
export async function tagReuse(tx: Tx, tag: string | null | undefined): Promise<{ tagReused?: true }> {
  if (!tag) return {};
  const reuse = await row(tx, sql<{ worn: boolean }>`select tag_was_worn(${tag}) as worn`);
  return reuse?.worn ? { tagReused: true } : {};
}

/** The tags that any bunch of the company wore before. */
export async function tagsWorn(tx: Tx, tags: string[]): Promise<Set<string>> {
  if (tags.length === 0) return new Set();
  const worn = await rows(
    tx,
    sql<{ tag: string }>`select tag from unnest(${tags}::text[]) as t (tag) where tag_was_worn(tag)`,
  );
  return new Set(worn.map(({ tag }) => tag));
}
