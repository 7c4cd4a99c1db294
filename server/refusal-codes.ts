/**
 * Every `code` of a refusal: its HTTP status (or both it comes with) and its meaning. A program acts on the code; `message` is for people and
 * its words may change. docs/refusal-codes.md is generated from this table (npm run openapi).
 */
export const REFUSAL_CODES = {
  // Of any call
  invalid: [400, 'A value is missing or not allowed; `errors` names the fields.'],
  unknown_field: [
    400,
    'A query parameter or a field of the body that the call does not have; `errors` names them.',
  ],
  bad_cursor: [400, 'The `cursor` was not written by this list.'],
  bad_json: [400, 'The body is not valid JSON, or is nested too deeply.'],
  bad_request: [400, 'The request is not valid HTTP.'],
  cookie_and_token: [400, 'Both a session cookie and an API token were sent.'],
  bad_idempotency_key: [400, 'Idempotency-Key is not a UUID.'],
  unknown_version: [400, 'Keyhold-Version names a version that the server does not speak.'],
  unauthorized: [401, 'No session or token, or one that ended.'],
  confirm: [403, 'A signed-in person must confirm their identity first. Not sent to tokens.'],
  factor_due: [403, 'The company requires a second factor that the person has not set up.'],
  forbidden: [403, 'The permission, or access to every location, is missing.'],
  foreign_origin: [403, 'The request came from a page of another site.'],
  no_company: [403, 'The account belongs to no company yet.'],
  plan_limit: [403, "The company's plan allows no more of these."],
  token_may_not: [403, 'Not open to API tokens.'],
  token_resting: [403, 'The token rests until its maker confirms it.'],
  no_such_call: [[400, 404], 'No call has this path and method.'],
  not_found: [404, 'The record does not exist, or is not visible to the caller.'],
  timeout: [408, 'The request did not arrive in time.'],
  answer_withdrawn: [409, 'The write was done before, and its answer may no longer be shown to the caller.'],
  stale: [409, 'The record was changed since it was read (`If-Match`), or meanwhile.'],
  device_forgotten: [410, 'The device was forgotten: it deletes what it kept.'],
  events_gone: [410, 'The events behind the cursor are no longer kept.'],
  too_large: [413, 'The body, the file or the list is too large.'],
  encoded: [415, 'The body is compressed.'],
  not_zip: [415, 'The body is not application/zip.'],
  not_json: [415, 'The body is not application/json.'],
  idempotency_key_reused: [422, 'The Idempotency-Key was used for another request.'],
  too_many: [429, 'A rate limit is reached. `Retry-After` says when to come again.'],
  header_too_large: [431, 'The head of the request is too large.'],
  fault: [500, 'A fault of the server; nothing was changed. `detail` has the reference.'],
  busy: [503, 'The server is busy. Try again after `Retry-After`.'],
  unavailable: [503, 'The database, or a file the call needs, is unavailable.'],
  // Of several nouns
  in_use: [409, 'Other records use it, so it cannot be deleted.'],
  limit_reached: [409, 'The most allowed of these exist.'],
  taken: [409, 'Another record has this name, email, badge, code or identifier; `errors` names the field.'],
  undo: [409, 'It can no longer be undone; `detail` says why.'],
  // Custody
  already_holder: [409, 'The person has these keys already.'],
  already_issued: [409, 'The set is issued; `happened` says to whom and since when.'],
  already_there: [400, 'The set is at this location, with this type, already.'],
  cannot_confirm: [409, 'The person has no account that sees all of the sets, and so cannot say yes.'],
  complete: [409, 'No key of the set is missing.'],
  holder: [409, 'The person may not take keys, or no more of them.'],
  holder_differs: [409, '`officerName` is not the name of `holderId`.'],
  items: [[404, 409], 'Some sets could not be part of the batch; `items` names them. Nothing was recorded.'],
  settled: [409, 'Another person answered the question first; `detail` says how.'],
  keys_out: [409, 'Not possible while the keys are issued.'],
  last_key: [409, 'A set has at least one key.'],
  no_email: [409, 'There is no email address to send to.'],
  no_mail: [409, 'The server sends no mail.'],
  not_issued: [409, 'The set is not issued; `happened` says who returned it, where known.'],
  use_issue: [[400, 409], 'A set becomes issued only by the call to issue it.'],
  use_return: [409, 'An issued set becomes active only by the call to return it.'],
  // Sets, labels, moves and imports
  dealt_with: [409, "Another user closed the finder's message."],
  has_nfc: [409, 'The set has an NFC tag; unlink it first.'],
  import: [409, 'Another import of the company is under way.'],
  keys_changed: [409, 'The sets to move are not those that were shown; `detail` names them.'],
  label: [409, 'The label code cannot be linked.'],
  move_concerns: [409, 'The target location of the move changed; check it again.'],
  nfc_in_use: [409, 'Another set has this NFC tag.'],
  not_empty: [409, 'A register comes into an empty company only.'],
  not_sealed: [400, 'The export is not as it was signed.'],
  nothing_to_move: [400, 'No set of this kind is at the location.'],
  rows: [409, 'Rows of the import were refused; nothing was imported.'],
  // Audits
  already_scanned: [409, 'The set was scanned in this audit before.'],
  ambiguous: [409, 'Several sets have this code.'],
  audit_changed: [409, 'The audit was changed meanwhile; the answer has its present state.'],
  audit_open: [409, 'Another audit of these sets is in progress.'],
  audit_over: [409, 'The audit is not in progress.'],
  counts_unsent: [409, 'A member of the audit may still have counts to send; the answer names them.'],
  blind: [409, 'The audit is blind: send what was read on each hook.'],
  audit_required: [403, 'A completed audit of the location is required first.'],
  moved: [409, 'The set was moved to another location during the audit.'],
  not_blind: [409, 'The audit is not blind: tick or scan its sets.'],
  not_expected: [400, 'The set is not expected in this audit.'],
  nothing_checked: [409, 'Nothing was checked in this audit yet.'],
  nothing_to_audit: [400, 'The location has no sets to audit.'],
  unexpected: [409, 'The scanned set is not expected in this audit.'],
  unticked: [409, 'The set was unticked after this scan was made.'],
  unknown_tag: [404, 'The scanned tag belongs to no set.'],
  // Reservations
  reserved: [409, 'The set is reserved for another person; `overReservation` issues it over that.'],
  reservation_ended: [409, 'The reservation was taken, cancelled or is over.'],
  round_removed: [409, 'The round was removed.'],
  // Room handovers
  room_open: [409, 'A handover of this location is open; `roomHandoverId` names it.'],
  room_ended: [409, 'The handover is closed or cancelled.'],
  room_signed: [409, 'The outgoing person has signed; their part cannot be changed.'],
  room_signer: [409, 'This person cannot sign here: it is the same person, or not their turn.'],
  room_unanswered: [409, 'Sets in `items` are to be settled, or the check is missing.'],
  room_changed: [409, 'Figures, notes or answers are others than those that were read.'],
  // The second person
  approval_decided: [409, 'The question was answered, or has ended; `message` says by whom or how.'],
  approval_over: [
    409,
    'The approval waits, was refused, used or taken back, has expired, or is for something else; `detail` says what to do.',
  ],
  approver_oneself: [
    [403, 409],
    'Who asks, who approves and who has or gets the keys must be different people.',
  ],
  desk_rests: [
    429,
    'Too many wrong numbers or badges of approvers at this desk. `Retry-After` says how long it takes no more.',
  ],
  emergency_off: [409, 'The company allows no issue with a reason instead of a second person.'],
  no_approver: [409, 'No other person may approve this set.'],
  not_approver: [403, 'The badge is of no person who may approve this set.'],
  second_person: [409, 'The set needs an approval; `approvalId` is missing.'],
  // Kiosks
  kiosk_badge: [
    409,
    "A person's badge was read where a set is asked for, or while another person is at the kiosk.",
  ],
  kiosk_bound: [
    409,
    'The browser is a tablet that is a kiosk: no user signs in there until it is left or revoked.',
  ],
  kiosk_closed: [409, 'The kiosk gives out no keys at this time; `detail` says when it does.'],
  kiosk_code: [400, 'The code that makes a tablet a kiosk is wrong, used or expired.'],
  kiosk_ended: [401, 'The tablet is not a kiosk, or not any more.'],
  kiosk_locked: [409, 'The kiosk has forgotten the person; they begin again with their badge.'],
  kiosk_rests: [
    429,
    'Too many wrong numbers, unknown codes, or codes that were only read: the kiosk takes keys back only. `Retry-After` says how long.',
  ],
  own_number: [409, 'The person has an account: they set their number in their profile.'],
  kiosk_revoked: [409, 'The kiosk was revoked.'],
  not_a_tag: [409, 'The new tag number is a badge, an ID, a label, a chip or the tag of another set.'],
  not_at_kiosk: [409, 'The set is not given out at this kiosk; `message` says why.'],
  other_set: [409, 'Another set was read than the one to be taken, or its tag has another number.'],
  person_rests: [
    429,
    "Too many wrong numbers: the person's number rests at every kiosk. `Retry-After` says how long.",
  ],
  unknown_code: [404, 'The code is of no badge and no set of the location.'],
  take_to_desk: [409, 'The set is missing, or has another status in which the kiosk does not take it back.'],
  wrong_number: [403, 'The number is wrong.'],
  // People, accounts and companies
  already_in_company: [409, 'The account belongs to a company already.'],
  factor_required: [409, 'The company requires a second factor; the last one cannot be removed.'],
  half_sign_in_ended: [401, 'The sign-in took too long; begin again with the password.'],
  inactive: [409, 'The user is inactive.'],
  last_administrator: [409, 'At least one active Super Administrator is required.'],
  link: [400, 'The link is invalid, expired or was used.'],
  no_passkeys: [409, 'Passkeys cannot be used at this address, or the account has none.'],
  no_second_factor: [409, 'The account has no second factor.'],
  no_secrets_key: [409, 'The server has no SECRETS_KEY, so authenticator apps cannot be set up.'],
  not_maker: [403, 'Only the maker of the token can confirm it.'],
  of_account: [400, 'The field of this person is changed in their account.'],
  oneself: [409, 'Not possible for the own account here.'],
  second_factor: [
    401,
    'The password is right and a second factor is needed; `secondFactor` lists the choices.',
  ],
  set_up_ended: [409, 'Setting up the second factor took too long; begin again.'],
  unreadable_app: [409, 'The server cannot read the authenticator app; use a recovery code.'],
  unreadable_device: [409, 'The key of this device was made under another `SECRETS_KEY`.'],
  wrong_credentials: [401, 'The email or the password is wrong.'],
  wrong_factor: [400, 'The code, recovery code or passkey is wrong or was used.'],
  wrong_password: [400, 'The password is wrong or missing.'],
  // Webhooks
  not_held_up: [409, 'Only an event that holds up others can be skipped.'],
} as const satisfies Record<string, readonly [status: number | readonly number[], meaning: string]>;

export type RefusalCode = keyof typeof REFUSAL_CODES;

/** The code of a refusal that names none, by its status. Other statuses always name one. */
export const USUAL_CODES = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
} as const satisfies Record<number, RefusalCode>;

/** docs/refusal-codes.md. */
export function codesPage(): string {
  const rows = Object.entries(REFUSAL_CODES).map(([code, [status, meaning]]) => [
    `\`${code}\``,
    [status].flat().join(', '),
    meaning,
  ]);
  const table = [['Code', 'Status', 'Meaning'], ...rows];
  const widths = [0, 1, 2].map((at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  const lineOf = (cells: string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = '', ...lines] = table.map(lineOf);
  return [
    '# Codes of refusals',
    '',
    'Generated from `server/refusal-codes.ts` by `npm run openapi`. How refusals are built: [api.md](api.md).',
    '',
    head,
    lineOf(widths.map((width) => '-'.repeat(width))),
    ...lines,
    '',
  ].join('\n');
}
