/** A picture's zoom: scale relative to fit, and the offset of its middle in pixels. */
export type View = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };

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
