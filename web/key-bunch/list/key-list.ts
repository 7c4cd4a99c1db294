import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo } from 'react';
import type { QueryOf } from '../../../shared/api.ts';
import type { LocationSummary } from '../../../shared/dashboard.ts';
import type { ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { KEY_BUNCH_SORTS, STATUSES } from '../../../shared/key-bunch-words.ts';
import { KEY_BUNCH_PAGE, LONG_OUT_HOURS, NAME_MAX, PAGE_MAX } from '../../../shared/limits.ts';
import { inNaturalOrder } from '../../../shared/natural-order.ts';
import { useList } from '../../api/list.ts';
import { useRead } from '../../api/read.ts';
import { useLabels } from '../../labels.ts';
import { usePagedList } from '../../list/list-state.ts';
import { locationIcon } from '../../location/LocationIcon.tsx';
import type { Icon, Tint } from '../../ui/classes.ts';
import { STATUS_TINTS } from '../StatusBadge.tsx';

const route = getRouteApi('/key-bunches');

/** Filters and order as search parameters; empty is no filter. */
export type KeyFilters = Record<
  'search' | 'type' | 'location' | 'status' | 'watch' | 'check' | 'sort',
  string
>;

const NOT_SEEN_DAYS = 30;

/** Due filters, each with an order, most urgent first. */
const WATCHES = [
  { value: 'overdue', label: 'Overdue', query: { due: 'overdue' }, sort: 'due' },
  { value: 'today', label: 'Due today', query: { due: 'today' }, sort: 'due' },
  { value: 'open', label: 'Out, no due time', query: { due: 'none' }, sort: 'issuedAt' },
] as const;

/** Conditions; those by time with the most urgent first. */
const CHECKS = [
  { value: 'short', label: 'Keys or fobs short', query: { short: 'true' }, sort: '' },
  {
    value: 'out',
    label: `Out longer than ${LONG_OUT_HOURS} h`,
    query: { outHours: String(LONG_OUT_HOURS) },
    sort: 'issuedAt',
  },
  {
    value: 'unseen',
    label: `Not seen for ${NOT_SEEN_DAYS} days`,
    query: { notSeenDays: String(NOT_SEEN_DAYS) },
    sort: 'lastSeen',
  },
  { value: 'no-tag', label: 'No tag', query: { without: 'tag' }, sort: '' },
  { value: 'no-nfc', label: 'No NFC tag', query: { without: 'nfc' }, sort: '' },
  { value: 'no-premises', label: 'No premises', query: { without: 'premises' }, sort: '' },
  { value: 'no-photo', label: 'No photo', query: { without: 'photo' }, sort: '' },
  { value: 'no-label', label: 'No label', query: { without: 'label' }, sort: '' },
] as const;

const watchOf = (value: string) => WATCHES.find((watch) => watch.value === value);
const checkOf = (value: string) => CHECKS.find((check) => check.value === value);

/** Changes filters; `replace` adds no history entry. */
export type ChangeFilters = (patch: Partial<KeyFilters>, options?: { replace?: boolean }) => void;

export const NO_FILTERS: KeyFilters = {
  search: '',
  type: '',
  location: '',
  status: '',
  watch: '',
  check: '',
  sort: '',
};

type FilterOption = { value: string; label: string; tint?: Tint | null; icon?: Icon };
/** A filter that is one of its options: its name, heading and text of no choice. */
export type KeyFilter = {
  name: 'type' | 'location' | 'status' | 'watch' | 'check';
  label: string;
  none: string;
  options: readonly FilterOption[];
};

/** The filters in the order of the bar. */
export const filtersOf = ({ types, locations, statuses }: KeyChoices): KeyFilter[] => [
  { name: 'type', label: 'Type', none: 'All types', options: types },
  { name: 'location', label: 'Location', none: 'All locations', options: locations },
  { name: 'status', label: 'Status', none: 'All statuses', options: statuses },
  { name: 'watch', label: 'Time', none: 'Any due time', options: WATCHES },
  { name: 'check', label: 'Needs attention', none: 'Any condition', options: CHECKS },
];

/** The same on phones: the status comes first. */
export function filtersOnPhone(choices: KeyChoices): KeyFilter[] {
  const isStatus = ({ name }: KeyFilter) => name === 'status';
  const filters = filtersOf(choices);
  return [...filters.filter(isStatus), ...filters.filter((one) => !isStatus(one))];
}

type KeyQuery = NonNullable<QueryOf<'listKeyBunches'>>;
type Sort = NonNullable<KeyQuery['sort']>;

const isSort = (text: string): text is Sort =>
  KEY_BUNCH_SORTS.some((column) => text === column || text === `-${column}`);

/** The query of the first page; the default order is by ID, for a search by relevance. */
export function keyQueryOf(filters: KeyFilters, limit = KEY_BUNCH_PAGE): KeyQuery {
  const q = filters.search.trim();
  const watch = watchOf(filters.watch);
  const check = checkOf(filters.check);
  const sort = filters.sort || watch?.sort || check?.sort || '';
  return {
    ...(q && { q }),
    ...(filters.type && { type: filters.type }),
    ...(filters.location && { locationId: filters.location }),
    ...(filters.status && { status: filters.status }),
    ...watch?.query,
    ...check?.query,
    ...(isSort(sort) && { sort }),
    limit: String(limit),
  };
}

/** The sort column, such as `-lastUpdated`; null for relevance. */
export function orderOf({ sort, watch, check, search }: KeyFilters): string | null {
  return sort || watchOf(watch)?.sort || checkOf(check)?.sort || (search.trim() ? null : 'identifier');
}

/** Number of active filters: type, location, status, due time and condition. */
export const filterCount = ({ type, location, status, watch, check }: KeyFilters): number =>
  [type, location, status, watch, check].filter(Boolean).length;

export const isFiltered = (filters: KeyFilters): boolean =>
  filterCount(filters) > 0 || filters.search.trim() !== '';

/** The active filters, in words. */
export function wordsOf(filters: KeyFilters, choices: KeyChoices): string[] {
  const chosen = ({ name, options }: KeyFilter) =>
    options.find(({ value }) => value === filters[name])?.label ?? filters[name];
  const [type, location, ...others] = filtersOf(choices).map(chosen);
  return [
    location || 'All locations',
    type,
    ...others,
    filters.search.trim() && `"${filters.search.trim()}"`,
    filters.sort === 'position' && 'By position',
  ].filter((word): word is string => Boolean(word));
}

/** The address's filters that are offered; others are ignored, once what is offered is known: a link or a search before that keeps them. */
function accepted(fromAddress: KeyFilters, choices: KeyChoices): KeyFilters {
  const { search, location, sort } = fromAddress;
  const offered = Object.fromEntries(
    filtersOf(choices).map(({ name, options }) => {
      const value = fromAddress[name];
      return [name, !choices.known || options.some((option) => option.value === value) ? value : ''];
    }),
  ) as Record<KeyFilter['name'], string>;
  return {
    ...offered,
    search: search.slice(0, NAME_MAX),
    // While the options are unknown the server decides.
    ...(choices.noLocations && /^\d{1,9}$/.test(location) && { location }),
    sort: isSort(sort) ? sort : '',
  };
}

/**
 * The filters of the address and their setter. `ready` is false while the options load. A change adds a history entry; `replace` does not.
 */
export function useKeyFilters() {
  const fromAddress = route.useSearch();
  const navigate = route.useNavigate();
  const choices = useKeyChoices(fromAddress.status);
  const filters = useMemo(() => accepted(fromAddress, choices), [fromAddress, choices]);
  const change = useCallback(
    (patch: Partial<KeyFilters>, options: { replace?: boolean } = {}) =>
      void navigate({ search: { ...filters, ...patch }, ...options }),
    [navigate, filters],
  );
  const ready = choices.known || filterCount(fromAddress) === 0;
  return { filters, choices, ready, change };
}

/** The filter options of the key list. `known` is false while they load. */
export type KeyChoices = {
  types: readonly FilterOption[];
  statuses: readonly FilterOption[];
  locations: readonly FilterOption[];
  known: boolean;
  /** The locations could not be read. */
  noLocations: boolean;
};

/** The sources of the options. */
export const KEY_CHOICE_READS = ['getSettings', 'listLocations', 'getDashboard'] as const;

/**
 * Configured types and statuses, else the built-in ones, with those in use and the address's built-in status; visible locations by name.
 */
export function useKeyChoices(askedStatus: string): KeyChoices {
  const { choices, tint } = useLabels();
  const settings = useRead('getSettings');
  const locations = useRead('listLocations');
  const dashboard = useRead('getDashboard');
  const known = !settings.isPending && !locations.isPending && !dashboard.isPending;

  return useMemo(() => {
    const summaries = dashboard.data?.locations ?? [];
    const stored = occurring(summaries, 'byStatus');
    const builtIn = STATUSES.filter((status) => status === askedStatus || stored.includes(status));
    return {
      types: choices('keyTypes', occurring(summaries, 'byType')).map((choice) => ({
        ...choice,
        tint: tint('keyTypes', choice.value, null),
      })),
      statuses: choices('statuses', [...builtIn, ...stored]).map((choice) => ({
        ...choice,
        tint: tint('statuses', choice.value, STATUS_TINTS[choice.value] ?? 'gray'),
      })),
      locations: [...(locations.data ?? [])]
        .sort((a, b) => inNaturalOrder(a.name, b.name))
        .map(({ id, name, type }) => ({
          value: String(id),
          label: name,
          icon: locationIcon(type),
        })),
      known,
      noLocations: locations.isError,
    };
  }, [choices, tint, dashboard.data, locations.data, locations.isError, askedStatus, known]);
}

const occurring = (summaries: readonly LocationSummary[], counts: 'byStatus' | 'byType') =>
  [...new Set(summaries.flatMap((summary) => Object.keys(summary[counts])))].sort(inNaturalOrder);

export type KeyList = ReturnType<typeof useKeyList>;

const NONE: ListedKeyBunch[] = [];

/** The page after the last one, as long as the server allows. */
export const longerPage = (last: { next: string | null }) =>
  last.next ? { cursor: last.next, limit: String(PAGE_MAX) } : undefined;

/** The matching bunches, page by page: a short first page, then longer ones. */
export function useKeyList(filters: KeyFilters, enabled: boolean) {
  const list = usePagedList('listKeyBunches', { query: keyQueryOf(filters, KEY_BUNCH_PAGE) }, longerPage, {
    enabled,
    printed: { query: keyQueryOf(filters, PAGE_MAX) },
  });
  return {
    ...list,
    bunches: list.items ?? NONE,
    /** Loading without data: show placeholders. */
    waiting: list.items === undefined && !list.error,
  };
}

/** Number of matches, or a lower bound, read after the first render; `total` is undefined while loading. */
export function useKeyTotal(filters: KeyFilters): { total: number | undefined; atLeast: boolean } {
  const enabled = useDeferredValue(true, false);
  const input = { query: keyQueryOf(filters, 1) };
  const { total, atLeast } = useList('listKeyBunches', input, () => undefined, { enabled });
  return { total, atLeast };
}
