import type { ImportField, ImportKind } from '../../shared/import-words.ts';

/** Rules that make several fields of one column. */
export const SPLITS = {
  counts: { label: 'Keys and fobs, counted', kind: 'key_sets', fields: ['keyCount', 'fobCount'] },
  firm: { label: 'Name (organisation)', kind: 'people', fields: ['name', 'organisation'] },
} as const satisfies Record<string, { label: string; kind: ImportKind; fields: readonly ImportField[] }>;
export type Split = keyof typeof SPLITS;

export const isSplit = (text: string): text is Split => Object.hasOwn(SPLITS, text);

/** The rules of a kind, as choices of a column. */
export const splitsOf = (kind: ImportKind) =>
  Object.entries(SPLITS).flatMap(([value, split]) =>
    split.kind === kind ? [{ value, label: split.label }] : [],
  );

const FOB =
  /\b(i?fobs?|transponders?|remotes?|chips?|cards?|badges?|handsender|t[eé]l[eé]commandes?|mandos?|druppels?)\b/iu;
const AND = /[+,;&/]|\b(?:and|und|et|y|en|plus)\b/iu;
const PIECE = /^(?:(\d{1,3})\s*(?:[x×*.]\s*|\s))?\s*(.*)$/iu;

/** "2x Yale + fob" is two keys and a fob, "1 + spare" two keys. Null when a part says neither a number nor a word. */
function countsOf(cell: string): { keyCount: number; fobCount: number } | null {
  const counts = { keyCount: 0, fobCount: 0 };
  for (const piece of cell.split(AND)) {
    const text = piece.trim();
    const alone = /^\d{1,3}$/.test(text);
    const [, number, words = ''] = alone ? ['', text, ''] : (PIECE.exec(text) ?? []);
    if (!(number && !words) && !/^\p{L}[\p{L}\s.'-]*$/u.test(words)) return null;
    counts[FOB.test(words) ? 'fobCount' : 'keyCount'] += Number(number ?? 1);
  }
  return counts;
}

/** The cells that a rule makes of one. What the rule does not fit stays in the first field, where it is refused or read whole. */
export function splitCell(split: Split, cell: string): Partial<Record<ImportField, string>> {
  if (split === 'counts') {
    const counts = countsOf(cell);
    return counts
      ? { keyCount: String(counts.keyCount), fobCount: String(counts.fobCount) }
      : { keyCount: cell };
  }
  const [, name, firm] = /^([^()]+?)\s*\(([^()]+)\)$/.exec(cell) ?? /^(.+?)\s+[-–/]\s+(.+)$/.exec(cell) ?? [];
  return name && firm ? { name: name.trim(), organisation: firm.trim() } : { name: cell };
}
