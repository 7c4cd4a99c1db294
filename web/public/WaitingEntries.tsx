import { useEffect, useState } from 'react';
import { count } from '../../shared/count.ts';
import { type HandedIn, handIn } from '../api/outbox/hand-in.ts';
import type { Others } from '../api/outbox/own-entries.ts';
import { readOthers } from '../api/outbox/store.ts';
import { Notice } from '../ui/Notice.tsx';

/**
 * For a visitor on a device with entries that are not sent: how many, and who has to sign in. Only their names and numbers can be read. Those of
 * closed accounts are handed in.
 */
export function WaitingEntries({ className }: { className?: string }) {
  const [waiting, setWaiting] = useState<readonly Others[]>([]);
  const [handedIn, setHandedIn] = useState<readonly HandedIn[]>([]);
  useEffect(() => {
    const read = async () => setWaiting(await readOthers(null));
    // Without storage nothing is kept.
    void read()
      .then(() => handIn(null))
      .then((all) => {
        setHandedIn(all);
        return read();
      })
      .catch(() => undefined);
  }, []);
  if (waiting.length === 0 && handedIn.length === 0) return null;
  return (
    <Notice variant="info" className={className}>
      {handedIn.map(({ userId, name, entries }) => (
        <p key={userId}>
          {count(entries, 'entry', 'entries')} of {name}, whose account is closed,{' '}
          {entries === 1 ? 'was' : 'were'} handed in. A colleague who issues keys there says what becomes of{' '}
          {entries === 1 ? 'it' : 'them'}.
        </p>
      ))}
      {waiting.map(({ userId, name, entries }) => (
        <p key={userId}>
          {count(entries, 'entry', 'entries')} {entries === 1 ? 'waits' : 'wait'} on this device. Sign in as{' '}
          {name} to send {entries === 1 ? 'it' : 'them'}.
        </p>
      ))}
    </Notice>
  );
}
