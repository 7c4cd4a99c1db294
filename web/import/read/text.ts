import Papa from 'papaparse';
import { unguarded } from '../../../shared/unguarded.ts';
import { ROWS_READ, type Sheet, Unreadable } from './refused.ts';

const BINARY = 'This is not a text file. Save the sheet as .xlsx or .csv and try again.';

/** The text of bytes in the encodings that spreadsheets write: UTF-8 and UTF-16, with a mark or without, else Windows-1252. */
export function decode(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const wide = wideOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  // What holds a NUL byte and is no UTF-16 is no text.
  if (bytes.includes(0)) throw new Unreadable(BINARY);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** UTF-16 without a mark: of Latin text every other byte is zero. */
function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const some = bytes.subarray(0, 2000);
  const pairs = some.length >> 1;
  if (pairs < 4) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    if (some[at] === 0) even += 1;
    if (some[at + 1] === 0) odd += 1;
  }
  if (odd > pairs * 0.6 && even === 0) return 'utf-16le';
  return even > pairs * 0.6 && odd === 0 ? 'utf-16be' : null;
}

/**
 * The rows of a text as people paste or save it: commas, semicolons, tabs or bars, which of them is found out. Those beyond what can come
 * in are counted and not kept.
 */
export function sheetOfText(text: string): Sheet {
  const rows: string[][] = [];
  let filled = 0;
  Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    delimitersToGuess: ['\t', ';', ',', '|'],
    step: ({ data }) => {
      if (data.some((cell) => cell.trim() !== '')) filled += 1;
      if (filled <= ROWS_READ) rows.push(data.map((cell) => unguarded(cell.replaceAll('\0', '').trim())));
    },
  });
  return { name: null, rows, filled };
}
