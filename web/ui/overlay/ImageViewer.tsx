import { Minus, Plus, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../IconButton.tsx';
import { useDialogFocus } from './dialog-focus.ts';
import { useLayer } from './layers.ts';

interface ImageViewerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Under the title. */
  description?: ReactNode;
  src: string;
  alt: string;
  /** At the left of the foot. */
  actions?: ReactNode;
}

/** A picture alone on a dark screen: wheel, pinch, double tap, plus and minus enlarge it, dragging and arrows move it, Esc closes. */
export function ImageViewer({ open, onOpenChange, title, description, src, alt, actions }: ImageViewerProps) {
  const panel = useRef<HTMLDivElement>(null);
  const focus = useDialogFocus(panel, (box) => box);
  useLayer('dialog', open, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Content
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className="dark fixed inset-0 z-50 bg-bg text-fg outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in print:hidden"
        >
          <Stage box={panel} src={src} alt={alt} actions={actions}>
            <div className="min-w-0 flex-1">
              <Radix.Title className="truncate text-head font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className="truncate text-hint text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} label="Close" size="lg" tooltip={false} />
            </Radix.Close>
          </Stage>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** `box` has the initial focus and handles keys. */
function Stage({
  box,
  src,
  alt,
  actions,
  children,
}: Pick<ImageViewerProps, 'src' | 'alt' | 'actions'> & {
  box: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  const zoom = useZoom();
  const { scale, x, y } = zoom.view;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the dialog around it; the buttons below do the same
    <div ref={box} tabIndex={-1} onKeyDown={zoom.onKeyDown} className="flex h-dvh flex-col outline-none">
      <div className="flex shrink-0 items-center gap-3 border-b bg-panel px-6 py-2.5 phone:px-5">
        {children}
      </div>
      <div
        {...zoom.stage}
        className={cx(
          'grid min-h-0 flex-1 touch-none grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center overflow-hidden select-none',
          scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in',
        )}
      >
        <img
          src={src}
          alt={alt}
          draggable={false}
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
          className="max-h-full max-w-full"
        />
      </div>
      <div className="flex min-h-14 shrink-0 items-center justify-end gap-1 border-t bg-panel px-6 py-2 pb-[calc(8px+env(safe-area-inset-bottom))] phone:px-5">
        <div className="mr-auto flex min-w-0 gap-2">{actions}</div>
        <IconButton
          icon={Minus}
          label="Zoom out"
          onClick={zoom.smaller}
          disabledReason={scale === 1 ? 'The whole photo is shown' : undefined}
        />
        <button
          type="button"
          aria-label={`Zoom ${Math.round(scale * 100)}%, show the whole photo`}
          onClick={zoom.fit}
          className="h-8 w-14 rounded-md text-body font-medium text-muted tabular-nums transition-colors hover:bg-soft hover:text-fg touch:h-11 touch:w-16"
        >
          {Math.round(scale * 100)}%
        </button>
        <IconButton
          icon={Plus}
          label="Zoom in"
          onClick={zoom.larger}
          disabledReason={scale === SCALE_MAX ? 'This is the largest size' : undefined}
        />
      </div>
    </div>
  );
}

type Point = { x: number; y: number };

const STEP = 1.5;
const NUDGE = 80;
const DOUBLE = 2.5;
const MOVES: Record<string, Point> = {
  ArrowLeft: { x: NUDGE, y: 0 },
  ArrowRight: { x: -NUDGE, y: 0 },
  ArrowUp: { x: 0, y: NUDGE },
  ArrowDown: { x: 0, y: -NUDGE },
};
const between = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Enlarging and moving a picture by wheel, two fingers, dragging, double tap, buttons and keys. `stage` holds one image. */
function useZoom() {
  const stage = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>(FIT);

  function change(make: (view: View) => View) {
    const box = stage.current;
    const image = box?.querySelector('img');
    if (!box || !image) return;
    const room = { width: box.clientWidth, height: box.clientHeight };
    const fitted = { width: image.offsetWidth, height: image.offsetHeight };
    setView((now) => within(make(now), room, fitted));
  }
  const fromMiddle = ({ x, y }: Point): Point => {
    const box = stage.current?.getBoundingClientRect();
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 };
  };
  const by = (factor: number, at?: Point) => change((now) => zoomed(now, factor, at));

  const shift = (view: View, { x, y }: Point): View => ({ ...view, x: view.x + x, y: view.y + y });

  useWheel(stage, (event) => {
    event.preventDefault();
    by(
      Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)),
      fromMiddle({ x: event.clientX, y: event.clientY }),
    );
  });
  const fingers = useFingers((way, factor, to) =>
    change((now) => (to ? zoomed(shift(now, way), factor, fromMiddle(to)) : shift(now, way))),
  );

  return {
    view,
    larger: () => by(STEP),
    smaller: () => by(1 / STEP),
    fit: () => setView(FIT),
    /** Plus, minus, 0 and the arrows. */
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = MOVES[event.key];
      if (event.key === '+' || event.key === '=') by(STEP);
      else if (event.key === '-') by(1 / STEP);
      else if (event.key === '0') setView(FIT);
      else if (step) change((now) => shift(now, step));
      else return;
      event.preventDefault();
    },
    stage: {
      ref: stage,
      ...fingers,
      onDoubleClick: ({ clientX: x, clientY: y }: { clientX: number; clientY: number }) =>
        view.scale > 1 ? setView(FIT) : by(DOUBLE, fromMiddle({ x, y })),
    },
  };
}

/** React's wheel listener is passive, and the page would zoom too. */
function useWheel(stage: RefObject<HTMLDivElement | null>, onTurn: (event: WheelEvent) => void) {
  const latest = useRef(onTurn);
  latest.current = onTurn;
  useEffect(() => {
    const box = stage.current;
    const turn = (event: WheelEvent) => latest.current(event);
    box?.addEventListener('wheel', turn, { passive: false });
    return () => box?.removeEventListener('wheel', turn);
  }, [stage]);
}

/** Pointer handlers for one or two fingers. `onMove` gets the movement and, for two, the pinch factor around `to`. */
function useFingers(onMove: (way: Point, factor: number, to?: Point) => void) {
  const down = useRef(new Map<number, Point>());
  const lift = ({ pointerId }: PointerEvent) => void down.current.delete(pointerId);
  return {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId);
      down.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove(event: PointerEvent) {
      const before = down.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1];
      down.current.set(event.pointerId, now);
      if (!other) return onMove({ x: now.x - before.x, y: now.y - before.y }, 1);
      const [from, to] = [middle(before, other), middle(now, other)];
      const factor = between(now, other) / Math.max(1, between(before, other));
      onMove({ x: to.x - from.x, y: to.y - from.y }, factor, to);
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  };
}

/** A picture's zoom: scale relative to fit, and the offset of its middle in pixels. */
type View = { scale: number; x: number; y: number };
type Size = { width: number; height: number };

export const FIT: View = { scale: 1, x: 0, y: 0 };
export const SCALE_MAX = 8;

/** Limits the offset to the picture's edges; a fitting picture stays centred. */
export function within(view: View, stage: Size, fitted: Size): View {
  const scale = Math.min(SCALE_MAX, Math.max(1, view.scale));
  const held = (at: number, room: number, size: number) => {
    const play = Math.max(0, (size * scale - room) / 2);
    // Normalises -0 to 0.
    return Math.min(play, Math.max(-play, at)) || 0;
  };
  return { scale, x: held(view.x, stage.width, fitted.width), y: held(view.y, stage.height, fitted.height) };
}

/** Zooms by `factor`, keeping the point (relative to the stage's middle) in place. */
export function zoomed(view: View, factor: number, point: { x: number; y: number } = { x: 0, y: 0 }): View {
  const scale = Math.min(SCALE_MAX, Math.max(1, view.scale * factor));
  const grown = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown };
}
