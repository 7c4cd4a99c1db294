import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { joined } from '../../shared/isolated.ts';
import { ExportButton } from '../device/download.tsx';
import { count } from '../format.ts';
import { useFirstSets } from '../import/ImportButton.tsx';
import type { KeyBunchDialog } from '../key-bunch/BunchDialog.tsx';
import { KeyBunchDialogs } from '../key-bunch/KeyBunchDialogs.tsx';
import { ListAsOf, ListBody, NothingMatches } from '../list/ListPage.tsx';
import { PrintButton, PrintFrame } from '../print/PrintFrame.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { ListTabs } from '../ui/Tabs.tsx';
import { useNow, useZone } from '../zone.ts';
import { OutCards, OutTable, whoText } from './OutRows.tsx';
import { OutSwitch } from './OutSwitch.tsx';
import { PrintedSets, SignatureLine } from './PrintedSets.tsx';
import {
  byDue,
  byOf,
  byPerson,
  type FilterProps,
  OutFilterBar,
  OutFilterSheet,
  type OutTab,
  outQueryOf,
  type PersonPart,
  tabOf,
  useOut,
  useOutFilters,
} from './use-out.tsx';

const TITLE = 'Out now';
const TABS = [
  { value: 'all', label: 'All' },
  { value: 'today', label: 'Due today' },
  { value: 'overdue', label: 'Overdue' },
] as const;
const EMPTY: Record<OutTab, string> = {
  all: 'Nothing is out',
  today: 'Nothing more is due today',
  overdue: 'Nothing is overdue',
};

type List = ReturnType<typeof useOut>;

/** Sets that are out, with their holders. */
export function OutPage() {
  const phone = useMedia(PHONE);
  const { filters, change, narrowed } = useOutFilters();
  const list = useOut(filters);
  const [now, zone] = [useNow(), useZone()];
  const firstSets = useFirstSets();
  const dialog = useDialogState<KeyBunchDialog>();
  useOutFocus(dialog);
  const tab = tabOf(filters.tab);
  const { items, paper } = list;
  const parts = items && (byOf(filters.by) === 'person' ? byPerson(items) : byDue(items, now, zone));
  const Rows = phone ? OutCards : OutTable;
  const nothing = narrowed ? (
    <NothingMatches
      title="Nothing matches these filters"
      onClear={() => change({ search: '', location: '', type: '' })}
    />
  ) : (
    <EmptyState title={EMPTY[tab]} {...firstSets} />
  );
  return (
    <>
      <div className="print:hidden">
        {phone ? <PhoneHead list={list} /> : <Head list={list} query={outQueryOf(filters)} />}
        <OutTabs list={list} tab={tab} onChoose={(next) => change({ tab: next === 'all' ? '' : next })}>
          {!phone && <OutFilterBar filters={filters} change={change} />}
          <ListBody list={list} empty={nothing} searched={filters.search.trim()}>
            <Rows parts={parts} stale={list.stale} onAct={dialog.show} />
          </ListBody>
        </OutTabs>
      </div>
      {paper.printing && (
        <PrintFrame
          title={TITLE}
          filters={[tab !== 'all' && TABS.find(({ value }) => value === tab)?.label, filters.search]}
          rows={{ printed: paper.rows.length, total: list.total, noun: 'key set' }}
          asOf={new Date(list.readAt)}
        >
          <PrintedOut people={byPerson(paper.rows)} now={now} />
        </PrintFrame>
      )}
      {phone && <Foot list={list} filters={filters} change={change} narrowed={narrowed} />}
      <KeyBunchDialogs state={dialog} />
    </>
  );
}

function PhoneHead({ list }: { list: List }) {
  const { items, total, hasMore } = list;
  const people = items && !hasMore ? `, ${count(byPerson(items).length, 'person', 'people')}` : '';
  return (
    <PageHead
      title={TITLE}
      badge={<OutSwitch current="out" />}
      wideBadge
      right={
        <>
          {items && total !== undefined && `${count(total, 'set')}${people}`}
          <ListAsOf list={list} className="phone:-my-3" />
        </>
      }
    />
  );
}

const Head = ({ list, query }: { list: List; query: ReturnType<typeof outQueryOf> }) => (
  <PageHead
    title={TITLE}
    badge={<OutSwitch current="out" />}
    subtitle="Every set that is out, and who has it."
    right={
      <>
        <ListAsOf list={list} />
        <ExportButton
          name="exportOut"
          input={{ query }}
          file="keys-out"
          total={list.total}
          label="Export CSV"
        />
        <PrintButton paper={list.paper} label="Print sheet" />
      </>
    }
  />
);

type TabsProps = { list: List; tab: OutTab; onChoose: (tab: OutTab) => void; children: ReactNode };

/** Which sets, as tabs, on phones as segments. */
function OutTabs({ list: { first, failed }, tab, onChoose, children }: TabsProps) {
  const tabs = TABS.map((one) => ({
    ...one,
    count: first?.counts[one.value] ?? (failed ? undefined : null),
    alarm: one.value === 'overdue',
  }));
  return (
    <ListTabs label="Which sets" value={tab} onValueChange={onChoose} tabs={tabs}>
      {children}
    </ListTabs>
  );
}

/** The filters and the print on a phone. */
function Foot({ list, narrowed, ...filters }: FilterProps & { list: List; narrowed: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <FootBar>
        <Button icon={SlidersHorizontal} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {narrowed ? 'Filters on' : 'Filters'}
        </Button>
        <PrintButton paper={list.paper} label="Print sheet" />
      </FootBar>
      {open && <OutFilterSheet {...filters} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The list on paper: a block per person, with a line to sign on. */
const PrintedOut = ({ people, now }: { people: readonly PersonPart[]; now: number }) =>
  people.map(({ id, who, bunches }) => (
    <section key={id} className="mb-7">
      <PrintedSets
        title={who.holder.name}
        note={joined([whoText(who), who.phone], ' · ')}
        bunches={bunches}
        now={now}
      />
      <SignatureLine name={who.holder.name} />
    </section>
  ));

/**
 * Restores the focus to a set's row after a dialog: a handover moves the row, and the button that opened the dialog is gone. Without a link
 * in the row, focuses the main area.
 */
function useOutFocus({ shown }: DialogState<KeyBunchDialog>): void {
  const acted = useRef<number | null>(null);
  const id = shown && 'id' in shown.about ? shown.about.id : null;
  useEffect(() => {
    if (id !== null) acted.current = id;
    else if (acted.current !== null && document.activeElement === document.body) {
      const row = document.querySelector<HTMLElement>(`#main a[href="/key-history/${acted.current}"]`);
      (row ?? document.getElementById('main'))?.focus();
    }
  });
  // The user has moved the focus meanwhile.
  useEffect(() => {
    const forget = () => {
      acted.current = null;
    };
    window.addEventListener('pointerdown', forget, true);
    window.addEventListener('keydown', forget, true);
    return () => {
      window.removeEventListener('pointerdown', forget, true);
      window.removeEventListener('keydown', forget, true);
    };
  }, []);
}
