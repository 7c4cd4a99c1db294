import { IMPORT_NEEDED, type ImportField, type ImportKind } from '../../../shared/import-words.ts';
import type { Split } from '../split.ts';
import type { Part } from './headings.ts';
import { fieldOfHeading, SURE, sureness } from './meaning.ts';

/** A row of the sheet: its number from 1, as spreadsheets count, its cells, and the name of the section that it is under. */
export type SheetRow = { row: number; cells: string[]; section?: string };
/** A row that is no record, and why; it can be taken in again. */
type Aside = SheetRow & { why: string };
/** A sheet's headings, its records, and the rows set aside. `head` has the rows of the heading, empty without one. */
export type Layout = { head: number[]; headings: string[]; data: SheetRow[]; aside: Aside[] };

/**
 * How a column's field was found: surely, surely but with a rule to be checked, not (then the user is asked), by the user, or at the last
 * import of such a file.
 */
export type How = 'sure' | 'check' | 'ask' | 'chosen' | 'kept';
export type Column = {
  /** Index in the file, from 0. */
  at: number;
  heading: string;
  first: string[];
  field: ImportField | null;
  part: Part | 'whole';
  how: How;
  /** The reason of a guess. */
  why: string;
  /** What it may be, best first. */
  maybe: ImportField[];
  secret: boolean;
  /** The rule that makes several fields of it, `field` being the first. */
  split: Split | null;
};

/** Fields to ask about: this one, then the best guess. */
export const askFirst = (field: ImportField, { maybe }: Column): ImportField[] => [
  field,
  ...maybe.slice(0, 1),
];

/** Columns that no file has: the section of each row, and its sheet. */
export const SECTION_COLUMN = 'Section';
export const SHEET_COLUMN = 'Sheet';

/** Number of rows searched for the heading: titles, dates and merged cells can come before it. */
const DEPTH = 15;

const filled = (cells: readonly string[]) => cells.filter(Boolean).length;

export type NamedSheet = { name: string | null; rows: string[][] };

/**
 * Finds heading and records of a sheet, or of several with the same headings: then rows are counted on from sheet to sheet. Sections and the
 * names of several sheets are columns behind the others. `heading` is the index of the row that the user chose as heading, -1 for none.
 */
export function layoutOf(kind: ImportKind, sheets: readonly NamedSheet[], heading?: number): Layout {
  const layouts = sheets.map(({ rows }, at) => layoutOfSheet(kind, rows, at === 0 ? heading : undefined));
  const { head = [], headings = [] } = layouts[0] ?? {};
  let before = 0;
  const data: (SheetRow & { sheet: string })[] = [];
  const aside: Aside[] = [];
  for (const [at, { name, rows }] of sheets.entries()) {
    const start = before;
    const { data: records = [], aside: others = [] } = layouts[at] ?? {};
    data.push(...records.map((one) => ({ ...one, row: one.row + start, sheet: name ?? '' })));
    aside.push(...others.map((one) => ({ ...one, row: one.row + start })));
    before += rows.length;
  }
  const width = Math.max(...sheets.map(({ rows }) => rows[0]?.length ?? 0), headings.length);
  const hasSections = data.some(({ section }) => section);
  const more = [...(hasSections ? [SECTION_COLUMN] : []), ...(sheets.length > 1 ? [SHEET_COLUMN] : [])];
  if (more.length === 0) return { head, headings, data, aside };
  const padded = (cells: string[]) => Array.from({ length: width }, (_, at) => cells[at] ?? '');
  return {
    head,
    headings: [...padded(headings), ...more],
    data: data.map(({ row, cells, section = '', sheet }) => ({
      row,
      cells: [...padded(cells), ...(hasSections ? [section] : []), ...(sheets.length > 1 ? [sheet] : [])],
    })),
    aside,
  };
}

/** The sheets that have the headings of this one, itself included. */
export function sheetsLike(kind: ImportKind, sheets: readonly NamedSheet[], sheet: number): number[] {
  const said = sheets.map(({ rows }) => headingOf(kind, rows).headings.join('\n').trim().toLowerCase());
  return said.flatMap((headings, at) => (headings && headings === said[sheet] ? [at] : []));
}

function layoutOfSheet(kind: ImportKind, rows: string[][], heading?: number): Layout {
  const found = heading === undefined ? headingOf(kind, rows) : chosenHeading(kind, rows, heading);
  const last = found.head.at(-1) ?? -1;
  const all = rows.map((cells, index) => ({ row: index + 1, cells }));
  const above = all
    .slice(0, Math.max(0, last + 1))
    .filter(({ row, cells }) => filled(cells) > 0 && !found.head.includes(row - 1))
    .map((one) => ({ ...one, why: 'Above the heading' }));
  const below = all.slice(last + 1).filter(({ cells }) => filled(cells) > 0);
  const data: SheetRow[] = [];
  const aside: Aside[] = above;
  const why = asideBy(kind, found.headings, below);
  let section = '';
  let before: string[] = [];
  for (const { row, cells: written } of below) {
    const cells = written.map((cell, at) => (DITTO.test(cell) ? before[at] || cell : cell));
    const reason = why(cells);
    if (reason) aside.push({ row, cells, why: reason });
    else {
      data.push(section ? { row, cells, section } : { row, cells });
      before = cells;
    }
    if (reason === ALONE) section = sectionOf(cells.find(Boolean) ?? '');
  }
  return { ...found, data, aside };
}

/** Marks for the same as in the row above. */
const DITTO = /^(?:["”“„'’]{1,2}|-\s?["”“]\s?-|ditto|do\.|dto\.?|idem|id\.)$/i;

const ALONE = 'One cell only: a section or a remark';

/** The name of a section without its dashes or colon; '' for a sentence. */
const sectionOf = (cell: string): string =>
  cell.length > 60 || cell.split(/\s+/).length > 6 ? '' : cell.replace(/^[\s=*_#–—-]+|[\s=*_#:–—-]+$/g, '');

type Heading = Pick<Layout, 'head' | 'headings'>;

const TOTAL =
  /^(grand |sub)?(totals?|sum|summen?|gesamt(summe|zahl)?|insgesamt|zwischensumme|total général|totaux|somme|suma|totales|totaal|subtotaal|eindtotaal|totale|totali|razem|ogółem|i alt|ialt|summa|totalt)(?!\p{L})/iu;

/** Why a row is no record: a total, a heading again, or a section or remark of one cell between full rows. */
function asideBy(
  kind: ImportKind,
  headings: string[],
  below: SheetRow[],
): (cells: string[]) => string | null {
  const counts = below.map(({ cells }) => filled(cells)).sort((a, b) => a - b);
  const usual = counts[counts.length >> 1] ?? 0;
  // A person may have a name and nothing else; a set needs more.
  const isAlone = IMPORT_NEEDED[kind].length > 1 ? () => true : isSection;
  const again = headings.join('\n').toLowerCase();
  return (cells) => {
    const said = cells.filter(Boolean);
    if (
      (TOTAL.test(said[0] ?? '') || (said.length === 2 && usual > 5 && !/\d/.test(said[0] ?? ''))) &&
      said.length < usual &&
      said.slice(1).every((cell) => /^[\d\s.,'’€£$]+$/.test(cell))
    )
      return 'A total';
    if (cells.join('\n').toLowerCase() === again) return 'The heading again';
    if (said.length === 1 && usual >= 3 && isAlone(said[0] ?? '')) return ALONE;
    return null;
  };
}

/** A section's name, in capitals or with a colon, or a sentence. */
const isSection = (cell: string): boolean =>
  /:$/.test(cell) || (cell === cell.toUpperCase() && /\p{L}{3}/u.test(cell)) || cell.split(/\s+/).length > 4;

const scoreOf = (kind: ImportKind, headings: readonly string[]) =>
  new Set(headings.map((heading) => fieldOfHeading(kind, heading)).filter(Boolean)).size;

/** The first row with the most known fields, with the row above if both together say more; else the first with two cells. */
function headingOf(kind: ImportKind, rows: string[][]): Heading {
  const first = rows.slice(0, DEPTH);
  const scores = first.map((cells) => (isHeading(cells) ? scoreOf(kind, cells) : 0));
  const most = Math.max(...scores, 0);
  if (most === 0) {
    const start = Math.max(
      0,
      first.findIndex((row) => filled(row) > 1),
    );
    return looksLikeData(rows, start) ? chosenHeading(kind, rows, -1) : headingAt(rows, start);
  }
  const best = scores.indexOf(most);
  if (most > 1) return chosenHeading(kind, rows, best);
  // One known word may be a value: then an earlier row as full as this is the heading, or the file has none.
  const full = filled(first[best] ?? []);
  const earlier = first.findIndex((cells) => filled(cells) >= full);
  if (earlier < best) return headingAt(rows, earlier);
  return chosenHeading(kind, rows, rows.length === best + 1 && looksLikeData(rows, best) ? -1 : best);
}

/** Headings are words: most cells have letters, and none is long. */
const isHeading = (cells: readonly string[]): boolean => {
  const said = cells.filter(Boolean);
  return (
    said.length > 0 &&
    said.filter((cell) => /\p{L}|#/u.test(cell) && cell.length <= 60).length >= said.length * 0.7
  );
};

const headingAt = (rows: string[][], at: number): Heading => ({ head: [at], headings: rows[at] ?? [] });

function chosenHeading(kind: ImportKind, rows: string[][], at: number): Heading {
  if (at < 0) return { head: [], headings: (rows[0] ?? []).map(() => '') };
  const lines: Heading[] = [headingAt(rows, at)];
  for (const [over, under] of [
    [at - 1, at],
    [at, at + 1],
  ] as const) {
    const [top, bottom] = [rows[over], rows[under]];
    // A line of a two-line heading has several words and no figures.
    if (
      top &&
      bottom &&
      [top, bottom].every(
        (cells) => filled(cells) > 1 && isHeading(cells) && !cells.some((cell) => /^\d/.test(cell)),
      )
    )
      lines.push({
        head: [over, under],
        headings: joined(top, bottom).map((both, column) =>
          saysMost(kind, both, bottom[column] ?? '', top[column] ?? ''),
        ),
      });
  }
  const scored = lines.map((line) => ({ line, by: scoreOf(kind, line.headings) }));
  // Lines of equal worth: the single one, which was looked for.
  return scored.reduce((best, one) => (one.by > best.by ? one : best)).line;
}

/** Groups of columns that say whose or when their columns are: "Owner, Address". */
const WHOSE = /^(client|holder|issuedAt|dueAt) /;

/** One line of a column may say more than both: "How many, Fobs", or "Keys, Room". */
function saysMost(kind: ImportKind, both: string, bottom: string, top: string): string {
  const lines = [both, bottom, top].filter((said) => said && fieldOfHeading(kind, said));
  const group = both.slice(0, both.length - bottom.length).trim();
  if (WHOSE.test(fieldOfHeading(kind, group) ?? '')) return lines[0] ?? both;
  const [first = both, second] = lines;
  const [sure, surer] = [sureness(kind, first), sureness(kind, second ?? '')];
  return second && second !== top && sure < SURE && surer > sure ? second : first;
}

/** Two lines as one; a merged cell above counts for the empty ones at its right. */
function joined(top: string[], bottom: string[]): string[] {
  let over = '';
  return bottom.map((under, at) => {
    over = top[at] || (under && !isFirst(top, at) ? over : '');
    // A cell that is merged over both lines has its words in each.
    return [over, under === over ? '' : under].filter(Boolean).join(' ');
  });
}

/** Nothing of the upper line is at the left. */
const isFirst = (top: string[], at: number) => !top.slice(0, at).some(Boolean);

const shape = (cell: string) =>
  cell
    .replace(/\d+/g, '0')
    .replace(/\p{L}+/gu, 'a')
    .replace(/\s+/g, ' ');

/** A first row whose cells look like those below it is a record: the file has no heading. */
function looksLikeData(rows: string[][], at: number): boolean {
  const [one, ...others] = rows.slice(at, at + 4);
  if (!one?.some((cell) => /\d/.test(cell))) return false;
  const next = others.find((row) => filled(row) > 1);
  if (!next) return filled(one) > 1;
  const same = one.filter((cell, column) => cell && shape(cell) === shape(next[column] ?? '')).length;
  return same >= filled(one) / 2;
}
