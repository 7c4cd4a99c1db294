import { getRouteApi } from '@tanstack/react-router';
import { Download, X } from 'lucide-react';
import { useMemo } from 'react';
import type { Activity } from '../../shared/activity.ts';
import { KIND_LABELS, KINDS } from '../../shared/activity-words.ts';
import { api } from '../../shared/api.ts';
import { seesEverywhere } from '../../shared/grant.ts';
import { HISTORY_PAGE } from '../../shared/limits.ts';
import { actorName, fullName } from '../../shared/user-name.ts';
import { useList } from '../api/list.ts';
import { useRead } from '../api/read.ts';
import { serverNow } from '../api/server-clock.ts';
import { useExport } from '../device/download.ts';
import { companyDay, dayHeading } from '../format.ts';
import { unclearNames } from '../movement/BunchLink.tsx';
import { CustomRange } from '../movement/CustomRange.tsx';
import { DATE_FILTERS, type DateFilter, dateFilterOf, useDateRange } from '../movement/date-filter.ts';
import { ListAsOf, PagedList } from '../movement/PagedList.tsx';
import { useMay, useMe } from '../session.tsx';
import { NoAccess } from '../shell/NoAccess.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Select } from '../ui/form/Select.tsx';
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

function Activities({ filters }: { filters: ActivityFilters }) {
  const phone = useMedia(PHONE);
  const list = useList(
    'listActivity',
    { query: { ...filters.query, limit: String(HISTORY_PAGE) } },
    ({ data }, loaded) => {
      const last = data.at(-1);
      return last && data.length >= HISTORY_PAGE && loaded > 0 ? { before: String(last.id) } : undefined;
    },
  );
  return (
    <>
      <PageHead
        title="Activity"
        subtitle="Who changed people, rights and settings, who signed in, who exported data, and what was refused."
        right={
          <>
            {!phone && <ListAsOf list={list} />}
            <Export query={filters.query} total={list.total} />
          </>
        }
      />
      <ActivityFilterBar filters={filters} />
      <PagedList
        list={list}
        besideCount={
          filters.any &&
          list.items?.length !== 0 && (
            <Button
              size="sm"
              variant="ghost"
              icon={X}
              onClick={() => void filters.clear()}
              className="ml-auto"
            >
              Clear filters
            </Button>
          )
        }
        nothing={<Nothing filters={filters} />}
      >
        {(items) => <ActivityDays entries={items} />}
      </PagedList>
    </>
  );
}

const Nothing = ({ filters: { any, clear } }: { filters: ActivityFilters }) => (
  <EmptyState
    title={any ? 'Nothing matches' : 'Nothing yet'}
    hint={
      any
        ? 'No activity matches these filters.'
        : 'Changes to people, rights and settings will be listed here.'
    }
    action={any && <Button onClick={() => void clear()}>Clear filters</Button>}
  />
);

type ExportProps = { query: ActivityFilters['query']; total: number | undefined };

/** Downloads all matches as CSV. */
function Export({ query, total }: ExportProps) {
  const { run, progress } = useExport();
  const save = () =>
    run('exportActivity', { query }, `activity-${companyDay(new Date(serverNow()))}.csv`, total);
  return (
    <Button icon={Download} pending={progress !== null} className="tabular-nums" onClick={() => void save()}>
      {progress ?? 'Export'}
    </Button>
  );
}

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
    <div className="mb-3 flex flex-wrap gap-2">
      <div className="w-56 phone:w-auto phone:flex-1">
        <Select
          aria-label="Kind"
          none="Everything"
          value={kind}
          onValueChange={(next) => void change({ kind: next })}
          options={KIND_OPTIONS}
        />
      </div>
      <div className="w-52 phone:w-auto phone:flex-1">
        <Select
          aria-label="Date"
          value={date}
          onValueChange={(next) => void change({ date: dateFilterOf(next) })}
          options={DATE_FILTERS}
        />
      </div>
      {options.length > 0 && (
        <div className="w-56 phone:w-full">
          <Select
            aria-label="Person"
            none="Everyone"
            value={person}
            onValueChange={(next) => void change({ person: next })}
            options={options}
          />
        </div>
      )}
      {date === 'custom' && <CustomRange filters={filters} className="basis-full" />}
    </div>
  );
}

const route = getRouteApi('/activity');

type Change = Partial<Record<'kind' | 'person' | 'from' | 'to', string>> & { date?: DateFilter };

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
    navigate({
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
  const places = useMemo(() => new Map(locations?.map(({ id, name }) => [id, name])), [locations]);
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
                places={places}
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
