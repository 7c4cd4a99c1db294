import { Camera } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { InputButton } from '../ui/form/InputButton.tsx';

const LabelCamera = lazy(() =>
  import('./LabelCamera.tsx').then(({ LabelCamera: one }) => ({ default: one })),
);

/** Reads the code of a label by the camera; inside a box. Nothing where the browser has no camera to give. */
export function CameraButton({ onCode }: { onCode: (code: string) => void }) {
  const [open, setOpen] = useState(false);
  if (!navigator.mediaDevices) return null;
  return (
    <>
      <InputButton icon={Camera} label="Scan a label" onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <LabelCamera
            onClose={() => setOpen(false)}
            onCode={(code) => {
              setOpen(false);
              onCode(code);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
