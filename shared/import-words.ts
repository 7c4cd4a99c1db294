import {
  headOf,
  LOCATION_FIELDS,
  namesOf,
  PERSON_FIELDS,
  PREMISES_FIELDS,
  type RecordField,
  SET_FIELDS,
} from './record-fields.ts';

/** The wording of imports. Imports no schema, so that a page can use it without one. */

/** The kinds of records that a file can contain. */
export const IMPORT_KINDS = ['key_sets', 'people', 'locations', 'premises'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The columns of each kind, in the order of a template. */
export const IMPORT_FIELDS = {
  key_sets: namesOf(SET_FIELDS),
  people: [
    'name',
    'kind',
    'organisation',
    'phone',
    'email',
    'badge',
    'maxSets',
    'validUntil',
    'active',
    'notes',
  ],
  locations: ['name', 'type', 'description', 'status'],
  premises: ['name', 'address', 'postcode', 'client', 'reference', 'active', 'notes'],
} as const satisfies Record<ImportKind, readonly string[]>;
export type ImportField = (typeof IMPORT_FIELDS)[ImportKind][number];

/** The column of a record's field. */
export const columnOf = (field: string): string => (field === 'isActive' ? 'active' : field);

/** Headings of the columns that are fields of a record. */
function headsOf(kind: ImportKind, fields: Record<string, RecordField>) {
  const columns: readonly string[] = IMPORT_FIELDS[kind];
  const heads = Object.entries(fields).map(([name, field]) => [columnOf(name), headOf(field)] as const);
  return Object.fromEntries(heads.filter(([column]) => columns.includes(column)));
}

/** The heading of each field, in templates, on screen and in the files of "Export everything". */
export const IMPORT_LABELS = {
  ...headsOf('key_sets', SET_FIELDS),
  ...headsOf('people', PERSON_FIELDS),
  ...headsOf('locations', LOCATION_FIELDS),
  ...headsOf('premises', PREMISES_FIELDS),
} as Record<ImportField, string>;
export const ALL_FIELDS = Object.keys(IMPORT_LABELS) as ImportField[];

/** Placeholder line for an unknown address or client, in a cell that lists several premises. */
export const NOT_KNOWN = '/';

/** The file of each kind in the ZIP of "Export everything". */
export const EXPORTED_AS: Record<ImportKind, string> = {
  key_sets: 'sets.csv',
  people: 'people.csv',
  locations: 'locations.csv',
  premises: 'premises.csv',
};

/** The fields that every row of a kind must have, first the one that names the record. */
export const IMPORT_NEEDED: Record<ImportKind, readonly ImportField[]> = {
  key_sets: ['identifier', 'location', 'type'],
  people: ['name'],
  locations: ['name', 'type'],
  premises: ['name'],
};

export const IMPORT_RESULTS = ['new', 'changed', 'same', 'refused'] as const;
export type ImportResult = (typeof IMPORT_RESULTS)[number];

/** What becomes of rows with another client than their premises have: separate premises, or the client stays as it is. */
export const OTHER_CLIENTS = ['separate', 'keep'] as const;
export type OtherClients = (typeof OTHER_CLIENTS)[number];
/** Why such a row is refused, or with "keep" what it is warned of. */
export const otherClient = (premises: string, client: string, said: string): string =>
  `The client of ${premises} is ${client}, not ${said}`;
export const isOtherClient = (text: string | undefined): boolean =>
  text?.startsWith('The client of ') ?? false;

/** Warnings of rows that may be the same record twice. */
export const looksLike = (other: string, row: number): string => `Looks like ${other} in row ${row}`;
/** The same of a set of the register. */
export const looksLikeKnown = (word: string): string => `Looks like ${word}, which is in the register`;
export const alsoElsewhere = (row: number): string => `Also in row ${row}, at another location`;
export const isPerhapsSame = (text: string | undefined): boolean =>
  /^(Looks like|Also in row) /.test(text ?? '');

/** A cell that a spreadsheet changed, as a browser sends it: what it was is asked, never guessed. */
export const doubtful = (cell: string): string => `[?${cell}]`;
/** Why a cell with such a text is refused; null for others. */
export function whyDoubtful(text: string): string | null {
  const [, was] = /\[\?(\d{4}-\d\d-\d\d(?: \d\d:\d\d)?|\d{4})\]/.exec(text) ?? [];
  if (!was) return null;
  return was.includes('-')
    ? 'A spreadsheet made a date of this. Enter what it was.'
    : 'The other postcodes have five digits. Enter all of it.';
}

export const isField = (text: string): text is ImportField => Object.hasOwn(IMPORT_LABELS, text);

const YES =
  ' yes y true 1 active x ja j oui o sí si s aktiv actif activo actief wahr vrai verdadero waar sì tak ✓ ✔ ';
const NO =
  ' no n false 0 inactive nein non nee inaktiv inactif inactivo inactief falsch faux falso onwaar nej nie ';
/** What a cell of yes and no says; null for other words. */
export function isYes(text: string): boolean | null {
  const word = ` ${text.trim().toLowerCase()} `;
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : null;
}
