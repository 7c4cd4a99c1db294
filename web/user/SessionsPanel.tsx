import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { Session } from '../../shared/session.ts';
import { useAction } from '../api/action.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { exactTime } from '../format.ts';
import { useLogOut } from '../shell/log-out.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { useClock } from '../zone.ts';

/** The caller's sessions, with buttons to end them. */
export function SessionsPanel() {
  const { data, error, refetch } = useRead('listSessions', {}, { fresh: true });
  const everywhere = useDialogState<null>();
  return (
    <Panel>
      <PanelHead title="Where you are signed in" count={data?.length || undefined} />
      {data ? (
        <ul className="divide-y">
          {data.map((session) => (
            <Row key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <div className="grid gap-3 p-4">
          {error ? <ReadFailed error={error} onRetry={refetch} /> : <Skeleton className="h-14" />}
        </div>
      )}
      <div className="flex items-center justify-between gap-4 border-t p-4 phone:flex-col phone:items-stretch">
        <p className="text-label text-pretty text-muted">
          {data?.length === 1
            ? 'You are signed in nowhere else.'
            : "A device that isn't yours? Sign it out and change your password."}
        </p>
        <Button
          icon={LogOut}
          className="leading-tight phone:whitespace-normal"
          onClick={() => everywhere.show(null)}
        >
          Sign out everywhere
        </Button>
      </div>
      {everywhere.shown && <EndSessionsDialog key={everywhere.shown.turn} {...everywhere.props} />}
    </Panel>
  );
}

const HOW = { password: 'with a password', single_sign_on: 'by single sign-on' } as const;
const isPhone = (device: string) => /iPhone|Android/.test(device);

function Row({ session }: { session: Session }) {
  useClock();
  const { run, pending } = useAction('endSession');
  const { id, address, signedInBy, signedInAt, lastUsedAt, isCurrent } = session;
  const device = session.device ?? 'Unknown device';
  const Picture = isPhone(device) ? Smartphone : Monitor;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Picture aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 text-label font-medium break-words">{device}</span>
          {isCurrent && <Badge tint="emerald">This device</Badge>}
        </p>
        <p className="text-hint text-pretty text-muted">
          {isCurrent ? (
            'In use now'
          ) : (
            <>
              Last used <Time at={lastUsedAt} inline />
            </>
          )}
          {address && (
            <>
              {' · '}
              <span className="inline-block max-w-full break-all">{address}</span>
            </>
          )}
        </p>
        <p className="text-hint text-pretty text-muted">
          Signed in {exactTime(signedInAt)}
          {signedInBy && ` ${HOW[signedInBy]}`}
        </p>
      </div>
      {!isCurrent && (
        <Button
          size="sm"
          pending={pending}
          aria-label={`Sign out ${device}`}
          onClick={() => void run({ params: { id } })}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

/** Ends the other sessions, and this one too if ticked. */
function EndSessionsDialog({ open, onClose, onClosed }: DialogState<null>['props']) {
  const end = useAction('endOtherSessions');
  const { logOut, pending } = useLogOut();
  const [here, setHere] = useState(false);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Sign out everywhere?"
      text="Your other devices are signed out immediately. Unsaved changes there will be lost."
      confirmLabel="Sign out"
      pending={end.pending || pending}
      onConfirm={async () => {
        const { ok } = await end.run({});
        if (ok && here) logOut();
        else onClose();
      }}
    >
      <Checkbox label="This device too" checked={here} onChange={(event) => setHere(event.target.checked)} />
    </ConfirmDialog>
  );
}
