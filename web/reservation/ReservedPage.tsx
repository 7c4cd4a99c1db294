import { Link } from '@tanstack/react-router';
import { CalendarClock, ListChecks, Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../shared/api.ts';
import type { ReservationTab } from '../../shared/reservation-text.ts';
import { OutSwitch } from '../custody/OutSwitch.tsx';
import { count } from '../format.ts';
import { useMayReserve } from '../key-bunch/key-actions.tsx';
import { ListAsOf, ListBody, NothingMatches } from '../list/ListPage.tsx';
import { PrintButton } from '../print/PrintFrame.tsx';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { linkClass } from '../ui/classes.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { Notice } from '../ui/Notice.tsx';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { ListTabs } from '../ui/Tabs.tsx';
import { useNow, useZone } from '../zone.ts';
import { PickDialog } from './PickDialog.tsx';
import { PrintedPickList } from './PrintedPickList.tsx';
import { type ReserveAbout, ReserveDialog } from './ReserveDialog.tsx';
import { ReservedCards, ReservedTable } from './ReservedRows.tsx';
import { type RoundStep, RoundsDialog } from './RoundsDialog.tsx';
import {
  FilterButton,
  Filters,
  type ReservedFilters,
  tabOf,
  useReserved,
  useReservedFilters,
  whereText,
} from './use-reserved.tsx';

const TABS: readonly { value: Exclude<ReservationTab, 'ended'>; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: 'tomorrow', label: 'Tomorrow' },
  { value: 'later', label: 'Later' },
  { value: 'not_taken', label: 'Not taken' },
];
const EMPTY: Record<ReservationTab, string> = {
  today: 'Nothing more is reserved for today',
  tomorrow: 'Nothing is reserved for tomorrow',
  later: 'Nothing is reserved for later',
  not_taken: 'Every reserved set was taken in time',
  ended: 'No reservation has ended',
};
type List = ReturnType<typeof useReserved>;
type Dialogs =
  | { kind: 'reserve'; about: ReserveAbout }
  | { kind: 'pick' }
  | { kind: 'rounds'; step: RoundStep };

/** Reserved sets: what has to be ready, and what is in the way. */
export function ReservedPage() {
  const phone = useMedia(PHONE);
  const { filters, change, narrowed } = useReservedFilters();
  const list = useReserved(filters);
  const dialog = useDialogState<Dialogs>();
  const tab = tabOf(filters.tab);
  const Rows = phone ? ReservedCards : ReservedTable;
  const { add, rounds, pick } = useButtons(dialog.show, tab, list.total ?? 0);
  const nothing = narrowed ? (
    <NothingMatches
      title="Nothing matches these filters"
      onClear={() => change({ search: '', location: '', blocked: '' })}
    />
  ) : (
    <EmptyState title={EMPTY[tab]} />
  );
  return (
    <>
      <div className="print:hidden">
        <PageHead
          title="Reserved"
          badge={<OutSwitch current="reserved" />}
          wideBadge
          subtitle={phone ? undefined : 'Who has reserved which set, and what has to be ready.'}
          right={
            <>
              {phone && list.total !== undefined && count(list.total, 'set')}
              <ListAsOf list={list} className="phone:-my-3" />
              {!phone && (
                <>
                  {rounds}
                  {pick}
                  <PrintButton paper={list.paper} label="Print pick list" />
                  {add}
                </>
              )}
            </>
          }
        />
        <ReservedTabs
          list={list}
          tab={tab}
          onChoose={(next) => change({ tab: next === 'tomorrow' ? '' : next, blocked: '' })}
        >
          {!phone && <Filters filters={filters} change={change} />}
          {phone && (
            <div className="mb-3 flex flex-wrap gap-2">
              {rounds}
              {pick || <PrintButton paper={list.paper} label="Print" />}
            </div>
          )}
          <InTheWay list={list} filters={filters} />
          <ListBody list={list} empty={nothing} searched={filters.search.trim()}>
            <Rows
              rows={list.items}
              days={list.first?.days}
              stale={list.stale}
              onChange={(one) => dialog.show({ kind: 'reserve', about: { change: one } })}
            />
          </ListBody>
        </ReservedTabs>
      </div>
      {list.paper.printing && <PrintedPickList list={list} tab={tab} />}
      {phone && (
        <FootBar>
          <FilterButton filters={filters} change={change} narrowed={narrowed} />
          {add}
        </FootBar>
      )}
      <ReservedDialogs dialog={dialog} filters={filters} />
    </>
  );
}

/** The buttons of the head, or of the foot on a phone, as far as the caller may press them. */
function useButtons(show: (about: Dialogs) => void, tab: ReservationTab, total: number) {
  const may = useMay();
  const isStaff = may(api.pickReservations.needs);
  const mayReserve = useMayReserve();
  const add = mayReserve && (
    <Button variant="primary" icon={CalendarClock} onClick={() => show({ kind: 'reserve', about: {} })}>
      Reserve
    </Button>
  );
  const rounds = isStaff && (
    <Button icon={Repeat} onClick={() => show({ kind: 'rounds', step: { kind: 'list' } })}>
      Rounds
    </Button>
  );
  const canPick = isStaff && (tab === 'today' || tab === 'tomorrow') && total > 0;
  const pick = canPick && (
    <Button icon={ListChecks} onClick={() => show({ kind: 'pick' })}>
      Start picking
    </Button>
  );
  return { add, rounds, pick };
}

type DialogsProps = { dialog: DialogState<Dialogs>; filters: ReservedFilters };

function ReservedDialogs({ dialog: { shown, props, show }, filters }: DialogsProps) {
  if (!shown) return null;
  const { about, turn } = shown;
  if (about.kind === 'reserve') return <ReserveDialog key={turn} {...props} about={about.about} />;
  if (about.kind === 'pick')
    return <PickDialog key={turn} {...props} tab={tabOf(filters.tab)} location={filters.location} />;
  const onStep = (step: RoundStep) => show({ kind: 'rounds', step });
  return <RoundsDialog key={turn} {...props} step={about.step} onStep={onStep} />;
}

type TabsProps = {
  list: List;
  tab: ReservationTab;
  onChoose: (tab: ReservationTab) => void;
  children: ReactNode;
};

function ReservedTabs({ list: { first, failed }, tab, onChoose, children }: TabsProps) {
  const tabs = TABS.map((one) => ({
    ...one,
    count: first?.counts[one.value] ?? (failed ? undefined : null),
    alarm: one.value === 'not_taken' && ('amber' as const),
  }));
  return (
    <ListTabs
      label="Which reservations"
      value={tab === 'ended' ? 'tomorrow' : tab}
      onValueChange={onChoose}
      tabs={tabs}
    >
      {children}
    </ListTabs>
  );
}

/** What is not where it must be, over the list, with a way to see only that. */
function InTheWay({ list, filters }: { list: List; filters: ReservedFilters }) {
  const phone = useMedia(PHONE);
  const [now, zone] = [useNow(), useZone()];
  const { first, total, items = [] } = list;
  const blocked = first?.blocked ?? 0;
  if (blocked === 0) return null;
  const named = items.filter(({ obstacle }) => obstacle).slice(0, 3);
  const words = named.map((one) => {
    const { text, detail } = whereText(one, now, zone);
    const where = [`${text.charAt(0).toLowerCase()}${text.slice(1)}`, detail].filter(Boolean).join(' ');
    return { id: one.id, text: `${one.keyBunch.identifier}: ${where}` };
  });
  const link = (
    <Link
      to="/reserved"
      search={(before) => ({ ...before, blocked: filters.blocked ? '' : '1' })}
      className={phone ? `${linkClass} -mb-3` : linkClass}
    >
      {filters.blocked ? 'Show all' : blocked === 1 ? 'Show it' : `Show the ${blocked}`}
    </Link>
  );
  return (
    <Notice
      variant="warning"
      className="mb-3"
      title={`${blocked}${filters.blocked ? '' : ` of ${total ?? blocked}`} ${blocked === 1 ? 'is' : 'are'} not where ${blocked === 1 ? 'it' : 'they'} must be`}
      action={!phone && link}
    >
      <ul className="flex flex-wrap gap-x-5">
        {words.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
        {words.length > 0 && words.length < blocked && <li>and {blocked - words.length} more</li>}
      </ul>
      {phone && link}
    </Notice>
  );
}
