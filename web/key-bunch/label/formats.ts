/** Position and size in millimetres. */
export type Box = { left: number; top: number; width: number; height: number };

/**
 * A label format, in mm. The first label is at `left` and `top`, each `across` and `down` from the one before; a tape's page is one label.
 * `square` and `words` are relative to the label.
 */
export type LabelFormat = {
  id: string;
  name: string;
  hint: string;
  paper: { width: number; height: number };
  label: { width: number; height: number; round?: true };
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

const A4 = { width: 210, height: 297 };
const sheet = (columns: number, rows: number) => `A4, ${columns * rows} a sheet`;
const tape = (height: number, width: number) => ({
  paper: { width, height },
  label: { width, height },
  columns: 1,
  rows: 1,
  left: 0,
  top: 0,
  across: width,
  down: height,
});

export const FORMATS: readonly [LabelFormat, ...LabelFormat[]] = [
  {
    id: '38x21',
    name: '38.1 × 21.2 mm',
    hint: sheet(5, 13),
    paper: A4,
    label: { width: 38.1, height: 21.2 },
    columns: 5,
    rows: 13,
    left: 4.67,
    top: 10.7,
    across: 40.64,
    down: 21.2,
    square: { left: 2.4, top: 2.6, width: 16, height: 16 },
    words: { left: 20, top: 2.6, width: 16.9, height: 16 },
    type: { id: 9, line: 6 },
  },
  {
    id: '63x38',
    name: '63.5 × 38.1 mm',
    hint: sheet(3, 7),
    paper: A4,
    label: { width: 63.5, height: 38.1 },
    columns: 3,
    rows: 7,
    left: 7.21,
    top: 15.15,
    across: 66.04,
    down: 38.1,
    square: { left: 4, top: 5.05, width: 28, height: 28 },
    words: { left: 35, top: 5.05, width: 25.5, height: 28 },
    type: { id: 13, line: 8 },
  },
  {
    id: 'tape12',
    name: 'Tape 12 mm',
    hint: 'One at a time',
    ...tape(12, 40),
    square: { left: 2, top: 1.5, width: 9, height: 9 },
    words: { left: 12.6, top: 1.2, width: 26, height: 9.6 },
    type: { id: 9, line: 5.5 },
  },
  {
    id: 'tape24',
    name: 'Tape 24 mm',
    hint: 'One at a time',
    ...tape(24, 60),
    square: { left: 3, top: 3, width: 18, height: 18 },
    words: { left: 23.5, top: 3, width: 34, height: 18 },
    type: { id: 14, line: 8 },
  },
  {
    id: 'round30',
    name: 'Round 30 mm',
    hint: sheet(6, 8),
    paper: A4,
    label: { width: 30, height: 30, round: true },
    columns: 6,
    rows: 8,
    left: 10,
    top: 14.5,
    across: 32,
    down: 34,
    square: { left: 8, top: 4, width: 14, height: 14 },
    words: { left: 4.5, top: 19.2, width: 21, height: 8 },
    type: { id: 8, line: 5 },
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
