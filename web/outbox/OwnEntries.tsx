import {
  ArrowLeftRight,
  CalendarClock,
  ClipboardCheck,
  Hand,
  SearchCheck,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import type { OneAuditSession } from '../../shared/audit.ts';
import {
  type AuditEntry,
  type CustodyEntry,
  type EntryKind,
  isCustody,
  type Own,
  ownEntries,
  waiting,
} from '../api/outbox/own-entries.ts';
import { queries } from '../api/queries.ts';
import { dueText } from '../custody/due-lines.ts';
import { clockTime, count } from '../format.ts';
import { ToSendWords } from '../key-bunch/ToSend.tsx';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import type { Icon, Tint } from '../ui/classes.ts';
import { useNow, useZone } from '../zone.ts';

const KINDS: Record<EntryKind, { icon: Icon; title: string; tint?: Tint }> = {
  issue: { icon: Hand, title: 'Issue', tint: 'amber' },
  return: { icon: Undo2, title: 'Return', tint: 'emerald' },
  handOver: { icon: ArrowLeftRight, title: 'Hand over', tint: 'amber' },
  extend: { icon: CalendarClock, title: 'Extend' },
  lost: { icon: TriangleAlert, title: 'Report lost', tint: 'red' },
  found: { icon: SearchCheck, title: 'Mark as found', tint: 'emerald' },
};
/** "Issue MCR-0107". */
export const entryTitle = ({ kind, identifier }: CustodyEntry): string =>
  `${KINDS[kind].title} ${identifier}`;

/** "to Owen Hartley, due Sun 06:00", "from S. Rahman, tag 450118". */
function entryLine(entry: CustodyEntry, now: number, zone: string): string {
  const { kind, toName, fromName, dueAt } = entry;
  const due = dueAt && dueText(Date.parse(dueAt), now, zone).text;
  if (kind === 'return')
    return [fromName && `from ${fromName}`, `tag ${entry.body.newTag}`].filter(Boolean).join(', ');
  if (kind === 'extend') return due ?? 'no due time';
  if (kind === 'found') return entry.body.currentTag ? `tag ${entry.body.currentTag}` : entry.opens;
  if (kind === 'lost') return fromName ? `${fromName} had it` : entry.opens;
  return [kind === 'handOver' && fromName && `from ${fromName}`, `to ${toName}${due ? `, ${due}` : ''}`]
    .filter(Boolean)
    .join(' ');
}

/** Own entries as rows, oldest first; the counts of one audit are one row. */
export function EntryRows({ entries }: { entries: readonly Own[] }) {
  const counts = Map.groupBy(
    entries.filter((entry) => !isCustody(entry)),
    ({ sessionId }) => sessionId,
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the sheet around it scrolls, so the arrow keys must reach it
    <ul tabIndex={0} className="divide-y rounded-b-xl">
      {entries.filter(isCustody).map((entry) => (
        <CustodyRow key={entry.key} entry={entry} />
      ))}
      {[...counts].map(([sessionId, some]) => (
        <CountsRow key={sessionId} sessionId={sessionId} counts={some} />
      ))}
    </ul>
  );
}

type RowProps = {
  icon: Icon;
  tint?: Tint | undefined;
  title: string;
  line: string;
  from: string;
  to?: string | undefined;
};

const Row = ({ icon, tint, title, line, from, to }: RowProps) => (
  <li className="flex min-h-[57px] items-center gap-3 px-4 py-2">
    <ActionSquare icon={icon} tint={tint} size={32} />
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{title}</span>
      <span className="block truncate text-hint text-muted">{line}</span>
    </span>
    <span className="text-right text-hint text-muted tabular-nums">
      {from}
      {to && to !== from && <span className="block">to {to}</span>}
    </span>
  </li>
);

function CustodyRow({ entry }: { entry: Own<CustodyEntry> }) {
  const [now, zone] = [useNow(), useZone()];
  const { icon, tint } = KINDS[entry.kind];
  return (
    <Row
      {...{ icon, tint }}
      title={entryTitle(entry)}
      line={entryLine(entry, now, zone)}
      from={clockTime(entry.doneAt)}
    />
  );
}

function CountsRow({ sessionId, counts }: { sessionId: number; counts: readonly Own<AuditEntry>[] }) {
  const session = queries.getQueryData<OneAuditSession>(['getAudit', { params: { id: sessionId } }]);
  const [first, last] = [counts[0], counts.at(-1)];
  return (
    <Row
      icon={ClipboardCheck}
      title={count(counts.length, 'audit count')}
      line={session ? `Location Audit, ${session.location.name}` : 'Location Audit'}
      from={first ? clockTime(first.doneAt) : ''}
      to={last && clockTime(last.doneAt)}
    />
  );
}

/** Own custody that the register does not have yet, newest first, as rows of a list of movements. */
export function RecentToSend({ most }: { most: number }) {
  const all = ownEntries.use();
  const own = waiting(all).filter(isCustody).reverse().slice(0, most);
  const [now, zone] = [useNow(), useZone()];
  return own.map((entry) => {
    const { icon, tint } = KINDS[entry.kind];
    return (
      <li key={entry.key} className="flex items-center gap-3 px-4 py-2.5">
        <ActionSquare icon={icon} tint={tint} size={32} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{entryTitle(entry)}</span>
          <span className="block truncate text-hint text-muted">{entryLine(entry, now, zone)}</span>
        </span>
        <span className="text-right text-hint text-muted tabular-nums">
          <ToSendWords />
          <span className="block">{clockTime(entry.doneAt)}</span>
        </span>
      </li>
    );
  });
}
