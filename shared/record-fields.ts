/** What a field holds, and so how a dialog asks for it. `own`: drawn by its dialog. */
type FieldKind =
  | 'line'
  | 'text'
  | 'code'
  | 'phone'
  | 'email'
  | 'url'
  | 'number'
  | 'day'
  | 'choice'
  | 'suggested'
  | 'switch'
  | 'own';

/** A field of a record: `line` without a kind. `head` is its heading in files and its word in the activity log, if not the label. */
export type RecordField = { label: string; kind?: FieldKind; head?: string };

/**
 * The fields of the records that people fill in, in the order of their dialogs. Dialogs, changes, the activity log and the headings of
 * files follow from them; export.test.ts (server/features/export) names what lacks one. Limits are in the schema of each record.
 */
export const LOCATION_FIELDS = {
  name: { label: 'Name' },
  type: { label: 'Type', kind: 'choice' },
  status: { label: 'Status', kind: 'choice' },
  description: { label: 'Description', kind: 'text' },
} as const satisfies Record<string, RecordField>;

/** What a row of a file says of a set; its location, premises and holder are separate records. */
export const SET_FIELDS = {
  identifier: { label: 'Set ID', kind: 'code' },
  type: { label: 'Type', kind: 'choice' },
  location: { label: 'Location', kind: 'choice' },
  currentTag: { label: 'Tag', kind: 'code' },
  keyCount: { label: 'Keys', kind: 'number' },
  fobCount: { label: 'Fobs', kind: 'number' },
  keyDescription: { label: 'Description', kind: 'text' },
  premises: { label: 'Premises' },
  address: { label: 'Address' },
  client: { label: 'Client' },
  position: { label: 'Position' },
  secondPerson: { label: 'Needs a second person', kind: 'switch' },
  nfcSerial: { label: 'NFC serial', kind: 'code' },
  labelCode: { label: 'Label code', kind: 'own' },
  status: { label: 'Status', kind: 'choice' },
  holder: { label: 'Out with' },
  issuedAt: { label: 'Issued', kind: 'own' },
  dueAt: { label: 'Due back', kind: 'own' },
  notes: { label: 'Notes', kind: 'text' },
} as const satisfies Record<string, RecordField>;

export const PERSON_FIELDS = {
  name: { label: 'Name' },
  kind: { label: 'Kind', kind: 'choice' },
  organisation: { label: 'Firm', head: 'Organisation' },
  phone: { label: 'Phone', kind: 'phone' },
  email: { label: 'Email', kind: 'email' },
  sendReminders: { label: 'Send reminders', kind: 'switch' },
  badge: { label: 'Badge', kind: 'code' },
  maxSets: { label: 'Key set limit', kind: 'number' },
  validUntil: { label: 'May take keys until', kind: 'day', head: 'Valid until' },
  notes: { label: 'Notes', kind: 'text' },
  isActive: { label: 'May take keys', kind: 'switch', head: 'Active' },
} as const satisfies Record<string, RecordField>;

export const PREMISES_FIELDS = {
  name: { label: 'Name' },
  address: { label: 'Address' },
  postcode: { label: 'Postcode' },
  reference: { label: 'Reference' },
  client: { label: 'Client', kind: 'suggested' },
  notes: { label: 'Notes', kind: 'text' },
  isActive: { label: 'Active', kind: 'switch' },
} as const satisfies Record<string, RecordField>;

/** The names of a record's fields. */
export const namesOf = <F extends string>(fields: Record<F, RecordField>): F[] => Object.keys(fields) as F[];

/** Heading of a field in files: "Organisation". */
export const headOf = ({ label, head }: RecordField): string => head ?? label;
