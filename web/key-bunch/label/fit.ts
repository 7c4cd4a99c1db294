import type { LabelFormat } from './formats.ts';

/** A wrapped text and its size in points. */
type Lines = { lines: string[]; size: number };
/** The words of a label; `isCut` when a text ends with an ellipsis. */
export type FittedWords = { name: Lines; line: Lines; isCut: boolean };
/** Width of a text, as a multiple of its size. */
export type Measure = (text: string, isBold: boolean) => number;

export const LINE_HEIGHT = 1.15;
/** Space between name and line, in millimetres. */
export const GAP = 0.4;
const POINTS = 72 / 25.4;
/** Minimum readable sizes. */
const NAME_MIN = 5.5;
const LINE_MIN = 4;
/** A name stays on one line down to this share of its size. */
const ONE_LINE = 0.62;
const STEP = 0.25;

/**
 * Fits a label's name and line into its place: one line if possible, shrunk as little as possible, cut with an ellipsis as the last resort.
 */
export function fitWords(
  { words, type }: LabelFormat,
  { name, line }: { name: string; line: string },
  measure: Measure,
): FittedWords {
  const width = words.width * POINTS;
  const height = words.height * POINTS;
  const gap = name && line ? GAP * POINTS : 0;
  const textOf = (text: string, size: number, isBold: boolean): Lines => ({
    lines: text ? wrap(text, (part) => measure(part, isBold) * size <= width) : [],
    size,
  });
  const heightOf = ({ lines, size }: Lines) => lines.length * size * LINE_HEIGHT;
  const sizes = (from: number, least: number) =>
    Array.from({ length: Math.max(0, Math.floor((from - least) / STEP)) + 1 }, (_, n) => from - n * STEP);

  const names = sizes(type.id, Math.min(type.id, NAME_MIN)).map((size) => textOf(name, size, true));
  const single = names.filter(({ lines, size }) => lines.length <= 1 && size >= type.id * ONE_LINE);
  const lines = sizes(type.line, Math.min(type.line, LINE_MIN)).map((size) => textOf(line, size, false));
  for (const one of [...single, ...names])
    for (const under of lines)
      if (heightOf(one) + gap + heightOf(under) <= height) return { name: one, line: under, isCut: false };

  const [least, leastLine] = [single.at(-1) ?? names.at(-1), lines.at(-1)];
  if (!least || !leastLine) throw new Error('A label has a size');
  // The name is cut first: a finder needs the whole line.
  const room = Math.max(height - gap - heightOf(leastLine), least.size * LINE_HEIGHT);
  const kept = cut(least, room, width, (text) => measure(text, true));
  const rest = height - heightOf(kept) - gap;
  return { name: kept, line: cut(leastLine, rest, width, (text) => measure(text, false)), isCut: true };
}

/** As many lines as fit the height; the last gets an ellipsis if there are more. */
function cut(
  { lines, size }: Lines,
  height: number,
  width: number,
  measure: (text: string) => number,
): Lines {
  const room = Math.floor(height / (size * LINE_HEIGHT) + 0.001);
  if (lines.length <= room) return { lines, size };
  if (room < 1) return { lines: [], size };
  const kept = lines.slice(0, room);
  const last = [...(kept.at(-1) ?? '')];
  while (last.length > 0 && measure(`${last.join('').trimEnd()}…`) * size > width) last.pop();
  return { lines: [...kept.slice(0, -1), `${last.join('').trimEnd()}…`], size };
}

/** Wraps a text at spaces; long parts after a hyphen or slash, finally between letters. */
function wrap(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = '';
    const parts = fits(word) ? [word] : word.split(/(?<=[-/])/);
    for (const part of parts.flatMap((one) => (fits(one) ? [one] : [...one]))) {
      if (line && !fits(line + part)) {
        lines.push(line);
        line = '';
      }
      line += part;
    }
  }
  return line ? [...lines, line] : lines;
}
