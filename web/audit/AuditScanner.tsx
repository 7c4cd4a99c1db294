import { Nfc } from 'lucide-react';
import { nfcMessage } from '../device/nfc-messages.ts';
import { cx } from '../ui/cx.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { ScanLists } from './ScanLists.tsx';
import { ScanLog } from './ScanLog.tsx';
import { ScanPanel } from './ScanPanel.tsx';
import { ScanStrip } from './ScanStrip.tsx';
import { SerialForm } from './SerialForm.tsx';
import { TypeSerial } from './TypeSerial.tsx';
import type { AuditWork } from './use-audit-session.ts';
import { type Scanner, useScanner } from './use-scanner.ts';

type Props = {
  work: AuditWork;
  onEdit?: ((id: number) => void) | undefined;
  /** False where the foot of the screen offers Type serial. */
  typeSerial?: boolean;
};

/** The scanner of an audit: on a phone one big answer per tag, on a desk a field that readers write into, with both lists under it. */
export function AuditScanner({ work, onEdit, typeSerial = true }: Props) {
  const phone = useMedia(PHONE);
  const scanner = useScanner(work);
  if (phone) {
    return (
      <div className="flex flex-col gap-3">
        <ScanPanel work={work} scanner={scanner} />
        {typeSerial && work.mayAct && <TypeSerial work={work} />}
        <ScanLog work={work} onEdit={onEdit} />
      </div>
    );
  }
  return (
    <>
      <div className="border-b p-4">
        <Readiness scanner={scanner} />
        <SerialForm work={work} />
      </div>
      <ScanStrip work={work} />
      <ScanLists work={work} onEdit={onEdit} />
    </>
  );
}

function Readiness({ scanner }: { scanner: Scanner }) {
  const { failure, state } = scanner;
  const listening = state === 'listening';
  const message = failure && nfcMessage('audit', failure);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
      <span aria-hidden className={cx('size-2 rounded-full', 'bg-emerald-500')} />
      <h3 className="text-lead font-semibold">Ready to scan</h3>
      <span className="text-hint text-muted">
        {listening
          ? 'Hold a tag to the device, or use a USB reader.'
          : 'USB reader or typed serial. Phones can tap the tag.'}
      </span>
      {!listening && !message && (
        <button
          type="button"
          onClick={scanner.start}
          className="ml-auto inline-flex items-center gap-1.5 rounded-md text-hint font-medium text-link underline-offset-2 hover:underline touch:min-h-11"
        >
          <Nfc aria-hidden className="size-3.5" />
          Start scanning
        </button>
      )}
      {message && (
        <p className="w-full text-hint text-muted">
          <b className="font-medium text-fg">{message.title}</b> {message.description}
        </p>
      )}
    </div>
  );
}
