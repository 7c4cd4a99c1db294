import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { exactClockTime } from '../../format.ts';
import { contentsOf } from '../../key-bunch/contents.ts';
import { serialText } from '../../key-bunch/serial-text.ts';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { tagOf } from '../bunch-text.ts';
import type { AuditWork } from '../use-audit-session.ts';
import { SCAN_LOOKS } from './scan-looks.ts';
import { matchText, type ScanResult } from './scan-result.ts';

/** What the last scan on a desktop came to; its height is there from the start. */
export function ScanStrip({ work }: { work: AuditWork }) {
  const [last] = work.results;
  const { icon: Picture = null, strip = '' } = last ? SCAN_LOOKS[last.kind] : {};
  return (
    <div
      role="status"
      className={cx(
        'flex min-h-[60px] items-center gap-3.5 border-b px-4 py-2.5',
        last ? strip : 'text-muted',
      )}
    >
      {work.checking > 0 ? (
        <>
          <Spinner className="size-5" />
          Checking...
        </>
      ) : last && Picture ? (
        <>
          <span className="grid size-6 shrink-0 place-items-center rounded-full border-2 border-current">
            <Picture aria-hidden className="size-3.5 stroke-3!" />
          </span>
          <span className="min-w-0 flex-1">
            <b className="block font-semibold">{headOf(last)}</b>
            <span className="block text-hint text-pretty tabular-nums">{detailOf(last, work)}</span>
          </span>
          <time dateTime={last.at.toISOString()} className="text-hint tabular-nums">
            {exactClockTime(last.at)}
          </time>
        </>
      ) : (
        'The result of each scan shows here.'
      )}
    </div>
  );
}

const headOf = (result: ScanResult) =>
  result.kind === 'counted'
    ? `${result.identifier} found${result.matched ? ` ${matchText(result.matched)}` : ''}`
    : `${result.title}: ${result.identifier ?? 'Unknown NFC tag'}`;

function detailOf(result: ScanResult, work: AuditWork): string {
  if (result.kind === 'unknown' && result.identifier === null)
    return `${result.message} · ${serialText(normaliseSerial(result.serial))}`;
  const row = work.rows.find(({ bunch }) => bunch.id === result.keyBunchId);
  if (result.kind !== 'counted' || !row) return result.message;
  const { bunch } = row;
  return [tagOf(bunch), bunch.now && contentsOf(bunch.now), bunch.now && opensText(bunch.now)]
    .filter(Boolean)
    .join(' · ');
}
