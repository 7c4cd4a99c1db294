import { Pencil } from 'lucide-react';
import { useMemo } from 'react';
import type { OneAuditSession } from '../../../shared/audit.ts';
import { exactClockTime } from '../../format.ts';
import { serialText } from '../../key-bunch/BunchText.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { tagOf } from '../audit-text.tsx';
import type { AuditWork } from '../use-audit-session.ts';
import { SCAN_LOOKS, type ScanResult } from './scan-result.ts';

const DRAWN = 60;

/** The latest scans on a phone, newest first, with the icons of the large answer. */
export function ScanLog({ work, onEdit }: { work: AuditWork; onEdit?: ((id: number) => void) | undefined }) {
  const { session, results } = work;
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
          const { icon: Picture, sign } = SCAN_LOOKS[scan.kind];
          return (
            <li key={scan.key} className="flex min-h-11 items-center gap-2.5 border-b pl-4 last:border-b-0">
              <Picture aria-hidden className={cx('size-[18px] stroke-2!', sign)} />
              <span className="shrink-0 font-medium">{scan.name}</span>
              <span className="min-w-0 flex-1 truncate text-hint text-muted tabular-nums">{scan.detail}</span>
              <time
                dateTime={scan.at}
                className={cx(
                  'text-hint text-muted tabular-nums',
                  scan.keyBunchId === null || !onEdit ? 'pr-4' : '',
                )}
              >
                {exactClockTime(scan.at)}
              </time>
              {scan.keyBunchId !== null && onEdit && (
                <IconButton
                  icon={Pencil}
                  label={`Edit ${scan.name}`}
                  tooltip={false}
                  onClick={() => onEdit(scan.keyBunchId ?? 0)}
                  className="-ml-1.5"
                />
              )}
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
  /** For an expected, counted set: opens its editor. */
  keyBunchId: number | null;
  wasMissing: boolean;
};

/** Everything scanned or ticked in this session, newest first; repeats only from this browser. */
function scanLog(session: OneAuditSession, results: readonly ScanResult[]): Scanned[] {
  const bunches = new Map(session.expected.map((bunch) => [bunch.id, bunch]));
  const seen = session.seen.map((one): Scanned => {
    const bunch = bunches.get(one.keyBunchId);
    return {
      key: `seen ${one.keyBunchId}`,
      kind: 'counted',
      at: one.timestamp,
      name: one.identifier,
      detail: bunch ? tagOf(bunch, true) : '',
      keyBunchId: one.keyBunchId,
      wasMissing: one.wasMissing,
    };
  });
  const refused = { keyBunchId: null, wasMissing: false };
  const unexpected = session.unexpected.map(
    (one): Scanned => ({
      ...refused,
      key: `unexpected ${one.keyBunchId}`,
      kind: 'unexpected',
      at: one.timestamp,
      name: one.identifier,
      detail: one.note.replace(`${one.identifier} is `, ''),
    }),
  );
  const unknown = session.unknown.map(
    (one): Scanned => ({
      ...refused,
      key: `unknown ${one.serial}`,
      kind: 'unknown',
      at: one.timestamp,
      name: one.typed ? 'No such set' : 'Unknown NFC tag',
      detail: one.typed ? one.serial : serialText(one.serial),
    }),
  );
  const already = results
    .filter((result) => result.kind === 'already')
    .map(
      (result): Scanned => ({
        ...refused,
        key: result.key,
        kind: 'already',
        at: result.at.toISOString(),
        name: result.identifier ?? '',
        detail: 'already scanned',
      }),
    );
  return [...seen, ...unexpected, ...unknown, ...already].sort((a, b) => b.at.localeCompare(a.at));
}
