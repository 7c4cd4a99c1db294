import { ArrowLeftRight } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { AuditBunch, OneAuditSession, Unexpected } from '../../../shared/audit.ts';
import { fullName } from '../../../shared/user-name.ts';
import { useAction } from '../../api/action.ts';
import { exactClockTime } from '../../format.ts';
import { useMay, useMe } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { changeSince, howFound } from '../audit-text.tsx';
import { type Entry, outboxOf } from '../outbox.ts';
import { BunchSection, ReportSection } from './ReportSection.tsx';
import { UnknownSection } from './UnknownSection.tsx';

/** Every set by its result, those that need action first. */
export function ReportSections({ session, onSent }: { session: OneAuditSession; onSent: () => void }) {
  const { missing, found, present, unchanged } = reportParts(session);
  const completed = session.status === 'completed';
  const seen = new Map(session.seen.map((one) => [one.keyBunchId, one]));
  const how = ({ id }: AuditBunch) => {
    const one = seen.get(id);
    if (!one) return 'Late count';
    const who = one.user ? `, ${fullName(one.user)}` : '';
    return `${howFound(one)} ${exactClockTime(one.timestamp)}${who}`;
  };
  return (
    <>
      <BunchSection
        title="Missing"
        alarm
        bunches={missing}
        text={(bunch) => (bunch.status === 'missing' ? 'Already missing before' : 'Not found in this audit')}
      />
      <LateSection session={session} onSent={onSent} />
      <UnexpectedSection session={session} />
      <UnknownSection session={session} />
      <BunchSection title="Found" note="Missing before, present now" bunches={found} text={how} />
      <BunchSection
        title="Issued"
        note="Signed out, so not expected here"
        bunches={session.out}
        text={(bunch) => (bunch.holder ? `With ${bunch.holder}` : 'Issued')}
      />
      <BunchSection
        title={completed ? 'Skipped' : 'Not checked yet'}
        note={completed ? 'Not checked; status unchanged' : undefined}
        bunches={unchanged}
        text={(bunch) =>
          bunch.leftAlone
            ? (changeSince(bunch) ?? 'Changed during the audit')
            : completed
              ? 'Not checked'
              : ''
        }
      />
      <BunchSection title="Present" bunches={present} text={how} />
    </>
  );
}

type Row = { key: string; identifier: string; text: string };

/** Late counts: those that arrived after the completion, and those still on this device. `onSent` runs after the last response. */
function LateSection({ session, onSent }: { session: OneAuditSession; onSent: () => void }) {
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

/** Sets found here but registered elsewhere, with the move for permitted users. */
function UnexpectedSection({ session }: { session: OneAuditSession }) {
  const mayMove = useMay()('key:move');
  const move = useAction('moveKeyBunch');
  const [moving, setMoving] = useState<{ set: Unexpected | null; open: boolean }>({ set: null, open: false });
  const { unexpected, location } = session;
  if (unexpected.length === 0) return null;
  const { set } = moving;
  const close = () => setMoving((last) => ({ ...last, open: false }));

  async function confirm() {
    if (!set) return;
    const body = { toLocationId: location.id, notes: `Found here in audit #${session.id}` };
    await move.run({ params: { id: set.keyBunchId }, body });
    close();
  }

  return (
    <ReportSection title="Unexpected" count={unexpected.length} note="Found here, but registered elsewhere">
      {unexpected.map((one) => (
        <li
          key={one.keyBunchId}
          className="flex min-h-14 break-inside-avoid flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-2 print:min-h-6 print:px-0 print:py-1"
        >
          <span className="min-w-0 flex-1 basis-60">
            <span className="block truncate font-medium">{one.identifier}</span>
            <span className="block text-hint text-pretty text-muted">
              {one.note} · {exactClockTime(one.timestamp)}
            </span>
          </span>
          {isHere(one, session) ? (
            <span className="text-hint text-emerald-800 dark:text-emerald-300">Now registered here</span>
          ) : (
            mayMove &&
            one.now &&
            one.now.locationId !== location.id && (
              <Button
                size="sm"
                icon={ArrowLeftRight}
                className="print:hidden"
                aria-label={`Move here: ${one.identifier}`}
                onClick={() => setMoving({ set: one, open: true })}
              >
                Move here
              </Button>
            )
          )}
        </li>
      ))}
      <ConfirmDialog
        open={moving.open}
        onOpenChange={(open) => !open && close()}
        title={`Move ${set?.identifier ?? ''} here?`}
        text={`It will be moved in the register from ${set?.now?.locationName ?? set?.locationName ?? ''} to ${location.name}.`}
        confirmLabel="Move Keys"
        pending={move.pending}
        onConfirm={confirm}
      />
    </ReportSection>
  );
}

/** Moved here since; it was registered elsewhere when scanned. */
const isHere = ({ now, locationName }: Unexpected, { location }: OneAuditSession) =>
  now?.locationId === location.id && locationName !== location.name;

/** The expected sets by result, each in one section, by set ID. */
export type ReportParts = {
  missing: readonly AuditBunch[];
  found: readonly AuditBunch[];
  present: readonly AuditBunch[];
  /** Not seen but not missing: changed during the audit, or without a result. */
  unchanged: readonly AuditBunch[];
};

export function reportParts(session: OneAuditSession): ReportParts {
  const { expected, missing = [], found = [], seen, late = [] } = session;
  const ids = (bunches: readonly AuditBunch[]) => new Set(bunches.map((bunch) => bunch.id));
  const lost = ids(missing);
  const again = ids(found);
  const counted = new Set([...seen, ...late.filter((one) => one.seen)].map((one) => one.keyBunchId));
  return {
    missing,
    found,
    present: expected.filter((bunch) => counted.has(bunch.id) && !again.has(bunch.id)),
    unchanged: expected.filter((bunch) => !counted.has(bunch.id) && !lost.has(bunch.id)),
  };
}
