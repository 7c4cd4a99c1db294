import { Link, useNavigate } from '@tanstack/react-router';
import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { AuditSession } from '../../../shared/audit.ts';
import { count } from '../../../shared/count.ts';
import { fullName } from '../../../shared/user-name.ts';
import { useAction } from '../../api/action.ts';
import { isCustody, ownEntries, waiting } from '../../api/outbox/own-entries.ts';
import { useRead } from '../../api/read.ts';
import { serverTimeOf } from '../../api/server-clock.ts';
import { exactTime } from '../../format.ts';
import { PrintButton, type PrintedColumn, PrintedTable, PrintFrame } from '../../print/PrintFrame.tsx';
import { usePaper } from '../../print/use-paper.ts';
import { useMay, useMe } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { cx } from '../../ui/cx.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Time } from '../../ui/Time.tsx';
import { useClock } from '../../zone.ts';
import { listed, partName, present } from '../audit-members.ts';
import { auditedBy, kindNote, progressText, useTypeText } from '../audit-text.tsx';
import { JoinButton, whoCounts } from '../JoinAudit.tsx';
import { MODE_LABELS } from '../ModeSwitch.tsx';
import { Avatars } from '../members/WhoIsHere.tsx';
import { startFailure } from '../refusals.ts';
import { AuditedLocations, RecentAudits, useRecentAudits } from './PastAudits.tsx';
import { type AuditSetupState, Scope, SetupFields, useAuditSetup } from './SetupFields.tsx';

/** The audit setup: open audits, a new one and recent audits. */
export function AuditSetup() {
  const phone = useMedia(PHONE);
  const setup = useAuditSetup();
  const { data, error, refetch, dataUpdatedAt } = useRecentAudits();
  const paper = usePaper({ loaded: data, total: data?.length, failed: error !== null, key: '' });
  return (
    <>
      <div className="print:hidden">
        <PageHead
          title="Location Audit"
          subtitle="Check the keys at a location. Sets you don't find are marked Missing."
          right={data && data.length > 0 && <PrintButton paper={paper} small={phone} />}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_400px]">
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
            {setup.waiting ? <Waiting /> : <Choices setup={setup} />}
          </div>
          <RecentAudits {...{ data, error, refetch }} />
        </div>
      </div>
      {paper.printing && <PrintedAudits audits={paper.rows} asOf={new Date(serverTimeOf(dataUpdatedAt))} />}
    </>
  );
}

/** Open audits, a new audit and the locations due for one. */
function Choices({ setup }: { setup: AuditSetupState }) {
  const phone = useMedia(PHONE);
  return (
    <>
      <OpenAudits />
      <Panel>
        <PanelHead title="New audit" />
        <div className="grid gap-5 p-4">
          <SetupFields setup={setup} />
          {/* Not in the footer on a phone: Complete Audit will be there, under the same thumb. */}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 phone:flex-col-reverse phone:items-stretch phone:gap-y-4">
            <StartAudit setup={setup} block={phone} />
            <Scope setup={setup} />
          </div>
        </div>
      </Panel>
      <AuditedLocations onChoose={setup.setLocation} />
    </>
  );
}

/** Wait for the open audits, which come first, so that the form does not jump. */
const Waiting = () => (
  <Panel padded aria-busy className="grid h-96 content-start gap-4 phone:h-160">
    <Skeleton className="h-5 w-32" />
    <Skeleton className="h-9 w-full" />
    <Skeleton className="h-24 w-full" />
  </Panel>
);

/** Recent audits on paper. `asOf` is when they were read. */
function PrintedAudits({ audits, asOf }: { audits: readonly AuditSession[]; asOf: Date }) {
  const typeText = useTypeText();
  const columns: readonly PrintedColumn<AuditSession>[] = [
    { title: 'Location', width: 'w-[27%]', body: 'font-semibold', cell: ({ location }) => location.name },
    {
      title: 'Ended',
      width: 'w-[23%]',
      body: 'tabular-nums',
      cell: ({ endTime, startTime }) => exactTime(endTime ?? startTime),
    },
    { title: 'Type', width: 'w-[14%]', cell: ({ keyType }) => typeText(keyType) },
    {
      title: 'Checked',
      width: 'w-[11%]',
      num: true,
      cell: ({ totalScanned, totalExpected }) => `${totalScanned} of ${totalExpected}`,
    },
    { title: 'Missing', width: 'w-[9%]', num: true, cell: ({ missingBunches }) => missingBunches.length },
    { title: 'By', width: 'w-[16%]', cell: auditedBy },
  ];
  return (
    <PrintFrame
      title="Recent audits"
      rows={{ printed: audits.length, total: audits.length, noun: 'audit' }}
      asOf={asOf}
    >
      <PrintedTable columns={columns} rows={audits} />
    </PrintFrame>
  );
}

/** Starts the chosen audit; confirms first when that abandons the user's own open audit of the location. */
function StartAudit({ setup, block }: { setup: AuditSetupState; block: boolean }) {
  const navigate = useNavigate();
  const start = useAction('startAudit', { failure: startFailure() });
  const [confirming, setConfirming] = useState(false);
  const { locationId, keyType, mode, kind, blind, part, own, scope, reason } = setup;

  async function run() {
    if (locationId === null) return;
    const what = { kind, blind, ...(kind === 'part' && part) };
    const started = await start.run({ body: { locationId, keyType: keyType || null, mode, ...what } });
    setConfirming(false);
    if (started.ok) void navigate({ to: '/audit', search: { session: String(started.reply.id) } });
  }

  return (
    <>
      <Button
        variant="primary"
        size="lg"
        icon={ClipboardCheck}
        block={block}
        pending={start.pending}
        disabledReason={reason}
        disabled={!reason && !scope}
        onClick={() => (own ? setConfirming(true) : void run())}
      >
        {kind === 'spot' ? 'Start spot check' : 'Start Audit'}
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Discard your open audit?"
        text={
          own &&
          `Your audit of ${own.location.name} is still open, ${progressText(own)}. Starting a new one discards it; no statuses change.`
        }
        confirmLabel="Discard and start"
        cancelLabel="Keep it"
        danger
        pending={start.pending}
        onConfirm={run}
      />
    </>
  );
}

/** Open audits of the user's locations, to continue, join or take over. */
function OpenAudits() {
  const { data = [], dataUpdatedAt } = useRead('listAudits', { query: { status: 'in_progress' } });
  if (data.length === 0) return null;
  return (
    <Panel>
      <PanelHead title="In progress" count={data.length} />
      <ul className="divide-y">
        {data.map((session) => (
          <OpenAudit key={session.id} session={session} asOf={serverTimeOf(dataUpdatedAt)} />
        ))}
      </ul>
    </Panel>
  );
}

function OpenAudit({ session, asOf }: { session: AuditSession; asOf: number }) {
  useClock();
  const me = useMe();
  const may = useMay();
  const navigate = useNavigate();
  const typeText = useTypeText();
  const { totalScanned, totalExpected, keyType, mode, members, idleSince, blind } = session;
  const own = session.performedBy === me.id;
  const who = session.user ? fullName(session.user) : 'Someone';
  const here = present(members);
  const isMember = here.some(({ userId }) => userId === me.id);
  const search = { session: String(session.id) };
  const toSend = ownEntries.use(
    (all) => waiting(all).filter((entry) => !isCustody(entry) && entry.sessionId === session.id).length,
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex items-center gap-3">
          <p className="min-w-0 flex-1 font-medium text-pretty">
            {session.location.name}
            <span className="font-normal text-muted">
              {' · '}
              {typeText(keyType)} · {kindNote(session) ?? MODE_LABELS[mode]}
            </span>
          </p>
          {here.length > 1 && <Avatars members={here} />}
        </div>
        <p className="text-hint text-muted">
          {own ? 'Started by you' : `Started by ${who}`} <Time at={session.startTime} inline />
        </p>
        {(idleSince || here.length > 1 || !isMember) && (
          <p
            className={cx(
              'text-hint text-pretty',
              idleSince ? 'text-amber-800 dark:text-amber-300' : 'text-muted',
            )}
          >
            {openText(session, asOf)}
          </p>
        )}
        {toSend > 0 && (
          <p className="text-hint text-amber-800 dark:text-amber-300">
            {count(toSend, 'count')} on this device, not sent yet
          </p>
        )}
      </div>
      <div className="flex w-44 items-center gap-3 phone:w-full">
        {!blind && (
          <ProgressBar
            value={totalScanned}
            max={totalExpected}
            label={`Progress of the audit of ${session.location.name}`}
            valueText={`${totalScanned} of ${totalExpected}`}
          />
        )}
        <span className="ml-auto text-hint whitespace-nowrap text-muted tabular-nums">
          {blind ? progressText(session) : `${totalScanned} of ${totalExpected}`}
        </span>
      </div>
      {isMember || !may(api.joinAudit.needs) ? (
        <Link
          to="/audit"
          search={search}
          data-button=""
          className={buttonClass({ className: 'phone:w-full' })}
          aria-label={`Continue audit of ${session.location.name}`}
        >
          Continue audit
        </Link>
      ) : (
        <JoinButton
          session={session}
          className="phone:w-full"
          onJoined={() => void navigate({ to: '/audit', search })}
        />
      )}
    </li>
  );
}

/** Who counts, and which hooks are not assigned. */
function openText(session: AuditSession, asOf: number): string {
  const free = session.parts.filter(({ userId, from }) => userId === null && from !== null);
  const rest = free.length > 0 ? ` ${listed(free.map(partName))}: not assigned.` : '';
  return `${whoCounts(session, asOf)}${session.idleSince ? '' : rest}`;
}
