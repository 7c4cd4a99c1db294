import { encode } from 'uqr';

/** What a label's square is drawn as: so many modules wide, and the dark ones as one path, row by row. */
export type Square = { size: number; path: string };

/**
 * The square of a text, without its quiet zone, which the label leaves free. At level M it is read with a seventh of it gone; a text of
 * capitals and digits alone takes a smaller one.
 */
export function squareOf(text: string): Square {
  const { size, data } = encode(text, { ecc: 'M', border: 0 });
  return { size, path: data.map((row, y) => runsOf(row, y)).join('') };
}

/** The dark runs of a row, each one rectangle: neighbours drawn apart would show a hairline between them. */
function runsOf(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x] || row[x - 1]) continue;
    let end = x;
    while (row[end]) end += 1;
    path += `M${x} ${y}h${end - x}v1h${x - end}z`;
  }
  return path;
}
