import { Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { exactClockTime } from '../../format.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { AuditWork } from '../use-audit-session.ts';
import { scanLog } from './scan-log.ts';
import { SCAN_LOOKS } from './scan-looks.ts';

const DRAWN = 60;

/** The latest scans of a phone, newest first, with the same three icons as the big answer. */
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
