import { ChevronDown, CloudUpload } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { AuditBunch, OneAuditSession, Seen } from '../../../shared/audit.ts';
import { serialText } from '../../BunchText.tsx';
import { exactClockTime } from '../../format.ts';
import { useMe } from '../../session.tsx';
import { cx } from '../../ui/cx.ts';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { EditButton, useDrawn } from '../audit-parts.tsx';
import { lacksNfc, tagOf } from '../audit-text.tsx';
import { byPosition, inParts } from '../checklist-order.ts';
import { CountedByMark } from '../members/WhoIsHere.tsx';
import type { AuditWork } from '../use-audit-session.ts';
import { PartGroup, partHead, TodoRow } from './ScanRows.tsx';
import { looksOf, type ScanResult } from './scan-result.ts';

const DRAWN = 60;

/** The latest scans on a phone, newest first, with the icons of the large answer. */
export function ScanLog({ work: { session, results, edit } }: { work: AuditWork }) {
  const log = useMemo(() => (session ? scanLog(session, results) : []), [session, results]);
  if (log.length === 0) return null;
  return (
    <section aria-labelledby="latest-scans">
      <div className="mb-1.5 flex justify-between px-1 text-hint text-muted">
        <h2 id="latest-scans">Latest scans</h2>
        <span>newest first</span>
      </div>
      <ol aria-label="Latest scans" className="overflow-clip rounded-xl border bg-panel shadow-xs">
        {log.slice(0, DRAWN).map((scan) => {
          const { icon: Picture, plain } = looksOf(scan);
          return (
            <li key={scan.key} className="flex min-h-11 items-center gap-2.5 border-b pl-4 last:border-b-0">
              <Picture aria-hidden className={cx('size-[18px] stroke-2!', plain)} />
              <span className="shrink-0 font-medium">{scan.name}</span>
              <span className="min-w-0 flex-1 truncate text-hint text-muted tabular-nums">{scan.detail}</span>
              {scan.waits && (
                <>
                  <span className="sr-only">to send</span>
                  <CloudUpload aria-hidden className="size-3.5 shrink-0 text-muted" />
                </>
              )}
              {scan.by && <CountedByMark seen={scan.by} />}
              <time
                dateTime={scan.at}
                className={cx('text-hint text-muted tabular-nums', !(scan.bunch && edit) && 'pr-4')}
              >
                {exactClockTime(scan.at)}
              </time>
              {scan.bunch && <EditButton bunch={scan.bunch} edit={edit} className="-ml-1.5" />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** A scan in the list. */
type Scanned = {
  key: string;
  kind: ScanResult['kind'];
  at: string;
  name: string;
  detail: string;
  /** The set, when it was counted. */
  bunch?: AuditBunch | undefined;
  /** The count, where several people count. */
  by?: Seen | undefined;
  /** Not sent yet. */
  waits?: boolean | undefined;
};

/** Everything scanned or ticked in this session, newest first; repeats only from this browser. */
function scanLog(session: OneAuditSession, results: readonly ScanResult[]): Scanned[] {
  const bunches = new Map(session.expected.map((bunch) => [bunch.id, bunch]));
  const isShared = session.members.length > 1;
  const seen = session.seen.map((one): Scanned => {
    const { keyBunchId, doneAt: at, identifier: name } = one;
    const bunch = bunches.get(keyBunchId);
    const detail = bunch ? tagOf(bunch, true) : '';
    const by = isShared ? one : undefined;
    return { key: `seen ${keyBunchId}`, kind: 'counted', at, name, detail, bunch, by };
  });
  const unexpected = session.unexpected.map(
    ({ keyBunchId, timestamp, identifier, note }): Scanned => ({
      key: `unexpected ${keyBunchId}`,
      kind: 'unexpected',
      at: timestamp,
      name: identifier,
      detail: note.replace(`${identifier} is `, ''),
    }),
  );
  const unknown = session.unknown.map(
    ({ serial, typed, timestamp }): Scanned => ({
      key: `unknown ${serial}`,
      kind: 'unknown',
      at: timestamp,
      name: typed ? 'No such set' : 'Unknown NFC tag',
      detail: typed ? serial : serialText(serial),
    }),
  );
  const waiting = results.flatMap(({ kind, key, at, identifier, keyBunchId, message, waits }): Scanned[] => {
    if (!waits || kind === 'already') return [];
    const bunch = bunches.get(keyBunchId ?? 0);
    const name = identifier ?? '';
    const detail = bunch ? tagOf(bunch, true) : message.replace(`${name} is `, '');
    return [{ key, kind, at: at.toISOString(), name, detail, waits }];
  });
  const already = results.flatMap(({ kind, key, at, identifier, by, waits }): Scanned[] =>
    kind === 'already'
      ? [
          {
            key,
            kind,
            at: at.toISOString(),
            name: identifier ?? '',
            detail: ['already scanned', by].filter(Boolean).join(' '),
            waits,
          },
        ]
      : [],
  );
  return [...seen, ...unexpected, ...unknown, ...already, ...waiting].sort((a, b) =>
    b.at.localeCompare(a.at),
  );
}

/** Rows drawn at first, and per press. */
const STEP = 60;

type FindProps = { work: AuditWork; open: boolean; onOpen: (open: boolean) => void };

/**
 * Sets still to scan, collapsed, on a phone: in the order of the hooks, the user's part first or alone. Those without an NFC tag are ticked
 * below.
 */
export function StillToFind({ work, open, onOpen }: FindProps) {
  const me = useMe();
  const id = useId();
  const [all, setAll] = useState(false);
  const left = byPosition(work.rows.filter(({ ticked, bunch }) => !ticked && !lacksNfc(bunch)));
  const groups = inParts(left, work.parts, me.id);
  const mine = groups.filter(({ part }) => part?.userId === me.id);
  const myRows = mine.flatMap(({ rows }) => rows);
  const hasPart = work.parts.some(({ userId }) => userId === me.id);
  const listed = hasPart && !all ? mine : groups;
  const rows = listed.flatMap((group) => group.rows);
  const { drawn, more } = useDrawn(rows, STEP);
  const shown = new Set(drawn);
  if (left.length === 0) return null;
  return (
    <section className="overflow-clip rounded-xl border bg-panel shadow-xs">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => onOpen(!open)}
          className="flex min-h-12 w-full items-center gap-2 px-4 py-2 text-left font-medium focus-visible:-outline-offset-2"
        >
          Still to find
          <span className="font-normal text-muted tabular-nums">{left.length}</span>
          <ChevronDown
            aria-hidden
            className={cx('ml-auto size-4 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </h2>
      {open && (
        <div id={id} className="border-t">
          {hasPart && (
            <div className="p-3">
              <Segmented
                label="Still to find in"
                block
                value={all ? 'all' : 'mine'}
                onValueChange={(next) => setAll(next === 'all')}
                segments={[
                  { value: 'mine', label: 'My part', count: myRows.length },
                  { value: 'all', label: 'All', count: left.length },
                ]}
              />
            </div>
          )}
          {rows.length === 0 && (
            <p className="px-4 pb-4 text-center text-muted">Nothing left in your part.</p>
          )}
          {listed.map(({ part, rows: some }) => (
            <PartGroup
              key={part?.from ?? ''}
              label="Still to find"
              head={part && (all || !hasPart) ? partHead(part, work.members) : null}
              left={some.length}
              Heading="h3"
            >
              {some
                .filter((row) => shown.has(row))
                .map((row) => (
                  <TodoRow key={row.bunch.id} row={row} />
                ))}
            </PartGroup>
          ))}
          {more && <div className="p-3 text-center">{more}</div>}
        </div>
      )}
    </section>
  );
}
