import { getRouteApi } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import type { QueryOf } from '../../shared/api.ts';
import { api } from '../../shared/api.ts';
import { dayText } from '../../shared/clock-text.ts';
import type { Holder } from '../../shared/holder.ts';
import { HOLDER_KIND_LABELS, HOLDER_KINDS } from '../../shared/holder-words.ts';
import { prefetchList, useList } from '../api/list.ts';
import { count } from '../format.ts';
import { ImportButton } from '../import/ImportButton.tsx';
import { ListAsOf, ListBody, ListMeant, ListPage, NothingMatches } from '../list/ListPage.tsx';
import { byCursor, changeOf, usePagedList } from '../list/list-state.ts';
import type { PrintedColumn } from '../print/PrintFrame.tsx';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListFilters, offered } from '../ui/ListFilters.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { HolderDialog } from './HolderDialog.tsx';
import { PeopleCards, PeopleTable } from './PeopleList.tsx';

const route = getRouteApi('/people');

type PeopleFilters = Record<'tab' | 'search' | 'kind' | 'active', string>;
const PEOPLE_TABS = ['all', 'any', 'overdue'] as const;
type PeopleTab = (typeof PEOPLE_TABS)[number];
const tabOf = (text: string): PeopleTab => PEOPLE_TABS.find((tab) => tab === text) ?? 'all';

const PAGE = '50';
const PRINTED_PAGE = '200';
const NO_FILTERS: PeopleFilters = { tab: '', search: '', kind: '', active: '' };

const KINDS = HOLDER_KINDS.map((value) => ({ value, label: HOLDER_KIND_LABELS[value] }));
const STATUSES = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
];
const OFFERED = [
  { name: 'kind', options: KINDS },
  { name: 'active', options: STATUSES },
] as const;

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

/** Number of people in a tab with the other filters: null while loading, undefined after an error. */
function usePeopleCount(filters: PeopleFilters, tab: PeopleTab): number | null | undefined {
  const { total, error } = useList('listHolders', inputOf(filters, tab, '1'), () => undefined);
  return total ?? (error ? undefined : null);
}

/** The people that match the address, by name, page by page. */
function usePeople() {
  const filters = offered<PeopleFilters>(route.useSearch(), OFFERED);
  const change = changeOf<PeopleFilters>(route.useNavigate());
  const tab = tabOf(filters.tab);
  const printed = inputOf(filters, tab, PRINTED_PAGE);
  const list = usePagedList('listHolders', inputOf(filters, tab, PAGE), byCursor, { printed });
  return { filters, tab, change, list };
}

const EMPTY = { all: 'No people yet', any: 'No keys are out', overdue: 'Nothing is overdue' };

export function prefetch(search: Record<string, string>): void {
  const filters = { ...NO_FILTERS, ...search };
  prefetchList('listHolders', inputOf(filters, tabOf(filters.tab), PAGE));
}

/** All people who may have keys. */
export function PeoplePage() {
  const phone = useMedia(PHONE);
  const may = useMay();
  const { filters, tab, change, list } = usePeople();
  const dialog = useDialogState<null>();
  const { search, kind, active } = filters;
  const nothing =
    search.trim() || kind || active ? (
      <NothingMatches
        title="No people match these filters"
        onClear={() => change({ search: '', kind: '', active: '' })}
      />
    ) : (
      <EmptyState title={EMPTY[tab]} />
    );
  return (
    <>
      <ListPage
        title="People"
        subtitle="Everyone who can hold keys, with or without an account."
        list={list}
        actions={<ImportButton kind="people" />}
        add={
          may(api.createHolder.needs) && (
            <Button variant="primary" icon={UserPlus} onClick={() => dialog.show(null)}>
              Add person
            </Button>
          )
        }
        onPhone={<ListAsOf list={list} />}
        printed={{
          filters: [kind && HOLDER_KIND_LABELS[kind as Holder['kind']], search && `"${search}"`],
          columns: PRINTED,
          noun: 'person',
          plural: 'people',
        }}
      >
        <Tabs
          label="Which people"
          value={tab}
          onValueChange={(next) => change({ tab: next === 'all' ? '' : next })}
          tabs={[
            { value: 'all', label: 'All', count: usePeopleCount(filters, 'all') },
            { value: 'any', label: 'Holding keys', count: usePeopleCount(filters, 'any') },
            { value: 'overdue', label: 'Overdue', count: usePeopleCount(filters, 'overdue'), alarm: true },
          ]}
        >
          <ListFilters
            filters={filters}
            change={change}
            search={{ label: 'Search people', placeholder: 'Search by name, firm, phone or badge' }}
            selects={[
              { name: 'kind', label: 'Kind', none: 'All kinds', options: KINDS, width: 'w-40' },
              {
                name: 'active',
                label: 'Status',
                none: phone ? 'Any status' : 'Active and inactive',
                options: STATUSES,
                width: 'w-44',
              },
            ]}
          />
          <ListBody list={list} empty={nothing} searched={search.trim()}>
            <ListMeant
              list={list}
              nothing="No people match"
              searched={search}
              onSearch={(text) => change({ search: text })}
            />
            {phone ? <PeopleCards list={list} /> : <PeopleTable list={list} />}
          </ListBody>
        </Tabs>
      </ListPage>
      {dialog.shown && <HolderDialog key={dialog.shown.turn} {...dialog.props} holder={null} />}
    </>
  );
}

const PRINTED: readonly PrintedColumn<Holder>[] = [
  { title: 'Person', width: 'w-[24%]', body: 'font-semibold', cell: ({ name }) => name },
  { title: 'Kind', width: 'w-[12%]', cell: ({ kind }) => HOLDER_KIND_LABELS[kind] },
  { title: 'Firm', width: 'w-[22%]', cell: ({ organisation }) => organisation },
  { title: 'Phone', width: 'w-[16%]', cell: ({ phone }) => phone },
  {
    title: 'Holding',
    width: 'w-[14%]',
    cell: ({ out, overdue }) =>
      [out > 0 && count(out, 'set'), overdue > 0 && `${overdue} overdue`].filter(Boolean).join(', '),
  },
  {
    title: 'May take keys',
    width: 'w-[12%]',
    cell: ({ isActive, validUntil }) => (!isActive ? 'No' : validUntil ? `Until ${dayText(validUntil)}` : ''),
  },
];
