import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { api } from '../../shared/api.ts';
import { untilLoaded, useOfflineSince } from '../api/connection.ts';
import { hasChanged, onChanges } from '../api/live.ts';
import { ownEntries, sending, waiting } from '../api/outbox/own-entries.ts';
import { sendNow } from '../api/outbox/send.ts';
import { queries } from '../api/queries.ts';
import { readOf } from '../api/read.ts';
import { count } from '../format.ts';
import { EntryRows } from '../outbox/OwnEntries.tsx';
import { useMay, useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { aboveFoot } from '../ui/FootBar.tsx';
import { lazyExport } from '../ui/lazy-export.ts';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { signOutAsked } from './later.ts';
import { useLogOut } from './log-out.ts';

const ApprovalNotice = lazyExport(
  () => untilLoaded(() => import('../approval/ApprovalNotice.tsx')),
  'ApprovalNotice',
);

/** What may be said over any page: that its data is old, that keys are handed to the user, that they are asked as a second person, and that entries are not sent. */
export function OutOfDate() {
  const me = useMe();
  return (
    <>
      <StaleNotice />
      <AskedToast />
      <SignOutSheet />
      {me.isApprover && (
        <Suspense>
          <ApprovalNotice />
        </Suspense>
      )}
    </>
  );
}

/** Notice that data on the screen could not be refreshed, but for offline, which the header says. Closes once a later read succeeds. */
function StaleNotice() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const outOfDate = () =>
    cache.findAll({ type: 'active', predicate: ({ state }) => isOld(state) }).length > 0;
  const offline = useOfflineSince() > 0;
  if (!useSyncExternalStore((changed) => cache.subscribe(changed), outOfDate) || offline) return null;

  const readAgain = () => client.refetchQueries({ type: 'active', predicate: ({ state }) => isOld(state) });
  return (
    <div
      ref={aboveFoot}
      data-out-of-date=""
      className="fixed bottom-[calc(var(--foot-height,0px)+24px)] left-6 z-30 w-[400px] rounded-xl bg-panel shadow-toast phone:inset-x-3 phone:bottom-[calc(var(--foot-height,env(safe-area-inset-bottom))+12px)] phone:w-auto print:hidden"
    >
      <Notice
        variant="warning"
        title="This may be out of date"
        action={
          <Button size="sm" onClick={() => void readAgain()}>
            Try again
          </Button>
        }
      >
        Couldn't refresh this page.
      </Notice>
    </div>
  );
}

type State = { status: string; data: unknown; fetchMeta: unknown };

/** Whether data is shown whose refresh failed. A failed further page does not count. */
const isOld = ({ status, data, fetchMeta }: State): boolean =>
  status === 'error' && data !== undefined && !(fetchMeta as { fetchMore?: object } | null)?.fetchMore;

/** How long the toast waits, in ms: the giver is waiting for the answer. */
const WAITS_MS = 60_000;

/** On every page but My keys: says that keys are handed to the user, with the way to answer. */
function AskedToast() {
  const navigate = useNavigate();
  const enabled = useMay()(api.getMine.needs);
  useEffect(() => {
    if (!enabled) return;
    const told = new Set<string>();
    async function look(): Promise<void> {
      const { received } = await queries.fetchQuery({ ...readOf('getMine'), staleTime: 0 });
      const fresh = received.filter(({ requestId }) => !told.has(requestId));
      const [first] = fresh;
      for (const { requestId } of fresh) told.add(requestId);
      if (!first || location.pathname === '/mine') return;
      toast({
        title: `${first.from.name} hands you ${count(first.keyBunches.length, 'set')}`,
        description: 'Say yes when you have them.',
        action: { label: 'Answer', run: () => void navigate({ to: '/mine' }) },
        duration: WAITS_MS,
      });
    }
    const lookAgain = () => void look().catch(() => undefined);
    if (hasChanged('handovers')) lookAgain();
    return onChanges((changes) => {
      if (!changes || changes.some(({ topic }) => topic === 'handovers')) lookAgain();
    });
  }, [enabled, navigate]);
  return null;
}

/** Asked at a sign-out while entries are not sent: they can be sent first, or stay on the device for their user. */
function SignOutSheet() {
  return signOutAsked.use() && <UnsentAtSignOut />;
}

function UnsentAtSignOut() {
  const offline = useOfflineSince() > 0;
  const { isSending } = sending.use();
  const { logOutKeeping, pending } = useLogOut();
  const entries = waiting(ownEntries.use());
  const isOne = entries.length === 1;
  const close = () => signOutAsked.set(false);
  // Everything was sent meanwhile: nothing is left to decide.
  useEffect(() => {
    if (entries.length === 0) signOutAsked.set(false);
  }, [entries.length]);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && close()}
      title={`${count(entries.length, 'entry', 'entries')} ${isOne ? 'is' : 'are'} not sent`}
      description={
        offline
          ? `This device has no signal. The register does not have ${isOne ? 'it' : 'them'} yet.`
          : `The register does not have ${isOne ? 'it' : 'them'} yet.`
      }
      cancelLabel={null}
      foot={
        offline ? (
          <Button variant="primary" block onClick={close}>
            Stay signed in
          </Button>
        ) : (
          <Button variant="primary" block pending={isSending} onClick={sendNow}>
            Send them
          </Button>
        )
      }
    >
      <section aria-label="Not sent" className="mb-4 rounded-xl border">
        <EntryRows entries={entries} />
      </section>
      <p className="mb-4 text-body text-pretty">
        If you sign out, {isOne ? 'it stays' : 'they stay'} locked on this device and {isOne ? 'is' : 'are'}{' '}
        sent the next time <b>you</b> sign in here. Only you can see and send {isOne ? 'it' : 'them'}.
      </p>
      <Button
        block
        pending={pending}
        disabledReason={offline ? 'Signing out needs a network.' : undefined}
        onClick={logOutKeeping}
      >
        Sign out and keep them
      </Button>
    </Dialog>
  );
}
