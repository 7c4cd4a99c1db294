import { Keyboard, Nfc } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import {
  NFC_ERROR_MS,
  type NfcListening,
  nfcMessage,
  useNfcListening,
} from '../../device/scan/nfc-listening.ts';
import { isQuick, useReader } from '../../device/scan/reader.ts';
import { Button } from '../../ui/Button.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { Panel } from '../../ui/Panel.tsx';
import { ChecklistRow } from '../AuditChecklist.tsx';
import { lacksNfc } from '../audit-text.tsx';
import { MembersRow } from '../members/WhoIsHere.tsx';
import type { AuditWork } from '../use-audit-session.ts';
import { usePresses } from '../use-presses.ts';
import { ScanAnswer, ScanStrip } from './ScanAnswer.tsx';
import { ScanLog, StillToFind } from './ScanLists.tsx';
import { ScanLists } from './ScanRows.tsx';
import type { ScanResult } from './scan-result.ts';

type Props = {
  work: AuditWork;
  /** False where the screen's footer has Type serial. */
  typeSerial?: boolean;
  /** The mode switch, at the right of the header on a desktop. */
  right?: ReactNode;
  /** Whether each part gets its own panel. */
  panels?: boolean;
};

/** The scanner of an audit: on a phone one large answer per tag, on a desktop an input field above both lists. */
export function AuditScanner({ work, typeSerial = true, right, panels = false }: Props) {
  const phone = useMedia(PHONE);
  const scanner = useScanner(work);
  const [finding, setFinding] = useState(false);
  if (phone) {
    return (
      <div className="flex flex-col gap-3">
        {finding && work.results.length > 0 ? (
          <div className="sticky top-17 z-10 overflow-clip rounded-xl border bg-panel [&>*]:border-b-0">
            <ScanStrip work={work} />
          </div>
        ) : (
          <ScanAnswer work={work} scanner={scanner} />
        )}
        {typeSerial && work.mayAct && <TypeSerial work={work} />}
        <MembersRow work={work} />
        <StillToFind work={work} open={finding} onOpen={setFinding} />
        <ScanLog work={work} />
        <ByHand work={work} />
      </div>
    );
  }
  const field = (
    <>
      <Readiness scanner={scanner} right={right} />
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
      <ScanLists work={work} panels={panels} />
    </>
  );
}

/** Reads tags by NFC and by keyboard readers. */
function useScanner(work: AuditWork): NfcListening {
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

/** Why this device can't read tags. */
function Unsupported({ scanner }: { scanner: NfcListening }) {
  const message = scanner.failure && nfcMessage('audit', scanner.failure);
  if (!message) return null;
  return (
    <p className="mt-2 text-hint text-pretty text-muted">
      <b className="font-medium text-fg">{message.title}</b> {message.description}
    </p>
  );
}

function Readiness({ scanner, right }: { scanner: NfcListening; right: ReactNode }) {
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
  const { list, onTick } = usePresses(rows, work.mayAct ? work.tick : undefined);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 px-1 text-hint text-muted">
        No NFC tag: tick by hand
      </h2>
      <ul {...list} aria-labelledby={id} className="overflow-clip rounded-xl border bg-panel shadow-xs">
        {rows.map((row, index) => (
          <ChecklistRow key={row.bunch.id} row={row} index={index} of={rows.length} onTick={onTick} />
        ))}
      </ul>
    </section>
  );
}

/** The field for an NFC serial, a tag number or a set ID, typed or from a reader. Submits only non-blank text. */
export function SerialForm({ work, onSubmitted }: { work: AuditWork; onSubmitted?: () => void }) {
  const phone = useMedia(PHONE);
  const [serial, setSerial] = useState('');
  const blank = normaliseSerial(serial) === '';

  const began = useRef(0);

  /** A reader's Tab submits; a person's Tab moves to the button. */
  function leave(event: KeyboardEvent) {
    const { key, shiftKey, timeStamp } = event;
    if (key === 'Tab' && !shiftKey && !blank && isQuick(began.current, timeStamp, serial.length))
      submit(event);
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (blank) return;
    work.scan(serial, true);
    setSerial('');
    onSubmitted?.();
  }

  return (
    <form onSubmit={submit} className="flex gap-2">
      <Input
        // A reader types where the focus is.
        autoFocus
        data-autofocus
        size="lg"
        aria-label="NFC serial, tag number or set ID"
        placeholder={
          phone ? 'NFC serial, tag or set ID' : 'Scan, or type an NFC serial, tag number or set ID'
        }
        lead={<Nfc aria-hidden className="size-4" />}
        value={serial}
        maxLength={NAME_MAX}
        disabled={!work.mayAct}
        onChange={(event) => {
          if (!serial) began.current = event.timeStamp;
          setSerial(event.target.value);
        }}
        onKeyDown={leave}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="send"
      />
      <Button type="submit" size="lg" disabled={blank || !work.mayAct}>
        Submit
      </Button>
    </form>
  );
}

/** The sheet to type a serial instead of scanning. */
export function TypeSerial({ work, label = 'Type serial' }: { work: AuditWork; label?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={Keyboard} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={label}
        description="The NFC serial, the tag number or the set ID. Spaces, colons and hyphens don't matter."
      >
        <SerialForm work={work} onSubmitted={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
