import { CloudUpload } from 'lucide-react';
import { useMemo } from 'react';
import type { AuditBunch, OneAuditSession, Seen } from '../../../shared/audit.ts';
import { exactClockTime } from '../../format.ts';
import { serialText } from '../../key-bunch/BunchText.tsx';
import { cx } from '../../ui/cx.ts';
import { EditButton } from '../audit-parts.tsx';
import { tagOf } from '../audit-text.tsx';
import { CountedByMark } from '../members/Avatars.tsx';
import type { AuditWork } from '../use-audit-session.ts';
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
