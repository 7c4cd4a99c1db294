import { json, rows, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';

/** The premises that a set opens, in order. */
export type LinkedPremises = { id: number; name: string }[];

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
  // A shared lock: renaming premises waits until the links are stored.
  const lock = sql<
    LinkedPremises[number]
  >`select id, name from premises where id = any (${wanted}::int[]) order by id for share`;
  const known = wanted.length > 0 ? await rows(tx, lock) : [];
  const found = new Map(known.map((one) => [one.id, one]));
  return wanted.map((id) => {
    const one = found.get(id);
    if (!one) throw notFound('Premises not found');
    return one;
  });
}

/** Replaces the premises of sets. `added`: new sets, without any to remove. */
export async function storeLinkedPremises(
  tx: Tx,
  sets: { id: number; linked: LinkedPremises }[],
  { added = false }: { added?: boolean } = {},
): Promise<void> {
  if (sets.length === 0) return;
  if (!added)
    await run(
      tx,
      sql`delete from key_bunch_premises where key_bunch_id = any (${sets.map(({ id }) => id)}::int[])`,
    );
  const links = sets.flatMap(({ id, linked }) =>
    linked.map((premises, index) => ({ id, premisesId: premises.id, place: index + 1 })),
  );
  if (links.length > 0)
    await run(
      tx,
      sql`insert into key_bunch_premises (key_bunch_id, premises_id, place)
        select id, "premisesId", place from jsonb_to_recordset(${json(links)}) as one (id int, "premisesId" int, place smallint)`,
    );
}
