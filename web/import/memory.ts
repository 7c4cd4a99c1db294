import type { ImportField, ImportKind } from '../../shared/import-words.ts';
import { type Choices, type Known, NO_STATUS } from './choices.ts';
import type { Columns } from './columns.ts';
import type { Split } from './split.ts';

/** What was chosen for a file, kept on this device for the next one with the same headings. */
type Kept = Pick<Columns, 'patterns' | 'order'> & {
  fields: (ImportField | null)[];
  splits: (Split | null)[];
  fixed: Partial<Record<ImportField, string>>;
  choices: Choices;
};

const keyOf = (kind: ImportKind, { columns }: Columns) =>
  `import ${kind} ${columns
    .map(({ heading }) => heading)
    .join('|')
    .slice(0, 500)}`;

function keptOf(kind: ImportKind, columns: Columns): Kept | null {
  try {
    const kept: Kept | null = JSON.parse(localStorage.getItem(keyOf(kind, columns)) ?? 'null');
    return Array.isArray(kept?.fields) && kept.fields.length === columns.columns.length ? kept : null;
  } catch {
    return null;
  }
}

export function remember(kind: ImportKind, columns: Columns, about: Pick<Kept, 'fixed' | 'choices'>): void {
  const { patterns, order } = columns;
  const fields = columns.columns.map(({ field }) => field);
  const splits = columns.columns.map(({ split }) => split);
  const before = keptOf(kind, columns)?.choices;
  const words = (of: keyof Choices) => ({ ...before?.[of], ...about.choices[of] });
  const choices = { locations: words('locations'), types: words('types'), statuses: words('statuses') };
  const kept: Kept = { fields, splits, patterns, order, fixed: about.fixed, choices };
  try {
    localStorage.setItem(keyOf(kind, columns), JSON.stringify(kept));
  } catch {
    // Without storage the choice is made again next time.
  }
}

/** The fields assigned to the same headings before, instead of the recognised ones, and the values of all rows. */
export function remembered(
  kind: ImportKind,
  found: Columns,
): { columns: Columns; fixed: Partial<Record<ImportField, string>> } {
  const kept = keptOf(kind, found);
  if (!kept) return { columns: found, fixed: {} };
  const columns = found.columns.map((column, at) => {
    const [field, split] = [kept.fields[at] ?? null, kept.splits?.[at] ?? null];
    return column.field === field && !split
      ? column
      : { ...column, field, split, how: 'kept' as const, why: '' };
  });
  return {
    columns: { ...found, columns, patterns: kept.patterns ?? {}, order: kept.order },
    fixed: kept.fixed ?? {},
  };
}

/** The choices made before for the same words, as far as they can still be made. */
export function choicesMade(
  kind: ImportKind,
  columns: Columns | null,
  proposed: Choices,
  known: Known,
): Choices {
  const kept = columns && keptOf(kind, columns)?.choices;
  if (!kept) return proposed;
  const can = new Set([
    ...known.locations.map(({ id }) => `id:${id}`),
    ...known.newPlaces.map(({ value }) => `new:${value}`),
    ...[...known.types, ...known.statuses].map(({ value }) => value),
    NO_STATUS,
  ]);
  const made = (of: keyof Choices) =>
    Object.fromEntries(
      Object.entries(proposed[of]).map(([word, choice]) => {
        const before = kept[of]?.[word];
        return [word, before && can.has(before) ? before : choice];
      }),
    );
  return { locations: made('locations'), types: made('types'), statuses: made('statuses') };
}
