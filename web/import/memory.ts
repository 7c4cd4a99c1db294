import type { ImportMapping, KeptMapping } from '../../shared/import.ts';
import { type ImportKind, OTHER_CLIENTS, type OtherClients } from '../../shared/import-words.ts';
import { IMPORT_MAPPING_MAX } from '../../shared/limits.ts';
import { call } from '../api/call.ts';
import { type Choices, eachGroup, NO_CHOICES } from './choices.ts';
import { type Columns, columnAs } from './columns.ts';
import { keptValues, type Replaced } from './corrections.ts';
import { isSplit } from './split.ts';

/** The choices of the last import of a file with these headings, with its author and time. */
export type Kept = NonNullable<KeptMapping['kept']>;

/** SHA-256 of the headings, without case, blanks and signs. */
async function shapeOf({ columns }: Columns): Promise<string> {
  const words = columns.map(({ heading }) => heading.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ''));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words.join('\n')));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reads what the company keeps for a file with these headings; null without anything, or when it can't be read. */
export async function readKept(
  kind: ImportKind,
  columns: Columns,
  signal: AbortSignal,
): Promise<Kept | null> {
  const query = { kind, shape: await shapeOf(columns) };
  const kept = await call('getImportMapping', { query }, { signal }).then(
    ({ data }) => data.kept,
    () => null,
  );
  return kept?.mapping.fields.length === columns.columns.length ? kept : null;
}

type About = {
  choices: Choices;
  clients: OtherClients | null;
  replaced: readonly Replaced[];
};

/** What is kept of an import for the next file with these headings: with the words of earlier ones, as far as there is room. */
export async function mappingOf(
  found: Columns,
  { choices, clients, replaced }: About,
  kept: Kept | null,
): Promise<{ shape: string; choices: ImportMapping } | undefined> {
  const { columns, patterns, fixed, answers } = found;
  // The year is of this file alone: the same day is in another one by the next.
  const { order = null, codes, years: _, ...others } = answers;
  const before = kept?.mapping.choices;
  const mapping: ImportMapping = {
    fields: columns.map(({ field }) => field),
    splits: columns.map(({ split }) => split),
    patterns,
    order,
    fixed,
    choices: eachGroup((of) => ({ ...before?.[of], ...choices[of] })),
    // Codes may stay in the texts of this file only: those of the next one are others.
    answers: { ...others, ...(codes === 'out' && { codes }), clients: clients ?? '' },
    replaced: keptValues(replaced, kept?.mapping.replaced),
  };
  const shape = await shapeOf(found);
  const less = { ...mapping, choices: NO_CHOICES, replaced: {} };
  const fits = [mapping, less].find(
    (one) => new TextEncoder().encode(JSON.stringify(one)).length < IMPORT_MAPPING_MAX,
  );
  return fits && { shape, choices: fits };
}

/** The fields assigned at the last import of such a file, instead of the recognised ones, and the values of all rows. */
export function withKept(kind: ImportKind, found: Columns, kept: Kept | null): Columns {
  if (!kept) return found;
  const { fields, splits, patterns, order, fixed, answers } = kept.mapping;
  const columns = found.columns.map((column, at) => {
    const field = fields[at] ?? null;
    const said = splits[at] ?? '';
    const split = isSplit(said) ? said : null;
    return column.field === field && !split ? column : columnAs(kind, column, { field, split, how: 'kept' });
  });
  return { ...found, columns, patterns, fixed, answers: { ...answers, ...(order && { order }) } };
}

/** What became of rows with another client at the last import of such a file. */
export const clientsMade = (kept: Kept | null): OtherClients | null =>
  OTHER_CLIENTS.find((choice) => choice === kept?.mapping.answers?.clients) ?? null;
