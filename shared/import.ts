import * as z from 'zod/mini';
import { ALL_FIELDS, IMPORT_KINDS, IMPORT_RESULTS, type ImportField, OTHER_CLIENTS } from './import-words.ts';
import { IMPORT_MAPPING_MAX, IMPORT_PAGE, IMPORT_ROWS_MAX, TEXT_MAX, TOO_MANY_ROWS } from './limits.ts';
import { SettingForm } from './setting.ts';
import { settingNameOf } from './setting-words.ts';
import { cursorQuery, idField, instant, limitQuery, notRead, requiredLine } from './text.ts';

/** The limit of a cell: longer than any field allows. */
const CELL_MAX = 10_000;
const cell = z.optional(
  z.nullable(
    z.string('Must be text').check(
      z.maxLength(CELL_MAX, 'This cell is too long'),
      // No column of the database can store it.
      z.overwrite((text) => (text.includes('\0') ? text.replaceAll('\0', '') : text)),
    ),
  ),
);
const cells = Object.fromEntries(ALL_FIELDS.map((field) => [field, cell])) as Record<
  ImportField,
  typeof cell
>;

/** A row as typed: every cell is text; missing, null and blank are the same. `row` is its number in the file. */
export const ImportRow = z
  .object({ row: z.optional(z.int('Unknown row')), ...cells })
  .check(
    z.refine(({ row: _, ...said }) => Object.values(said).some(Boolean), 'There is nothing in this row'),
  );
export type ImportRow = z.infer<typeof ImportRow>;

const rows = z
  .array(ImportRow, 'There are no rows')
  .check(z.minLength(1, 'There are no rows'), z.maxLength(IMPORT_ROWS_MAX, TOO_MANY_ROWS));

const kind = z.enum(IMPORT_KINDS, 'Unknown kind');
/** A word of the file that names a location or a type, and the record it is to become. */
const word = z.string().check(z.maxLength(CELL_MAX, 'This cell is too long'));
const locations = z.optional(
  z.record(
    word,
    z.union(
      [idField('Unknown location'), z.object({ type: requiredLine('Type is required') })],
      'Unknown location',
    ),
  ),
);
/** A new type or status, made with the import, by its label on screen. */
const NewEntry = z.object({
  label: SettingForm.shape.displayName.check(
    z.refine((label) => settingNameOf(label) !== '', 'Enter a name with letters or digits'),
  ),
});
const types = z.optional(
  z.record(word, z.union([requiredLine('Type is required'), NewEntry], 'Unknown type')),
);
const statuses = z.optional(
  z.record(word, z.union([z.nullable(requiredLine('Status is required')), NewEntry], 'Unknown status')),
);

const clients = z.optional(z.enum(OTHER_CLIENTS, 'Unknown choice'));

/** What an import and its check read. */
const asked = { kind, rows, locations, types, statuses, clients };

/** POST /api/imports/check: reports the effect of an import without changing anything. It takes the body of the import. */
export const ImportCheckForm = z.object({
  ...asked,
  fileName: notRead,
  sha256: notRead,
  skipRefused: notRead,
  refusedRows: notRead,
  mapping: notRead,
});

const hash = (message: string) => z.string(message).check(z.regex(/^[0-9a-f]{64}$/, message));
/** Without the signs that PostgreSQL cannot store. */
const storable = z.string().check(z.overwrite((text: string) => text.replace(/[\0\p{Cs}]/gu, '')));
const short = storable.check(z.maxLength(TEXT_MAX, 'Too long to keep'));
const mappingOf = <Text extends z.ZodMiniType<string>>(text: Text) => {
  const texts = z.record(storable, text);
  return {
    fields: z.array(z.nullable(z.enum(ALL_FIELDS, 'Unknown field'))),
    splits: z.array(z.nullable(text)),
    patterns: texts,
    fixed: texts,
    order: z.nullable(z.enum(['day', 'month'], 'Unknown order')),
    choices: z.object({ locations: texts, types: texts, statuses: texts }),
    answers: z.optional(texts),
    replaced: z.optional(z.record(storable, texts)),
  };
};

/**
 * What a file's columns became, kept for the next file with the same headings: the field of each column, the rule that splits it, the patterns
 * that join several, the values of all rows, the order of day and month, the choices for unknown words, the answers to questions about all
 * rows, and what values were replaced by, by field.
 */
const ImportMapping = z
  .object(mappingOf(short))
  .check(
    z.refine((mapping) => JSON.stringify(mapping).length <= IMPORT_MAPPING_MAX, 'Too many choices to keep'),
  );
export type ImportMapping = z.infer<typeof ImportMapping>;
/** SHA-256 of a file's normalised headings. */
const shape = hash('Unknown headings');

/** GET /api/imports/mapping: `mapping` of the last import of this kind with these headings, its author and time; null without one. */
export const MappingQuery = z.object({ kind, shape });
export const KeptMapping = z.object({
  kept: z.nullable(z.object({ mapping: z.object(mappingOf(z.string())), by: z.string(), at: instant })),
});
export type KeptMapping = z.infer<typeof KeptMapping>;

/**
 * POST /api/imports. `locations`, `types` and `statuses` map unknown words of the file: to the id of a location or the type of a new one, to a
 * type or the label of a new one, and to a status, the label of a new one, or null for none. New types and statuses need system:admin. `clients` decides for rows whose client is not that of their premises: new premises, or the client of
 * the premises stays; without it they are refused. Without `skipRefused` one refused row refuses all, and with `refusedRows`, the number
 * that the check reported, so does any other number. `mapping` is kept for files of the same
 * headings.
 */
export const ImportForm = z.object({
  ...asked,
  fileName: requiredLine('File name is required'),
  sha256: hash('Unknown file'),
  skipRefused: z.optional(z.boolean('Skip refused must be true or false')),
  refusedRows: z.optional(
    z
      .int('Refused rows must be a number')
      .check(
        z.gte(0, 'Refused rows must be a number'),
        z.lte(IMPORT_ROWS_MAX, 'Refused rows must be a number'),
      ),
  ),
  mapping: z.optional(z.object({ shape, choices: ImportMapping }, 'Unknown choices')),
});

const counts = { created: z.int(), changed: z.int(), same: z.int(), refused: z.int() };
/**
 * Result of checking a row: errors by field (`''` for those of no cell), warnings that refuse nothing, and for a changed record each field's
 * old and new value.
 */
export const CheckedRow = z.object({
  row: z.int(),
  result: z.enum(IMPORT_RESULTS),
  errors: z.record(z.string(), z.string()),
  warnings: z.record(z.string(), z.string()),
  changes: z.record(z.string(), z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) })),
});
export type CheckedRow = z.infer<typeof CheckedRow>;

const unknownWord = z.object({
  word: z.string(),
  rows: z.int(),
  /** The most similar record: a location by its id, a type or status by its name. */
  nearest: z.nullable(z.string()),
});
const use = z.object({ now: z.int(), after: z.int(), limit: z.nullable(z.int()) });

/** `unknown`: words that name no location, type, status or person. `plan` is null for users with limited locations. */
export const ImportCheck = z.object({
  rows: z.array(CheckedRow),
  unknown: z.object({
    locations: z.array(unknownWord),
    types: z.array(unknownWord),
    statuses: z.array(unknownWord),
    /** Names of holders that are no person of the register. */
    people: z.array(unknownWord),
  }),
  counts: z.object(counts),
  newLocations: z.int(),
  plan: z.nullable(z.object({ name: z.string(), keys: use, locations: use })),
});
export type ImportCheck = z.infer<typeof ImportCheck>;

/** The result of an import. */
export const ImportDone = z.object({ id: z.int(), ...counts, newLocations: z.int() });
export type ImportDone = z.infer<typeof ImportDone>;

const figures = z.object({
  stage: z.enum(['checking', 'writing', 'finishing']),
  done: z.int(),
  total: z.int(),
});
/** GET /api/imports/progress: the progress of the company's running import, and of the caller's running check. Null when none is running. */
export const ImportProgress = z.object({ progress: z.nullable(figures), check: z.nullable(figures) });
export type ImportProgress = z.infer<typeof ImportProgress>;

/** GET /api/imports: newest first; `sha256` limits to runs of one file. */
export const ImportsQuery = z.object({
  sha256: z.optional(hash('Unknown file')),
  limit: z.optional(limitQuery(IMPORT_PAGE)),
  cursor: cursorQuery(),
});

/**
 * A run of a file. Nothing came in while it is `running`, when it `failed` (`failure` says why) or was `stopped` with its server. `notUndone`
 * says why a finished one can't be undone by the caller. `refusedUntil`: until when its refused rows can be downloaded, null without any.
 */
export const ImportRun = z.object({
  id: z.int(),
  kind: z.enum(IMPORT_KINDS),
  fileName: z.string(),
  sha256: z.string(),
  rows: z.int(),
  state: z.enum(['running', 'finished', 'undone', 'failed', 'stopped']),
  by: z.object({ id: z.int(), name: z.string() }),
  begunAt: instant,
  endedAt: z.nullable(instant),
  counts: z.nullable(z.object(counts)),
  failure: z.nullable(z.string()),
  undone: z.nullable(z.object({ by: z.string(), at: instant })),
  isUndoable: z.boolean(),
  notUndone: z.nullable(z.string()),
  refusedUntil: z.nullable(instant),
});
export type ImportRun = z.infer<typeof ImportRun>;
