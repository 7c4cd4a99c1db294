import { ask } from '../../database/prepared.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';

/** The premises that a set opens, in order. */
export type LinkedPremises = { id: number; name: string }[];

/** Shared lock: renaming premises waits until the links are stored. */
const LOCK = 'select id, name from premises where id = any ($1::int[]) order by id for share';

/**
 * Locks a set's premises until the transaction ends, without duplicates; 404 for unknown ones. Call before locking the set, as a renaming
 * locks premises first.
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

/** Replaces the premises of sets. `added`: new sets, without any to remove. */
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
