import { getRouteApi } from '@tanstack/react-router';
import type { QueryOf } from '../../shared/api.ts';
import { HOLDER_KINDS } from '../../shared/holder-words.ts';
import { useList } from '../api/list.ts';
import { byCursor, changeOf, usePagedList } from '../shell/list-state.ts';

const route = getRouteApi('/people');

export type PeopleFilters = Record<'tab' | 'search' | 'kind' | 'active', string>;
export const PEOPLE_TABS = ['all', 'any', 'overdue'] as const;
export type PeopleTab = (typeof PEOPLE_TABS)[number];
export const tabOf = (text: string): PeopleTab => PEOPLE_TABS.find((tab) => tab === text) ?? 'all';

const PAGE = '50';
const PRINTED = '200';
const NO_FILTERS: PeopleFilters = { tab: '', search: '', kind: '', active: '' };

function inputOf({ search, kind, active }: PeopleFilters, tab: PeopleTab, limit: string) {
  const q = search.trim();
  const known = HOLDER_KINDS.find((one) => one === kind);
  const query: NonNullable<QueryOf<'listHolders'>> = {
    ...(q && { q }),
    ...(known && { kind: known }),
    ...((active === 'true' || active === 'false') && { active }),
    ...(tab !== 'all' && { holding: tab }),
    limit,
  };
  return { query };
}

/** First query of the page at an address. */
export const peopleOf = (search: Record<string, string>) => {
  const filters = { ...NO_FILTERS, ...search };
  return inputOf(filters, tabOf(filters.tab), PAGE);
};

/** Number of people in a tab with the other filters: null while loading, undefined after an error. */
export function usePeopleCount(filters: PeopleFilters, tab: PeopleTab): number | null | undefined {
  const { total, error } = useList('listHolders', inputOf(filters, tab, '1'), () => undefined);
  return total ?? (error ? undefined : null);
}

/** The people that match the address, by name, page by page. */
export function usePeople() {
  const filters = route.useSearch();
  const change = changeOf<PeopleFilters>(route.useNavigate());
  const tab = tabOf(filters.tab);
  const printed = inputOf(filters, tab, PRINTED);
  const list = usePagedList('listHolders', inputOf(filters, tab, PAGE), byCursor, { printed });
  return { filters, tab, change, list };
}
