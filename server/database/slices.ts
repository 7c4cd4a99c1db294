/** Rows per statement, which holds at most 65,535 values. */
const SLICE = 1000;

/** Splits rows into slices for one statement each; none for no rows. */
export function* slices<T>(rows: readonly T[], size = SLICE): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
