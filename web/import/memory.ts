import type { ImportField, ImportKind } from '../../shared/import-words.ts';
import type { Columns } from './columns.ts';

/** What was chosen for a file, kept on this device for the next one with the same headings. */
type Kept = Pick<Columns, 'patterns' | 'order'> & { fields: (ImportField | null)[] };

const keyOf = (kind: ImportKind, { columns }: Columns) =>
  `import ${kind} ${columns
    .map(({ heading }) => heading)
    .join('|')
    .slice(0, 500)}`;

export function remember(kind: ImportKind, columns: Columns): void {
  const { patterns, order } = columns;
  const kept: Kept = { fields: columns.columns.map(({ field }) => field), patterns, order };
  try {
    localStorage.setItem(keyOf(kind, columns), JSON.stringify(kept));
  } catch {
    // Without storage the choice is made again next time.
  }
}

/** The fields assigned to the same headings before, instead of the recognised ones. */
export function remembered(kind: ImportKind, found: Columns): Columns {
  try {
    const kept: Kept | null = JSON.parse(localStorage.getItem(keyOf(kind, found)) ?? 'null');
    if (!Array.isArray(kept?.fields) || kept.fields.length !== found.columns.length) return found;
    const columns = found.columns.map((column, at) => {
      const field = kept.fields[at] ?? null;
      return column.field === field ? column : { ...column, field, how: 'kept' as const, why: '' };
    });
    return { ...found, columns, patterns: kept.patterns, order: kept.order };
  } catch {
    return found;
  }
}
