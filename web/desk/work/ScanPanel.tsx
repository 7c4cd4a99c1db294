import { Camera, Nfc, Volume2, VolumeX } from 'lucide-react';
import { useOfflineSince } from '../../api/connection.ts';
import { setSound, signalScan, useSound } from '../../device/scan/feedback.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { AnswerStrip, Light } from './Answer.tsx';
import { ScanField } from './ScanField.tsx';
import type { DeskViewProps } from './use-desk.ts';

/** While the server does not respond. */
const UNREACHABLE = "Keyhold can't be reached";
const UNREACHABLE_HINT = 'Trying again. What you scanned stays on the list.';

/** The scan box of a desktop, which keeps the focus, and the last answer. */
export function ScanPanel({ desk, nfc, text, onText, onDialog, onCamera, field }: DeskViewProps) {
  const reachable = useOfflineSince() === 0;
  const mayStart = nfc.failure !== 'unsupported' && nfc.state !== 'listening';
  return (
    <Panel aria-label="Scanner">
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 border-b px-4">
        <Light tint={reachable ? 'emerald' : 'amber'} />
        <h2 className="text-lead font-semibold">{reachable ? 'Ready to scan' : UNREACHABLE}</h2>
        <span className="text-hint text-muted">
          {!reachable
            ? UNREACHABLE_HINT
            : desk.state.mode === 'done'
              ? 'The next scan starts a new list.'
              : 'Use a reader, NFC or the camera, or type to search.'}
        </span>
        <span className="ml-auto flex items-center gap-1">
          {mayStart && (
            <Button size="sm" icon={Nfc} pending={nfc.state === 'starting'} onClick={nfc.start}>
              Read NFC tags
            </Button>
          )}
          <SoundSwitch />
        </span>
      </div>
      <div className="flex gap-2 p-4">
        <ScanField desk={desk} text={text} onText={onText} onDialog={onDialog} ref={field} />
        <Button size="lg" icon={Camera} onClick={onCamera}>
          Camera
        </Button>
      </div>
      <AnswerStrip desk={desk} />
    </Panel>
  );
}

/** The switch for sounds; plays one when switched on. */
function SoundSwitch() {
  const on = useSound();
  return (
    <IconButton
      icon={on ? Volume2 : VolumeX}
      label="Sound"
      aria-pressed={on}
      className="-mr-1.5"
      onClick={() => {
        setSound(!on);
        if (!on) signalScan('good');
      }}
    />
  );
}

/** The start screen of a phone: how to scan. */
export function HowToScan({ nfc }: Pick<DeskViewProps, 'nfc'>) {
  const reachable = useOfflineSince() === 0;
  const listening = nfc.state === 'listening';
  return (
    <section
      aria-label="Scanner"
      className="flex min-h-[min(336px,48dvh)] flex-col items-center justify-center rounded-3xl border-2 border-dashed border-control bg-panel p-6 text-center"
    >
      <span aria-hidden className="grid size-26 place-items-center rounded-full bg-primary/10 text-link">
        <Nfc className="size-14" />
      </span>
      <h2 className="mt-5 text-[26px]/8 font-semibold tracking-tight">
        {!reachable ? UNREACHABLE : listening ? 'Hold to a badge or a set' : 'Scan a badge or a set'}
      </h2>
      <p className="mt-2 max-w-76 text-base text-muted">
        {reachable
          ? 'A badge or a set that is in starts an issue. A set that is out starts a return.'
          : UNREACHABLE_HINT}
      </p>
      {!listening && nfc.failure !== 'unsupported' && (
        <Button className="mt-4" icon={Nfc} pending={nfc.state === 'starting'} onClick={nfc.start}>
          Read NFC tags
        </Button>
      )}
    </section>
  );
}
