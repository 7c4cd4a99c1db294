/** How a picture lies on its stage: enlarged so many times from the size that fits, its middle moved by `x` and `y` pixels. */
export type View = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };

export const FIT: View = { scale: 1, x: 0, y: 0 };
export const SCALE_MAX = 8;

/** A picture is never moved further than its edge to the edge of the stage; one that fits stays in the middle. */
export function within(view: View, stage: Size, fitted: Size): View {
  const scale = Math.min(SCALE_MAX, Math.max(1, view.scale));
  const held = (at: number, room: number, size: number) => {
    const play = Math.max(0, (size * scale - room) / 2);
    // Not -0, which is another number to whoever compares.
    return Math.min(play, Math.max(-play, at)) || 0;
  };
  return { scale, x: held(view.x, stage.width, fitted.width), y: held(view.y, stage.height, fitted.height) };
}

/** Enlarges by `factor` so that what lies under a point (from the middle of the stage) stays under it. */
export function zoomed(view: View, factor: number, point: { x: number; y: number } = { x: 0, y: 0 }): View {
  const scale = Math.min(SCALE_MAX, Math.max(1, view.scale * factor));
  const grown = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown };
}
