import { getRouteApi } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import type { Activity } from '../../shared/activity.ts';
import { KIND_LABELS, KINDS } from '../../shared/activity-words.ts';
import { api } from '../../shared/api.ts';
import { seesEverywhere } from '../../shared/grant.ts';
import { HISTORY_PAGE } from '../../shared/limits.ts';
import { actorName, fullName } from '../../shared/user-name.ts';
import type { More } from '../api/list.ts';
import { useRead } from '../api/read.ts';
import { ExportButton } from '../device/download.tsx';
import { companyDay, dayHeading } from '../format.ts';
import { ListAsOf, NothingMatches, PagedList } from '../list/ListPage.tsx';
import { usePages } from '../list/list-state.ts';
import { unclearNames } from '../movement/BunchLink.tsx';
import { CustomRange, DATE_FILTERS, dateFilterOf, useDateRange } from '../movement/date-filter.tsx';
import { useMay, useMe } from '../session.tsx';
import { NoAccess } from '../shell/NoAccess.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListFilters } from '../ui/ListFilters.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ActivityRow } from './ActivityRow.tsx';

/** The company's activity, newest first. */
export function ActivityPage() {
  const me = useMe();
  const filters = useActivityFilters();
  if (!seesEverywhere(me))
    return (
      <NoAccess needs="system:admin" text="Activity covers all locations. You have access to some of them." />
    );
  return <Activities filters={filters} />;
}

const older: More<'listActivity'> = ({ data }) => {
  const last = data.at(-1);
  return last && data.length >= HISTORY_PAGE ? { before: String(last.id) } : undefined;
};

function Activities({ filters }: { filters: ActivityFilters }) {
  const phone = useMedia(PHONE);
  const { query, any, clear } = filters;
  const list = usePages('listActivity', { query: { ...query, limit: String(HISTORY_PAGE) } }, older);
  const nothing = any ? (
    <NothingMatches title="Nothing matches" hint="No activity matches these filters." onClear={clear} />
  ) : (
    <EmptyState title="Nothing yet" hint="Changes to people, rights and settings will be listed here." />
  );
  return (
    <>
      <PageHead
        title="Activity"
        subtitle="Who changed people, rights and settings, who signed in, who exported data, and what was refused."
        right={
          <>
            {!phone && <ListAsOf list={list} />}
            <ExportButton name="exportActivity" input={{ query }} file="activity" total={list.total} />
          </>
        }
      />
      <ActivityFilterBar filters={filters} />
      <PagedList
        list={list}
        besideCount={
          any &&
          list.items?.length !== 0 && (
            <Button size="sm" variant="ghost" icon={X} onClick={clear} className="ml-auto">
              Clear filters
            </Button>
          )
        }
        nothing={nothing}
      >
        {(items) => <ActivityDays entries={items} />}
      </PagedList>
    </>
  );
}

const PERSON = { name: 'person', label: 'Person', none: 'Everyone', width: 'w-56 phone:basis-full' } as const;
const KIND_OPTIONS = KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

/** The filters: kind, time and user. */
function ActivityFilterBar({ filters }: { filters: ActivityFilters }) {
  const mayList = useMay()(api.listUsers.needs);
  const { data: people = [] } = useRead('listUsers', {}, { enabled: mayList });
  const { kind, date, person, change } = filters;
  const options = people.map((one) => ({ value: String(one.id), label: fullName(one) }));
  // A user in the address only is added to the options.
  if (person && options.every(({ value }) => value !== person))
    options.unshift({ value: person, label: `Person ${person}` });
  return (
    <ListFilters
      filters={{ kind, date, person }}
      change={change}
      selects={[
        { name: 'kind', label: 'Kind', none: 'Everything', options: KIND_OPTIONS, width: 'w-56' },
        { name: 'date', label: 'Date', options: DATE_FILTERS, width: 'w-52' },
        ...(options.length > 0 ? [{ ...PERSON, options }] : []),
      ]}
    >
      {date === 'custom' && <CustomRange filters={filters} className="basis-full" />}
    </ListFilters>
  );
}

const route = getRouteApi('/activity');

type Change = Partial<Record<'kind' | 'person' | 'date' | 'from' | 'to', string>>;

/** The filters of the address, so that Back, a reload and a pasted link restore them. */
function useActivityFilters() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const date = dateFilterOf(address.date);
  const kind = KINDS.find((known) => known === address.kind) ?? '';
  const person = /^[1-9]\d{0,9}$/.test(address.person) ? address.person : '';
  const { from, to } = address;
  const range = useDateRange(date, from, to);

  /** `quietly` replaces the history entry. */
  const change = (what: Change, quietly = false) =>
    void navigate({
      search: (last) => {
        const next = { ...last, ...what };
        const custom = next.date === 'custom';
        return { ...next, date: next.date === 'all' ? '' : next.date, ...(!custom && { from: '', to: '' }) };
      },
      replace: quietly,
      resetScroll: false,
    });
  return {
    date,
    kind,
    person,
    from,
    to,
    change,
    clear: () => change({ kind: '', person: '', date: 'all' }),
    any: date !== 'all' || kind !== '' || person !== '',
    /** The server's query, with or without a page. */
    query: { ...range, ...(kind && { kind }), ...(person && { userId: person }) },
  };
}
type ActivityFilters = ReturnType<typeof useActivityFilters>;

const WAITING = Array.from({ length: 8 }, (_, row) => row);

type Day = { day: string; entries: Activity[] };

/** Entries by the company's day, in their order. */
function byDay(entries: readonly Activity[]): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const day = companyDay(entry.timestamp);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

/** The activity, newest first, a panel per day. */
function ActivityDays({ entries }: { entries: readonly Activity[] | undefined }) {
  const may = useMay();
  const { data: locations } = useRead('listLocations', {}, { enabled: may(api.listLocations.needs) });
  const locationNames = useMemo(() => new Map(locations?.map(({ id, name }) => [id, name])), [locations]);
  const unclear = useMemo(() => unclearNames(entries ?? []), [entries]);
  if (!entries) return <Waiting />;
  return byDay(entries).map(({ day, entries: ofDay }) => {
    const { name, date } = dayHeading(ofDay[0]?.timestamp ?? day);
    return (
      <section key={day} className="mb-5">
        <h2 className="mb-1.5 text-label font-semibold">
          {name} <span className="ml-1 font-normal text-muted">{date}</span>
        </h2>
        <Panel>
          <ol>
            {ofDay.map((entry) => (
              <ActivityRow
                key={entry.id}
                entry={entry}
                unclear={unclear.has(actorName(entry.user))}
                locationNames={locationNames}
              />
            ))}
          </ol>
        </Panel>
      </section>
    );
  });
}

const Waiting = () => (
  <Panel className="mt-7">
    {WAITING.map((row) => (
      <div key={row} className="flex h-[52px] items-center gap-3 border-b px-4 last:border-b-0">
        <Skeleton className="h-4 w-9" />
        <Skeleton className="size-7" />
        <Skeleton className="h-4 w-72 max-w-full" />
      </div>
    ))}
  </Panel>
);
