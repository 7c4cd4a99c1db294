import { getRouteApi } from '@tanstack/react-router';
import type { QueryOf } from '../../shared/api.ts';
import type { Out, OutHolder } from '../../shared/custody.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { OUT_TABS } from '../../shared/key-bunch-words.ts';
import { inNaturalOrder } from '../../shared/natural-order.ts';
import { useRead } from '../api/read.ts';
import { useLabels } from '../labels.ts';
import { byCursor, changeOf, usePagedList } from '../list/list-state.ts';
import { locationIcon } from '../location/LocationIcon.tsx';
import { useMay } from '../session.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { type FilterSelect, ListFilterSheet, ListFilters, offered } from '../ui/ListFilters.tsx';
import { DUE_DAYS, dueDayOf } from './due-lines.ts';

const route = getRouteApi('/out');

/** Filters and order as search parameters; empty is no filter. */
export type OutFilters = Record<'tab' | 'by' | 'search' | 'location' | 'type', string>;
export type OutTab = (typeof OUT_TABS)[number];

export const tabOf = (text: string): OutTab => OUT_TABS.find((tab) => tab === text) ?? 'all';
export const byOf = (text: string): 'person' | 'due' => (text === 'due' ? 'due' : 'person');

/** The filters of the address and their setter. */
export function useOutFilters() {
  const filters = offered<OutFilters>(route.useSearch(), useSelects());
  const change = changeOf<OutFilters>(route.useNavigate());
  const narrowed = Boolean(filters.search.trim() || filters.location || filters.type);
  return { filters, change, narrowed };
}

/** The server's query; default tab and order are left out. */
export function outQueryOf({ tab, by, search, location, type }: OutFilters) {
  const q = search.trim();
  const query: NonNullable<QueryOf<'listOut'>> = {
    tab: tabOf(tab),
    by: byOf(by),
    ...(q && { q }),
    ...(location && { locationId: location }),
    ...(type && { type }),
  };
  return query;
}

const PRINTED_PAGE = '200';

/** Sets that are out, page by page; all pages for paper. */
export function useOut(filters: OutFilters) {
  const query = outQueryOf(filters);
  return usePagedList('listOut', { query }, byCursor, {
    printed: { query: { ...query, limit: PRINTED_PAGE } },
    entries: setsOf,
  });
}

/** A set that is out, and its holder. */
type OutSet = { bunch: KeyBunch; who: OutHolder };

const keyOf = ({ holder }: Pick<KeyBunch, 'holder'>): string =>
  holder?.id ? String(holder.id) : `name ${holder?.name ?? ''}`;

const setsOf = ({ keyBunches, holders }: Out): OutSet[] =>
  keyBunches.map((bunch) => ({
    bunch,
    who: holders.find((one) => keyOf(one) === keyOf(bunch)) ?? holderOfOne(bunch),
  }));

const holderOfOne = ({ holder }: KeyBunch): OutHolder => ({
  holder: holder ?? { name: 'Someone', id: null, userId: null },
  kind: null,
  organisation: null,
  phone: null,
  out: 1,
  overdue: 0,
});

/** A group of the list: one person's sets, or one due period with `who` null. */
export type OutPart = { id: string; title: string; who: OutHolder | null; bunches: KeyBunch[] };
export type PersonPart = OutPart & { who: OutHolder };

/** Sets grouped by holder, in list order. */
export function byPerson(sets: readonly OutSet[]): PersonPart[] {
  const parts = new Map<string, PersonPart>();
  for (const { bunch, who } of sets) {
    const id = keyOf(bunch);
    const known = parts.get(id);
    if (known) known.bunches.push(bunch);
    else parts.set(id, { id, title: who.holder.name, who, bunches: [bunch] });
  }
  return [...parts.values()];
}

/** Sets grouped by due period. It follows the current time, not the time of the response. */
export function byDue(sets: readonly OutSet[], now: number, zone: string): OutPart[] {
  const dayOf = ({ dueAt }: KeyBunch) => dueDayOf(dueAt === null ? null : Date.parse(dueAt), now, zone);
  const bunches = sets.map(({ bunch }) => bunch);
  return DUE_DAYS.map((day) => ({
    id: day,
    title: day,
    who: null,
    bunches: bunches.filter((bunch) => dayOf(bunch) === day),
  })).filter((part) => part.bunches.length > 0);
}

export type FilterProps = { filters: OutFilters; change: (patch: Partial<OutFilters>) => void };

const ORDERS = [
  { value: 'person', label: 'By person' },
  { value: 'due', label: 'By due time' },
] as const;

const SEARCH = {
  label: 'Search what is out',
  placeholder: 'Search by set ID, person, firm or premises',
};

/** Visible locations, if any, and key types. */
function useSelects(): FilterSelect<OutFilters>[] {
  const { choices } = useLabels();
  const may = useMay();
  const { data = [] } = useRead('listLocations', {}, { enabled: may('location:view') });
  const locations = data
    .map(({ id, name, type }) => ({ value: String(id), label: name, icon: locationIcon(type) }))
    .sort((a, b) => inNaturalOrder(a.label, b.label));
  // Until the settings are read the built-in types stand in for them.
  const types = useRead('getSettings').isPending ? [] : choices('keyTypes');
  const selects: FilterSelect<OutFilters>[] = [
    { name: 'location', label: 'Location', none: 'All locations', options: locations, width: 'w-40' },
    { name: 'type', label: 'Type', none: 'All types', options: types, width: 'w-36' },
  ];
  return selects.slice(locations.length > 0 ? 0 : 1);
}

const Order = ({ filters, change, block }: FilterProps & { block?: boolean }) => (
  <Segmented
    label="Order"
    block={block}
    value={byOf(filters.by)}
    onValueChange={(by) => change({ by: by === 'due' ? 'due' : '' })}
    segments={ORDERS}
  />
);

/** Filters and order, in a row. */
export const OutFilterBar = (props: FilterProps) => (
  <ListFilters {...props} search={SEARCH} selects={useSelects()}>
    <Order {...props} />
  </ListFilters>
);

/** The same in a sheet on a phone. */
export const OutFilterSheet = (props: FilterProps & { onClose: () => void }) => (
  <ListFilterSheet {...props} search={SEARCH} selects={useSelects()}>
    {(draft, set) => <Order filters={draft} change={set} block />}
  </ListFilterSheet>
);
