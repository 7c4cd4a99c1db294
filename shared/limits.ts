/** Business constants and limits of stored values. */

export const NAME_MAX = 255;
export const TEXT_MAX = 2000;
export const COUNT_MAX = 9999;

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;

export const HISTORY_PAGE = 50;
export const HISTORY_LIMIT_MAX = 500;
export const KEY_BUNCH_PAGE = 50;
/** The most entries of a page, but of the history. */
export const PAGE_MAX = 200;
/** The most sets that a device keeps to be read without signal, and for how many days without an answer of the server. */
export const KEPT_SETS = 20_000;
export const KEPT_DAYS = 3;
/** How many days a company may choose for that. */
export const OFFLINE_DAYS_MIN = 1;
export const OFFLINE_DAYS_MAX = 14;
/** An entry received this long after it was done is late; one older than a week is asked about; a missing one is a gap after a day. */
export const LATE_MINUTES = 2;
export const OUTBOX_DAYS = 7;
/** A line from paper may be this many days old; a call takes up to PAPER_LINES of them. Longest number of a sheet. */
export const PAPER_DAYS = 31;
export const PAPER_LINES = 100;
export const SHEET_MAX = 100;
/** Sets of a page of the register on paper. */
export const REGISTER_SHEET_SETS = 5000;
/** For this many days after an account was closed its devices may hand in what they had not sent. */
export const DISMISSED_DAYS = 3;
export const GAP_HOURS = 24;
export const OUTBOX_PAGE = 50;
/** Limit of printed rows. */
export const PRINT_MAX = 5000;
/** The greatest offset of a list; `before` has no limit. */
export const HISTORY_OFFSET_MAX = 10_000;
/** The greatest exact X-Total-Count; above it X-Total-More says that there are more. */
export const COUNTED_MOVEMENTS = 10_000;
export const COUNTED_MATCHES = 1000;
/** When more texts match a search, only exact codes are ranked. */
export const RANKED_MATCHES = 2000;
export const DASHBOARD_MOVEMENTS = 5;
export const DASHBOARD_REFRESH_MS = 30_000;
export const TRANSFERS_REQUESTED = 10;
export const TRANSFERS_SHOWN = 6;
export const REPORT_MOVEMENTS_REQUESTED = 20;
export const REPORT_MOVEMENTS_SHOWN = 10;
/** Most bunches of a location in one reply; the screen reads REPORT_BUNCHES_PAGE at a time. */
export const REPORT_BUNCHES_MAX = 1000;
export const REPORT_BUNCHES_PAGE = 200;
/** Limit of sets issued or returned together. */
export const BATCH_MAX = 50;
/** The furthest due time; a later one is a typing error. */
export const DUE_YEARS_MAX = 100;
/** An issue, a return or a handover can be undone for this long. */
export const UNDO_MINUTES = 15;
/** A hand-over waits for its yes for this long. */
export const HANDOVER_HOURS = 12;
/** How far ahead a reservation may begin, its longest length, and when it counts as not taken. */
export const RESERVE_AHEAD_DAYS = 90;
export const RESERVE_DAYS = 31;
export const RESERVE_NOT_TAKEN_HOURS = 2;
/** Keys that are reserved for another are due back this long before, and may be fetched this early. */
export const RESERVE_MARGIN_MINUTES = 30;
export const RESERVATION_PAGE = 100;
export const ROUNDS_MAX = 200;
export const HOLDER_PAGE = 50;
export const PREMISES_PAGE = 50;
export const OUT_PAGE = 50;
export const AUDIT_PAGE = 50;
/** Limit of listed sets of a holder or premises. */
export const HOLDING_MAX = 1000;
export const PREMISES_SETS_MAX = 500;
/** Limit of premises of a set. */
export const PREMISES_OF_SET_MAX = 20;
export const POSITION_MAX = 40;
/** Limits of an import: rows, and bytes of the body. */
export const IMPORT_ROWS_MAX = 5000;
export const TOO_MANY_ROWS = 'At most 5,000 rows at a time. Split the file.';
export const IMPORT_BODY_MAX = 6 * 1024 * 1024;
/** Limits of an export that comes back: bytes of the ZIP and of all its files, key sets, and entries of its history and audits. */
export const REGISTER_ZIP_MAX = 128 * 1024 * 1024;
export const REGISTER_FILES_MAX = 1024 * 1024 * 1024;
export const REGISTER_SETS_MAX = 10_000;
export const REGISTER_ENTRIES_MAX = 200_000;
/** The list of imports; how long refused rows are kept, of how many imports, and their bytes; the letters of kept choices, and for how many shapes. */
export const IMPORT_PAGE = 50;
export const REFUSED_ROWS_DAYS = 30;
export const REFUSED_IMPORTS_KEPT = 50;
export const REFUSED_BYTES_MAX = 32 * 1024 * 1024;
export const IMPORT_MAPPING_MAX = 60_000;
export const IMPORT_MAPPINGS_KEPT = 200;
/** Limits of labels printed together, and of blank codes. */
export const LABELS_MAX = 1000;
export const BLANK_CODES_MAX = 10_000;
export const FINDER_LINE_MAX = 200;
/** Limits of a finder's message: place and contact. */
export const PLACE_MAX = 500;
export const REACH_MAX = 200;
/** Limit of listed finders' messages. */
export const FOUND_NOTICES_MAX = 50;
/** Limit of sets on the dashboard that are overdue or due soonest. */
export const DASHBOARD_DUE = 8;
/** The dashboard highlights bunches that have been out for longer than this. */
export const LONG_OUT_HOURS = 12;

/** The size of the image file, before base64. */
export const PHOTO_MAX_BYTES = 5 * 1024 * 1024;
/** The size of the request with it: a third more as base64, and the other fields. */
export const PHOTO_BODY_MAX = 7 * 1024 * 1024;

export const TRIAL_DAYS = 14;
/** The dashboard lists a new company's first steps for this time at most. */
export const FIRST_STEPS_DAYS = 90;
export const SETUP_REDIRECT_MS = 3000;
export const LOGIN_REDIRECT_MS = 100;

/** A renewed webhook secret's predecessor stays valid for this long. */
export const OLD_SECRET_HOURS = 24;
export const DELIVERY_PAGE = 50;
export const EVENT_PAGE = 50;
/** How long events are kept. */
export const EVENT_DAYS = 30;
/** Limits: webhooks of a company, and tests and repeats of one webhook in a minute. */
export const WEBHOOKS_MAX = 10;
export const WEBHOOK_TESTS_MAX = 10;
export const TOKEN_NAME_MAX = 100;
/** Longest validity of an API token. */
export const TOKEN_DAYS_MAX = 730;

/** The validity of a one-time link. */
export const INVITE_HOURS = 72;
export const RESET_MINUTES = 15;

/** The interval of reminders, and the time without a run after which something is wrong. */
export const REMINDER_MINUTES = 5;
export const REMINDERS_LATE_MINUTES = 30;
/** Limit of overdue sets in one letter. */
export const REMINDER_SETS = 50;
/** Shortest time between mails of one receipt to one address. */
export const RECEIPT_AGAIN_MINUTES = 60;
