import { CheckCheck, CloudOff, Nfc, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { contentsOf, opensText } from '../../../shared/opens-text.ts';
import { serialText } from '../../BunchText.tsx';
import { ANSWER_LOOKS } from '../../device/scan/answer-looks.ts';
import { type NfcListening, nfcMessage } from '../../device/scan/nfc-listening.ts';
import { duration, exactClockTime } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import type { Icon } from '../../ui/classes.ts';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/Loading.tsx';
import { allScanned, howFound, keptText, tagOf, useTypeText } from '../audit-text.tsx';
import type { AuditWork } from '../use-audit-session.ts';
import { looksOf, type ScanResult } from './scan-result.ts';

type Props = { work: AuditWork; scanner: NfcListening };

/**
 * The answer to the last scan, full screen on a phone and of a fixed size. Before the first scan, instructions or the reason why scanning
 * is unavailable.
 */
export function ScanAnswer({ work, scanner }: Props) {
  const [last] = work.results;
  const all = work.percent === 100 && (!last || last.kind === 'counted');
  return (
    <div role="status" aria-label="Scan result" className="-mx-1">
      {work.checking > 0 ? (
        <Box className={waitingClass}>
          {work.stuck ? (
            <CloudOff aria-hidden className="size-12 text-muted" />
          ) : (
            <Spinner className="size-12 text-muted" />
          )}
          <Word>{work.stuck ? keptText(work.unkept) : 'Checking...'}</Word>
          {work.stuck && (
            <Sentence>
              {work.unkept
                ? 'Leave Keyhold open until there is signal: this device refused to store your scan.'
                : 'Your scan is sent and checked when you have signal.'}
            </Sentence>
          )}
        </Box>
      ) : all ? (
        <AllScanned work={work} />
      ) : last ? (
        <Answer result={last} work={work} />
      ) : (
        <Waiting scanner={scanner} />
      )}
    </div>
  );
}

function Answer({ result, work }: { result: ScanResult; work: AuditWork }) {
  const { kind, identifier, title, matched, message } = result;
  const { icon, panel, disc } = looksOf(result);
  const row = work.rows.find(
    ({ bunch }) => bunch.id === result.keyBunchId || bunch.identifier === identifier,
  );
  const detail =
    kind === 'counted'
      ? row && [tagOf(row.bunch), row.bunch.now && contentsOf(row.bunch.now)].filter(Boolean).join(' · ')
      : kind === 'already'
        ? result.by
        : identifier === null && serialText(normaliseSerial(result.serial));
  return (
    <Box className={panel}>
      <Disc icon={icon} className={disc} />
      <Word>{title}</Word>
      <Name text={identifier ?? (kind === 'over' ? 'Not saved' : 'Unknown NFC tag')} />
      {detail && <p className="mt-2 text-[1.1875rem] leading-7 font-medium tabular-nums">{detail}</p>}
      <p className="mt-1.5 text-base text-balance">
        {kind === 'counted' ? `${work.scanned} of ${work.expected} scanned` : message}
      </p>
      {kind === 'already' && (
        <p className="text-base tabular-nums">
          {[row?.bunch.now?.position, `still ${work.scanned} of ${work.expected}`].filter(Boolean).join(', ')}
        </p>
      )}
      {matched !== null && matched !== 'nfc' && <p className="text-base">Found {howFound(result).after}</p>}
    </Box>
  );
}

function AllScanned({ work }: { work: AuditWork }) {
  const typeText = useTypeText();
  const { session, scanned, expected, unsaved } = work;
  if (!session) return null;
  const newest = session.seen[0]?.timestamp ?? session.startTime;
  const took = duration(Date.parse(newest) - Date.parse(session.startTime));
  return (
    <Box className={ANSWER_LOOKS.good.panel}>
      <Disc icon={CheckCheck} className={ANSWER_LOOKS.good.disc} />
      <Word>{allScanned({ unsaved: 0 })}</Word>
      <Name text={`${scanned} of ${expected}`} />
      <p className="mt-2 text-[1.1875rem] leading-7">
        {session.location.name} · {typeText(session.keyType)} · {took}
      </p>
      {unsaved > 0 && <p className="mt-1.5 text-base font-medium">{unsaved} still to send</p>}
    </Box>
  );
}

function Waiting({ scanner }: { scanner: NfcListening }) {
  const { failure, state } = scanner;
  const message = failure && nfcMessage('audit', failure);
  const listening = state === 'listening';
  return (
    <Box className={waitingClass}>
      <span
        aria-hidden
        className={cx(
          'grid size-[104px] place-items-center rounded-full',
          message ? 'bg-soft text-muted' : 'bg-primary/10 text-link',
        )}
      >
        {message ? <TriangleAlert className="size-12" /> : <Nfc className="size-14" />}
      </span>
      <Word>{message ? message.title : listening ? 'Hold your phone to a tag' : 'Scan NFC tags'}</Word>
      <Sentence>
        {message
          ? message.description
          : listening
            ? 'Hold the back of the phone flat against the NFC tag. One buzz means counted, two means not counted.'
            : 'Your browser will ask once for permission to read NFC tags.'}
      </Sentence>
      {failure === 'unsupported' ? (
        <Sentence>Type each NFC serial, or use the checklist instead.</Sentence>
      ) : (
        !listening && <StartScanning scanner={scanner} />
      )}
    </Box>
  );
}

/** The button that begins to read tags, or begins again after a failure. */
export const StartScanning = ({ scanner: { failure, state, start } }: { scanner: NfcListening }) => (
  <Button
    variant="primary"
    size="xl"
    icon={Nfc}
    pending={state === 'starting'}
    onClick={start}
    className="mt-5"
  >
    {failure ? 'Try again' : 'Start scanning'}
  </Button>
);

/** The last answer on a desktop; fixed height. */
export function ScanStrip({ work }: { work: AuditWork }) {
  const [last] = work.results;
  const looks = last && looksOf(last);
  return (
    <div
      role="status"
      className={cx(
        'flex min-h-[60px] items-center gap-3.5 border-b px-4 py-2.5',
        looks?.strip ?? 'text-muted',
      )}
    >
      {work.checking > 0 ? (
        <>
          <Spinner className="size-5" />
          Checking...
        </>
      ) : last && looks ? (
        <>
          <span className="grid size-6 shrink-0 place-items-center rounded-full border-2 border-current">
            <looks.icon aria-hidden className="size-3.5 stroke-3!" />
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
    ? `${result.identifier} found${result.matched ? ` ${howFound(result).after}` : ''}`
    : `${result.title}: ${result.identifier ?? 'Unknown NFC tag'}`;

function detailOf(result: ScanResult, work: AuditWork): string {
  if (result.kind === 'unknown' && result.identifier === null)
    return `${result.message} · ${serialText(normaliseSerial(result.serial))}`;
  if (result.by) {
    const position = work.rows.find((row) => row.bunch.identifier === result.identifier)?.bunch.now?.position;
    return `${result.by}${position ? `, on ${position}` : ''}`;
  }
  const bunch = work.rows.find((row) => row.bunch.id === result.keyBunchId)?.bunch;
  if (result.kind !== 'counted' || !bunch) return result.message;
  return [tagOf(bunch), bunch.now && contentsOf(bunch.now), bunch.now && opensText(bunch.now)]
    .filter(Boolean)
    .join(' · ');
}

const waitingClass = 'border-2 border-dashed border-control bg-panel';

/** At least the height of the screen, more for large text: an answer is never cut off. */
export const Box = ({ className, children }: { className: string; children: ReactNode }) => (
  <div
    className={cx(
      'flex min-h-[clamp(260px,calc(100dvh-344px),436px)] flex-col items-center justify-center rounded-3xl px-4 py-4 text-center',
      className,
    )}
  >
    {children}
  </div>
);

export const Disc = ({ icon: Picture, className }: { icon: Icon; className: string }) => (
  <span
    aria-hidden
    className={cx(
      'grid size-28 shrink-0 place-items-center rounded-full [@media(height<45rem)]:size-16',
      className,
    )}
  >
    <Picture className="size-[68px] stroke-[2.5]! [@media(height<45rem)]:size-10" />
  </span>
);

export const Word = ({ children }: { children: ReactNode }) => (
  <p className="mt-5 text-[1.625rem] leading-tight font-semibold tracking-tight text-balance [@media(height<45rem)]:mt-2.5">
    {children}
  </p>
);

export const Sentence = ({ children }: { children: ReactNode }) => (
  <p className="mt-2 max-w-72 text-base text-balance text-muted">{children}</p>
);

/** As large as the width allows, in any size of text that the browser is set to: set IDs can be long, and are read in one line. */
export function Name({ text }: { text: string }) {
  const size =
    text.length <= 9
      ? 'text-[min(3.75rem,15.4vw)]'
      : text.length <= 12
        ? 'text-[min(2.875rem,11.8vw)]'
        : text.length <= 18
          ? 'text-[min(2rem,8.2vw)]'
          : 'text-[1.375rem]';
  return (
    <p className={cx('mt-1 max-w-full leading-[1.13] font-bold tracking-[-0.04em] wrap-anywhere', size)}>
      {text}
    </p>
  );
}
