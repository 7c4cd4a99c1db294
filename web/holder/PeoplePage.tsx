import { UserPlus } from 'lucide-react';
import { api } from '../../shared/api.ts';
import { dayText } from '../../shared/clock-text.ts';
import type { Holder } from '../../shared/holder.ts';
import { HOLDER_KIND_LABELS, HOLDER_KINDS } from '../../shared/holder-words.ts';
import { beginList } from '../api/list.ts';
import { count } from '../format.ts';
import { ImportButton } from '../import/ImportButton.tsx';
import { PrintButton, PrintedTable, PrintFrame } from '../print/PrintFrame.tsx';
import { useMay } from '../session.tsx';
import { MoreFailed, ReadFailed } from '../shell/ReadFailed.tsx';
import { Button } from '../ui/Button.tsx';
import { DidYouMean } from '../ui/DidYouMean.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { SearchInput } from '../ui/form/SearchInput.tsx';
import { Select } from '../ui/form/Select.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { AsOf } from '../ui/Time.tsx';
import { HolderDialog } from './HolderDialog.tsx';
import { PeopleCards, PeopleTable } from './PeopleList.tsx';
import { type PeopleTab, peopleOf, usePeople } from './people.ts';

const EMPTY: Record<PeopleTab, string> = {
  all: 'No people yet.',
  any: 'No keys are out.',
  overdue: 'Nothing is overdue.',
};

type People = ReturnType<typeof usePeople>;

export const begin = (search: Record<string, string>): void => beginList('listHolders', peopleOf(search));

/** All people who may have keys. */
export function PeoplePage() {
  const phone = useMedia(PHONE);
  const may = useMay();
  const list = usePeople();
  const dialog = useDialogState<null>();
  const { tab, counts, change, paper } = list;
  const add = may(api.createHolder.needs) && (
    <Button variant="primary" icon={UserPlus} onClick={() => dialog.show(null)}>
      Add person
    </Button>
  );
  const asOf = <AsOf at={list.readAt} refreshing={list.refreshing} onRefresh={list.retry} />;
  return (
    <>
      <div className="print:hidden">
        <PageHead
          title="People"
          subtitle="Everyone who can hold keys, with or without an account."
          right={
            phone ? (
              asOf
            ) : (
              <>
                {asOf}
                <PrintButton paper={paper} />
                <ImportButton kind="people" />
                {add}
              </>
            )
          }
        />
        <Tabs
          label="Which people"
          value={tab}
          onValueChange={(next) => change({ tab: next === 'all' ? '' : next })}
          tabs={[
            { value: 'all', label: 'All', count: counts.all },
            { value: 'any', label: 'Holding keys', count: counts.any },
            { value: 'overdue', label: 'Overdue', count: counts.overdue, alarm: true },
          ]}
        >
          <Filters list={list} />
          <Body list={list} phone={phone} />
        </Tabs>
      </div>
      {paper.printing && <Paper list={list} />}
      {phone && add && <FootBar>{add}</FootBar>}
      {dialog.shown && <HolderDialog key={dialog.shown.turn} {...dialog.props} holder={null} />}
    </>
  );
}

function Filters({ list: { filters, change } }: { list: People }) {
  const phone = useMedia(PHONE);
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <div className="min-w-60 flex-1 phone:min-w-0 phone:basis-full">
        <SearchInput
          label="Search people"
          placeholder="Search by name, firm, phone or badge"
          value={filters.search}
          onValueChange={(search) => change({ search })}
        />
      </div>
      <div className="w-40 phone:w-auto phone:flex-1">
        <Select
          aria-label="Kind"
          none="All kinds"
          value={filters.kind}
          onValueChange={(kind) => change({ kind })}
          options={HOLDER_KINDS.map((value) => ({ value, label: HOLDER_KIND_LABELS[value] }))}
        />
      </div>
      <div className="w-44 phone:w-auto phone:flex-1">
        <Select
          aria-label="Status"
          none={phone ? 'Any status' : 'Active and inactive'}
          value={filters.active}
          onValueChange={(active) => change({ active })}
          options={[
            { value: 'true', label: 'Active' },
            { value: 'false', label: 'Inactive' },
          ]}
        />
      </div>
    </div>
  );
}

function Body({ list, phone }: { list: People; phone: boolean }) {
  const { people, tab, narrowed, change } = list;
  if (list.failed) return <ReadFailed error={list.failed} onRetry={list.retry} />;
  if (people?.length === 0)
    return narrowed ? (
      <EmptyState
        title="No people match these filters"
        action={<Button onClick={() => change({ search: '', kind: '', active: '' })}>Clear filters</Button>}
      />
    ) : (
      <EmptyState title={EMPTY[tab]} />
    );
  const List = phone ? PeopleCards : PeopleTable;
  return (
    <>
      {!list.stale && people && (
        <DidYouMean
          nothing="No people match"
          searched={list.filters.search.trim()}
          found={people}
          onSearch={(search) => change({ search })}
          className="mb-3"
        />
      )}
      <List people={people} stale={list.stale} />
      {list.hasMore && (
        <div className="mt-3 flex justify-center">
          {list.moreFailed ? (
            <MoreFailed onRetry={list.more} />
          ) : (
            <Button pending={list.loadingMore} onClick={list.more}>
              Load more
            </Button>
          )}
        </div>
      )}
    </>
  );
}

const COLUMNS = [
  { title: 'Person', width: 'w-[24%]' },
  { title: 'Kind', width: 'w-[12%]' },
  { title: 'Firm', width: 'w-[22%]' },
  { title: 'Phone', width: 'w-[16%]' },
  { title: 'Holding', width: 'w-[14%]' },
  { title: 'May take keys', width: 'w-[12%]' },
];

/** The list as printed. */
function Paper({ list: { paper, filters, total, atLeast, readAt } }: { list: People }) {
  return (
    <PrintFrame
      title="People"
      filters={[
        filters.kind && HOLDER_KIND_LABELS[filters.kind as Holder['kind']],
        filters.search && `"${filters.search}"`,
      ]}
      rows={{ printed: paper.rows.length, total, atLeast, noun: 'person', plural: 'people' }}
      asOf={new Date(readAt)}
    >
      <PrintedTable columns={COLUMNS}>
        {paper.rows.map((one) => (
          <tr key={one.id}>
            <td className="font-semibold">{one.name}</td>
            <td>{HOLDER_KIND_LABELS[one.kind]}</td>
            <td>{one.organisation}</td>
            <td>{one.phone}</td>
            <td>
              {one.out > 0 && count(one.out, 'set')}
              {one.overdue > 0 && `, ${one.overdue} overdue`}
            </td>
            <td>{!one.isActive ? 'No' : one.validUntil ? `Until ${dayText(one.validUntil)}` : ''}</td>
          </tr>
        ))}
      </PrintedTable>
    </PrintFrame>
  );
}
