/** A cubic curve: two control points and its end. */
type Point = { x: number; y: number };
export type Stroke = readonly Point[];

/** Size of the picture, in the units of the path. */
export const SIGNATURE_WIDTH = 600;
export const SIGNATURE_HEIGHT = 200;
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
