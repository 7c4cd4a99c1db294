/** The wording of room handovers. Imports no schema, so that a page can use it without one. */

export const ROOM_HANDOVER_STATES = ['open', 'closed', 'cancelled'] as const;
export type RoomHandoverState = (typeof ROOM_HANDOVER_STATES)[number];

/** How the sets were checked: by an audit of all or some of them, or not at all, for a reason. */
export const ROOM_CHECKS = ['audit', 'none'] as const;

/** Why a set is to be settled, the strongest first: not seen in the check, missing since the last handover, overdue, short. */
export const ROOM_DIFFERENCES = ['not_seen', 'missing', 'overdue', 'short'] as const;
export type RoomDifferenceKind = (typeof ROOM_DIFFERENCES)[number];

/** What becomes of a set that differs. */
export const ROOM_WORDS = ['look', 'missing', 'person'] as const;
export type RoomWord = (typeof ROOM_WORDS)[number];
export const ROOM_WORD_LABELS: Record<RoomWord, string> = {
  look: 'Look for it',
  missing: 'Report missing',
  person: 'A person takes it over',
};

/** What changed of a set after the outgoing person signed, and in which list. */
export const ROOM_CHANGE_LISTS = ['out', 'settle'] as const;
export const ROOM_CHANGES = ['added', 'gone', 'other'] as const;
/** The same after the ID of the set. */
export const ROOM_CHANGE_TEXTS: Record<
  (typeof ROOM_CHANGE_LISTS)[number],
  Record<(typeof ROOM_CHANGES)[number], string>
> = {
  out: { other: 'has another holder or due time', added: 'is out', gone: 'is no longer out' },
  settle: { other: 'has another answer or differs otherwise', added: 'differs', gone: 'no longer differs' },
};

export const ROOM_SIDES = ['outgoing', 'incoming'] as const;
export type RoomSide = (typeof ROOM_SIDES)[number];

/** The lines of the sum, in their order, with their sign: out at start, then each change, make up `out`. */
export const ROOM_SUM = [
  { key: 'issued', sign: 1, label: 'issued' },
  { key: 'returned', sign: -1, label: 'returned' },
  { key: 'lost', sign: -1, label: 'reported missing while out' },
  { key: 'moved', sign: 1, label: 'moved, added or deleted while out' },
  { key: 'undone', sign: 1, label: 'undone' },
  { key: 'late', sign: 1, label: 'received late, from the shift before' },
] as const;

/** Limits of lists of a handover; its figures count all. */
export const ROOM_LIST_MAX = 1000;
/** Characters of what was read: two lists of sets. */
export const ROOM_READ_MAX = 60_000;
export const ROOM_HANDOVER_PAGE = 50;
/** How far ahead a set may be taken over until, and how long ago the first shift of a location may have begun. */
export const ROOM_UNTIL_DAYS = 31;
export const ROOM_SINCE_DAYS = 7;
/** A proof of who signs is good for this long, for one signature. */
export const SIGNER_MINUTES = 5;
/** Rows of the list of sets that are out on a page of the printed sheet. */
export const ROOM_SHEET_ROWS = 20;

/** "H-0412". */
export const sheetNumber = (number: number): string => `H-${String(number).padStart(4, '0')}`;

/** "MCR-0126 no longer differs.", "MCR-0126 and 2 more no longer differ." */
export const noLongerDiffers = ([first = 'A set', ...more]: readonly string[]): string =>
  more.length === 0 ? `${first} no longer differs.` : `${first} and ${more.length} more no longer differ.`;

/** "Hannah Boyd said: Look for it"; of several sets whose words were said by others: "MCR-0126 and 2 more have another word now". */
export const saidSince = (said: readonly { identifier: string; by: string; word: RoomWord }[]): string => {
  const [first, ...more] = said;
  if (!first) return '';
  return more.length === 0
    ? `${first.by} said: ${ROOM_WORD_LABELS[first.word]}`
    : `${first.identifier} and ${more.length} more have another word now`;
};

export const ROOM_TEXTS = {
  samePerson: "You can't hand over to yourself. The other person signs.",
  outgoingFirst: 'The outgoing person signs first.',
  notOutgoing: 'Only the outgoing person can hand over.',
  open: 'A handover of this location is already open',
  cancelled: 'This handover was cancelled. Nothing was signed or changed.',
  ended: 'This handover is closed. Open the newest one.',
  signed: "The outgoing person has signed. Their part can't be changed now.",
  noCheck: 'Choose how the keys were checked.',
  unanswered: 'Say what becomes of it first.',
  changed: 'Something changed since you read it. Check the figures, then sign again.',
} as const;
