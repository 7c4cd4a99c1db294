import { ROLE_LABELS } from './permissions.ts';

/** The kinds and actions of the company's log, each with its wording. Imports no schema, so that a page can use it without one. */

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
export type Said = {
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
export const ACTIVITIES: Record<string, Word> = {
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
  approval_asked: ['keys', 'asked a second person about {set}'],
  approval_approved: [
    'keys',
    ({ keySet, details }) =>
      keySet &&
      (details.how === 'own_device'
        ? `approved ${keySet}`
        : `recorded that ${String(details.approvedBy)} approved ${keySet}`),
  ],
  approval_refused: ['keys', 'did not approve {set}'],
  approval_taken_back: ['keys', 'no longer asks about {set}'],
  approval_emergency: ['keys', 'gave {set} to {holder} without a second person: {reason}'],
  approval_wrong_number: ['refusals', 'entered a wrong kiosk number of {name} to approve'],
  approval_desk_rest: [
    'refusals',
    'can take no approval at the desk for a while, after wrong numbers or badges',
  ],
  kiosk_create: ['locations', 'added the kiosk {name}'],
  kiosk_edit: ['locations', 'changed the kiosk {name}'],
  kiosk_code: ['locations', 'made a new code for the kiosk {name}'],
  kiosk_bind: ['locations', 'was opened on a tablet with the code of {codeBy}'],
  kiosk_leave: ['locations', 'ended the kiosk {name} on its tablet'],
  kiosk_delete: ['locations', 'deleted the kiosk {name} with its location'],
  kiosk_revoke: ['locations', 'revoked the kiosk {name}'],
  kiosk_rest: ['refusals', 'rests after too many wrong numbers or codes'],
  kiosk_number_rest: ['refusals', 'stopped taking the number of {name} for a while, after wrong ones'],
  kiosk_number_set: ['people', 'set their kiosk number'],
  kiosk_number_first: ['rights', 'gave {name} a first kiosk number'],
  kiosk_number_removed: ['rights', 'removed the kiosk number of {name}'],
  kiosk_number_replaced: ['rights', 'replaced the kiosk number that {name} had chosen by a first one'],
  kiosk_shown: ['keys', 'was shown {set}, which is marked as {status}'],
  kiosk_return_seen: [
    'keys',
    'saw the return of {set} that the kiosk {name} had kept. It was refused: {why}',
  ],
  kiosk_absent: ['keys', 'did not find {set} on its hook'],
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

/** Keeps the capitals of "API token". */
export const lower = (text: string) =>
  /^[A-Z][A-Z]/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const times = ({ times: n }: Said['details']) =>
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
