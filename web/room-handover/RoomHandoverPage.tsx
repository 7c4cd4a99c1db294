import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { OneRoomHandover } from '../../shared/room-handover.ts';
import { whenText } from '../../shared/room-handover-text.ts';
import { sheetNumber } from '../../shared/room-handover-words.ts';
import { useAction } from '../api/action.ts';
import { useAsOf } from '../api/live-state.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { serverNow } from '../api/server-clock.ts';
import { sinceClock } from '../custody/due-lines.ts';
import { PrintButton } from '../print/PrintFrame.tsx';
import { usePaper } from '../print/use-paper.ts';
import { Button } from '../ui/Button.tsx';
import { backLinkClass } from '../ui/classes.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { NotFound } from '../ui/NotFound.tsx';
import { useQuestion } from '../ui/overlay/ConfirmDialog.tsx';
import { useUnsaved } from '../ui/overlay/layers.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AsOf } from '../ui/Time.tsx';
import { useNow, useZone } from '../zone.ts';
import { CountStep } from './CountStep.tsx';
import { Cancelled, Ended } from './Ended.tsx';
import { Carried, Figures } from './Figures.tsx';
import { LastHandovers } from './FormerHandovers.tsx';
import { PrintedSheet } from './PrintedSheet.tsx';
import { SettleStep } from './SettleStep.tsx';
import { Signatures } from './Signatures.tsx';
import { type NotesDraft, NotesStep, OutStep, unsavedOf } from './Steps.tsx';

/** What is read after a due time finds the set overdue, also with a clock that is a little off. */
const AFTER_DUE_MS = 2000;
/** The longest delay of a timer. */
const TIMER_MS = 2 ** 31 - 1;
const TITLE = 'Room handover';

/** A handover of the key room: its figures, four steps and two signatures; once closed as it was signed. */
export function RoomHandoverPage() {
  const { id } = useParams({ from: '/room-handovers/$id' });
  return /^[1-9]\d{0,8}$/.test(id) ? <Handover key={id} id={Number(id)} /> : <NoSuchHandover />;
}

function Handover({ id }: { id: number }) {
  const read = useRead('getRoomHandover', { params: { id } }, { fresh: true });
  const { data, error, refetch, isRefetching } = read;
  const readAt = useAsOf(read);
  const paper = usePaper({
    loaded: data?.out,
    total: data?.out.length,
    failed: error !== null,
    key: String(id),
  });
  useOverdue(data, refetch);
  if (error?.status === 404) return <NoSuchHandover />;
  if (!data)
    return (
      <>
        <PageHead title={TITLE} back={<Back />} />
        {error ? <ReadFailed error={error} onRetry={refetch} /> : <Waiting />}
      </>
    );
  const isCancelled = data.state === 'cancelled';
  return (
    <>
      <div className={isCancelled ? undefined : 'print:hidden'}>
        <Head handover={data} paper={paper}>
          <AsOf at={readAt} refreshing={isRefetching} onRefresh={refetch} />
        </Head>
        <Body handover={data} />
      </div>
      {paper.printing && !isCancelled && <PrintedSheet handover={data} />}
    </>
  );
}

/** Reads an open handover again when the next set becomes overdue, which no change says. */
function useOverdue(data: OneRoomHandover | undefined, refetch: () => unknown) {
  useEffect(() => {
    if (data?.state !== 'open') return;
    const now = serverNow();
    const due = data.out.map(({ dueAt }) => (dueAt ? Date.parse(dueAt) : 0)).filter((at) => at > now);
    if (due.length === 0) return;
    const delay = Math.min(...due) - now + AFTER_DUE_MS;
    const timer = setTimeout(refetch, Math.min(delay, TIMER_MS));
    return () => clearTimeout(timer);
  }, [data, refetch]);
}

const Back = ({ locationId }: { locationId?: number }) => (
  <Link
    to="/room-handovers"
    search={locationId ? { location: String(locationId) } : {}}
    className={backLinkClass}
  >
    <ChevronLeft aria-hidden className="size-4" />
    Room handovers
  </Link>
);

type HeadProps = {
  handover: OneRoomHandover;
  paper: ReturnType<typeof usePaper<OneRoomHandover['out'][number]>>;
  /** As of when the page is true. */
  children: ReactNode;
};

function Head({ handover, paper, children }: HeadProps) {
  const [now, zone] = [useNow(), useZone()];
  const phone = useMedia(PHONE);
  const { location, state, shiftStart, number, closedAt } = handover;
  const clock = (at: string) => sinceClock(Date.parse(at), now, zone);
  const subtitle =
    state === 'open'
      ? [location.name, `shift since ${clock(shiftStart)}`, 'the desk stays open meanwhile']
      : [
          location.name,
          closedAt && `${clock(shiftStart)} to ${clock(closedAt)}`,
          number !== null && `sheet ${sheetNumber(number)}`,
        ];
  return (
    <PageHead
      title={TITLE}
      back={<Back locationId={location.id} />}
      subtitle={subtitle.filter(Boolean).join(' · ')}
      right={
        <>
          {children}
          {state === 'open' && <Cancel handover={handover} />}
          {state !== 'cancelled' && <PrintButton paper={paper} label="Print sheet" small={phone} />}
        </>
      }
    />
  );
}

function Cancel({ handover: { id, location } }: { handover: OneRoomHandover }) {
  const question = useQuestion();
  const navigate = useNavigate();
  const cancel = useAction('cancelRoomHandover', {
    messages: { done: { title: 'Handover cancelled' }, failed: 'Failed to cancel the handover' },
  });
  async function run() {
    const isSure = await question.ask({
      title: 'Cancel this handover?',
      text: 'The shift goes on as before. What was recorded as missing stays recorded.',
      confirmLabel: 'Cancel the handover',
      cancelLabel: 'Go on with it',
      danger: true,
    });
    if (!isSure) return;
    const sent = await cancel.run({ params: { id }, body: {} });
    if (sent.ok) void navigate({ to: '/room-handovers', search: { location: String(location.id) } });
  }
  return (
    <>
      <Button variant="ghost" pending={cancel.pending} onClick={() => void run()}>
        Cancel
      </Button>
      {question.dialog}
    </>
  );
}

function Body({ handover }: { handover: OneRoomHandover }) {
  const [draft, setDraft] = useState<NotesDraft>(null);
  const top = useRef<HTMLDivElement>(null);
  const { state, outgoing, location } = handover;
  useFocusAtEnd(state, top);
  const editable = state === 'open' && !outgoing?.signedAt;
  const unsaved = editable && unsavedOf(draft, handover.notes ?? '') !== null;
  useUnsaved(unsaved);
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Ended handover={handover} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_368px]">
        {state === 'cancelled' ? (
          <Cancelled handover={handover} />
        ) : (
          <Panel>
            <Sum handover={handover} />
            <Carried handover={handover} />
            <div className="border-t">
              <CountStep handover={handover} editable={editable} />
              <SettleStep handover={handover} editable={editable} />
              <OutStep key={state} handover={handover} />
              <NotesStep handover={handover} editable={editable} draft={draft} onDraft={setDraft} />
            </div>
          </Panel>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {state !== 'cancelled' && <Signatures handover={handover} unsaved={unsaved} />}
          <LastHandovers locationId={location.id} except={handover.id} />
        </div>
      </div>
    </div>
  );
}

function Sum({ handover: { figures, shiftStart, closedAt } }: { handover: OneRoomHandover }) {
  const [now, zone] = [useNow(), useZone()];
  const out = (at: string) => `out ${whenText(Date.parse(at), now, zone)}`;
  if (!figures) return null;
  return <Figures figures={figures} start={out(shiftStart)} end={closedAt ? out(closedAt) : 'out now'} />;
}

/** The button that closed the handover is gone: its result takes the focus. */
function useFocusAtEnd(state: OneRoomHandover['state'], top: RefObject<HTMLElement | null>) {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'open' && state === 'closed') top.current?.focus();
    before.current = state;
  }, [state, top]);
}

const Waiting = () => (
  <Panel padded aria-busy className="grid h-120 content-start gap-4">
    <Skeleton className="h-14 w-full" />
    <Skeleton className="h-5 w-48" />
    <Skeleton className="h-24 w-full" />
  </Panel>
);

const NoSuchHandover = () => (
  <NotFound
    title="Handover not found"
    hint="The link may be old, or you have no access to its location."
    to="/room-handovers"
    label="All room handovers"
  />
);
