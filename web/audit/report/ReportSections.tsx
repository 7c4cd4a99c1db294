import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { api } from '../../../shared/api.ts';
import type { AuditBunch, LateCount, OneAuditSession } from '../../../shared/audit.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { fullName } from '../../../shared/user-name.ts';
import { TypeTag } from '../../BunchText.tsx';
import { clockTime } from '../../format.ts';
import { useLabels } from '../../labels.ts';
import { useMay, useMe } from '../../session.tsx';
import { cx } from '../../ui/cx.ts';
import { usePrinting } from '../../ui/media.ts';
import { useDrawn } from '../audit-parts.tsx';
import { changeSince, howFound, outText, reportTime } from '../audit-text.tsx';
import { type Entry, outboxOf } from '../outbox.ts';
import { idClass, ReportSection } from './ReportSection.tsx';
import { reportParts } from './report-parts.ts';
import { UnexpectedSection, UnknownSection } from './Strays.tsx';
import { ToLookInto } from './ToLookInto.tsx';

/** Every set by its result, those that need action first. */
export function ReportSections({ session, onSent }: { session: OneAuditSession; onSent: () => void }) {
  const { missing, found, present, unchanged } = reportParts(session);
  const completed = session.status === 'completed';
  const seen = new Map(session.seen.map((one) => [one.keyBunchId, one]));
  const how = ({ id }: AuditBunch) => {
    const one = seen.get(id);
    if (!one) return 'Late count';
    const who = one.user ? `, ${fullName(one.user)}` : '';
    return `${howFound(one).before} ${reportTime(one.doneAt, session)}${who}`;
  };
  return (
    <>
      <BunchSection
        title="Missing"
        alarm
        bunches={missing}
        text={(bunch) => (bunch.status === 'missing' ? 'Already missing before' : 'Not found in this audit')}
      />
      <ToLookInto session={session} />
      <LateSection session={session} onSent={onSent} />
      <UnexpectedSection session={session} />
      <UnknownSection session={session} />
      <BunchSection title="Found" note="Missing before, present now" bunches={found} text={how} />
      <BunchSection
        title="Issued"
        note="Signed out, so not expected here"
        bunches={session.out}
        text={outText}
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

type BunchSectionProps = {
  title: string;
  note?: string | undefined;
  alarm?: boolean;
  bunches: readonly AuditBunch[];
  text: (bunch: AuditBunch) => string;
};

/** Rows drawn at first, and per press; paper has all. */
const STEP = 100;

/** Sets with the same result, as they were at the start; null when empty. */
function BunchSection({ title, note, alarm = false, bunches, text }: BunchSectionProps) {
  const printing = usePrinting();
  const { drawn, more } = useDrawn(bunches, STEP);
  const linked = useMay()(api.getKeyBunchHistory.needs);
  if (bunches.length === 0) return null;
  return (
    <ReportSection title={title} count={bunches.length} note={note} alarm={alarm}>
      {(printing ? bunches : drawn).map((bunch) => (
        <li
          key={bunch.id}
          className="flex min-h-11 break-inside-avoid items-center gap-3 border-t px-4 py-1.5 print:min-h-6 print:px-0 print:py-1"
        >
          <span className="flex min-w-0 flex-1 items-center gap-3 phone:flex-col phone:items-start phone:gap-0 print:flex-[2] print:flex-row print:items-center print:gap-3">
            <Name bunch={bunch} linked={linked && bunch.now !== null} alarm={alarm} />
            <span className="w-24 shrink-0 text-hint wrap-break-word text-muted tabular-nums phone:w-auto print:w-16">
              {bunch.currentTag ?? 'No tag'}
            </span>
          </span>
          <span className="min-w-0 flex-[2] truncate text-hint max-lg:hidden print:inline print:whitespace-normal">
            {bunch.now && opensText(bunch.now)}
          </span>
          <span className="w-28 phone:hidden print:inline print:w-20">
            <TypeTag type={bunch.type} />
          </span>
          <span className="text-right text-hint text-pretty wrap-break-word text-muted tabular-nums md:w-64 phone:max-w-[55%] print:w-44">
            {text(bunch)}
          </span>
        </li>
      ))}
      {more && !printing && <li className="border-t p-3 text-center">{more}</li>}
    </ReportSection>
  );
}

type NameProps = { bunch: AuditBunch; linked: boolean; alarm: boolean };

function Name({ bunch: { id, identifier }, linked, alarm }: NameProps) {
  const name = cx(idClass, 'phone:w-auto phone:max-w-full');
  if (!linked) return <span className={name}>{identifier}</span>;
  return (
    <Link
      to="/key-history/$id"
      params={{ id: String(id) }}
      className={cx(
        name,
        'underline-offset-2 touch:-my-2 touch:leading-11 hover:underline',
        alarm && 'print:text-red-800',
      )}
    >
      {identifier}
    </Link>
  );
}

type Row = { key: string; bunch?: AuditBunch | undefined; identifier: string; text: string };

/** Late counts: those that arrived after the completion, and those still on this device. `onSent` runs after the last response. */
function LateSection({ session, onSent }: { session: OneAuditSession; onSent: () => void }) {
  const me = useMe();
  const { label } = useLabels();
  const linked = useMay()(api.getKeyBunchHistory.needs);
  const outbox = useMemo(() => outboxOf(session.id, me), [session.id, me]);
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
      text: `Kept on this device since ${reportTime(entry.doneAt, session)}, not sent yet`,
    }),
  );
  const arrived = (session.late ?? []).map((one): Row => {
    const bunch = session.expected.find(({ id }) => id === one.keyBunchId);
    return {
      key: `${one.keyBunchId} ${one.doneAt}`,
      bunch,
      identifier: one.identifier,
      text: `${one.seen ? 'Counted' : 'Tick removed'} ${reportTime(one.doneAt, session)}${one.user ? `, ${fullName(one.user)}` : ''}. Received ${reportTime(one.timestamp, session)}. ${lateResult(one, bunch, session, label)}`,
    };
  });
  const rows = [...waiting, ...arrived];
  if (session.status !== 'completed' || rows.length === 0) return null;
  return (
    <ReportSection
      title="Late counts"
      count={rows.length}
      note={`Made without a connection, received after ${completion(session)}`}
    >
      {rows.map(({ key, bunch, identifier, text }) => (
        <li
          key={key}
          className="flex min-h-11 break-inside-avoid flex-wrap items-baseline gap-x-3 border-t px-4 py-2 print:min-h-6 print:px-0 print:py-1"
        >
          {bunch ? (
            <Name bunch={bunch} linked={linked && bunch.now !== null} alarm={false} />
          ) : (
            <span className={cx(idClass, 'phone:w-full')}>{identifier}</span>
          )}
          <span className="text-hint text-pretty text-muted">{text}</span>
        </li>
      ))}
    </ReportSection>
  );
}

/** "Tom Whitaker completed the audit at 02:25". */
const completion = ({ completedBy, endTime }: OneAuditSession): string =>
  completedBy && endTime
    ? `${fullName(completedBy)} completed the audit at ${clockTime(endTime)}`
    : 'the audit was completed';

/** What a late count changed, and what is left to do about its set. */
function lateResult(
  { seen, doneAt }: LateCount,
  bunch: AuditBunch | undefined,
  session: OneAuditSession,
  label: ReturnType<typeof useLabels>['label'],
): string {
  if (!bunch?.now) return 'The set has left this location.';
  const status = label('statuses', bunch.now.status);
  const stood = session.seen.find(({ keyBunchId }) => keyBunchId === bunch.id);
  if (!seen && bunch.now.status === 'active' && stood && stood.doneAt < doneAt)
    return `The set is ${status} by the tick that this removed. Look for it.`;
  if (!seen || bunch.now.status !== 'missing') return `The set is ${status}.`;
  return `The set is ${status}, as it changed after that. If it is here, open it and mark it as found.`;
}

const nameOf = (entry: Entry, { expected }: OneAuditSession): string =>
  entry.kind === 'scan'
    ? entry.serial
    : entry.kind === 'read'
      ? (entry.code ?? `${entry.hook} is empty`)
      : (expected.find(({ id }) => id === entry.keyBunchId)?.identifier ?? 'A set that was deleted');
