import { useEffect, useState } from 'react';
import { count } from '../../shared/count.ts';
import type { Others } from '../api/outbox/own-entries.ts';
import { readOthers } from '../api/outbox/store.ts';
import { Notice } from '../ui/Notice.tsx';

/** For a visitor on a device with entries that are not sent: how many, and who has to sign in. Only their names and numbers can be read. */
export function WaitingEntries({ className }: { className?: string }) {
  const [waiting, setWaiting] = useState<readonly Others[]>([]);
  useEffect(() => {
    void readOthers(null).then(setWaiting, () => undefined);
  }, []);
  if (waiting.length === 0) return null;
  return (
    <Notice variant="info" className={className}>
      {waiting.map(({ userId, name, entries }) => (
        <p key={userId}>
          {count(entries, 'entry', 'entries')} {entries === 1 ? 'waits' : 'wait'} on this device. Sign in as{' '}
          {name} to send {entries === 1 ? 'it' : 'them'}.
        </p>
      ))}
    </Notice>
  );
}
