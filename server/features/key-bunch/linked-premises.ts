import { ask } from '../../database/prepared.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';

/** What a set is to open, in its order. */
export type LinkedPremises = { id: number; name: string }[];

/** In share mode: a renaming waits until the sets that are linked now say what it changes. */
const LOCK = 'select id, name from premises where id = any ($1::int[]) order by id for share';

/**
 * The premises of a set as they were sent, held until the transaction ends; each once, unknown ones are 404. To be called before the set is
 * locked, as a renaming locks premises first.
 */
export async function lockLinkedPremises(
  tx: Tx,
  ids: readonly number[] | undefined,
): Promise<LinkedPremises | undefined> {
  if (!ids) return undefined;
  const wanted = [...new Set(ids)];
  const rows = wanted.length > 0 ? await ask<LinkedPremises[number]>(tx, LOCK, [wanted]) : [];
  const found = new Map(rows.map((row) => [row.id, row]));
  return wanted.map((id) => {
    const one = found.get(id);
    if (!one) throw notFound('Premises not found');
    return one;
  });
}

const UNLINK = 'delete from key_bunch_premises where key_bunch_id = any ($1::int[])';
const LINK = `insert into key_bunch_premises (key_bunch_id, premises_id, place)
  select * from unnest($1::int[], $2::int[], $3::smallint[])`;

/** Gives sets these premises instead of those they have. Those that were just added have none to be taken away. */
export async function storeLinkedPremises(
  tx: Tx,
  sets: { id: number; linked: LinkedPremises }[],
  { added = false }: { added?: boolean } = {},
): Promise<void> {
  if (sets.length === 0) return;
  if (!added) await ask(tx, UNLINK, [sets.map(({ id }) => id)]);
  const links = sets.flatMap(({ id, linked }) =>
    linked.map((premises, index) => [id, premises.id, index + 1] as const),
  );
  if (links.length > 0)
    await ask(
      tx,
      LINK,
      [0, 1, 2].map((column) => links.map((link) => link[column])),
    );
}
