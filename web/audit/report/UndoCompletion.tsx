import { useNavigate } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OneAuditSession } from '../../../shared/audit.ts';
import { fullName } from '../../../shared/user-name.ts';
import { useAction } from '../../api/action.ts';
import { useOfflineSince } from '../../api/connection.ts';
import { serverNow } from '../../api/server-clock.ts';
import { clockTime, count, duration } from '../../format.ts';
import { useLabels } from '../../labels.ts';
import { Button } from '../../ui/Button.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Panel } from '../../ui/Panel.tsx';

type Undo = NonNullable<OneAuditSession['undo']>;

/** Milliseconds until `until`, 0 when over; updates each second. */
function useTimeLeft(until: string): number {
  const left = () => Math.max(0, Date.parse(until) - serverNow());
  const [now, setNow] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.max(0, Date.parse(until) - serverNow())), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return now;
}

/** Undoes the completion while its user can: what goes back, and what stays as it is. Not on paper. */
export function UndoCompletion({ session, undo }: { session: OneAuditSession; undo: Undo }) {
  const phone = useMedia(PHONE);
  const navigate = useNavigate();
  const offline = useOfflineSince() > 0;
  const { run, pending } = useAction('undoAudit');
  const [asking, setAsking] = useState(false);
  const left = useTimeLeft(undo.until);
  if (left === 0) return null;
  const { id } = session;

  async function confirm() {
    const undone = await run({ params: { id }, body: {} });
    setAsking(false);
    if (undone.ok) void navigate({ to: '/audit', search: { session: String(id) } });
  }
  return (
    <Panel
      padded
      aria-label="Undo the completion"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 print:hidden"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-pretty">Completed by mistake? Undo it: {consequence(session, undo)}</p>
        <Stays stays={undo.stays} />
      </div>
      <Button
        icon={RotateCcw}
        block={phone}
        disabledReason={offline ? 'Needs signal' : undefined}
        reasonIn="tooltip"
        onClick={() => setAsking(true)}
      >
        Undo completion
        <span aria-hidden className="ml-2 font-normal text-muted tabular-nums">
          {clockOf(left)}
        </span>
        <span className="sr-only">, {duration(left).replace(/ \d+ s$/, '')} left</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Undo this completion?"
        text={
          <>
            {consequence(session, undo)}
            <Stays stays={undo.stays} />
          </>
        }
        confirmLabel="Undo completion"
        cancelLabel="Keep it completed"
        pending={pending}
        onConfirm={confirm}
      />
    </Panel>
  );
}

/** "14:32". */
function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function consequence({ missing = [], found = [] }: OneAuditSession, { stays }: Undo): string {
  const staying = new Set(stays.map(({ keyBunchId }) => keyBunchId));
  const back = [...missing, ...found].filter(({ id }) => !staying.has(id)).length;
  const sets =
    back > 0
      ? `${count(back, 'set goes', 'sets go')} back to what ${back === 1 ? 'it was' : 'they were'}, and the`
      : 'The';
  return `${sets} audit is open again with all its counts. Both stay in the history.`;
}

/** Sets that changed since the completion, with who changed them and when. */
function Stays({ stays }: Pick<Undo, 'stays'>) {
  const { label } = useLabels();
  if (stays.length === 0) return null;
  return (
    <ul className="mt-1 text-hint text-pretty text-muted">
      {stays.map(({ keyBunchId, identifier, status, timestamp, user }) => (
        <li key={keyBunchId}>
          <b className="font-medium text-fg">{identifier}</b> stays {label('statuses', status)}:{' '}
          {user ? `${fullName(user)} changed it` : 'it changed'} at {clockTime(timestamp)}.
        </li>
      ))}
    </ul>
  );
}
