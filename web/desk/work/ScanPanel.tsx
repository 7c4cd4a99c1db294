import { Camera, Nfc, Volume2, VolumeX } from 'lucide-react';
import type { Ref } from 'react';
import { useIsReachable } from '../../api/reachable.ts';
import { setSound, signalScan, useSound } from '../../device/scan/feedback.ts';
import type { NfcListening } from '../../device/scan/nfc-listening.ts';
import { exactClockTime } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Spinner } from '../../ui/Loading.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ANSWER_LOOKS } from './answer-looks.tsx';
import { ScanField } from './ScanField.tsx';
import type { Desk } from './use-desk.ts';

export type ScanProps = {
  desk: Desk;
  nfc: NfcListening;
  text: string;
  onText: (text: string) => void;
  onNew: (name: string) => void;
  onCamera: () => void;
  field: Ref<HTMLInputElement>;
};

/** The scan box, which keeps the focus, and the last answer. */
export function ScanPanel({ desk, nfc, text, onText, onNew, onCamera, field }: ScanProps) {
  const reachable = useIsReachable();
  const mayStart = nfc.failure !== 'unsupported' && nfc.state !== 'listening';
  return (
    <Panel aria-label="Scanner">
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 border-b px-4">
        <span
          aria-hidden
          className={cx(
            'grid size-4 place-items-center rounded-full',
            reachable ? 'bg-emerald-500/20' : 'bg-amber-500/20',
          )}
        >
          <span className={cx('size-2 rounded-full', reachable ? 'bg-emerald-500' : 'bg-amber-500')} />
        </span>
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
          <SoundSwitch className="-mr-1.5" />
        </span>
      </div>
      <div className="flex gap-2 p-4">
        <ScanField desk={desk} text={text} onText={onText} onNew={onNew} ref={field} />
        <Button size="lg" icon={Camera} onClick={onCamera}>
          Camera
        </Button>
      </div>
      <AnswerStrip desk={desk} />
    </Panel>
  );
}

/** The switch for sounds; plays one when switched on. */
function SoundSwitch({ className }: { className?: string }) {
  const on = useSound();
  return (
    <IconButton
      icon={on ? Volume2 : VolumeX}
      label="Sound"
      aria-pressed={on}
      className={className}
      onClick={() => {
        setSound(!on);
        if (!on) signalScan('good');
      }}
    />
  );
}

/** The last answer, in large text; fixed height from the first scan on. */
function AnswerStrip({ desk: { state, checking } }: { desk: Desk }) {
  const { answer } = state;
  const { icon: Picture = null, strip = 'text-muted' } = answer ? ANSWER_LOOKS[answer.tone] : {};
  return (
    <div role="status" aria-label="Scan result" className={cx(!answer && checking === 0 && 'sr-only')}>
      {(answer || checking > 0) && (
        <div className={cx('flex min-h-19 items-center gap-4 border-t px-4 py-2.5', checking === 0 && strip)}>
          {checking > 0 ? (
            <>
              <Spinner className="size-9 text-muted" />
              <span className="text-title text-muted">Looking it up...</span>
            </>
          ) : (
            answer &&
            Picture && (
              <>
                <span className="grid size-9 shrink-0 place-items-center rounded-full border-2 border-current">
                  <Picture aria-hidden className="size-5 stroke-[2.5]!" />
                </span>
                <span className="min-w-0 flex-1">
                  <b className="block text-[22px]/7 font-semibold tracking-tight wrap-anywhere">
                    {answer.title} <span className="font-medium">{answer.word}</span>
                  </b>
                  <span className="block text-pretty tabular-nums">{answer.detail}</span>
                </span>
                <time
                  dateTime={new Date(answer.at).toISOString()}
                  className="self-start pt-1 text-hint tabular-nums"
                >
                  {exactClockTime(new Date(answer.at))}
                </time>
              </>
            )
          )}
        </div>
      )}
    </div>
  );
}

/** The desk's text while the server does not respond. */
export const UNREACHABLE = "Keyhold can't be reached";
export const UNREACHABLE_HINT = 'Trying again. What you scanned stays on the list.';
