import type { ImportRow } from '../../shared/import.ts';
import type { ImportField } from '../../shared/import-words.ts';

/** Alarm and access codes in running text, in English, German, French, Spanish and Dutch. Only the form decides: some are missed. */

const THING =
  'alarms?|alarm system|burglar|intruder|burglar alarm|doors?|main door|gates?|entry|entrance|access|safe|key ?safe|key ?box|lock ?box|keypad|panel|security|garage|lift|unset|disarm|alarmanlage|alarmanlagen|tür|haus|haustür|tor|garagen|zugangs?|zutritts?|eingangs?|tresor|schlüsseltresor|schlüsselsafe|alarme|portail|porte|entrée|immeuble|accès|coffre|garage|boîte à clés?|alarma|puerta|portal|portón|acceso|entrada|garaje|caja fuerte|deur|voordeur|poort|hek|toegangs?|kluis|sleutelkluis';
const CODE_WORD = '(?:codes?|kodes?|códigos?|codigos?|pin|combinations?|kombination|zahlenkombination)';
const LINK =
  "(?:de la |de las |de l['’]|du |des |de el |del |de |d['’]|der |die |das |van de |van het |van |von |für |für das |für die |zum |zur |pour |para |para la |voor |voor de |for |for the |to |to the |of |of the |['’])";
/** Haustürcode, sleutelkluiscode. */
const COMPOUND = '\\p{L}+(?<!post|zip|bar|strich|qr|label|farb|schlüssel|key|länder|landen|area)codes?';
/** Says that a code follows. */
const STRONG = `(?:${COMPOUND}|(?:${THING})[\\s-]*${CODE_WORD}|${CODE_WORD}\\s*${LINK}?(?:${THING})|pin[ -]?codes?|passcodes?|digicodes?|geheimzahl|zahlenkombination|zahlencode|combinations?|combinaison|combinación|combinatie)`;
/** May be followed by other numbers. */
const WEAK =
  '(?:alarms?|alarme|alarma|alarmanlage|pin|(?<!key |post |zip |area |bar ?|qr |label |sort |lock |stock |product |colou?r |client |property |set )codes?)';
const PASSWORD =
  '(?:passwords?|passphrase|code ?words?|kennwort|passwort|codewort|mot de passe|contraseña|wachtwoord)';

const BETWEEN =
  '(?:[\\s:=.,–—("\'“„«-]|(?:is|ist|est|es|lautet|no|nr|number|nummer|n°|nº|numéro|set to)(?=[\\s:.]))*';
/** Not a part of a longer number, a phone number, a date or a price. */
const END = '(?![\\p{L}\\d]|[ -]?\\d{3}|[/.]\\d|\\s?[€£%])';
const digits = (least: number) =>
  `[#*]*(?:\\d{4}[ -]\\d{4}|\\d(?:[ -]\\d){3,7}|\\d{2}(?:-\\d{2}){2,3}|\\d{2} \\d{2}|\\d{2,4}[A-Z]\\d{1,4}|[A-Z]?\\d{${least},8}[A-Z]?)${END}(?:\\s?[#*])*`;
const more = (least: number) => `(?:\\s*(?:,|/|\\+|and|und|et|y|en|or|oder|ou|o|of)\\s*${digits(least)})*`;
const SIGNED = '[#*]*\\d{3,8}\\s?[#*]+';

const FOUND = new RegExp(
  `(?<![\\p{L}\\d])(?:${[
    `${STRONG}${BETWEEN}${digits(3)}${more(3)}`,
    `${WEAK}${BETWEEN}(?!(?:19|20)\\d\\d(?!\\s?[#*]))${digits(4)}${more(4)}`,
    `(?:${digits(4)}\\s*(?:=|(?:is|ist|est|es)(?: the| der| die| le| la| el| de)?)|${SIGNED}\\s*\\(?)\\s*(?:${STRONG}|${WEAK})(?!\\p{L})`,
    `${PASSWORD}(?:\\s*[:=]\\s*|\\s+(?:is|ist|est|es)\\s+|\\s+(?=["'“„«]|\\S*\\d))["'“„«]?[\\p{L}\\d_!#*@$-]{3,}["'”“»]?`,
    '\\d{3,8}\\s?#(?![\\p{L}\\d])',
  ].join('|')})`,
  'giu',
);

/** The codes of a text, each with the words that name it. */
export const codesIn = (text: string): string[] => [...text.matchAll(FOUND)].map(([found]) => found.trim());

/** The text without them; signs that separated them are dropped. */
export const withoutCodes = (text: string): string =>
  text
    .replace(FOUND, '\0')
    .replace(/\(\s*\0\s*\)/g, '\0')
    .replace(/^[\s,;:./–—-]*\0[\s,;:./–—-]*/g, '')
    .replace(/[\s,;:/–—-]*\0[\s,;:/–—-]*(?=[.!?]|$)/g, '')
    .replace(/\s*([,;])?\s*\0\s*[.,;]?\s*/g, '$1 ')
    .replace(/^\s+|\s+$/g, '');

const TEXTS = ['notes', 'keyDescription', 'description'] as const;
/** A text of a row in which there are codes. */
export type CodedText = { row: number; field: ImportField; text: string; codes: string[] };

/** The texts of rows that have codes. */
export const codedTexts = (rows: readonly ImportRow[]): CodedText[] =>
  rows.flatMap((row) =>
    TEXTS.flatMap((field) => {
      const text = row[field] ?? '';
      const codes = codesIn(text);
      return codes.length > 0 ? [{ row: row.row ?? 0, field, text, codes }] : [];
    }),
  );

/** A row without the codes in its texts. */
export function uncoded(row: ImportRow): ImportRow {
  const texts = TEXTS.flatMap((field) => {
    const text = row[field];
    return text ? [[field, withoutCodes(text)]] : [];
  });
  return { ...row, ...Object.fromEntries(texts) };
}
