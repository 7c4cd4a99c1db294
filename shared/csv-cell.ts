/** A spreadsheet would run a cell that begins with one of these as a formula. Behind apostrophes it does not, but `unguarded` takes one off. */
const FORMULA = /^'*[\s\ufeff\0]*[=+\-@\t\r\n\0＝＋－＠]/;
/** In spreadsheets that split on semicolons, quotes inside a line have no effect, and a cell begins after each of these. */
const FORMULA_WITHIN = /([;\r\n][\s\ufeff\0]*)(?='*[=+\-@＝＋－＠])/g;

/** The text of a CSV cell that no spreadsheet takes for a formula, whichever separator it uses. */
export const inert = (cell: string): string =>
  (FORMULA.test(cell) ? `'${cell}` : cell).replace(FORMULA_WITHIN, "$1'");

/** The original text of a cell that our export protected from being run as a formula (server/download.ts). */
export const unguarded = (cell: string): string =>
  cell
    .replace(/^'(?='*[\s\ufeff]*[=+\-@\t\r\n＝＋－＠])/, '')
    .replace(/([;\r\n][\s\ufeff]*)'(?='*[=+\-@＝＋－＠])/g, '$1');
