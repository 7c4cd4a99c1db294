/** Rows of one statement: PostgreSQL takes 65,535 values in it. */
const SLICE = 1000;

/** Many rows in parts that one insert can take; none for no rows. */
export function* slices<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += SLICE) yield rows.slice(from, from + SLICE);
}
