import { Download, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { OutHolder } from '../../shared/custody.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { serverNow } from '../api/server-clock.ts';
import { useExport } from '../device/download.ts';
import { companyDay, count } from '../format.ts';
import type { KeyBunchDialog } from '../key-bunch/BunchDialog.tsx';
import { KeyBunchDialogs } from '../key-bunch/KeyBunchDialogs.tsx';
import { PrintButton, PrintFrame } from '../print/PrintFrame.tsx';
import { MoreFailed, ReadFailed } from '../shell/ReadFailed.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { AsOf } from '../ui/Time.tsx';
import { OutCards, useOutFocus } from './OutCards.tsx';
import { OutFilterBar, OutFilterSheet } from './OutFilters.tsx';
import { OutTable, partsOf, whoText } from './OutTable.tsx';
import { PrintedSets, SignatureLine } from './PrintedSets.tsx';
import { byOf, groupsOf, type OutTab, outQueryOf, tabOf, useOut, useOutFilters } from './use-out.ts';
import { useNow, useZone } from './zone.ts';

const TITLE = 'Out now';
const TABS = [
  { value: 'all', label: 'All' },
  { value: 'today', label: 'Due today' },
  { value: 'overdue', label: 'Overdue' },
] as const;
const EMPTY: Record<OutTab, string> = {
  all: 'Nothing is out.',
  today: 'Nothing more is due today.',
  overdue: 'Nothing is overdue.',
};

type List = ReturnType<typeof useOut>;

/** Sets that are out, with their holders. */
export function OutPage() {
  const phone = useMedia(PHONE);
  const { filters, change, narrowed } = useOutFilters();
  const out = useOut(filters);
  const [now, zone] = [useNow(), useZone()];
  const dialog = useDialogState<KeyBunchDialog>();
  useOutFocus(dialog);
  const tab = tabOf(filters.tab);
  const { bunches, holders, counts, paper } = out;
  const parts = bunches && partsOf(bunches, holders, byOf(filters.by), { now, zone });
  const choose = (next: OutTab) => change({ tab: next === 'all' ? '' : next });
  const tabs = TABS.map((one) => ({
    ...one,
    count: counts?.[one.value] ?? (out.failed ? undefined : null),
    alarm: one.value === 'overdue',
  }));
  const body = (
    <Body
      {...{ out, phone, narrowed, tab, parts }}
      onClear={() => change({ search: '', location: '', type: '' })}
      onAct={dialog.show}
    />
  );
  return (
    <>
      <div className="print:hidden">
        <Head out={out} phone={phone} query={outQueryOf(filters)} />
        {phone ? (
          <>
            <Segmented
              label="Which sets"
              block
              className="mb-4 [&>label]:flex-auto [&>label]:px-1.5"
              value={tab}
              onValueChange={choose}
              segments={tabs.map(({ count: n, ...one }) => ({ ...one, count: n ?? undefined }))}
            />
            {body}
          </>
        ) : (
          <Tabs label="Which sets" value={tab} onValueChange={choose} tabs={tabs}>
            <OutFilterBar filters={filters} change={change} />
            {body}
          </Tabs>
        )}
      </div>
      {paper.printing && (
        <PrintFrame
          title={TITLE}
          filters={[tab !== 'all' && TABS.find(({ value }) => value === tab)?.label, filters.search]}
          rows={{ printed: paper.rows.length, total: out.total, noun: 'key set' }}
          asOf={new Date(out.readAt)}
        >
          <PrintedOut rows={paper.rows} now={now} />
        </PrintFrame>
      )}
      {phone && <Foot out={out} filters={filters} change={change} narrowed={narrowed} />}
      <KeyBunchDialogs state={dialog} />
    </>
  );
}

type HeadProps = { out: List; phone: boolean; query: ReturnType<typeof outQueryOf> };

function Head({ out, phone, query }: HeadProps) {
  const { run, progress } = useExport();
  const { readAt, refreshing, retry, bunches, holders, total, paper, hasMore } = out;
  const asAt = <AsOf at={readAt} refreshing={refreshing} onRefresh={retry} className="phone:-my-3" />;
  if (phone) {
    const people = hasMore ? '' : `, ${count(holders.length, 'person', 'people')}`;
    return (
      <PageHead
        title={TITLE}
        right={
          <>
            {bunches && total !== undefined && `${count(total, 'set')}${people}`}
            {asAt}
          </>
        }
      />
    );
  }
  const save = () => run('exportOut', { query }, `keys-out-${companyDay(new Date(serverNow()))}.csv`, total);
  return (
    <PageHead
      title={TITLE}
      subtitle="Every set that is out, and who has it."
      right={
        <>
          {asAt}
          <Button
            icon={Download}
            pending={progress !== null}
            onClick={() => void save()}
            className="tabular-nums"
          >
            {progress ?? 'Export CSV'}
          </Button>
          <PrintButton paper={paper} label="Print sheet" />
        </>
      }
    />
  );
}

type BodyProps = {
  out: List;
  phone: boolean;
  narrowed: boolean;
  tab: OutTab;
  parts: ReturnType<typeof partsOf> | undefined;
  onClear: () => void;
  onAct: (dialog: KeyBunchDialog) => void;
};

function Body({ out, phone, narrowed, tab, parts, onClear, onAct }: BodyProps) {
  if (out.failed) return <ReadFailed error={out.failed} onRetry={out.retry} />;
  if (parts?.length === 0)
    return narrowed ? (
      <EmptyState
        title="Nothing matches these filters"
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    ) : (
      <EmptyState title={EMPTY[tab]} />
    );
  const List = phone ? OutCards : OutTable;
  return (
    <>
      <List parts={parts} stale={out.stale} onAct={onAct} />
      {out.hasMore && (
        <div className="mt-3 flex justify-center">
          {out.moreFailed ? (
            <MoreFailed onRetry={out.more} />
          ) : (
            <Button pending={out.loadingMore} onClick={out.more}>
              Load more
            </Button>
          )}
        </div>
      )}
    </>
  );
}

type FootProps = Pick<ReturnType<typeof useOutFilters>, 'filters' | 'change' | 'narrowed'> & { out: List };

function Foot({ out, filters, change, narrowed }: FootProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <FootBar>
        <Button icon={SlidersHorizontal} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {narrowed ? 'Filters on' : 'Filters'}
        </Button>
        <PrintButton paper={out.paper} label="Print sheet" />
      </FootBar>
      {open && <OutFilterSheet filters={filters} change={change} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The list on paper: a block per person, with a line to sign on. */
function PrintedOut({
  rows,
  now,
}: {
  rows: readonly { bunch: KeyBunch; holders: readonly OutHolder[] }[];
  now: number;
}) {
  const groups = groupsOf(
    rows.map(({ bunch }) => bunch),
    rows[0]?.holders ?? [],
  );
  return groups.map(({ key, who, bunches }) => (
    <section key={key} className="mb-7">
      <PrintedSets
        title={who.holder.name}
        note={[whoText(who), who.phone].filter(Boolean).join(' · ')}
        bunches={bunches}
        now={now}
      />
      <SignatureLine name={who.holder.name} />
    </section>
  ));
}
