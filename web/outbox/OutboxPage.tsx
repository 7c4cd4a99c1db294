import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '../../shared/api.ts';
import type { OutboxQuestion } from '../../shared/outbox.ts';
import { needsYou, ownEntries, waiting } from '../api/outbox/own-entries.ts';
import { useRead } from '../api/read.ts';
import { ListAsOf, ListBody } from '../list/ListPage.tsx';
import { byCursor, type ListState, usePages } from '../list/list-state.ts';
import { type HistoryEntry, useNotRecorded } from '../movement/late-entry.tsx';
import { MovementTable } from '../movement/MovementTable.tsx';
import { useMovements } from '../movement/use-movements.ts';
import { useMay, useMe } from '../session.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { EntryRows } from './OwnEntries.tsx';
import { QuestionPanel } from './QuestionPanel.tsx';
import { Missing, QuestionCard, QuestionRow, SentRow } from './rows.tsx';

const route = getRouteApi('/outbox');
const TABS = ['needs', 'send', 'sent'] as const;
type Tab = (typeof TABS)[number];

/** What was done without signal and what became of it: open questions, entries that wait on this device, and entries that were sent. */
export function OutboxPage() {
  const phone = useMedia(PHONE);
  const { question } = route.useSearch();
  const navigate = route.useNavigate();
  const id = /^[1-9]\d{0,8}$/.test(question) ? Number(question) : null;
  const open = usePages('listOutbox', { query: { state: 'open' } }, byCursor);
  const onDone = () => void navigate({ search: {} });
  if (phone && id !== null) return <QuestionPanel id={id} phone onDone={onDone} />;
  return (
    <>
      <PageHead
        title="Outbox"
        subtitle={
          phone
            ? 'What you did without signal, and what became of it.'
            : "What was done without signal, and what became of it: yours, and your colleagues' at your locations."
        }
        right={<ListAsOf list={open} />}
      />
      {phone ? <Sections open={open} /> : <InTabs open={open} chosen={id} onDone={onDone} />}
    </>
  );
}

/** What devices sent and other late entries as they were received, with those that were not recorded; of one user by their email. */
function useSent(email = '') {
  const read = useMovements({ late: 'sent', by: 'received', ...(email && { search: email }) });
  const { count, merge } = useNotRecorded({ byReceived: true, matches: () => true });
  return {
    ...read,
    items: read.items && merge(read.items, read.hasMore),
    total: read.total === undefined ? undefined : read.total + count,
  };
}

type Props = { open: ListState<OutboxQuestion> };

const NOTHING = {
  title: 'Everything is in the register',
  hint: 'What you do without signal waits here until it is sent. If the register knows another story by then, it asks you here.',
};

/** On a phone one below the other. */
function Sections({ open }: Props) {
  const may = useMay();
  const toSend = waiting(ownEntries.use());
  const { data: gaps = [] } = useRead('listOutboxGaps');
  if (open.items?.length === 0 && toSend.length === 0 && gaps.length === 0)
    return (
      <>
        <EmptyState {...NOTHING} className="py-10" />
        {may(api.listMovements.needs) && <SentSection />}
      </>
    );
  return (
    <div className="grid grid-cols-1 gap-6">
      {(open.items?.length !== 0 || gaps.length > 0) && (
        <section aria-label="Needs you" className="grid grid-cols-1 gap-3">
          <ListBody list={open} empty={null}>
            <ul className="grid grid-cols-1 gap-3">
              {open.items?.map((question) => (
                <QuestionCard key={question.id} question={question} />
              ))}
              {!open.items && <Skeleton className="h-48 rounded-xl" />}
            </ul>
          </ListBody>
          <Missing gaps={gaps} />
        </section>
      )}
      {toSend.length > 0 && (
        <Section title="To send">
          <Panel>
            <EntryRows entries={toSend} />
          </Panel>
        </Section>
      )}
      {may(api.listMovements.needs) && <SentSection />}
    </div>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className="mb-2 px-1 text-muted">{title}</h2>
    {children}
  </section>
);

/** The user's own entries that were sent; nothing without one. */
function SentSection() {
  const me = useMe();
  const sent = useSent(me.email);
  const own = sent.items?.filter(({ userId }: HistoryEntry) => userId === me.id);
  if (!own?.length) return null;
  return (
    <Section title="Sent">
      <ListBody list={sent} empty={null}>
        <Panel>
          <ul className="divide-y">
            {own.map((entry) => (
              <SentRow key={entry.id} entry={entry} />
            ))}
          </ul>
        </Panel>
      </ListBody>
    </Section>
  );
}

type TabsProps = Props & { chosen: number | null; onDone: () => void };

/** On a wide screen: tabs with their numbers. */
function InTabs({ open, chosen, onDone }: TabsProps) {
  const may = useMay();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = TABS.find((one) => one === tab) ?? 'needs';
  const toSend = waiting(ownEntries.use());
  const lastKnown = needsYou.use();
  const seesSent = may(api.listMovements.needs);
  return (
    <Tabs<Tab>
      label="Outbox"
      value={shown}
      onValueChange={(next) => void navigate({ search: { tab: next === 'needs' ? '' : next } })}
      tabs={[
        // Without signal the number that the header shows.
        {
          value: 'needs',
          label: 'Needs you',
          count: open.items?.length ?? (lastKnown || null),
          alarm: 'amber',
        },
        { value: 'send', label: 'To send', count: toSend.length },
        ...(seesSent ? [{ value: 'sent' as const, label: 'Sent' }] : []),
      ]}
    >
      {shown === 'needs' && <Questions open={open} chosen={chosen} onDone={onDone} />}
      {shown === 'send' &&
        (toSend.length > 0 ? (
          <Panel className="max-w-2xl">
            <EntryRows entries={toSend} />
          </Panel>
        ) : (
          <EmptyState title="Nothing waits on this device" hint={NOTHING.hint} />
        ))}
      {shown === 'sent' && seesSent && <SentTable />}
    </Tabs>
  );
}

function SentTable() {
  const sent = useSent();
  return (
    <ListBody
      list={sent}
      empty={
        <EmptyState
          title="Nothing was sent yet"
          hint="What was done without signal is listed here once it is in the register."
        />
      }
    >
      <MovementTable movements={sent.items} />
    </ListBody>
  );
}

/** The open questions beside one of them, which stays when a colleague answers it meanwhile. */
function Questions({ open, chosen, onDone }: TabsProps) {
  const { data: gaps = [] } = useRead('listOutboxGaps');
  const [first, setFirst] = useState<number | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const { items } = open;
  const next = items?.find(({ id }) => id !== done)?.id ?? null;
  if (first === null && next !== null) setFirst(next);
  const shown = chosen ?? first;
  if (items && shown === null)
    return (
      <>
        <Missing gaps={gaps} />
        <EmptyState {...NOTHING} />
      </>
    );
  const list = (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] xl:grid-cols-[432px_minmax(0,1fr)]">
      <div className="grid grid-cols-1 gap-4">
        <Panel aria-label="Questions" aria-busy={!items}>
          <ul className="divide-y">
            {items?.map((question) => (
              <QuestionRow key={question.id} question={question} isChosen={question.id === shown} />
            ))}
          </ul>
          {!items && <Skeleton className="m-4 h-14" />}
          <p className="border-t bg-soft/40 px-4 py-3 text-hint text-pretty text-muted">
            {items?.length === 0
              ? 'No question is open.'
              : 'An entry stays here until you or a colleague says where the keys are. None is dropped.'}
          </p>
        </Panel>
        <Missing gaps={gaps} />
      </div>
      {shown === null ? (
        <Skeleton className="h-96 rounded-xl" />
      ) : (
        <QuestionPanel
          key={shown}
          id={shown}
          phone={false}
          onDone={() => {
            setDone(shown);
            setFirst(null);
            onDone();
          }}
        />
      )}
    </div>
  );
  return (
    <ListBody list={open} empty={list}>
      {list}
    </ListBody>
  );
}
