/** Cleans submitted text to visible, storable characters in one normal form (decision 0021). */

/** No script puts more marks on one letter; longer runs take quadratic time to normalise, and hide the letters beside them. */
const MARKS_MAX = 8;
const TOO_MANY_MARKS = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu');

/** Scripts with words whose reading depends on a joiner or non-joiner. */
const JOINING = [
  ...['Arab', 'Syrc', 'Nkoo', 'Mand', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu'],
  ...['Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr'],
]
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const VIRAMAS = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca';
const PICTURE = '\\p{Extended_Pictographic}(?:[\\ufe0e\\ufe0f]|\\p{Emoji_Modifier})?';

/** Invisible characters that change the shape of the ones beside them, in the places where they do. */
const SHAPING = [
  '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{2,6}\\u{e007f}', // the flag of a region
  `${PICTURE}(?:\\u200d${PICTURE})*`,
  '[0-9#*]\\ufe0f\\u20e3', // a key cap
  '\\p{scx=Hani}[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]', // the form of a name's character
  '(?<=[\\u1820-\\u18aa])[\\u180b-\\u180f]',
  `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
  `(?<=[${VIRAMAS}])\\u200d`,
].join('|');
/** U+2800 is an empty Braille cell, U+FFF9 to U+FFFB are invisible annotation marks; the rest has no shape by definition. */
const SHAPELESS = new RegExp(`(${SHAPING})|[\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb]`, 'gu');

/** Half a surrogate pair cannot be stored as UTF-8; it becomes the replacement character. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

const seen = (text: string): string =>
  wellFormed(text)
    .replace(SHAPELESS, (_all, shaping: string | undefined) => shaping ?? '')
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFC')
    .trim();

const PLAIN_LINE = /^[\x20-\x7e]*$/;
const PLAIN_TEXT = /^[\n\x20-\x7e]*$/;

/** One line: NFC, without control and shapeless characters, every kind of space a plain one, trimmed. */
export const cleanLine = (text: string): string =>
  PLAIN_LINE.test(text) ? text.trim() : seen(text.replace(/[\p{Cc}\p{Z}]/gu, ' '));

/** As `cleanLine` for text of several lines, which keeps its line breaks, tabs and spaces. */
export const cleanText = (text: string): string =>
  PLAIN_TEXT.test(text)
    ? text.trim()
    : seen(text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, ''));
