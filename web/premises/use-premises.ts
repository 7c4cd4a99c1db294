import { getRouteApi } from '@tanstack/react-router';
import type { QueryOf } from '../../shared/api.ts';
import type { Premises } from '../../shared/premises.ts';
import { byCursor, changeOf, usePagedList } from '../list/list-state.ts';

const route = getRouteApi('/premises');

type PremisesFilters = Record<'search' | 'client' | 'by', string>;

const PRINTED = '200';

function inputOf({ search, client, by }: PremisesFilters, limit?: string) {
  const q = search.trim();
  const query: NonNullable<QueryOf<'listPremises'>> = {
    ...(q && { q }),
    ...(client && { client }),
    ...(by === 'client' && { sort: 'client' }),
    ...(limit && { limit }),
  };
  return { query };
}

/** The premises that match the address, by name or client, page by page. */
export function usePremises() {
  const filters = route.useSearch();
  const change = changeOf<PremisesFilters>(route.useNavigate());
  const printed = inputOf(filters, PRINTED);
  const list = usePagedList('listPremises', inputOf(filters), byCursor, { printed });
  return { filters, change, list };
}

type ClientGroup = { client: string | null; of: Premises[]; sets: number; out: number };

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
