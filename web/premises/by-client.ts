import type { Premises } from '../../shared/premises.ts';

export type ClientGroup = { client: string | null; of: Premises[]; sets: number; out: number };

/** Groups premises sorted by client; client names match regardless of case. */
export function groupsOf(premises: readonly Premises[]): ClientGroup[] {
  const groups: ClientGroup[] = [];
  for (const one of premises) {
    const last = groups.at(-1);
    const same = last && last.client?.toLowerCase() === one.client?.toLowerCase();
    const group = same ? last : { client: one.client, of: [], sets: 0, out: 0 };
    if (!same) groups.push(group);
    group.of.push(one);
    group.sets += one.sets;
    group.out += one.out;
  }
  return groups;
}
