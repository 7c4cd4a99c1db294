import { Nfc } from 'lucide-react';
import type { ReactNode } from 'react';
import { nfcMessage } from '../../device/scan/nfc-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Panel } from '../../ui/Panel.tsx';
import type { AuditWork } from '../use-audit-session.ts';
import { ByHand } from './ByHand.tsx';
import { ScanLists } from './ScanLists.tsx';
import { ScanLog } from './ScanLog.tsx';
import { ScanPanel } from './ScanPanel.tsx';
import { ScanStrip } from './ScanStrip.tsx';
import { SerialForm } from './SerialForm.tsx';
import { StillToFind } from './StillToFind.tsx';
import { TypeSerial } from './TypeSerial.tsx';
import { type Scanner, useScanner } from './use-scanner.ts';

type Props = {
  work: AuditWork;
  onEdit?: ((id: number) => void) | undefined;
  /** False where the foot of the screen offers Type serial. */
  typeSerial?: boolean;
  /** At the right of the head on a desktop: the switch between the ways of auditing. */
  right?: ReactNode;
  /** Under that head. */
  above?: ReactNode;
  /** On a desk: a panel for each part, where they do not stand in one already. */
  panels?: boolean;
};

/** The scanner of an audit: on a phone one big answer per tag, on a desktop a field that readers write into, with both lists under it. */
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

/** Why this device reads no tags itself. */
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
