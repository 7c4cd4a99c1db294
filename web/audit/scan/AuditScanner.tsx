import { ChevronDown, Nfc } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { nfcMessage } from '../../device/scan/nfc-listening.ts';
import { count, exactClockTime } from '../../format.ts';
import { serialText } from '../../key-bunch/BunchText.tsx';
import { contentsOf } from '../../key-bunch/contents.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/Loading.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Panel } from '../../ui/Panel.tsx';
import { lacksNfc, tagOf } from '../audit-text.tsx';
import { ChecklistRow } from '../ChecklistRow.tsx';
import type { AuditWork } from '../use-audit-session.ts';
import { ScanLog } from './ScanLog.tsx';
import { type Scanner, ScanPanel, useScanner } from './ScanPanel.tsx';
import { ScanLists, TodoRow } from './ScanRows.tsx';
import { SerialForm, TypeSerial } from './SerialForm.tsx';
import { matchText, SCAN_LOOKS, type ScanResult } from './scan-result.ts';

type Props = {
  work: AuditWork;
  onEdit?: ((id: number) => void) | undefined;
  /** False where the screen's footer has Type serial. */
  typeSerial?: boolean;
  /** The mode switch, at the right of the header on a desktop. */
  right?: ReactNode;
  /** Under the header. */
  above?: ReactNode;
  /** Whether each part gets its own panel. */
  panels?: boolean;
};

/** The scanner of an audit: on a phone one large answer per tag, on a desktop an input field above both lists. */
export function AuditScanner({ work, onEdit, typeSerial = true, right, above, panels = false }: Props) {
  const phone = useMedia(PHONE);
  const scanner = useScanner(work);
  if (phone) {
    return (
      <div className="flex flex-col gap-3">
        <ScanPanel work={work} scanner={scanner} />
        {typeSerial && work.mayAct && <TypeSerial work={work} />}
        <ScanLog work={work} onEdit={onEdit} />
        <StillToFind work={work} />
        <ByHand work={work} />
      </div>
    );
  }
  const field = (
    <>
      <Readiness scanner={scanner} right={right} />
      {above}
      <div className="border-b p-4">
        <SerialForm work={work} />
        <Unsupported scanner={scanner} />
      </div>
      <ScanStrip work={work} />
    </>
  );
  return (
    <>
      {panels ? (
        <Panel aria-label="NFC scanner" className="[&>:last-child]:border-b-0">
          {field}
        </Panel>
      ) : (
        field
      )}
      <ScanLists work={work} onEdit={onEdit} panels={panels} />
    </>
  );
}

/** Why this device can't read tags. */
function Unsupported({ scanner }: { scanner: Scanner }) {
  const message = scanner.failure && nfcMessage('audit', scanner.failure);
  if (!message) return null;
  return (
    <p className="mt-2 text-hint text-pretty text-muted">
      <b className="font-medium text-fg">{message.title}</b> {message.description}
    </p>
  );
}

function Readiness({ scanner, right }: { scanner: Scanner; right: ReactNode }) {
  const { failure, state } = scanner;
  const listening = state === 'listening';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2">
          <span aria-hidden className="size-2 rounded-full bg-emerald-500" />
          <b className="text-lead font-semibold">{listening ? 'Ready to scan' : 'Ready for a reader'}</b>
          <span className="text-hint text-muted">
            {listening
              ? 'Hold an NFC tag to the device, or use a USB reader.'
              : 'Use a USB reader or type the code. Phones can tap NFC tags.'}
          </span>
        </p>
      </div>
      {!listening && failure !== 'unsupported' && (
        <Button size="sm" icon={Nfc} pending={state === 'starting'} onClick={scanner.start}>
          Start scanning
        </Button>
      )}
      {right}
    </div>
  );
}

/** Sets without an NFC tag, to tick, below the scans on a phone. */
function ByHand({ work }: { work: AuditWork }) {
  const id = useId();
  const rows = work.rows.filter(({ bunch }) => lacksNfc(bunch));
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 px-1 text-hint text-muted">
        No NFC tag: tick by hand
      </h2>
      <ul aria-labelledby={id} className="overflow-clip rounded-xl border bg-panel shadow-xs">
        {rows.map((row, index) => (
          <ChecklistRow
            key={row.bunch.id}
            row={row}
            index={index}
            of={rows.length}
            onTick={work.mayAct ? work.tick : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

/** Rows drawn at first, and per press. */
const STEP = 60;

/** Sets still to scan, collapsed, below the scans on a phone. Those without an NFC tag are ticked below. */
function StillToFind({ work }: { work: AuditWork }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [drawn, setDrawn] = useState(STEP);
  const rows = work.rows.filter(({ ticked, bunch }) => !ticked && !lacksNfc(bunch));
  if (rows.length === 0) return null;
  return (
    <section className="overflow-clip rounded-xl border bg-panel shadow-xs">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className="flex min-h-12 w-full items-center gap-2 px-4 py-2 text-left font-medium focus-visible:-outline-offset-2"
        >
          Still to find
          <span className="font-normal text-muted tabular-nums">{rows.length}</span>
          <ChevronDown
            aria-hidden
            className={cx('ml-auto size-4 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </h2>
      {open && (
        <ul id={id} aria-label="Still to find" className="border-t">
          {rows.slice(0, drawn).map((row) => (
            <TodoRow key={row.bunch.id} row={row} onEdit={undefined} />
          ))}
          {rows.length > drawn && (
            <li className="p-3 text-center">
              <Button size="sm" onClick={() => setDrawn(drawn + STEP)}>
                Show {count(Math.min(STEP, rows.length - drawn), 'more', 'more')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

/** The last answer on a desktop; fixed height. */
function ScanStrip({ work }: { work: AuditWork }) {
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
