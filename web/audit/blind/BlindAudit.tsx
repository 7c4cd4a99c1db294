import { ListChecks, ScanLine } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { OneAuditSession } from '../../../shared/audit.ts';
import { type NfcListening, useNfcListening } from '../../device/scan/nfc-listening.ts';
import { useReader } from '../../device/scan/reader.ts';
import { exactClockTime } from '../../format.ts';
import { useMe } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { FootBar } from '../../ui/FootBar.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { CancelAudit, useUnsentText } from '../AuditControls.tsx';
import { SessionInfo } from '../AuditInfo.tsx';
import { withText } from '../audit-members.ts';
import { useDrawn } from '../audit-parts.tsx';
import { kindText } from '../audit-text.tsx';
import type { AuditViewProps } from '../DeskAudit.tsx';
import { Avatars, MembersPanel, MembersRow } from '../members/WhoIsHere.tsx';
import { PhoneHead } from '../PhoneHead.tsx';
import { SerialForm, TypeSerial } from '../scan/AuditScanner.tsx';
import type { AuditWork } from '../use-audit-session.ts';
import { BlindAnswer, BlindStrip, CountSteppers, HooksStrip, readingText } from './BlindAnswer.tsx';
import { CompleteBlind } from './CompleteBlind.tsx';
import { type Hooks, useHooks } from './use-hooks.ts';

/** A blind audit: it asks hook by hook, or takes what is scanned, and says neither what it expects nor whether a reading is right. */
export function BlindAudit({ work, session, notice }: AuditViewProps) {
  const phone = useMedia(PHONE);
  const hooks = useHooks(work);
  const { mayAct } = work;
  const reader = { onRead: (code: string) => hooks.read(code, true), enabled: mayAct };
  useReader(reader);
  const scanner = useNfcListening({ enabled: mayAct, onRead: (serial) => hooks.read(serial, false) });
  // The form and the sheet for a code read by hook as well.
  const typing: AuditWork = { ...work, scan: (code) => code.trim() && hooks.read(code.trim(), true) };
  const View = phone ? Phone : Desk;
  return <View {...{ work, typing, session, notice, hooks, scanner }} />;
}

type ViewProps = AuditViewProps & { typing: AuditWork; hooks: Hooks; scanner: NfcListening };

function Phone({ work, typing, session, notice, hooks, scanner }: ViewProps) {
  const isDone = hooks.left.length === 0;
  return (
    <>
      <Head work={work} session={session} hooks={hooks} />
      {notice}
      <div className="flex flex-col gap-3">
        <HooksStrip work={work} hooks={hooks} />
        <BlindAnswer work={work} hooks={hooks} scanner={scanner} />
        <CountSteppers hooks={hooks} />
        <MembersRow work={work} />
        <ReadSoFar work={work} hooks={hooks} />
        {work.mayAct && !isDone && <CompleteBlind work={work} block />}
      </div>
      {work.mayAct && (
        <FootBar note={hooks.hook === null ? undefined : `Now hook ${hooks.hook}`}>
          {hooks.hook !== null && <Empty hooks={hooks} />}
          <TypeSerial work={typing} label="Type a code" />
          {isDone && hooks.hook === null && <CompleteBlind work={work} isPrimary />}
        </FootBar>
      )}
    </>
  );
}

const Empty = ({ hooks: { read }, size }: { hooks: Hooks } & Pick<ComponentProps<typeof Button>, 'size'>) => (
  <Button size={size} onClick={() => read(null, false)}>
    Hook is empty
  </Button>
);

/** "4 of 5": hooks that were looked at in a spot check; else how much was read. */
function useFigures({ session, readings }: AuditWork, { hooks, left }: Hooks) {
  const isSpot = session?.kind === 'spot';
  return { n: isSpot ? hooks.length - left.length : readings.length, of: isSpot ? hooks.length : null };
}

function Head({ work, session, hooks }: { work: AuditWork; session: OneAuditSession; hooks: Hooks }) {
  const me = useMe();
  const { n, of } = useFigures(work, hooks);
  return (
    <PhoneHead
      work={work}
      session={session}
      line={[kindText(session), withText(work.members, me.id)].filter(Boolean).join(' · ')}
      count={n}
      of={of === null ? 'read' : `of ${of}`}
      first={
        hooks.isFree
          ? { label: 'Go by hook', icon: ListChecks, onSelect: hooks.follow }
          : { label: 'Just scan on', icon: ScanLine, onSelect: () => hooks.choose(null) }
      }
    />
  );
}

function Desk({ work, typing, session, notice, hooks }: ViewProps) {
  const { mayAct } = work;
  return (
    <>
      {notice}
      <PageHead
        title="Location Audit"
        subtitle={`${session.location.name}, ${kindText(session).toLowerCase()}`}
        badge={work.members.length > 1 && <Avatars members={work.members} />}
        right={session.mayCancel && <CancelAudit work={work} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_328px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <HooksStrip work={work} hooks={hooks} />
          {mayAct && (
            <Panel aria-label="Reading">
              <Asked hooks={hooks} />
              <div className="flex items-start gap-2 border-b p-4">
                <div className="min-w-0 flex-1">
                  <SerialForm work={typing} />
                </div>
                {hooks.hook !== null && <Empty hooks={hooks} size="lg" />}
              </div>
              <BlindStrip hooks={hooks} />
              <div className="max-w-md p-4 empty:hidden">
                <CountSteppers hooks={hooks} />
              </div>
            </Panel>
          )}
          <ReadSoFar work={work} hooks={hooks} />
        </div>
        <div className="grid gap-4 lg:sticky lg:top-20">
          <Progress work={work} hooks={hooks} />
          <MembersPanel work={work} />
          <SessionInfo session={session} mode={work.mode} />
        </div>
      </div>
    </>
  );
}

/** Which hook is asked for, on a desktop. */
function Asked({ hooks: { hook, left, isFree, choose, follow } }: { hooks: Hooks }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2.5">
      <h2 className="min-w-0 flex-1 text-lead font-semibold">
        {hook !== null ? `Hook ${hook}` : left.length > 0 ? 'Scan on' : 'Every hook has been looked at'}
      </h2>
      <span className="text-hint text-muted">
        {hook === null && left.length === 0 && 'Read what hangs without a hook, or complete the audit.'}
      </span>
      {isFree ? (
        <Button size="sm" icon={ListChecks} onClick={follow}>
          Go by hook
        </Button>
      ) : (
        left.length > 0 && (
          <Button size="sm" icon={ScanLine} onClick={() => choose(null)}>
            Just scan on
          </Button>
        )
      )}
    </div>
  );
}

function Progress({ work, hooks }: { work: AuditWork; hooks: Hooks }) {
  const unsent = useUnsentText(work);
  const { n, of } = useFigures(work, hooks);
  let right: ReactNode = work.unsaved > 0 && 'Saving...';
  if (unsent)
    right = (
      <span role="status" className="text-amber-800 dark:text-amber-300">
        {unsent}
      </span>
    );
  return (
    <Panel>
      <PanelHead title="Progress" right={right} />
      <div className="grid gap-3 p-4">
        <p className="flex items-baseline gap-1.5">
          <span className="text-figure font-semibold tabular-nums">{n}</span>
          <span className="text-head text-muted tabular-nums">{of === null ? 'read' : `of ${of} hooks`}</span>
        </p>
        {of !== null && (
          <ProgressBar value={n} max={of} label="Audit progress" valueText={`${n} of ${of} hooks`} />
        )}
        {work.mayAct && <CompleteBlind work={work} block isPrimary={hooks.left.length === 0} />}
        <p className="text-hint text-pretty text-muted">
          The register compares when you complete it.
          {work.session?.kind === 'spot'
            ? ' A spot check marks nothing Missing.'
            : ' Sets that were not read are marked Missing.'}
        </p>
      </div>
    </Panel>
  );
}

/** Rows drawn at first, and per press. */
const STEP = 60;

/** The readings that stand, newest first; a hook can be asked for again. */
function ReadSoFar({ work, hooks }: { work: AuditWork; hooks: Hooks }) {
  const { drawn, more } = useDrawn(work.readings, STEP);
  if (work.readings.length === 0) return null;
  return (
    <section aria-labelledby="read-so-far">
      <h2 id="read-so-far" className="mb-1.5 px-1 text-hint text-muted">
        Read so far
      </h2>
      <ul aria-labelledby="read-so-far" className="overflow-clip rounded-xl border bg-panel shadow-xs">
        {drawn.map((one) => (
          <li
            key={`${one.hook} ${one.text} ${one.twin ?? 0}`}
            className="flex min-h-12 items-center gap-3 border-b px-4 last:border-b-0"
          >
            <Hook hook={one.hook} onChoose={work.mayAct ? hooks.choose : undefined} />
            <span
              className={
                one.text === null ? 'min-w-0 flex-1 text-muted' : 'min-w-0 flex-1 font-medium wrap-anywhere'
              }
            >
              {readingText(one)}
              {one.keyCount !== null && (
                <span className="ml-2 text-hint font-normal text-muted tabular-nums">
                  {one.keyCount} keys, {one.fobCount ?? 0} fobs
                </span>
              )}
            </span>
            <time dateTime={one.doneAt} className="text-hint text-muted tabular-nums">
              {one.waits ? 'to send' : exactClockTime(one.doneAt)}
            </time>
          </li>
        ))}
      </ul>
      {more && <div className="p-3 text-center">{more}</div>}
    </section>
  );
}

function Hook({ hook, onChoose }: { hook: string | null; onChoose: ((hook: string) => void) | undefined }) {
  const look = 'w-16 shrink-0 text-left font-semibold wrap-anywhere tabular-nums';
  if (hook === null) return <span className={look}>–</span>;
  if (!onChoose) return <span className={look}>{hook}</span>;
  return (
    <button
      type="button"
      aria-label={`Read hook ${hook} again`}
      className={`${look} min-h-11 underline-offset-2 hover:underline`}
      onClick={() => {
        onChoose(hook);
        window.scrollTo({ top: 0 });
      }}
    >
      {hook}
    </button>
  );
}
