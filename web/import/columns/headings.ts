import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportField,
  type ImportKind,
} from '../../../shared/import-words.ts';

/** What other registers and spreadsheets call a field, as letters and digits alone. */
const ALSO: Partial<Record<ImportField, string>> = {
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

/** The fields of a kind by what they may be called. */
function namesOf(kind: ImportKind): Map<string, ImportField> {
  const names = new Map<string, ImportField>();
  const put = (name: string, field: ImportField) => {
    if (!names.has(name)) names.set(name, field);
  };
  for (const field of IMPORT_FIELDS[kind]) put(plain(IMPORT_LABELS[field]), field);
  for (const field of IMPORT_FIELDS[kind]) put(plain(field), field);
  for (const field of IMPORT_FIELDS[kind])
    for (const name of (ALSO[field] ?? '').split(' ')) if (name) put(name, field);
  return names;
}

/** The field that a heading names; null of one that names none. */
export function fieldOfHeading(kind: ImportKind, heading: string): ImportField | null {
  return namesOf(kind).get(plain(heading)) ?? null;
}

/** What opens an alarm or a safe has no place in a register of keys. */
export const isSecret = (heading: string): boolean =>
  /\b(alarm|pin|password|passcode|combination|access code|door code|safe code|entry code)\b/i.test(heading);

/** How far down the heading may stand: over it are titles, dates and merged cells. */
const DEPTH = 12;

/** The row of the headings: the first of those in which most cells name a field; without any the first with two cells. */
export function headingRow(kind: ImportKind, rows: string[][]): number {
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
