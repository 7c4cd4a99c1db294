import type * as z from 'zod/mini';
import type { OutHolder } from '../../../shared/custody.ts';
import type { HolderRef } from '../../../shared/key-bunch.ts';
import { ask } from '../../database/prepared.ts';
import type { Tx } from '../../database/transactions.ts';

/** Who has sets: a holder of the register, or a name alone. */
export type Person = { id: number | null; name: string };
export const keyOf = ({ id, name }: Person): string => (id === null ? `name ${name}` : `id ${id}`);

type Known = {
  id: number;
  name: string;
  user_id: number | null;
  kind: string;
  organisation: string | null;
  phone: string | null;
};
type Counts = { sets: number; overdue: number };

const COUNTS =
  'count(*)::int as sets, (count(*) filter (where b.due_at < (select clock())))::int as overdue from key_bunches b';
const HOLDERS = `select h.id, h.name, h.user_id, h.kind, h.organisation, h.phone, held.sets, held.overdue
  from holders h, lateral (select ${COUNTS} where b.company_id = h.company_id and b.holder_id = h.id) held where h.id = any ($1::int[])`;
const NAMES = `select one.name, held.sets, held.overdue from unnest($1::text[]) one (name),
  lateral (select ${COUNTS} where b.holder_name = one.name and b.status = 'issued' and b.holder_id is null) held`;

/** Details of people, in order; `sees`: the caller may see more than names. */
export async function outHolders(
  tx: Tx,
  people: Person[],
  sees: boolean,
): Promise<z.infer<typeof OutHolder>[]> {
  const ids = people.flatMap(({ id }) => id ?? []);
  const names = people.flatMap(({ id, name }) => (id === null ? name : []));
  const [known, named] = await Promise.all([
    ids.length > 0 ? ask<Known & Counts>(tx, HOLDERS, [ids]) : [],
    names.length > 0 ? ask<{ name: string } & Counts>(tx, NAMES, [names]) : [],
  ]);
  const byKey = new Map<string, Counts & Partial<Known>>([
    ...known.map((row) => [keyOf(row), row] as const),
    ...named.map((row) => [keyOf({ id: null, name: row.name }), row] as const),
  ]);
  return people.map((person) => {
    const row = byKey.get(keyOf(person));
    const holder: HolderRef = { name: row?.name ?? person.name, id: person.id, userId: row?.user_id ?? null };
    return {
      holder,
      kind: (sees && row?.kind) || null,
      organisation: (sees && row?.organisation) || null,
      phone: (sees && row?.phone) || null,
      out: row?.sets ?? 0,
      overdue: row?.overdue ?? 0,
    };
  });
}
