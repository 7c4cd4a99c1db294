import type { Batch, RefusedItem } from '../../../shared/custody.ts';
import type { Holder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { lostAnswer, recordedAnswer, unansweredAnswer } from './answers.ts';
import {
  type Around,
  type DeskState,
  type Done,
  EMPTY_DESK,
  isOnItsWay,
  type Line,
  type Sending,
  withListChanged,
} from './desk-state.ts';
import { fillTags, person, type Scanned, scan, set } from './reduce.ts';
import { countedLines, verdictOf } from './verdict.ts';

export type DeskEvent =
  | ({ type: 'scanned' } & Scanned)
  /** A set chosen on the screen: it acts like a scan. */
  | { type: 'setChosen'; bunch: KeyBunch }
  | { type: 'personChosen'; holder: Holder }
  /** Sets as they are now; those that are gone are named by their ids. */
  | { type: 'lookedUp'; bunches: readonly KeyBunch[]; gone: readonly number[] }
  /** What a code that belonged to nothing belongs to now. */
  | { type: 'linked'; key: number; bunch: KeyBunch }
  /** A set was handed over: there is nothing to issue any more. */
  | { type: 'handedOver'; id: number }
  /** The person is to be chosen anew. */
  | { type: 'personCleared' }
  | { type: 'lineRemoved'; key: number }
  | { type: 'newestRemoved' }
  | {
      type: 'lineChanged';
      key: number;
      change: Partial<Pick<Line, 'counted' | 'missing' | 'open' | 'keepHere'>>;
    }
  | { type: 'tagTyped'; key: number; tag: string }
  /** The suggested tag of a line was in view. */
  | { type: 'tagSeen'; key: number; tag: string }
  | { type: 'tagKnown'; locationId: number; last: string | null; next: string | null }
  | { type: 'told'; change: Partial<Pick<DeskState, 'purpose' | 'due' | 'notes' | 'signature'>> }
  | { type: 'choicesClosed' }
  | { type: 'sent'; sending: Sending }
  /** `unknown`: no answer came, and what was sent may be sent again as it was. */
  | { type: 'failed'; message: string; items: readonly RefusedItem[]; unknown: boolean }
  /** A code could not be looked up. */
  | { type: 'unanswered'; code: string }
  | { type: 'committed'; done: Omit<Done, 'at' | 'undone'>; batch: Batch }
  /** `keyBunches` as the undo left them. */
  | { type: 'undone'; keyBunches: readonly KeyBunch[] }
  | { type: 'startedOver' };

/** What the desk is like after something happened. Pure: all it knows of the world is in `around`. */
export function change(state: DeskState, event: DeskEvent, around: Around): DeskState {
  switch (event.type) {
    case 'scanned':
      return scan(state, event, around);
    case 'setChosen':
      return set({ ...state, choices: [] }, event.bunch.identifier, event.bunch, around);
    case 'personChosen':
      return person(state, event.holder, around);
    case 'unanswered':
      return { ...state, answer: { ...unansweredAnswer(event.code), at: around.now } };
    case 'personCleared':
      return { ...withListChanged(state), person: null };
    case 'handedOver':
      return without(state, state.lines.find(({ bunch }) => bunch?.id === event.id)?.key);
    case 'choicesClosed':
      return { ...state, choices: [] };
    case 'sent':
      return { ...state, sending: { ...event.sending, pending: true }, failure: null };
    case 'failed':
      return failed(state, event);
    case 'committed':
      return committed(state, event, around);
    case 'undone':
      return undone(state, event.keyBunches);
    case 'startedOver':
      return startedOver(state);
    default:
      return onList(state, event, around);
  }
}

/** What was recorded leaves the list; lines that were added meanwhile are the next batch, for the same person. */
function committed(
  state: DeskState,
  { done }: Extract<DeskEvent, { type: 'committed' }>,
  around: Around,
): DeskState {
  const recorded = state.sending?.lines ?? state.lines.map(({ key }) => key);
  const lines = state.lines.filter(({ key }) => !recorded.includes(key));
  if (lines.length > 0)
    return {
      ...state,
      lines,
      nextTags: {},
      notes: '',
      signature: null,
      sending: null,
      failure: null,
      answer: { ...recordedAnswer(done, lines.length), at: around.now },
    };
  return {
    ...EMPTY_DESK,
    lastKey: state.lastKey,
    mode: 'done',
    done: { ...done, at: around.now, undone: false },
  };
}

/** The sets of the done batch as they are again; its receipt keeps its number. */
function undone(state: DeskState, keyBunches: readonly KeyBunch[]): DeskState {
  const { done } = state;
  if (!done) return state;
  const now = new Map(keyBunches.map((bunch) => [bunch.id, bunch]));
  const restored = done.batch.keyBunches.map((bunch) => now.get(bunch.id) ?? bunch);
  return { ...state, done: { ...done, undone: true, batch: { ...done.batch, keyBunches: restored } } };
}

/** Empties the list but for a batch on its way, whose answer has to find its lines. */
function startedOver(state: DeskState): DeskState {
  if (!state.sending?.pending) return { ...EMPTY_DESK, lastKey: state.lastKey };
  return { ...state, lines: state.lines.filter(({ key }) => isOnItsWay(state, key)), taggable: null };
}

type ListEvent = Extract<
  DeskEvent,
  {
    type:
      | 'lookedUp'
      | 'linked'
      | 'lineRemoved'
      | 'newestRemoved'
      | 'lineChanged'
      | 'tagTyped'
      | 'tagSeen'
      | 'tagKnown'
      | 'told';
  }
>;

function onList(state: DeskState, event: ListEvent, around: Around): DeskState {
  if ('key' in event && isOnItsWay(state, event.key)) return state;
  const free = withListChanged(state);
  const each = (key: number, with_: (line: Line) => Line) =>
    state.lines.map((line) => (line.key === key ? with_(line) : line));
  switch (event.type) {
    case 'lookedUp':
      return renewed(state, lookedUp(state.lines, event, around.now), around);
    case 'linked': {
      const twice = state.lines.some(({ bunch }) => bunch?.id === event.bunch.id);
      const lines = twice
        ? state.lines.filter(({ key }) => key !== event.key)
        : each(event.key, (line) => ({ ...line, bunch: event.bunch, readAt: around.now }));
      return fillTags({ ...free, lines }, around);
    }
    case 'lineRemoved':
      return without(free, event.key);
    case 'newestRemoved':
      return without(free, state.lines.find(({ key }) => !isOnItsWay(state, key))?.key);
    case 'lineChanged': {
      // Elsewhere another number comes next.
      const moved = event.change.keepHere !== undefined;
      const lines = each(event.key, (line) => ({
        ...line,
        ...event.change,
        ...(moved && !line.tagByHand && { tag: null }),
      }));
      return fillTags({ ...free, lines }, around);
    }
    case 'tagTyped':
      return { ...free, lines: each(event.key, (line) => ({ ...line, tag: event.tag, tagByHand: true })) };
    case 'tagSeen':
      return { ...state, lines: each(event.key, (line) => ({ ...line, tagSeen: event.tag })) };
    case 'tagKnown': {
      const { locationId, last, next } = event;
      return fillTags({ ...state, nextTags: { ...state.nextTags, [locationId]: { last, next } } }, around);
    }
    case 'told':
      return { ...free, ...event.change };
  }
}

/** With its last line off, a list without a person is none. */
function without(state: DeskState, key: number | undefined): DeskState {
  if (key === undefined || isOnItsWay(state, key)) return state;
  const lines = state.lines.filter((line) => line.key !== key);
  if (lines.length === 0 && !(state.mode === 'issue' && state.person))
    return { ...EMPTY_DESK, lastKey: state.lastKey };
  return { ...state, lines, taggable: null, answer: null };
}

/** The list with its lines as they are now. The first that counted and no longer does is what the desk says. */
function renewed(state: DeskState, lines: readonly Line[], around: Around): DeskState {
  const counted = new Set(countedLines(state, around).map(({ key }) => key));
  for (const line of lines) {
    const verdict = counted.has(line.key) && verdictOf(line, state.mode, around);
    if (verdict)
      return { ...state, lines, answer: { ...lostAnswer(line, verdict, state.mode), at: around.now } };
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
    if (bunch) return { ...line, bunch, readAt: now };
    return line.bunch && gone.includes(line.bunch.id)
      ? { ...line, readAt: now, refusal: { message: 'This set is not there any more' } }
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
    // An answer is an answer: what was refused is not sent again as it is.
    sending: unknown && state.sending ? { ...state.sending, pending: false } : null,
    lines: state.lines.map((line) => {
      const item = line.bunch && why.get(line.bunch.id);
      return item ? { ...line, refusal: { message: item.message, detail: item.detail } } : line;
    }),
  };
}
