import { type ReactNode, useEffect, useRef, useState } from 'react';
import SignaturePad from 'signature_pad';
import { NAME_MAX } from '../../../shared/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { Signature } from '../state/desk-state.ts';
import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH, signaturePath } from './svg-path.ts';

type Props = {
  signer: string;
  /** What is signed for: sets and contents, due time and the company's terms. */
  about: ReactNode;
  open: boolean;
  onClose: () => void;
  onSigned: (signature: Signature) => void;
};

/** The signature by finger, pen or mouse, taken before anything is recorded. */
export function SignDialog({ signer, about, open, onClose, onSigned }: Props) {
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const pad = useRef<SignaturePad | null>(null);
  const [name, setName] = useState(signer);
  const [drawn, setDrawn] = useState(false);

  useEffect(() => {
    if (!canvas) return;
    const scale = window.devicePixelRatio || 1;
    canvas.width = canvas.offsetWidth * scale;
    canvas.height = canvas.offsetHeight * scale;
    canvas.getContext('2d')?.scale(scale, scale);
    const drawing = new SignaturePad(canvas, { penColor: getComputedStyle(canvas).color });
    drawing.addEventListener('endStroke', () => setDrawn(true));
    pad.current = drawing;
    return () => drawing.off();
  }, [canvas]);

  function submit() {
    if (!pad.current || !canvas || !drawn || name.trim() === '') return;
    const strokes = pad.current.toData().map(({ points }) => points);
    onSigned({ signer: name.trim(), path: signaturePath(strokes, canvas.offsetWidth, canvas.offsetHeight) });
    onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Sign on screen"
      description="Saved with the record and shown on the receipt."
      size={560}
      dirty={drawn}
      onSubmit={submit}
      footLeft={
        <Button
          variant="ghost"
          disabled={!drawn}
          onClick={() => {
            pad.current?.clear();
            setDrawn(false);
          }}
        >
          Clear
        </Button>
      }
      foot={
        <Button type="submit" variant="primary" disabled={!drawn || name.trim() === ''}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {about}
        <div className="relative rounded-xl border bg-panel">
          <canvas
            ref={setCanvas}
            aria-label="Signature"
            className="block w-full touch-none rounded-xl text-fg"
            style={{ aspectRatio: `${SIGNATURE_WIDTH} / ${SIGNATURE_HEIGHT}` }}
          />
          <span
            aria-hidden
            className="pointer-events-none absolute inset-x-6 bottom-8 border-b border-dashed border-control"
          />
        </div>
        <Field label="Name" required>
          <Input
            value={name}
            maxLength={NAME_MAX}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
