import { Camera, Nfc, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { labelCodeOf } from '../../shared/label-code.ts';
import type { NfcScan } from '../device/scan/nfc.ts';
import { InputButton } from '../ui/form/Input.tsx';

const CameraView = lazy(() =>
  import('../device/scan/CameraView.tsx').then(({ CameraView: one }) => ({ default: one })),
);

/** Scans a label with the camera, from inside an input; other codes are ignored. Null in browsers without a camera. */
export function CameraButton({ onCode }: { onCode: (code: string) => void }) {
  const [open, setOpen] = useState(false);
  if (!navigator.mediaDevices) return null;
  return (
    <>
      <InputButton icon={Camera} label="Scan a label" onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
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
        </Suspense>
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
