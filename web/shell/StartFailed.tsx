import { useEffect, useState } from 'react';
import { type ApiError, failedTitle } from '../api/call.ts';
import { onBack, useOfflineSince } from '../api/connection.ts';
import '../api/probe.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';

/** In place of every page while it is not known who is signed in: without signal that is all this device can tell. */
export function StartFailed({ error, retry }: { error: ApiError; retry: () => void }) {
  useEffect(() => onBack(retry), [retry]);
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-5 p-4">
      <h1 className="justify-self-center">
        <Wordmark size={40} className="text-xl!" />
      </h1>
      {error.status === 0 ? (
        <NoAnswer error={error} retry={retry} />
      ) : (
        <ReadFailed error={error} onRetry={retry} />
      )}
    </main>
  );
}

/** How many entries of any user this device has not sent yet. */
function useUnsentOnDevice(): number {
  const [unsent, setUnsent] = useState(0);
  useEffect(() => {
    void import('../api/outbox/store.ts')
      .then(({ readOthers }) => readOthers(null))
      .then((others) => setUnsent(others.reduce((sum, { entries }) => sum + entries, 0)))
      // Without storage nothing is kept.
      .catch(() => undefined);
  }, []);
  return unsent;
}

/** The entries may be those of any user of this device, so their number alone is shown. */
function NoAnswer({ error, retry }: { error: ApiError; retry: () => void }) {
  // The title changes with what is known of the line.
  const offline = useOfflineSince() > 0;
  const kept = useUnsentOnDevice();
  return (
    <Notice
      variant="info"
      title={failedTitle(error)}
      action={
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      }
    >
      {offline
        ? 'The register is not on this device. It opens as soon as you have signal again.'
        : "There is a network, but Keyhold's answers don't arrive. If it asks you to sign in, do that first."}
      {kept > 0 && (
        <p className="mt-2">
          {count(kept, 'entry', 'entries')} made here {kept === 1 ? 'is' : 'are'} kept, and sent when the
          person who made {kept === 1 ? 'it' : 'them'} is signed in and has signal.
        </p>
      )}
    </Notice>
  );
}
