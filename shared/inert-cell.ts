/** A spreadsheet would run a cell that begins with one of these. */
const FORMULA = /^[\s\ufeff\0]*[=+\-@\t\r\n\0＝＋－＠]/;
/** Where lists are split on semicolons, quotes inside a line count for nothing, and a cell begins behind each of these. */
const FORMULA_WITHIN = /([;\r\n][\s\ufeff\0]*)(?=[=+\-@＝＋－＠])/g;

/** A cell of a CSV file as it is written: text that no spreadsheet takes for a formula, whichever sign splits its lists. */
export const inert = (cell: string): string =>
  (FORMULA.test(cell) ? `'${cell}` : cell).replace(FORMULA_WITHIN, "$1'");
