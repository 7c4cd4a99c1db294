import type { ImportKind } from '../../shared/import-words.ts';
import type { Column, Columns } from './columns.ts';

const keyOf = (kind: ImportKind, columns: Column[]) =>
  `import ${kind} ${columns
    .map(({ heading }) => heading)
    .join('|')
    .slice(0, 500)}`;

/** Keeps on this device what the columns of these headings become. */
export function remember(kind: ImportKind, columns: Column[]): void {
  try {
    localStorage.setItem(keyOf(kind, columns), JSON.stringify(columns.map(({ field }) => field)));
  } catch {
    // A device that keeps nothing asks again.
  }
}

/** What was chosen for the same headings before, in place of what was found. */
export function remembered(kind: ImportKind, found: Columns): Columns {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(kind, found.columns)) ?? 'null');
    if (!Array.isArray(kept) || kept.length !== found.columns.length) return found;
    const columns = found.columns.map((column, at) =>
      column.field === kept[at] ? column : { ...column, field: kept[at], ground: 'As you chose last time' },
    );
    return { ...found, columns };
  } catch {
    return found;
  }
}
