import { CheckCheck, CloudOff, Nfc, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import {
  NFC_ERROR_MS,
  type NfcListening,
  nfcMessage,
  useNfcListening,
} from '../../device/scan/nfc-listening.ts';
import { useReader } from '../../device/scan/reader.ts';
import { clockTime, duration } from '../../format.ts';
import { serialText } from '../../key-bunch/BunchText.tsx';
import { contentsOf } from '../../key-bunch/contents.ts';
import { useLabels } from '../../labels.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/Loading.tsx';
import type { Icon } from '../../ui/look.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { tagOf } from '../audit-text.tsx';
import type { AuditWork } from '../use-audit-session.ts';
import { matchText, SCAN_LOOKS, type ScanResult } from './scan-result.ts';

type Props = { work: AuditWork; scanner: Scanner };

/**
 * The answer to the last scan, full screen on a phone and of a fixed size. Before the first scan, instructions or the reason why scanning
 * is unavailable.
 */
export function ScanPanel({ work, scanner }: Props) {
  const [last] = work.results;
  const all = work.percent === 100 && (!last || last.kind === 'counted');
  return (
    <div role="status" aria-label="Scan result" className="-mx-1">
      {work.checking > 0 ? (
        <Box className="border-2 border-dashed border-control bg-panel">
          {work.stuck ? (
            <CloudOff aria-hidden className="size-12 text-muted" />
          ) : (
            <Spinner className="size-12 text-muted" />
          )}
          <Word>{work.stuck ? 'Kept on this device' : 'Checking...'}</Word>
          {work.stuck && <Sentence>Your scan is sent and checked when you have signal.</Sentence>}
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
  const { icon, panel, disc } = SCAN_LOOKS[result.kind];
  const row = work.rows.find(
    ({ bunch }) => bunch.id === result.keyBunchId || bunch.identifier === result.identifier,
  );
  const serial = result.identifier === null ? serialText(normaliseSerial(result.serial)) : null;
  const detail =
    result.kind === 'counted'
      ? row && [tagOf(row.bunch), row.bunch.now && contentsOf(row.bunch.now)].filter(Boolean).join(' · ')
      : result.kind === 'already'
        ? row?.seen &&
          `Counted at ${clockTime(row.seen.timestamp)}, still ${work.scanned} of ${work.expected}`
        : serial;
  return (
    <Box className={panel}>
      <Disc icon={icon} className={disc} />
      <Word>{result.title}</Word>
      <Name text={result.identifier ?? (result.kind === 'over' ? 'Not saved' : 'Unknown NFC tag')} />
      {detail && <p className="mt-2 text-[19px] leading-7 font-medium tabular-nums">{detail}</p>}
      <p className="mt-1.5 text-base text-balance">
        {result.kind === 'counted' ? `${work.scanned} of ${work.expected} scanned` : result.message}
      </p>
      {result.matched !== null && result.matched !== 'nfc' && (
        <p className="text-base">Found {matchText(result.matched)}</p>
      )}
    </Box>
  );
}

function AllScanned({ work }: { work: AuditWork }) {
  const { label } = useLabels();
  const { session, scanned, expected, unsaved } = work;
  if (!session) return null;
  const newest = session.seen[0]?.timestamp ?? session.startTime;
  const took = duration(Date.parse(newest) - Date.parse(session.startTime));
  const type = session.keyType ? label('keyTypes', session.keyType) : 'All types';
  return (
    <Box className="bg-emerald-700 text-white">
      <Disc icon={CheckCheck} className="bg-white text-emerald-700" />
      <Word>All expected keys scanned!</Word>
      <Name text={`${scanned} of ${expected}`} />
      <p className="mt-2 text-[19px] leading-7">
        {session.location.name} · {type} · {took}
      </p>
      {unsaved > 0 && <p className="mt-1.5 text-base font-medium">{unsaved} still to send</p>}
    </Box>
  );
}

function Waiting({ scanner }: { scanner: Scanner }) {
  const { failure, state, start } = scanner;
  const message = failure && nfcMessage('audit', failure);
  return (
    <Box className="border-2 border-dashed border-control bg-panel">
      <span
        aria-hidden
        className={cx(
          'grid size-[104px] place-items-center rounded-full',
          message ? 'bg-soft text-muted' : 'bg-primary/10 text-link',
        )}
      >
        {message ? <TriangleAlert className="size-12" /> : <Nfc className="size-14" />}
      </span>
      <Word>
        {message ? message.title : state === 'listening' ? 'Hold your phone to a tag' : 'Scan NFC tags'}
      </Word>
      <Sentence>
        {message
          ? message.description
          : state === 'listening'
            ? 'Hold the back of the phone flat against the NFC tag. One buzz means counted, two means not counted.'
            : 'Your browser will ask once for permission to read NFC tags.'}
      </Sentence>
      {failure === 'unsupported' ? (
        <Sentence>Type each NFC serial, or use the checklist instead.</Sentence>
      ) : (
        state !== 'listening' && (
          <Button
            variant="primary"
            size="xl"
            icon={Nfc}
            pending={state === 'starting'}
            onClick={start}
            className="mt-5"
          >
            {message ? 'Try again' : 'Start scanning'}
          </Button>
        )
      )}
    </Box>
  );
}

/** At least the height of the screen, more for large text: an answer is never cut off. */
const Box = ({ className, children }: { className: string; children: ReactNode }) => (
  <div
    className={cx(
      'flex min-h-[clamp(260px,calc(100dvh-344px),436px)] flex-col items-center justify-center rounded-3xl px-4 py-4 text-center',
      className,
    )}
  >
    {children}
  </div>
);

const Disc = ({ icon: Picture, className }: { icon: Icon; className: string }) => (
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

const Word = ({ children }: { children: ReactNode }) => (
  <p className="mt-5 text-[26px] leading-tight font-semibold tracking-tight text-balance [@media(height<45rem)]:mt-2.5">
    {children}
  </p>
);

const Sentence = ({ children }: { children: ReactNode }) => (
  <p className="mt-2 max-w-72 text-base text-balance text-muted">{children}</p>
);

/** As large as the width allows: set IDs can be long. */
function Name({ text }: { text: string }) {
  const size =
    text.length <= 9
      ? 'text-[60px] max-[370px]:text-[50px]'
      : text.length <= 12
        ? 'text-[46px]'
        : text.length <= 18
          ? 'text-[32px]'
          : 'text-[22px]';
  return (
    <p className={cx('mt-1 max-w-full leading-[1.13] font-bold tracking-[-0.04em] wrap-anywhere', size)}>
      {text}
    </p>
  );
}

export type Scanner = NfcListening;

/** Reads tags by NFC and by keyboard readers. */
export function useScanner(work: AuditWork): Scanner {
  const { scan, mayAct, session } = work;
  const enabled = mayAct && session?.status === 'in_progress';
  useReader({ onRead: (code) => scan(code, true), enabled });
  useAnnounced(work.results);
  return useNfcListening({ enabled, onRead: (serial) => scan(serial, false) });
}

/** Announces the result of a scan on a desktop; a phone fills its screen instead. */
function useAnnounced(results: readonly ScanResult[]) {
  const phone = useMedia(PHONE);
  const [latest] = results;
  const announcedKey = useRef(latest?.key);
  useEffect(() => {
    if (!latest || announcedKey.current === latest.key) return;
    announcedKey.current = latest.key;
    if (phone) return;
    const counted = latest.kind === 'counted';
    toast({
      title: latest.title,
      description: counted ? `${latest.identifier}, ${latest.message}` : latest.message,
      variant: counted ? 'success' : 'destructive',
      duration: NFC_ERROR_MS,
    });
  }, [latest, phone]);
}
