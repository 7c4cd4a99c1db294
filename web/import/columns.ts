import type { ImportRow } from '../../shared/import.ts';
import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportField,
  type ImportKind,
} from '../../shared/import-words.ts';

/** A column and the field assigned to it. `ground` is '' when the heading decided, else the reason of a guess, to be checked. */
export type Column = {
  /** Index in the file, from 0. */
  at: number;
  heading: string;
  first: string[];
  field: ImportField | null;
  ground: string;
  secret: boolean;
};
export type Columns = { head: number; columns: Column[]; data: string[][] };

/** Names in the register, to guess columns by their cells. */
export type Known = { locations: string[]; types: string[] };

const SAMPLE = 200;
const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Finds the heading row and assigns fields to columns, each field once. */
export function recognise(kind: ImportKind, rows: string[][], known: Known): Columns {
  const head = headingRow(kind, rows);
  const headings = rows[head] ?? [];
  const data = rows.slice(head + 1);
  const taken = new Set<ImportField>();
  const columns = headings.map((heading, at): Column => {
    const first = data.flatMap((row) => row[at] || []).slice(0, 3);
    const secret = isSecret(heading);
    const field = secret ? null : fieldOfHeading(kind, heading);
    const free = field && !taken.has(field) ? field : null;
    if (free) taken.add(free);
    return { at, heading: heading || `Column ${at + 1}`, first, field: free, ground: '', secret };
  });
  for (const [at, column] of columns.entries()) {
    if (column.field || column.secret) continue;
    const guess = guessed(
      kind,
      data.slice(0, SAMPLE).flatMap((row) => row[at] || []),
      known,
    );
    if (!guess || taken.has(guess.field)) continue;
    taken.add(guess.field);
    Object.assign(column, guess);
  }
  return { head, columns, data };
}

/** Guesses a column's field from its cells. */
function guessed(
  kind: ImportKind,
  cells: string[],
  known: Known,
): { field: ImportField; ground: string } | null {
  if (kind !== 'key_sets' || cells.length === 0) return null;
  const words = [...new Set(cells.map(key))];
  const near = (all: string[]) => words.filter((word) => all.some((one) => like(word, key(one)))).length;
  const [places, types] = [near(known.locations), near(known.types)];
  const of = (count: number) => `${count} of ${words.length} ${words.length === 1 ? 'word is' : 'words are'}`;
  if (words.length <= 40 && types > 0 && types >= places && types >= words.length / 2)
    return { field: 'type', ground: `${of(types)} close to your key types` };
  if (words.length <= 60 && places > 0 && places >= words.length / 2)
    return { field: 'location', ground: `${of(places)} close to your locations` };
  const sentences = cells.filter((cell) => /\p{L}{3,}[ ,]+\p{L}{2,}/u.test(cell)).length;
  if (words.length > 5 && sentences > cells.length * 0.6)
    return { field: 'keyDescription', ground: 'Most cells read like a site and a door' };
  return null;
}

const like = (word: string, other: string) =>
  word === other || (word.length > 3 && (other.startsWith(word) || word.startsWith(other)));

/** Rows for the call, without empty cells. `fixed` is added to every row. */
export function rowsOf(
  { head, data }: Pick<Columns, 'head' | 'data'>,
  columns: Column[],
  fixed: Partial<Record<ImportField, string>>,
): ImportRow[] {
  return data.flatMap((cells, index) => {
    const said = columns.flatMap(({ field }, at) =>
      field && cells[at] ? [[field, cells[at]] as const] : [],
    );
    return said.length > 0 ? [{ row: head + index + 2, ...fixed, ...Object.fromEntries(said) }] : [];
  });
}

/** Fields of a kind, in the template's order. */
export const choices = (kind: ImportKind) =>
  IMPORT_FIELDS[kind].map((field) => ({ value: field as string, label: IMPORT_LABELS[field] }));

/** Synonyms of a field's heading, in letters and digits only. */
const SYNONYMS: Partial<Record<ImportField, string>> = {
  identifier:
    'setid id keyno keynumber keyid keyset keysetid setno setnumber bunch bunchno bunchid key keycode assettag assetno assetnumber keyref hookid ring ringno schluesselnr schlüsselnr',
  type: 'keytype category shift group class art typ',
  location: 'cabinet office store storedat keptat branch depot safe board van where standort keybox',
  currentTag: 'tag tagno tagnumber currenttag seal sealno sealnumber sealtag plombe',
  keyCount: 'keys keycount noofkeys numberofkeys qty quantity count keyqty anzahl',
  fobCount: 'fobs fobcount nooffobs numberoffobs fobqty',
  keyDescription: 'description keydescription door doors opens details what comment bezeichnung beschreibung',
  premises: 'premises property building sitename propertyname unit objekt',
  address: 'address street propertyaddress addressline1 adresse',
  client: 'client customer account landlord owner kunde',
  position: 'position hook hookno peg slot cabinetposition haken',
  nfcSerial: 'nfc nfcserial nfctag serial serialno rfid chip uid',
  labelCode: 'label labelcode qrcode',
  status: 'status state keystatus',
  holder: 'outwith holder keyholder issuedto heldby checkedoutto borrower assignedto with signedoutto',
  issuedAt:
    'issued issuedat issuedon dateissued dateout checkedout checkedouton out outsince signedout issuedate',
  dueAt: 'due dueback dueat duedate returnby expectedback expectedreturn',
  notes: 'notes note comments remarks remark memo bemerkung',
  name: 'name fullname person contact location locationname site sitename premises property',
  kind: 'kind role type persontype',
  organisation: 'organisation organization company firm employer',
  phone: 'phone telephone mobile tel phonenumber',
  email: 'email mail emailaddress',
  badge: 'badge badgeno card cardno cardnumber',
  maxSets: 'mostsets maxsets limit maxkeys',
  validUntil: 'validuntil until expires expiry enddate leaves',
  active: 'active enabled current',
  description: 'description notes details',
  postcode: 'postcode zip zipcode postalcode',
  reference: 'reference ref code accountno',
};

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Fields of a kind by label, name and synonyms. */
function namesOf(kind: ImportKind): Map<string, ImportField> {
  const names = new Map<string, ImportField>();
  const put = (name: string, field: ImportField) => {
    if (!names.has(name)) names.set(name, field);
  };
  for (const field of IMPORT_FIELDS[kind]) put(plain(IMPORT_LABELS[field]), field);
  for (const field of IMPORT_FIELDS[kind]) put(plain(field), field);
  for (const field of IMPORT_FIELDS[kind])
    for (const name of (SYNONYMS[field] ?? '').split(' ')) if (name) put(name, field);
  return names;
}

/** Field of a heading; null if unknown. */
function fieldOfHeading(kind: ImportKind, heading: string): ImportField | null {
  return namesOf(kind).get(plain(heading)) ?? null;
}

/** Alarm and access codes are never imported. */
const isSecret = (heading: string): boolean =>
  /\b(alarm|pin|password|passcode|combination|access code|door code|safe code|entry code)\b/i.test(heading);

/** Number of rows searched for the heading: titles, dates and merged cells can come before it. */
const DEPTH = 12;

/** Index of the heading row: the first with the most known fields; otherwise the first with two cells. */
function headingRow(kind: ImportKind, rows: string[][]): number {
  const known = rows
    .slice(0, DEPTH)
    .map((row) => new Set(row.map((cell) => fieldOfHeading(kind, cell)).filter(Boolean)).size);
  const most = Math.max(...known, 0);
  if (most > 0) return known.indexOf(most);
  return Math.max(
    0,
    rows.slice(0, DEPTH).findIndex((row) => row.filter(Boolean).length > 1),
  );
}
