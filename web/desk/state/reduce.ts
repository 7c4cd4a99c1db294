import type { Approval } from '../../../shared/approval.ts';
import { NEEDS_NETWORK } from '../../../shared/approval-words.ts';
import type { NextTag, RefusedItem } from '../../../shared/custody.ts';
import type { Holder } from '../../../shared/holder.ts';
import type { IssueFact } from '../../../shared/issue-facts.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { decidedAnswer, lostAnswer, recordedAnswer, unansweredAnswer } from './answers.ts';
import {
  type DeskContext,
  type DeskState,
  type Done,
  EMPTY_DESK,
  isOnItsWay,
  type Line,
  lacksYes,
  type Sending,
  withListChanged,
} from './desk-state.ts';
import { fillTags, type Scanned, scan, withBadge, withPerson, withSet } from './scan.ts';
import { decided, waitingLines, waitText, withAsked, withoutYes } from './second-person.ts';
import { countedLines, verdictOf } from './verdict.ts';

/** What changes the lines or the details of the list. */
type ListEvent =
  /** Current versions of sets; deleted ones by their ids. */
  | { type: 'lookedUp'; bunches: readonly KeyBunch[]; gone: readonly number[] }
  /** An unknown code that has since been linked to a set. */
  | { type: 'linked'; key: number; bunch: KeyBunch }
  | { type: 'lineRemoved'; key: number }
  | { type: 'newestRemoved' }
  | {
      type: 'lineChanged';
      key: number;
      change: Partial<
        Pick<Line, 'counted' | 'missing' | 'open' | 'keepHere' | 'isOver' | 'asked' | 'emergency'>
      >;
    }
  | { type: 'tagTyped'; key: number; tag: string }
  /** The suggested tag of a line was visible. */
  | { type: 'tagSeen'; key: number; tag: string }
  | ({ type: 'tagKnown'; locationId: number } & NextTag)
  /** A second person was asked about sets of the list. */
  | { type: 'asked'; approvals: readonly Approval[] }
  /** What is known of such requests now. */
  | { type: 'approvalsRead'; approvals: readonly Approval[] }
  | { type: 'detailsChanged'; change: Partial<Pick<DeskState, IssueFact | 'due' | 'notes' | 'signature'>> };

export type DeskEvent =
  | ListEvent
  | ({ type: 'scanned' } & Scanned)
  /** A set chosen on the screen; treated as a scan. */
  | { type: 'setChosen'; bunch: KeyBunch }
  | { type: 'personChosen'; holder: Holder }
  /** A person chosen on the screen in place of a scanned badge. */
  | { type: 'badgeChosen'; holder: Holder }
  /** The number of the person who approves was entered or given up. */
  | { type: 'approverLeft' }
  /** A set was handed over, so its line no longer needs an issue. */
  | { type: 'handedOver'; id: number }
  /** The person must be chosen again. */
  | { type: 'personCleared' }
  | { type: 'choicesClosed' }
  | { type: 'sent'; sending: Sending }
  /** `unknown`: the request got no response and can be retried unchanged. */
  | { type: 'failed'; message: string; items: readonly RefusedItem[]; unknown: boolean }
  /** A code lookup failed. */
  | { type: 'unanswered'; code: string }
  | { type: 'committed'; done: Omit<Done, 'at' | 'undone'> }
  /** `keyBunches` after the undo. */
  | { type: 'undone'; keyBunches: readonly KeyBunch[] }
  | { type: 'startedOver' };

/** The desk's reducer. Pure: everything outside the state is in `context`. */
export function reduce(state: DeskState, event: DeskEvent, context: DeskContext): DeskState {
  switch (event.type) {
    case 'scanned':
      return scan(state, event, context);
    case 'setChosen':
      return withSet({ ...state, choices: [] }, event.bunch.identifier, event.bunch, context);
    case 'personChosen':
      return withPerson(state, event.holder, context);
    case 'badgeChosen':
      return withBadge({ ...state, choices: [] }, event.holder, context);
    case 'approverLeft':
      return { ...state, approver: null };
    case 'unanswered':
      return { ...state, answer: { ...unansweredAnswer(event.code), at: context.now } };
    case 'personCleared':
      return { ...withListChanged(state), person: null, lines: withoutYes(state) };
    case 'handedOver':
      return without(state, state.lines.find(({ bunch }) => bunch?.id === event.id)?.key);
    case 'choicesClosed':
      return { ...state, choices: [] };
    case 'sent':
      return { ...state, sending: { ...event.sending, pending: true }, failure: null };
    case 'failed':
      return failed(state, event);
    case 'committed':
      return committed(state, event, context);
    case 'undone':
      return undone(state, event.keyBunches);
    case 'startedOver':
      return startedOver(state);
    default:
      return onList(state, event, context);
  }
}

/**
 * Removes the recorded lines and those that stay excluded. Lines that were added or can be included since the batch was sent become the next
 * one, for the same person.
 */
function committed(
  state: DeskState,
  { done }: Extract<DeskEvent, { type: 'committed' }>,
  context: DeskContext,
): DeskState {
  const { lines: recorded, lastKey } = state.sending ?? {
    lines: state.lines.map(({ key }) => key),
    lastKey: state.lastKey,
  };
  const lines = state.lines.filter(
    (line) => !recorded.includes(line.key) && (line.key > lastKey || !verdictOf(line, state, context)),
  );
  if (lines.length > 0) {
    const waiting = waitText(waitingLines({ ...state, lines }, context), context.now);
    return {
      ...state,
      lines,
      nextTags: {},
      notes: '',
      signature: null,
      sending: null,
      failure: null,
      answer: { ...recordedAnswer(done, lines.length, waiting), at: context.now },
    };
  }
  return {
    ...EMPTY_DESK,
    lastKey: state.lastKey,
    mode: 'done',
    done: { ...done, at: context.now, undone: false },
  };
}

/** The sets of the done batch after an undo; the receipt keeps its number. */
function undone(state: DeskState, keyBunches: readonly KeyBunch[]): DeskState {
  const { done } = state;
  if (!done) return state;
  const now = new Map(keyBunches.map((bunch) => [bunch.id, bunch]));
  const restored = done.batch.keyBunches.map((bunch) => now.get(bunch.id) ?? bunch);
  return { ...state, done: { ...done, undone: true, batch: { ...done.batch, keyBunches: restored } } };
}

/** Empties the list, except for the lines of a pending batch. */
function startedOver(state: DeskState): DeskState {
  if (!state.sending?.pending) return { ...EMPTY_DESK, lastKey: state.lastKey };
  return { ...state, lines: state.lines.filter(({ key }) => isOnItsWay(state, key)), taggable: null };
}

function onList(state: DeskState, event: ListEvent, context: DeskContext): DeskState {
  if ('key' in event && isOnItsWay(state, event.key)) return state;
  const free = withListChanged(state);
  const each = (key: number, with_: (line: Line) => Line) =>
    state.lines.map((line) => (line.key === key ? with_(line) : line));
  switch (event.type) {
    case 'lookedUp':
      return renewed(state, lookedUp(state.lines, event, context.now), context);
    case 'linked': {
      const twice = state.lines.some(({ bunch }) => bunch?.id === event.bunch.id);
      const lines = twice
        ? state.lines.filter(({ key }) => key !== event.key)
        : each(event.key, (line) => ({ ...line, bunch: event.bunch, readAt: context.now }));
      return fillTags({ ...free, lines }, context);
    }
    case 'lineRemoved':
      return without(free, event.key);
    case 'newestRemoved':
      return without(free, state.lines.find(({ key }) => !isOnItsWay(state, key))?.key);
    case 'lineChanged': {
      // Another location has its own next number.
      const moved = event.change.keepHere !== undefined;
      const lines = each(event.key, (line) => ({
        ...line,
        ...event.change,
        ...(moved && !line.tagByHand && { tag: null }),
      }));
      // An approver's no is not the last word on it.
      return fillTags({ ...free, lines, ...(event.change.emergency && { answer: null }) }, context);
    }
    case 'tagTyped':
      return { ...free, lines: each(event.key, (line) => ({ ...line, tag: event.tag, tagByHand: true })) };
    case 'tagSeen':
      return { ...state, lines: each(event.key, (line) => ({ ...line, tagSeen: event.tag })) };
    case 'tagKnown': {
      const { locationId, last, next, following } = event;
      const nextTags = { ...state.nextTags, [locationId]: { last, next, following } };
      return fillTags({ ...state, nextTags }, context);
    }
    case 'asked':
      return { ...free, ...withAsked(state, event.approvals) };
    case 'approvalsRead': {
      const { lines, news } = decided(state, event.approvals);
      return {
        ...state,
        lines,
        ...(news && { answer: { ...decidedAnswer(news, context), at: context.now } }),
      };
    }
    case 'detailsChanged': {
      // A refusal because of a reservation, and a yes, were about another due time.
      const lines = event.change.due ? withoutYes(state).map(withoutReserved) : state.lines;
      const isOther = event.change.due && state.lines.some(({ asked }) => asked);
      return { ...free, lines, ...(isOther && { answer: null }), ...event.change };
    }
  }
}

/** Removing the last line of a list without a person resets the desk. */
function without(state: DeskState, key: number | undefined): DeskState {
  if (key === undefined || isOnItsWay(state, key)) return state;
  const lines = state.lines.filter((line) => line.key !== key);
  if (lines.length === 0 && !(state.mode === 'issue' && state.person))
    return { ...EMPTY_DESK, lastKey: state.lastKey };
  return { ...state, lines, taggable: null, answer: null };
}

/** Replaces the lines with current versions. The first line that stopped counting becomes the desk's answer. */
function renewed(state: DeskState, lines: readonly Line[], context: DeskContext): DeskState {
  const counted = new Set(countedLines(state, context).map(({ key }) => key));
  for (const line of lines) {
    const verdict = counted.has(line.key) && verdictOf(line, state, context);
    if (verdict)
      return { ...state, lines, answer: { ...lostAnswer(line, verdict, state.mode), at: context.now } };
  }
  return { ...state, lines };
}

const lookedUp = (
  lines: readonly Line[],
  { bunches, gone }: { bunches: readonly KeyBunch[]; gone: readonly number[] },
  now: number,
): Line[] => {
  const found = new Map(bunches.map((bunch) => [bunch.id, bunch]));
  return lines.map((line) => {
    const bunch = line.bunch && found.get(line.bunch.id);
    if (bunch) {
      const isSame = JSON.stringify(bunch.reservation) === JSON.stringify(line.bunch?.reservation);
      return { ...(isSame ? line : withoutReserved({ ...line, isOver: false })), bunch, readAt: now };
    }
    return line.bunch && gone.includes(line.bunch.id)
      ? { ...line, readAt: now, refusal: { message: "This set was deleted, or you don't have access to it" } }
      : line;
  });
};

function failed(
  state: DeskState,
  { message, items, unknown }: { message: string; items: readonly RefusedItem[]; unknown: boolean },
): DeskState {
  const why = new Map(items.map((item) => [item.keyBunchId, item]));
  return {
    ...state,
    failure: message,
    // A rejected batch is not retried unchanged.
    sending: unknown && state.sending ? { ...state.sending, pending: false } : null,
    lines: state.lines.map((line) => {
      const item = line.bunch && why.get(line.bunch.id);
      return item
        ? { ...line, refusal: item, ...(lacksYes(item) && item.message !== NEEDS_NETWORK && { asked: null }) }
        : line;
    }),
  };
}

/** A line without the refusal because of a reservation, which was about another one or another time. */
const withoutReserved = (line: Line): Line =>
  line.refusal?.code === 'reserved' ? { ...line, refusal: null } : line;
