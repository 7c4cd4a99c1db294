import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { FIT, type View, within, zoomed } from './zoom.ts';

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
export function useZoom() {
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

/** React listens to the wheel passively, and then the page would zoom as well. */
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

/** The handlers that follow one finger or two. `onMove` is told the way they went and, of two, how far they spread around `to`. */
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
