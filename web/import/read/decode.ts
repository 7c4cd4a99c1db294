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
/** As UTF-8; null when it is not. */
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
