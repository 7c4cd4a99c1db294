/** Position and size in millimetres. */
export type Box = { left: number; top: number; width: number; height: number };

type Size = { width: number; height: number };

/** What labels are on. */
export type Stock = 'a4' | 'letter' | 'tape';

/**
 * A label format, in mm. The first label is at `left` and `top`, each `across` and `down` from the one before; a tape's page is one label.
 * `square` and `words` are relative to the label; words below the code are centred.
 */
export type LabelFormat = {
  id: string;
  stock: Stock;
  name: string;
  hint: string;
  paper: Size;
  label: Size & { round?: true };
  columns: number;
  rows: number;
  left: number;
  top: number;
  across: number;
  down: number;
  square: Box;
  words: Box;
  /** Font sizes of the set ID and the line, in points. */
  type: { id: number; line: number };
};

/** The code at the left, centred, and the words beside it: `gap` between them, `right` after the words. */
function beside({ width, height }: Size, size: number, left: number, gap: number, right = gap) {
  const [top, start] = [(height - size) / 2, left + size + gap];
  return {
    square: { left, top, width: size, height: size },
    words: { left: start, top, width: width - start - right, height: size },
  };
}

/** Columns and rows, the first label's place, and the distance from label to label. */
type Grid = [columns: number, rows: number, left: number, top: number, across: number, down: number];

const PAPERS = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } };

function sheet(stock: 'a4' | 'letter', product: string, label: LabelFormat['label'], grid: Grid) {
  const [columns, rows, left, top, across, down] = grid;
  const hint = `${product}${columns * rows} a sheet`;
  return { stock, hint, paper: PAPERS[stock], label, columns, rows, left, top, across, down };
}

function tape(height: number, width: number) {
  const size = { width, height };
  const place = { columns: 1, rows: 1, left: 0, top: 0, across: width, down: height };
  return { stock: 'tape' as const, hint: 'One at a time', paper: size, label: size, ...place };
}

/** A sheet of Avery labels, or of another make with the same measures. */
function avery(stock: 'a4' | 'letter', number: string, label: Size, grid: Grid) {
  return sheet(stock, `Avery ${number}, `, label, grid);
}

const size = (width: number, height: number): Size => ({ width, height });

/**
 * The measures are published ones that two sources agree on, and each sheet's labels and margins add up to its paper (fit.test.ts). Avery
 * L7159 is left out: it is published as 64 and as 63.5 mm wide.
 */
export const FORMATS: readonly [LabelFormat, ...LabelFormat[]] = [
  {
    id: '38x21',
    name: '38.1 × 21.2 mm',
    ...avery('a4', 'L7651', size(38.1, 21.2), [5, 13, 4.67, 10.7, 40.64, 21.2]),
    ...beside(size(38.1, 21.2), 16, 2.4, 1.6, 1.2),
    type: { id: 9, line: 6 },
  },
  {
    id: '63x38',
    name: '63.5 × 38.1 mm',
    ...avery('a4', 'L7160', size(63.5, 38.1), [3, 7, 7.21, 15.15, 66.04, 38.1]),
    ...beside(size(63.5, 38.1), 28, 4, 3),
    type: { id: 13, line: 8 },
  },
  {
    id: '36x17',
    name: '35.6 × 16.9 mm',
    ...avery('a4', 'L4732', size(35.6, 16.9), [5, 16, 11, 13.05, 38.1, 16.93]),
    ...beside(size(35.6, 16.9), 13, 1.9, 1.4, 1.2),
    type: { id: 8, line: 5 },
  },
  {
    id: '46x25',
    name: '45.7 × 25.4 mm',
    ...avery('a4', 'L7654', size(45.72, 25.4), [4, 10, 9.75, 21.5, 48.26, 25.4]),
    ...beside(size(45.72, 25.4), 19, 3.2, 1.8, 1.7),
    type: { id: 10, line: 6.5 },
  },
  {
    id: '99x38',
    name: '99.1 × 38.1 mm',
    ...avery('a4', 'L7163', size(99.06, 38.1), [2, 7, 4.67, 15.15, 101.6, 38.1]),
    ...beside(size(99.06, 38.1), 28, 5, 4),
    type: { id: 18, line: 10 },
  },
  {
    id: 'round30',
    name: 'Round 30 mm',
    ...sheet('a4', '', { ...size(30, 30), round: true }, [6, 8, 8.75, 19.75, 32.5, 32.5]),
    square: { left: 8.5, top: 3.6, width: 13, height: 13 },
    words: { left: 5.7, top: 17.6, width: 18.6, height: 8 },
    type: { id: 8, line: 5 },
  },
  {
    id: '5167',
    name: '½ × 1¾ in',
    ...avery('letter', '5167', size(44.45, 12.7), [4, 20, 7.14, 12.7, 52.39, 12.7]),
    ...beside(size(44.45, 12.7), 9.5, 2.2, 1.7, 1.5),
    type: { id: 9, line: 5.5 },
  },
  {
    id: '5160',
    name: '1 × 2⅝ in',
    ...avery('letter', '5160', size(66.68, 25.4), [3, 10, 4.76, 12.7, 69.85, 25.4]),
    ...beside(size(66.68, 25.4), 19, 3.4, 2.6),
    type: { id: 13, line: 8 },
  },
  {
    id: '5161',
    name: '1 × 4 in',
    ...avery('letter', '5161', size(101.6, 25.4), [2, 10, 3.97, 12.7, 106.36, 25.4]),
    ...beside(size(101.6, 25.4), 19, 4, 3.2),
    type: { id: 16, line: 9 },
  },
  {
    id: '5163',
    name: '2 × 4 in',
    ...avery('letter', '5163', size(101.6, 50.8), [2, 5, 3.97, 12.7, 106.36, 50.8]),
    ...beside(size(101.6, 50.8), 36, 6, 5),
    type: { id: 20, line: 11 },
  },
  {
    id: '22805',
    name: '1½ × 1½ in',
    ...avery('letter', '22805', size(38.1, 38.1), [4, 6, 19.84, 12.7, 46.04, 43.18]),
    square: { left: 8.05, top: 2.6, width: 22, height: 22 },
    words: { left: 2.5, top: 25.8, width: 33.1, height: 10 },
    type: { id: 11, line: 6.5 },
  },
  {
    id: 'tape12',
    name: 'Tape 12 mm',
    ...tape(12, 40),
    ...beside(size(40, 12), 9, 2, 1.6, 1.4),
    type: { id: 9, line: 5.5 },
  },
  {
    id: 'tape24',
    name: 'Tape 24 mm',
    ...tape(24, 60),
    ...beside(size(60, 24), 18, 3, 2.5),
    type: { id: 14, line: 8 },
  },
];

export const formatOf = (id: string): LabelFormat => FORMATS.find((format) => format.id === id) ?? FORMATS[0];
export const perSheet = ({ columns, rows }: LabelFormat): number => columns * rows;

/** Position of the label at that index of a sheet, from 0, row by row. */
export const placeOf = (format: LabelFormat, index: number): Box => ({
  left: format.left + (index % format.columns) * format.across,
  top: format.top + Math.floor(index / format.columns) * format.down,
  width: format.label.width,
  height: format.label.height,
});

/** Number of sheets for that many labels, with `used` places taken on the first. */
export const sheetCount = (format: LabelFormat, labels: number, used: number): number =>
  Math.max(1, Math.ceil((labels + used) / perSheet(format)));
