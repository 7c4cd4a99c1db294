import { type ReactNode, useEffect, useRef, useState } from 'react';
import SignaturePad from 'signature_pad';
import { NAME_MAX } from '../../../shared/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { Signature } from '../state/desk-state.ts';

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

/** A cubic curve: two control points and its end. */
type Point = { x: number; y: number };
type Stroke = readonly Point[];

/** Size of the picture, in the units of the path. */
const SIGNATURE_WIDTH = 600;
const SIGNATURE_HEIGHT = 200;
/** The server's limit, in characters. */
const LENGTH_MAX = 40_000;
/** Points closer than this are dropped. */
const FINEST = 2;
/** At this step a stroke is reduced to its ends. */
const EVERY_MAX = 100_000;

const near = (a: Point, b: Point, by: number) => Math.hypot(a.x - b.x, a.y - b.y) < by;

/** A stroke without close points, and of the rest each `step`th; its ends stay. */
function thinned(stroke: Stroke, every: number): Point[] {
  const kept: Point[] = [];
  for (const point of stroke) {
    const last = kept.at(-1);
    if (!last || !near(last, point, FINEST)) kept.push(point);
  }
  return kept.filter((_, index) => index % every === 0 || index === kept.length - 1);
}

const at = ({ x, y }: Point) => `${Math.round(x)} ${Math.round(y)}`;
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** One stroke: a dot as a short line, else a curve through the midpoints. */
function strokePath(stroke: Stroke): string {
  const [first, ...rest] = stroke;
  if (!first) return '';
  const last = rest.at(-1);
  if (!last) return `M${at(first)}L${at({ x: first.x + 1, y: first.y })}`;
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last;
    return `Q${at(point)} ${at(middle(point, next))}`;
  });
  return `M${at(first)}${curves.join('')}L${at(last)}`;
}

/**
 * The strokes as an SVG path of SIGNATURE_WIDTH by SIGNATURE_HEIGHT: whole numbers, at most 40,000 characters (longer ones are thinned).
 * `width` and `height` are those of the drawing field.
 */
export function signaturePath(strokes: readonly Stroke[], width: number, height: number): string {
  const scaled = strokes.map((stroke) =>
    stroke.map(({ x, y }) => ({ x: (x / width) * SIGNATURE_WIDTH, y: (y / height) * SIGNATURE_HEIGHT })),
  );
  for (let every = 1; ; every *= 2) {
    const path = scaled.map((stroke) => strokePath(thinned(stroke, every))).join('');
    if (path.length <= LENGTH_MAX || every > EVERY_MAX) return path.slice(0, LENGTH_MAX);
  }
}
