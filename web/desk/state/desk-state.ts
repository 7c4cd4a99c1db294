import type { Batch } from '../../../shared/custody.ts';
import type { Holder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import type { Permission } from '../../../shared/permissions.ts';
import type { DueChoice } from '../../custody/due-choices.ts';
import type { ScanTone } from '../../device/scan/feedback.ts';

/** What the desk is at: nothing was scanned yet, or sets go out, or come back, or what was done shows. */
export type Mode = 'waiting' | 'issue' | 'return' | 'done';

/** One scan on the list. Moments are epoch milliseconds. */
export type Line = {
  /** Its place in the order of scanning. */
  key: number;
  code: string;
  /** The code of a label that waits to be linked to a set. */
  blank: string | null;
  /** The set as it was when it was read; null when the code belongs to nothing. */
  bunch: KeyBunch | null;
  readAt: number;
  /** What the server said against it. */
  refusal: { message: string; detail?: string | undefined } | null;
  /** At a return: the new tag; null until the next number is known. By hand it is no longer changed by the desk. */
  tag: string | null;
  tagByHand: boolean;
  /** The suggested tag that was in view: one that nobody saw is not recorded. */
  tagSeen: string | null;
  /** What came back; null is all of it. */
  counted: { keys: number; fobs: number } | null;
  /** Of a short set: what is missing, in words. */
  missing: string;
  /** Whether its steppers show. */
  open: boolean;
  /** A set that is registered elsewhere stays here. */
  keepHere: boolean;
};

export type Signature = { signer: string; path: string };

/** What the last scan came to, in large letters. */
export type Answer = {
  tone: ScanTone;
  /** "MCR-0125", and what became of it: "added". */
  title: string;
  word: string;
  detail: string;
  at: number;
};

/** What was recorded. `at` is when this device was told. */
export type Done = {
  action: 'issue' | 'return';
  batch: Batch;
  /** To or from whom: names with how many sets each. */
  people: { name: string; sets: number }[];
  purpose: string;
  short: number;
  at: number;
  undone: boolean;
};

/**
 * A batch on its way to the server (`pending`), or one that got no answer: sent again as it is, it is recorded once. `lines` are the keys of
 * its lines; a line added after it was made belongs to the next batch.
 */
export type Sending = { key: string; body: unknown; lines: readonly number[]; pending: boolean };

export type DeskState = {
  mode: Mode;
  /** Who takes the sets, or who hands them in where that was said. */
  person: Holder | null;
  /** Newest first. */
  lines: readonly Line[];
  /** Several sets have the code that was scanned: which of them is meant. */
  choices: readonly KeyBunch[];
  purpose: string;
  due: DueChoice;
  notes: string;
  signature: Signature | null;
  answer: Answer | null;
  done: Done | null;
  sending: Sending | null;
  /** Why the last attempt to send did not work. */
  failure: string | null;
  /** The set that was scanned last, whose tag the next number is. */
  taggable: number | null;
  /** The next number of each location, by its id; null where the last tag was no number. */
  nextTags: Readonly<Record<number, { last: string | null; next: string | null }>>;
  lastKey: number;
};

export const EMPTY_DESK: DeskState = {
  mode: 'waiting',
  person: null,
  lines: [],
  choices: [],
  purpose: '',
  due: { kind: 'rule' },
  notes: '',
  signature: null,
  answer: null,
  done: null,
  sending: null,
  failure: null,
  taggable: null,
  nextTags: {},
  lastKey: 0,
};

/** Whether a line is part of the batch on its way: until the answer it can be neither changed nor taken off. */
export const isOnItsWay = ({ sending }: DeskState, key: number): boolean =>
  sending?.pending === true && sending.lines.includes(key);

/** The desk after its list was changed: a batch that got no answer is not sent again as it was; one on its way stays. */
export const withListChanged = (state: DeskState): DeskState =>
  state.sending?.pending ? state : { ...state, sending: null, failure: null };

/** What the desk must know of the world: the moment, the company's clock, where it stands, and what its officer may do. */
export type Around = {
  now: number;
  zone: string;
  place: { id: number; name: string } | null;
  may: (permission: Permission) => boolean;
};
