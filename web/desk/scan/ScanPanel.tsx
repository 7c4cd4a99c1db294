import { Camera, Nfc } from 'lucide-react';
import type { Ref } from 'react';
import { useIsReachable } from '../../api/reachable.ts';
import type { NfcListening } from '../../device/scan/use-nfc-listening.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/Panel.tsx';
import type { Desk } from '../work/use-desk.ts';
import { AnswerStrip } from './AnswerStrip.tsx';
import { ScanField } from './ScanField.tsx';
import { SoundSwitch } from './SoundSwitch.tsx';
import { UNREACHABLE, UNREACHABLE_HINT } from './unreachable.ts';

export type ScanProps = {
  desk: Desk;
  nfc: NfcListening;
  text: string;
  onText: (text: string) => void;
  onNew: (name: string) => void;
  onCamera: () => void;
  field: Ref<HTMLInputElement>;
};

/** Where scans arrive on a desk: the box that keeps the focus, and what the last one came to. */
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
