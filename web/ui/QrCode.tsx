import { encode } from 'uqr';

/** A QR code: its size in modules, and the dark ones as a path, row by row. */
type Code = { size: number; path: string };

/**
 * The QR code of a text at level M (readable with 15 % damage), without its quiet zone, which the label adds. Capitals and digits alone
 * give a smaller one.
 */
export function qrCodeOf(text: string): Code {
  const { size, data } = encode(text, { ecc: 'M', border: 0 });
  return { size, path: data.map((row, y) => runsOf(row, y)).join('') };
}

/** The dark runs of a row as rectangles: separate modules would show hairlines. */
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

/** A text to scan from the screen. `label` says what it is. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = qrCodeOf(text);
  return (
    <svg
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      role="img"
      aria-label={label}
      className="size-44 shrink-0 rounded-lg bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
