import { KIOSK_ACTIVITIES } from './activity-kiosk.ts';
import { count } from './count.ts';
import { ROLE_LABELS } from './permissions.ts';
import { headOf, LOCATION_FIELDS, PERSON_FIELDS, PREMISES_FIELDS } from './record-fields.ts';

/** The wording of entries in the company's log. Imports no schema, so that a page can use it without one. */

/** The filters of the log. */
export const KINDS = [
  'people',
  'rights',
  'settings',
  'sign_ins',
  'refusals',
  'exports',
  'keys',
  'locations',
] as const;
export type Kind = (typeof KINDS)[number];

export const KIND_LABELS: Record<Kind, string> = {
  people: 'People',
  rights: 'Rights',
  settings: 'Settings',
  sign_ins: 'Sign-ins',
  refusals: 'Refusals',
  exports: 'Exports and imports',
  keys: 'Keys',
  locations: 'Locations and premises',
};

/** The parts of an entry that its sentence uses. */
type Said = {
  action: string;
  description: string;
  keySet: string | null;
  details: Record<string, unknown>;
};

/**
 * The kind of an action and the predicate of its sentence. `{x}` is the field x of the details, `{set}` the key set. Without a text, or
 * when the entry lacks a field, the predicate comes from the description: "Location North added" becomes "added the location North".
 */
type Word = readonly [kind: Kind, text?: string | ((entry: Said) => string | null)];

/** THE ACTIONS OF THE LOG: a new one is a line here, by the name it is written under. */
const ACTIVITIES: Record<string, Word> = {
  user_create: ['people', ({ details }) => `added ${nameIn(details)} as ${roleLabel(details.role)}`],
  user_edit: ['people', (entry) => userChange(entry)],
  user_rights: ['rights', (entry) => userChange(entry)],
  user_invite: ['people', 'made a new link to set a password for {email}'],
  user_password: [
    'sign_ins',
    ({ description }) => /(?:chose|reset|changed) .*password$/.exec(description)?.[0] ?? null,
  ],
  user_sessions_end: ['sign_ins', ({ description }) => /signed out .+$/.exec(description)?.[0] ?? null],
  factor_add: ['sign_ins', 'added a second factor'],
  factor_remove: ['sign_ins', 'removed a second factor'],
  factor_reset: ['rights', 'reset the second factor of {email}'],
  recovery_code_used: [
    'sign_ins',
    ({ description }) =>
      /(?:signed in|confirmed who they are) with a recovery code$/.exec(description)?.[0] ?? null,
  ],
  recovery_codes_new: ['sign_ins', 'made new recovery codes'],
  device_forget: ['sign_ins', 'forgot the device {name}'],
  factor_required: [
    'settings',
    ({ details, description }) =>
      Array.isArray(details.to) && details.to.length > 0
        ? `required a second factor of${description.slice(description.indexOf(':'))}`
        : 'no longer required a second factor',
  ],
  company_setup: ['people', 'set up the company'],
  holder_create: ['people', 'added the person {name}'],
  holder_edit: ['people'],
  token_create: ['rights', 'made the API token {name}'],
  token_confirm: ['rights', 'confirmed the API token {name}'],
  token_revoke: ['rights', 'revoked the API token {name}'],
  setting_create: ['settings'],
  setting_edit: ['settings'],
  setting_delete: ['settings'],
  company_edit: ['settings'],
  webhook_create: ['settings'],
  webhook_edit: ['settings'],
  webhook_delete: ['settings'],
  webhook_leave_out: [
    'settings',
    ({ description }) => `left out an e${description.slice(1).replace(/ left out$/, '')}`,
  ],
  webhook_secret: [
    'settings',
    ({ description }) => `renewed the s${description.slice(1).replace(/ renewed$/, '')}`,
  ],
  sign_in: ['sign_ins', ({ details }) => `signed in${times(details)}${by(details)}`],
  sign_out: ['sign_ins', ({ details }) => `signed out${times(details)}`],
  sign_in_failed: ['sign_ins'],
  password_wrong: ['sign_ins', ({ details }) => `entered their password incorrectly${times(details)}`],
  factor_wrong: ['sign_ins', ({ details }) => `entered their second factor incorrectly${times(details)}`],
  denied: ['refusals', ({ details }) => `was refused${times(details)}: ${callWords(details.call)}`],
  refusals_counted: ['refusals'],
  export: ['exports', (entry) => `exported ${exported(entry)}`],
  import: ['exports', 'imported {fileName}'],
  register_import: ['exports', 'imported {fileName}'],
  import_undo: ['exports', 'undid the import of {fileName}'],
  receipt_mail: [
    'exports',
    ({ description }) => description.replace(/^Receipt (\S+) emailed to /, 'emailed the receipt $1 to '),
  ],
  create: ['keys', 'added the key set {set}'],
  edit: ['keys', 'changed the key set {set}'],
  delete: [
    'keys',
    ({ keySet, description }) =>
      keySet && `deleted the key set ${keySet}${description.slice('Deleted'.length)}`,
  ],
  audit_missing: ['keys', 'did not find {set} in an audit'],
  audit_found: ['keys', 'found {set} in an audit'],
  audit_complete: ['keys', 'completed the audit of {location}: {seen} of {expected} seen'],
  audit_undo: ['keys', 'undid the completion of the audit of {location}'],
  audit_draw: ['keys', 'began a spot check of {location}: {drawn} of {among} sets drawn'],
  audit_take_over: ['keys', 'took over the audit of {location} from {starter}'],
  photo: [
    'keys',
    ({ keySet, description }) => keySet && `changed the photo of ${keySet}: ${lower(description)}`,
  ],
  nfc_link: ['keys', 'linked an NFC tag to {set}'],
  nfc_unlink: ['keys', 'unlinked the NFC tag of {set}'],
  label_link: ['keys', 'linked a label to {set}'],
  label_renew: ['keys', 'renewed the label of {set}'],
  due_change: ['keys', 'changed when {set} is due back'],
  handover_asked: ['keys', 'asked {to} to take over {set}'],
  handover_refused: ['keys', 'did not take over {set} from {from}'],
  handover_withdrawn: ['keys', 'took back {set}, which {to} had not taken over yet'],
  ...KIOSK_ACTIVITIES,
  reservation_made: ['keys', 'reserved {set} for {holder}'],
  reservation_changed: ['keys', 'changed when {set} is reserved for {holder}'],
  reservation_cancelled: ['keys', 'cancelled the reservation of {set} for {holder}'],
  register_printed: ['keys', 'printed the register of {location} as {sheet}'],
  round_create: ['keys', 'added the round {name}'],
  round_edit: [
    'keys',
    ({ details, description }) =>
      `${description.endsWith('removed') ? 'removed' : 'changed'} the round ${details.name}`,
  ],
  room_handover_begin: ['keys', 'began the handover of {location}'],
  room_handover_sign: ['keys', 'handed over {location}'],
  room_handover_close: ['keys', 'took over {location}'],
  room_handover_cancel: ['keys', 'cancelled the handover of {location}'],
  late_asked: ['keys', 'recorded something about {set} without signal that is asked about'],
  late_settled: ['keys', 'answered a question about {set}'],
  found_keys: ['keys', 'dealt with found keys of {set}: {place}'],
  location_create: ['locations'],
  location_edit: ['locations'],
  location_delete: ['locations'],
  premises_create: ['locations'],
  premises_edit: ['locations'],
};

/** The actions of a kind. */
export const actionsOf = (kind: Kind): string[] =>
  Object.keys(ACTIVITIES).filter((action) => ACTIVITIES[action]?.[0] === kind);
export const kindOf = (action: string): Kind | null => ACTIVITIES[action]?.[0] ?? null;

/** Whole sentences of actions without a proven actor: `name` is the account they concern. */
const WITHOUT_ACTOR: Record<string, (name: string, entry: Said) => string> = {
  sign_in_failed: (name, { details }) =>
    `An unknown person failed to sign in${times(details)} as ${name}${details.locked ? ', who has failed too often' : ''}`,
  refusals_counted: (_name, { details }) =>
    `${count(Number(details.times), 'more failed sign-in or refusal', 'more failed sign-ins and refusals')} in one minute, of ${count(Number(details.accounts), 'account')}`,
};

/** The whole sentence: "Priya Shah gave Tom Reed the role Administrator". `who` is the actor's name. */
export function activitySentence(entry: Said, who: string): string {
  const sentence = WITHOUT_ACTOR[entry.action];
  if (sentence) return sentence(who, entry);
  // "Ann Lee, then Tom Reed, signed in": two names of one person are set apart.
  return `${who.includes(', then ') ? `${who},` : who} ${predicate(entry)}`;
}

function predicate(entry: Said): string {
  const text = ACTIVITIES[entry.action]?.[1];
  const sentence = typeof text === 'function' ? text(entry) : text && filled(text, entry);
  return (sentence || ofDescription(entry.description)) + changedFields(entry);
}

/** ": notes and keys" of an edited record; '' of a user, whose sentence says it, and where no fields are known. */
function changedFields(entry: Said): string {
  if (!/(^|_)edit$/.test(entry.action) || entry.action === 'user_edit') return '';
  const names = Object.keys(changesOf(entry)).map((field) => fieldWords(field));
  const last = names.pop();
  return last ? `: ${names.length > 0 ? `${names.join(', ')} and ` : ''}${last}` : '';
}

const FIELD_WORDS: Record<string, string> = {
  identifier: 'set ID',
  currentTag: 'tag',
  keyCount: 'keys',
  fobCount: 'fobs',
  keyDescription: 'description',
  locationId: 'location',
  displayName: 'name',
  adminEmail: 'email',
  url: 'address',
  staffReserve: 'who may reserve',
  ...Object.fromEntries(
    Object.entries({ ...LOCATION_FIELDS, ...PREMISES_FIELDS, ...PERSON_FIELDS }).map(([name, field]) => [
      name,
      headOf(field).toLowerCase(),
    ]),
  ),
};

/** "receiptTerms" reads "receipt terms". */
const fieldWords = (field: string): string =>
  FIELD_WORDS[field] ?? field.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** A text with its fields; null when the entry lacks one. */
function filled(text: string, { details, keySet }: Said): string | null {
  let whole = true;
  const sentence = text.replace(/\{(\w+)\}/g, (_all, field: string) => {
    const value = field === 'set' ? keySet : details[field];
    whole &&= value !== null && value !== undefined && value !== '';
    return String(value);
  });
  return whole ? sentence : null;
}

const VERBS: Record<string, string> = { undone: 'undid' };

/** "Key type Patrol added" becomes "added the key type Patrol"; a description without such an ending follows a colon. */
function ofDescription(description: string): string {
  const [, what, verb] =
    /^(.+) (added|changed|deleted|made|revoked|renewed|resumed|undone|linked|unlinked|removed)$/.exec(
      description,
    ) ?? [];
  return what && verb ? `${VERBS[verb] ?? verb} the ${lower(what)}` : `did this: ${description}`;
}

/** Keeps the capitals of "API token". */
const lower = (text: string) =>
  /^[A-Z][A-Z]/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const times = ({ times: n }: Said['details']) =>
  typeof n === 'number' ? ` ${n} more ${n === 1 ? 'time' : 'times'}` : '';
const by = ({ how }: Said['details']) => (text(how) ? ` with ${text(how)}` : '');
const nameIn = ({ firstName, lastName, email }: Said['details']) =>
  [text(firstName), text(lastName)].filter(Boolean).join(' ') || text(email);

const roleLabel = (role: unknown) => (ROLE_LABELS as Record<string, string>)[text(role)] ?? text(role);

type Change = { from: unknown; to: unknown };
/** What an entry changed, field by field. */
export const changesOf = ({ details }: Pick<Said, 'details'>): Record<string, Change> =>
  (details.changes ?? {}) as Record<string, Change>;

/** The name of the user who was changed: the one in "User Tom Reed changed". */
const whose = ({ description }: Said) => /^User (.+) changed$/.exec(description)?.[1];

function userChange(entry: Said): string | null {
  const who = whose(entry);
  if (!who) return 'changed their own profile';
  const { role, isActive, customPermissions, allowedLocationIds, ...rest } = changesOf(entry);
  const sentence = [
    role && `gave ${who} the role ${roleLabel(role.to)}`,
    isActive && `${isActive.to ? 'reactivated' : 'deactivated'} ${who}`,
    customPermissions && `changed what ${who} may do`,
    allowedLocationIds && `changed which locations ${who} sees`,
    Object.keys(rest).length > 0 && `changed the account of ${who}`,
  ].filter(Boolean);
  return sentence.length > 1
    ? `${sentence.slice(0, -1).join(', ')} and ${sentence.at(-1)}`
    : sentence[0] || null;
}

/** The content of exported files, by the call that makes them. */
const FILES: Record<string, string> = {
  exportMovements: 'the movement history',
  exportOut: 'the list of what is out',
  exportLocationReport: 'the report of a location',
  exportActivity: 'the activity',
  exportEverything: 'everything',
};

function exported({ details }: Said): string {
  const { call, rows, whole } = details;
  const n = typeof rows === 'number' ? rows : 0;
  const size = `${n.toLocaleString('en-US')} ${n === 1 ? 'row' : 'rows'}`;
  return `${FILES[text(call)] ?? text(call)}, ${whole === false ? `and broke off after ${size}` : size}`;
}

/** The name of a call in words: createKeyBunch becomes "create key set". */
const callWords = (call: unknown) =>
  text(call)
    .replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/key bunch/g, 'key set');
