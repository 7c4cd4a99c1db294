import {
  headOf,
  LOCATION_FIELDS,
  PERSON_FIELDS,
  PREMISES_FIELDS,
  type RecordField,
} from './record-fields.ts';

/** The wording of imports. Imports no schema, so that a page can use it without one. */

/** The kinds of records that a file can contain. */
export const IMPORT_KINDS = ['key_sets', 'people', 'locations', 'premises'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The columns of each kind, in the order of a template. */
export const IMPORT_FIELDS = {
  key_sets: [
    'identifier',
    'type',
    'location',
    'currentTag',
    'keyCount',
    'fobCount',
    'keyDescription',
    'premises',
    'address',
    'client',
    'position',
    'nfcSerial',
    'labelCode',
    'status',
    'holder',
    'issuedAt',
    'dueAt',
    'notes',
  ],
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
function headsOf(kind: Exclude<ImportKind, 'key_sets'>, fields: Record<string, RecordField>) {
  const columns: readonly string[] = IMPORT_FIELDS[kind];
  const heads = Object.entries(fields).map(([name, field]) => [columnOf(name), headOf(field)] as const);
  return Object.fromEntries(heads.filter(([column]) => columns.includes(column)));
}

/** The heading of each field, in templates, on screen and in the files of "Export everything". */
export const IMPORT_LABELS = {
  identifier: 'Set ID',
  type: 'Type',
  location: 'Location',
  currentTag: 'Tag',
  keyCount: 'Keys',
  fobCount: 'Fobs',
  keyDescription: 'Description',
  premises: 'Premises',
  address: 'Address',
  client: 'Client',
  position: 'Position',
  nfcSerial: 'NFC serial',
  labelCode: 'Label code',
  status: 'Status',
  holder: 'Out with',
  issuedAt: 'Issued',
  dueAt: 'Due back',
  notes: 'Notes',
  ...headsOf('people', PERSON_FIELDS),
  ...headsOf('locations', LOCATION_FIELDS),
  ...headsOf('premises', PREMISES_FIELDS),
} as Record<ImportField, string>;

/** Placeholder line for an unknown address or client, in a cell that lists several premises. */
export const NOT_KNOWN = '/';

/** The fields that every row of a kind must have. */
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
export const alsoElsewhere = (row: number): string => `Also in row ${row}, at another location`;
export const isPerhapsSame = (text: string | undefined): boolean =>
  /^(Looks like|Also in row) /.test(text ?? '');

export const isField = (text: string): text is ImportField => Object.hasOwn(IMPORT_LABELS, text);
