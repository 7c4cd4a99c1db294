import { ask } from '../../database/prepared.ts';
import type { Tx } from '../../database/transactions.ts';

/** Details of a reused tag, worn before by any bunch of the company; empty for a fresh one. */
export async function tagReuse(tx: Tx, tag: string | null | undefined): Promise<{ tagReused?: true }> {
  if (!tag) return {};
  const [row] = await ask<{ worn: boolean }>(tx, 'select tag_was_worn($1) as worn', [tag]);
  return row?.worn ? { tagReused: true } : {};
}

/** The tags that any bunch of the company wore before. */
export async function tagsWorn(tx: Tx, tags: string[]): Promise<Set<string>> {
  if (tags.length === 0) return new Set();
  const rows = await ask<{ tag: string }>(
    tx,
    'select tag from unnest($1::text[]) as t (tag) where tag_was_worn(tag)',
    [tags],
  );
  return new Set(rows.map(({ tag }) => tag));
}
