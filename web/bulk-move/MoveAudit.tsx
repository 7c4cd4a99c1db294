import { Link } from '@tanstack/react-router';
import { ClipboardCheck, ShieldCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ACTION_MESSAGES } from '../../shared/action-messages.ts';
import { api } from '../../shared/api.ts';
import type { AuditSession } from '../../shared/audit.ts';
import { AUDIT_VALID_HOURS, type Verification } from '../../shared/audit-verification.ts';
import { AUDIT_REQUIRED, type AuditMode } from '../../shared/audit-words.ts';
import { permissionLabel } from '../../shared/permissions.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { serverNow } from '../api/server-clock.ts';
import { whyNoAudit } from '../audit/audit-members.ts';
import { auditedBy, progressText } from '../audit/audit-text.tsx';
import { JoinButton } from '../audit/JoinAudit.tsx';
import { ModeSwitch, WithoutNfc } from '../audit/ModeSwitch.tsx';
import { startFailure } from '../audit/refusals.ts';
import { clockTime, count, duration, exactTime, relativeTime } from '../format.ts';
import { useLabels } from '../labels.ts';
import { useMay, useMe } from '../session.tsx';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import { Button } from '../ui/Button.tsx';
import { linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useClock } from '../zone.ts';
import { lastAuditText, type MoveAudit, type MoveChoices } from './use-bulk-move.ts';

/** The valid audit of the from location: by whom, result and expiry. */
export function VerifiedCard({
  verification,
  children,
}: {
  verification: Verification;
  /** How to start another, where that helps. */
  children?: ReactNode;
}) {
  useClock();
  const may = useMay();
  const { label } = useLabels();
  const { audit, keyType, message, hoursSinceAudit } = verification;
  if (!audit) return null;
  const left = Date.parse(audit.validUntil) - serverNow();
  return (
    <Card
      tint="emerald"
      title="Audit verified"
      foot={children}
      right={
        <>
          <b className="font-semibold text-fg">{duration(left)} left</b>
          <br />
          Valid until {exactTime(audit.validUntil)}
        </>
      }
    >
      <p>
        {hoursSinceAudit === 0 ? 'Last audit completed less than an hour ago' : message}
        {audit.user && ` by ${auditedBy(audit)}`}.
      </p>
      <p>
        {audit.totalScanned.toLocaleString()} of {count(audit.totalExpected, 'key')} found
        {audit.missing > 0 && `, ${audit.missing.toLocaleString()} marked missing`}.{' '}
        {keyType === null ? 'All key types.' : `${label('keyTypes', keyType)} only.`}{' '}
        {may(api.getAudit.needs) && (
          <Link to="/audit/$id" params={{ id: String(audit.id) }} className={`${linkClass} touch:-my-3`}>
            View audit
          </Link>
        )}
      </p>
    </Card>
  );
}

/** No valid audit; `children` starts one. */
export function RequiredCard({
  verification,
  note,
  children,
}: {
  verification: Verification;
  /** Replaces the rule where an audit would not help. */
  note?: string | undefined;
  children?: ReactNode;
}) {
  const { hoursSinceAudit, lastAuditDate, audit, neededShare } = verification;
  return (
    <Card
      tint="amber"
      title="Audit required"
      right={
        lastAuditDate && (
          <>
            <b className="font-semibold text-fg">{lastAuditText(hoursSinceAudit ?? 0, lastAuditDate)}</b>
            <br />
            An audit counts for 24 hours.
          </>
        )
      }
      foot={children}
    >
      <p className="max-w-[62ch]">{note ?? AUDIT_REQUIRED}</p>
      {audit && hoursSinceAudit !== null && hoursSinceAudit < AUDIT_VALID_HOURS && (
        <FoundTooFew audit={audit} neededShare={neededShare} />
      )}
    </Card>
  );
}

/** An audit that found less than the company's share, by whom, and the way to its report. */
function FoundTooFew({ audit, neededShare }: { audit: LastAudit; neededShare: number }) {
  const may = useMay();
  return (
    <p className="mt-1.5 max-w-[62ch]">
      <span className="font-medium text-fg">
        The last audit found {audit.share}% of its {count(audit.totalExpected, 'key')}. A bulk move needs{' '}
        {neededShare}%.
      </span>{' '}
      Counted by {auditedBy(audit)}.{' '}
      {may(api.getAudit.needs) && (
        <Link to="/audit/$id" params={{ id: String(audit.id) }} className={`${linkClass} touch:-my-3`}>
          View audit
        </Link>
      )}
    </p>
  );
}

type LastAudit = NonNullable<Verification['audit']>;

const edges = {
  amber: 'border-amber-600/40 dark:border-amber-400/35',
  emerald: 'border-emerald-600/35 dark:border-emerald-400/30',
};

type CardProps = {
  tint: 'amber' | 'emerald';
  title: string;
  right: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
};

function Card({ tint, title, right, foot, children }: CardProps) {
  return (
    <Panel aria-label="Audit verification" className={cx(edges[tint])}>
      <div className="flex items-start gap-x-3.5 gap-y-2 p-4 phone:flex-wrap">
        <ActionSquare icon={tint === 'amber' ? TriangleAlert : ShieldCheck} tint={tint} size={36} />
        <div className="min-w-0 flex-1">
          <h2 className="text-lead font-semibold">{title}</h2>
          <div className="mt-0.5 text-body text-pretty text-muted">{children}</div>
        </div>
        {right && (
          <p className="shrink-0 text-right text-hint text-muted phone:w-full phone:pl-[50px] phone:text-left">
            {right}
          </p>
        )}
      </div>
      {foot}
    </Panel>
  );
}

type Props = { choices: MoveChoices; audit: MoveAudit };
const FAILED = 'Failed to start audit session';

/** Starts the audit the move needs, or continues an open one. */
export function StartAudit({ choices, audit }: Props) {
  const may = useMay();
  return (
    <>
      {audit.others.map((session) => (
        <Other key={session.id} session={session} onResume={audit.resume} />
      ))}
      {may(api.startAudit.needs) ? (
        <Start choices={choices} audit={audit} />
      ) : (
        <p className="border-t px-4 py-3 text-hint text-muted">
          To start an audit you need the permission {permissionLabel('audit:create')}. Ask an administrator or
          someone who has it.
        </p>
      )}
    </>
  );
}

function Start({ choices, audit }: Props) {
  const me = useMe();
  const phone = useMedia(PHONE);
  const [mode, setMode] = useState<AuditMode>('manual');
  const [asking, setAsking] = useState(false);
  const start = useAction('startAudit', {
    messages: { ...ACTION_MESSAGES.startAudit, failed: FAILED },
    failure: startFailure(FAILED),
  });
  const { data: scope } = useRead(
    'getAuditScope',
    { params: { id: choices.from?.id ?? 0 }, query: audit.keyType ? { keyType: audit.keyType } : {} },
    { enabled: mode === 'nfc' && choices.from !== null },
  );
  const { replaced, blocking } = audit;

  async function begin() {
    const started = await start.run({
      body: { locationId: choices.from?.id ?? 0, keyType: audit.keyType, mode },
    });
    setAsking(false);
    if (started.ok) audit.start(started.reply);
  }

  return (
    <div className="grid gap-2 border-t px-4 py-3">
      <div className="flex items-start justify-between gap-3 phone:flex-col phone:items-stretch">
        <ModeSwitch mode={mode} onChange={setMode} block={phone} />
        <Button
          variant="primary"
          icon={ClipboardCheck}
          block={phone}
          pending={start.pending && !asking}
          disabledReason={blocking ? whyNoAudit(blocking, me.id) : undefined}
          onClick={() => (replaced ? setAsking(true) : void begin())}
        >
          Start Audit
        </Button>
      </div>
      {mode === 'nfc' && scope && <WithoutNfc scope={scope} />}
      {replaced && (
        <DiscardQuestion
          replaced={replaced}
          open={asking}
          onOpenChange={setAsking}
          pending={start.pending}
          onConfirm={() => void begin()}
        />
      )}
    </div>
  );
}

function DiscardQuestion({
  replaced,
  ...dialog
}: {
  replaced: AuditSession;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  pending: boolean;
  onConfirm: () => void;
}) {
  const { label } = useLabels();
  const { keyType, location } = replaced;
  const what = keyType ? label('keyTypes', keyType) : 'all key types';
  return (
    <ConfirmDialog
      {...dialog}
      title="Discard your other audit?"
      text={`You have an open audit of ${what} at ${location.name}, ${progressText(replaced)}. Starting this one discards it; no statuses change.`}
      confirmLabel="Start Audit"
      cancelLabel="Keep it"
    />
  );
}

/** Another user's suitable audit: who, progress, and the way into it with permission. */
function Other({ session, onResume }: { session: AuditSession; onResume: (session: AuditSession) => void }) {
  const may = useMay();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t bg-soft/40 px-4 py-3 text-body">
      <p className="min-w-0 flex-1 basis-60 text-pretty">
        <b className="font-medium">{session.user ? fullName(session.user) : 'Someone'}</b> is auditing this
        location: {progressText(session)}, started {relativeTime(session.startTime).toLowerCase()}.
        {session.idleSince && ` No member was heard since ${clockTime(session.idleSince)}.`}
      </p>
      {may(api.joinAudit.needs) && (
        <JoinButton session={session} className="phone:w-full" onJoined={() => onResume(session)} />
      )}
    </div>
  );
}
