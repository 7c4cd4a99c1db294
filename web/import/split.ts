import { clockOfText } from '../../shared/date-text.ts';
import type { ImportRow } from '../../shared/import.ts';
import { type ImportField, type ImportKind, isYes } from '../../shared/import-words.ts';

/** Rules that make several fields of one column. */
export const SPLITS = {
  counts: { label: 'Keys and fobs, counted', kind: 'key_sets', fields: ['keyCount', 'fobCount'] },
  back: { label: 'Is it back? Yes, no or when', kind: 'key_sets', fields: ['status'] },
  firm: { label: 'Name (organisation)', kind: 'people', fields: ['name', 'organisation'] },
  phone: { label: 'Name and phone', kind: 'people', fields: ['name', 'phone'] },
} as const satisfies Record<string, { label: string; kind: ImportKind; fields: readonly ImportField[] }>;
export type Split = keyof typeof SPLITS;

export const isSplit = (text: string): text is Split => Object.hasOwn(SPLITS, text);

/** The rules of a kind, as choices of a column. */
export const splitsOf = (kind: ImportKind) =>
  Object.entries(SPLITS).flatMap(([value, split]) =>
    split.kind === kind ? [{ value, label: split.label }] : [],
  );

/** Words of what opens without a key. */
export const FOB =
  /\b(i?fobs?|transponders?|remotes?|chips?|cards?|badges?|handsender|t[eé]l[eé]commandes?|mandos?|druppels?)\b/iu;
/** Numbers in words, and the words for none. */
const NUMBERS: Record<string, number> = Object.fromEntries(
  [
    'no none without kein keine keinen ohne sans aucun aucune sin ningún geen zonder',
    'a an one single ein eine einen un une uno una een',
    'two pair zwei paar deux paire dos par twee',
    'three drei trois tres drie',
    'four vier quatre cuatro',
    'five fünf cinq cinco vijf',
  ].flatMap((words, number) => words.split(' ').map((word) => [word, number])),
);
const NONE = 'no|without|keine?n?|ohne|sans|sin|geen|zonder';
// "1,000" is one number.
const AND = new RegExp(`[+;&]|(?<!\\d),|,(?!\\d)|\\b(?:and|und|et|y|en|plus)\\b|\\s(?=(?:${NONE})\\s)`, 'iu');
/** One of these without a number is one; of other words the number is not known. */
const ONE = /^(?:key|spare|reserve|schlüssel|ersatz|clé|double|llave|copia|reserva|sleutel)$/iu;
const PIECE = /^(?:(\d{1,3}|\p{L}+(?=\s))\s*(?:[x×*.]\s*)?)?(.*)$/iu;
const BEHIND = /^(.*?)\s*(?:[x×*]|\bof)\s*(\d{1,3})$/iu;

/** What a part says: a number, and of what. Null when it says no number. */
function countOf(piece: string): { count: number; what: string } | null {
  const text = piece.trim();
  if (/^\d{1,3}$/.test(text)) return { count: Number(text), what: '' };
  const [, before = '', after] = BEHIND.exec(text) ?? [];
  if (after && /^\p{L}[\p{L}\s.'-]*$/u.test(before)) return { count: Number(after), what: before };
  const [, said = '', what = ''] = PIECE.exec(text) ?? [];
  const count = /\d/.test(said) ? Number(said) : NUMBERS[said.toLowerCase()];
  const isNumber = NUMBERS[what.split(/\s/)[0]?.toLowerCase() ?? ''] !== undefined;
  if (count !== undefined && !isNumber && /^(of\s)?\p{L}[\p{L}\s.'-]*$/u.test(what)) return { count, what };
  const alone = NUMBERS[text.toLowerCase()];
  if (alone !== undefined) return { count: alone, what: '' };
  return ONE.test(text) || FOB.test(text.replace(/s$/, '')) ? { count: 1, what: text } : null;
}

/** Keys and fobs by two numbers alone. */
export const TWO_COUNTS = /^(\d{1,2})\s*\+\s*(\d{1,2})$/;
/** "2x Yale + fob" is two keys and a fob, "1 + spare" two keys, "4 + 1" four keys and a fob. Null when a part does not say how many. */
function countsOf(cell: string): { keyCount: number; fobCount: number } | null {
  const [, keys, fobs] = TWO_COUNTS.exec(cell.trim()) ?? [];
  if (keys) return { keyCount: Number(keys), fobCount: Number(fobs) };
  const counts = { keyCount: 0, fobCount: 0 };
  for (const piece of cell.replace(/[()]/g, ' ').split(AND)) {
    const found = countOf(piece);
    if (!found) return null;
    counts[FOB.test(found.what) ? 'fobCount' : 'keyCount'] += found.count;
  }
  return counts;
}

const [BACK, OUT] = ['active', 'issued'];
/** A set that is back has no holder; its row names the last one. */
export const withoutFormer = ({ holder, issuedAt, dueAt, ...row }: ImportRow): ImportRow =>
  row.status === BACK ? row : { ...row, holder, issuedAt, dueAt };

const PHONE =
  /^(.*?\p{L}.*?)[\s,;:(–-]+(?:(?:tel|mob|phone|handy|gsm|m|t)\b\.?:?\s*)?(\+?\(?\d[\d\s()/.-]{6,}\d)\)?$/iu;
const LEFT =
  'left|leaver|former|gone|retired|ausgeschieden|ehemals?|ehemalige[rs]?|gekündigt|partie?|retraitée?|jubilad[oa]|baja|uit dienst|vertrokken|†';
const REMARK = new RegExp(String.raw`^(.*\p{L}.*?)\s*[(,[]\s*((?:${LEFT})(?!\p{L})[^()\]]*)[)\]]?$`, 'iu');
const FORMER =
  /^((?:ex|former|ehem\.?|ancien(?:ne)?|oud)[-\s](?:staff|employee|mitarbeiter(?:in)?|salariée?|empleado|medewerker)|†)[:\s]+(\p{L}.*)$/iu;

type Named = { name: string; phone?: string; notes?: string };

/** A name without the telephone number at its end. */
function phoned(cell: string): Named {
  const [, name = cell, phone] = PHONE.exec(cell) ?? [];
  return { name, ...(phone && { phone }) };
}

/** The same without what says that the person left. */
export function named(cell: string): Named {
  const { name, ...more } = phoned(cell);
  const [, who, left] = REMARK.exec(name) ?? [];
  const [, former, whose] = FORMER.exec(name) ?? [];
  const notes = left ?? former;
  return { name: who ?? whose ?? name, ...more, ...(notes && { notes }) };
}

/** The cells that a rule makes of one. What the rule does not fit stays in the first field, where it is refused or read whole. */
export function splitCell(split: Split, cell: string): Partial<Record<ImportField, string>> {
  if (split === 'counts') {
    const counts = countsOf(cell);
    return counts
      ? { keyCount: String(counts.keyCount), fobCount: String(counts.fobCount) }
      : { keyCount: cell };
  }
  if (split === 'back') {
    const isBack = isYes(cell) ?? (clockOfText(cell) || clockOfText(cell, 'month') ? true : null);
    return { status: isBack === null ? cell : isBack ? BACK : OUT };
  }
  if (split === 'phone') return phoned(cell);
  const [, name, firm] = /^([^()]+?)\s*\(([^()]+)\)$/.exec(cell) ?? /^(.+?)\s+[-–/]\s+(.+)$/.exec(cell) ?? [];
  return name && firm ? { name: name.trim(), organisation: firm.trim() } : { name: cell };
}
