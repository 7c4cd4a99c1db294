/** Reading the letters of a text file, whichever program saved it. */

/** The characters from 0x80 of Windows-1252, which is Latin-1 from 0xA0, and of the code page that Excel calls "MS-DOS". */
const WINDOWS = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'];
const DOS = [
  ...'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
];
type Read = (bytes: Uint8Array) => string;
const by =
  (high: readonly string[]): Read =>
  (bytes) =>
    Array.from(bytes, (byte) => high[byte - 0x80] ?? String.fromCharCode(byte)).join('');
const asWindows = by(WINDOWS);
const asMac: Read = (bytes) => new TextDecoder('macintosh').decode(bytes);

const utf8 = new TextDecoder('utf-8', { fatal: true });
function asUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Decodes UTF-8 and UTF-16, with or without a byte-order mark, and what older programs write. Null for what is no text. */
export function decode(bytes: Uint8Array): string | null {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const wide = wideOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  // A NUL byte outside UTF-16 means that this is not text.
  if (bytes.includes(0)) return null;
  return asUtf8(bytes) ?? byLine(bytes);
}

/** UTF-16 without a byte-order mark: in Latin text every other byte is zero. */
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

const [LINE_FEED, RETURN] = [10, 13];
/** Bytes that decide the code page. */
const SAMPLE = 50_000;

/** A line pasted from elsewhere does not change how the others are read: each that is UTF-8 is read as such. */
function byLine(bytes: Uint8Array): string {
  const isMac = !bytes.includes(LINE_FEED) && bytes.includes(RETURN);
  const lines = linesOf(bytes, isMac ? RETURN : LINE_FEED).map((line) => ({ line, text: asUtf8(line) }));
  const others = lines.filter(({ text }) => text === null).map(({ line }) => line);
  const read = olderOf(others, isMac);
  return lines.map(({ line, text }) => text ?? read(line)).join('');
}

/** The lines, each with its end. */
function linesOf(bytes: Uint8Array, end: number): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(end, from);
    const next = at < 0 ? bytes.length : at + 1;
    lines.push(bytes.subarray(from, next));
    from = next;
  }
  return lines;
}

/** Windows-1252, unless it makes signs of letters: then that of MS-DOS, or of a Macintosh, whose lines end with a return alone. */
function olderOf(lines: Uint8Array[], isMac: boolean): Read {
  const sample: number[] = [];
  for (const line of lines) if (sample.length < SAMPLE) sample.push(...line.subarray(0, SAMPLE));
  const pages = [...(isMac ? [asMac] : []), asWindows, by(DOS)];
  const faults = pages.map((read) => faultsIn(read(Uint8Array.from(sample))));
  return pages[faults.indexOf(Math.min(...faults))] ?? asWindows;
}

/** A control character, a sign inside a word, or a capital after a small letter. Quotation marks and dashes are in words, too. */
const FAULT =
  /[\u0080-\u009f]|(?<=\p{L})[^\p{L}\p{M}\s\d!-~‘’´`“”«»–—·…®™°ºª\u00ad](?=\p{L})|(?<=\p{Ll})[À-ÞŠŽŸ]|[ƒŸ]/gu;
const faultsIn = (text: string): number => text.match(FAULT)?.length ?? 0;

const AGAIN = 'save it as .xlsx and try again.';
const PICTURE = 'This is a picture. Ask for the spreadsheet that it shows.';
const PACKED = 'This file is packed. Unpack it and choose the spreadsheet inside.';

/** What files that are no spreadsheet begin with. */
const BEGINNINGS: [string, string][] = [
  [
    '\xd0\xcf\x11\xe0',
    'This is an old Excel file (.xls), or one with a password. Save it as .xlsx and try again.',
  ],
  ['\xff\xd8\xff', PICTURE],
  ['\x89PNG', PICTURE],
  ['GIF8', PICTURE],
  ['%PDF', 'This is a PDF. Ask for the spreadsheet behind it, or copy its rows and paste them here.'],
  ['{\\rtf', 'This is a document. Copy its rows and paste them here.'],
  ['\x1f\x8b', PACKED],
  ['7z\xbc\xaf', PACKED],
  ['Rar!', PACKED],
];

/** Why a file that is no spreadsheet cannot be read, by its first bytes; null for others. */
export function foreignBytes(bytes: Uint8Array): string | null {
  const first = String.fromCharCode(...bytes.subarray(0, 8));
  return BEGINNINGS.find(([magic]) => first.startsWith(magic))?.[1] ?? null;
}

/** The same for a text: what programs save as .xls is often a web page. */
export function foreignText(text: string): string | null {
  const start = text.slice(0, 1000).trimStart();
  if (/^<(!doctype html|html|head|body|table|meta)/i.test(start))
    return `This is a web page, as many programs save it under the name .xls. Open it in your spreadsheet program, ${AGAIN}`;
  if (/^<\?xml/i.test(start)) return `This is an XML file. Open it in your spreadsheet program, ${AGAIN}`;
  return null;
}

/** Parts that other programs' files have. */
const PARTS: [RegExp, string][] = [
  [/^content\.xml$/, `This is a file of LibreOffice (.ods). Open it there, ${AGAIN}`],
  [/\.iwa$/, 'This is a file of Numbers. In Numbers choose File, Export To, Excel, and try that file.'],
  [/^word\//, 'This is a Word document. Copy its rows and paste them here.'],
  [/^xl\/workbook\.bin$/, `This is a binary workbook (.xlsb). Open it, ${AGAIN}`],
  [/\.(xlsx|csv)$/i, PACKED],
];

/** The same for a ZIP without a workbook, by the names in it. */
export const foreignParts = (names: readonly string[]): string =>
  PARTS.find(([part]) => names.some((name) => part.test(name)))?.[1] ??
  'This is not an Excel workbook. Save the sheet as .xlsx or .csv and try again.';
