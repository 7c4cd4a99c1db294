import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { OneAuditSession } from '../../../shared/audit.ts';
import { fullName } from '../../../shared/user-name.ts';
import { exactClockTime } from '../../format.ts';
import { useMe } from '../../session.tsx';
import { type Entry, outboxOf } from '../outbox.ts';
import { ReportSection } from './ReportSection.tsx';

type Row = { key: string; identifier: string; text: string };

/**
 * Counts that were made before the audit was completed and arrived after it, and those that still wait on this device. `onSent` runs when
 * the last of these has been answered.
 */
export function LateSection({ session, onSent }: { session: OneAuditSession; onSent: () => void }) {
  const me = useMe();
  const outbox = useMemo(() => outboxOf(session.id, me.id), [session.id, me.id]);
  const { entries } = useSyncExternalStore(outbox.subscribe, outbox.get);
  const waited = useRef(false);
  useEffect(() => {
    if (entries.length > 0) waited.current = true;
    else if (waited.current) {
      waited.current = false;
      onSent();
    }
  }, [entries, onSent]);
  useEffect(() => outbox.sendNow(), [outbox]);

  const waiting = entries.map(
    (entry): Row => ({
      key: entry.key,
      identifier: nameOf(entry, session),
      text: `Kept on this device since ${exactClockTime(entry.at)}, not sent yet`,
    }),
  );
  const arrived = (session.late ?? []).map(
    (one): Row => ({
      key: `${one.keyBunchId} ${one.doneAt}`,
      identifier: one.identifier,
      text: `${one.seen ? 'Counted' : 'Tick removed'} ${exactClockTime(one.doneAt)}${one.user ? `, ${fullName(one.user)}` : ''}. Received ${exactClockTime(one.timestamp)}.`,
    }),
  );
  const rows = [...waiting, ...arrived];
  if (session.status !== 'completed' || rows.length === 0) return null;
  return (
    <ReportSection
      title="Late counts"
      count={rows.length}
      note="Made without a connection, received after the audit was completed"
    >
      {rows.map(({ key, identifier, text }) => (
        <li
          key={key}
          className="flex min-h-11 break-inside-avoid flex-wrap items-baseline gap-x-3 border-t px-4 py-2 print:min-h-6 print:px-0 print:py-1"
        >
          <span className="min-w-0 basis-40 truncate font-medium">{identifier}</span>
          <span className="text-hint text-pretty text-muted">{text}</span>
        </li>
      ))}
    </ReportSection>
  );
}

const nameOf = (entry: Entry, { expected }: OneAuditSession): string =>
  entry.kind === 'scan'
    ? entry.serial
    : (expected.find(({ id }) => id === entry.keyBunchId)?.identifier ?? 'A set that was deleted');
