import type { Approval } from '../../../shared/approval.ts';
import type { Batch, NextTag, RefusedItem } from '../../../shared/custody.ts';
import type { Holder } from '../../../shared/holder.ts';
import { eachFact, type IssueFact } from '../../../shared/issue-facts.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import type { Permission } from '../../../shared/permissions.ts';
import type { DueChoice } from '../../custody/due-choices.ts';
import type { ScanTone } from '../../device/scan/feedback.ts';

/** The desk's mode: empty, issue, return or done. */
export type Mode = 'waiting' | 'issue' | 'return' | 'done';

/** A request for a second person's yes; `changed`: taken back, as the recipient or the due time became another one. */
export type Asked = Omit<Approval, 'state'> & {
  state: Approval['state'] | 'changed';
  /** For whom, and for which choice of a due time, it was asked. */
  holderId: number;
  due: DueChoice;
};

/** One scan on the list. Times are epoch milliseconds. */
export type Line = {
  /** Number of the scan on this desk, ascending. */
  key: number;
  code: string;
  /** The code of a blank label that is not linked to a set yet. */
  blank: string | null;
  /** The set as it was read; null for an unknown code. */
  bunch: KeyBunch | null;
  readAt: number;
  /** The server's refusal of this line. */
  refusal: Omit<RefusedItem, 'keyBunchId'> | null;
  /** Whether it is issued over the reservation of another person. */
  isOver: boolean;
  /** The second person's yes that was asked for; null before. */
  asked: Asked | null;
  /** Why it is issued without a second person, in an emergency; empty otherwise. */
  emergency: string;
  /** At a return: the new tag; null until the next number is known. A typed tag is never overwritten. */
  tag: string | null;
  tagByHand: boolean;
  /** The suggested tag that was visible: an unseen one cannot be recorded. */
  tagSeen: string | null;
  /** Returned counts; null means complete. */
  counted: { keys: number; fobs: number } | null;
  /** For a short set: what is missing, in words. */
  missing: string;
  /** Whether its steppers are visible. */
  open: boolean;
  /** Whether a set registered elsewhere stays here. */
  keepHere: boolean;
};

export type Signature = { signer: string; path: string };

/** The result of the last scan, as a headline. */
export type Answer = {
  tone: ScanTone;
  /** "MCR-0125", and its result: "added". */
  title: string;
  word: string;
  detail: string;
  at: number;
  /** Shows a lock. */
  isLocked?: boolean;
};

/** A recorded batch. `at` is this device's time of the response. */
export type Done = {
  action: 'issue' | 'return';
  /** Of an issue: whether every set was handed over by the user. */
  isHandover?: boolean;
  batch: Batch;
  /** Recipients or returners, with the number of sets each. */
  people: { name: string; sets: number }[];
  /** The facts of the issue, in words. */
  facts: string;
  short: number;
  /** Who approved sets of it, or that they went without, in words. */
  approvals?: string;
  at: number;
  undone: boolean;
};

/**
 * A batch that is being sent (`pending`) or got no response. A retry sends it unchanged, so it is recorded once. `lines` are the keys of
 * the lines in `body`; `lastKey` is the newest line of the list at sending, later ones belong to the next batch.
 */
export type Sending = {
  key: string;
  body: unknown;
  lines: readonly number[];
  lastKey: number;
  pending: boolean;
};

export type DeskState = Record<IssueFact, string> & {
  mode: Mode;
  /** The recipient, or the returner where one was chosen. */
  person: Holder | null;
  /** Who is about to approve by their number; null otherwise. */
  approver: Holder | null;
  /** Newest first. */
  lines: readonly Line[];
  /** Sets that share the scanned code, to choose from. */
  choices: readonly KeyBunch[];
  due: DueChoice;
  notes: string;
  signature: Signature | null;
  answer: Answer | null;
  done: Done | null;
  sending: Sending | null;
  /** Why the last request failed. */
  failure: string | null;
  /** The last scanned set; the next code can be its tag. */
  taggable: number | null;
  /** The next tag numbers by location id. */
  nextTags: Readonly<Record<number, NextTag>>;
  lastKey: number;
};

export const EMPTY_DESK: DeskState = {
  mode: 'waiting',
  person: null,
  approver: null,
  lines: [],
  choices: [],
  ...eachFact(() => ''),
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

/** Whether a set was refused because it has no yes of a second person, or one that is over: it is asked for again. */
export const lacksYes = (refusal: { code?: string | undefined } | null): boolean =>
  /^(second_person|approval_over|no_approver)$/.test(refusal?.code ?? '');

/** Whether a line belongs to a pending batch, and so can't be changed or removed. */
export const isOnItsWay = ({ sending }: DeskState, key: number): boolean =>
  sending?.pending === true && sending.lines.includes(key);

/** The state after an edit of the list: a batch without a response is dropped, a pending one stays. */
export const withListChanged = (state: DeskState): DeskState =>
  state.sending?.pending ? state : { ...state, sending: null, failure: null };

/** The context of the desk: time, company time zone, location, and the officer's user id and permissions. */
export type DeskContext = {
  me: number;
  now: number;
  zone: string;
  location: { id: number; name: string } | null;
  /** Without a network no yes can be used. */
  offline: boolean;
  may: (permission: Permission) => boolean;
};
