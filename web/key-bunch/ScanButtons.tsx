import { Camera, Nfc, X } from 'lucide-react';
import { useState } from 'react';
import { labelCodeOf } from '../../shared/label-code.ts';
import type { NfcScan } from '../device/scan/nfc.ts';
import { InputButton } from '../ui/form/Input.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';

const CameraView = lazyDialog(() => import('../device/scan/CameraView.tsx'), 'CameraView');

/** Scans a label with the camera, from inside an input; other codes are ignored. Null in browsers without a camera. */
export function CameraButton({ onCode }: { onCode: (code: string) => void }) {
  const [open, setOpen] = useState(false);
  if (!navigator.mediaDevices) return null;
  return (
    <>
      <InputButton icon={Camera} label="Scan a label" onClick={() => setOpen(true)} />
      {open && (
        <CameraView
          title="Scan a label"
          onClose={() => setOpen(false)}
          onRead={(text) => {
            const code = labelCodeOf(text);
            if (!code) return;
            setOpen(false);
            onCode(code);
          }}
        />
      )}
    </>
  );
}

/** Starts and stops NFC scanning, from inside an input. */
export const ScanTagButton = ({ scan }: { scan: NfcScan }) =>
  scan.state === 'idle' ? (
    <InputButton icon={Nfc} label="Scan NFC tag" onClick={scan.start} />
  ) : (
    <InputButton icon={X} label="Stop scanning" onClick={scan.stop} />
  );
