/** A curve as the pad draws it: from a point to another by two between. */
type Point = { x: number; y: number };
export type Stroke = readonly Point[];

/** The picture is so wide and high, in the units of the path. */
export const SIGNATURE_WIDTH = 600;
export const SIGNATURE_HEIGHT = 200;
/** The server keeps no more. */
const LENGTH_MAX = 40_000;
/** Points of a stroke that are nearer to each other say nothing more. */
const FINEST = 2;
/** Beyond that a stroke is no more than its ends. */
const EVERY_MAX = 100_000;

const near = (a: Point, b: Point, by: number) => Math.hypot(a.x - b.x, a.y - b.y) < by;

/** A stroke without the points that say nothing, and of the others every so manieth; its ends stay. */
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

/** One stroke: a dot as a short line, else a curve through the middles of its points. */
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
 * What was drawn as the path of an SVG picture of SIGNATURE_WIDTH by SIGNATURE_HEIGHT: whole numbers, moves, lines and curves, at most
 * 40,000 characters; a longer one is drawn with fewer points. `width` and `height` are those of the field it was drawn in.
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
