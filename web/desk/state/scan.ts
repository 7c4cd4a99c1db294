import type { Lookup } from '../../../shared/custody.ts';
import type { Holder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { BATCH_MAX } from '../../../shared/limits.ts';
import { tagAfter } from '../../../shared/tag-number.ts';
import {
  addedAnswer,
  againAnswer,
  fullAnswer,
  mayNotAnswer,
  notApproverAnswer,
  otherLengthAnswer,
  personAnswer,
  refusedAnswer,
  severalAnswer,
  tagAnswer,
} from './answers.ts';
import {
  type Answer,
  type DeskContext,
  type DeskState,
  EMPTY_DESK,
  isOnItsWay,
  type Line,
  withListChanged,
} from './desk-state.ts';
import { takesApprover, whyNotApprover, withoutYes } from './second-person.ts';
import { countedLines, verdictOf } from './verdict.ts';

/** A scan with its lookup result. */
export type Scanned = { code: string; found: Lookup };

const withAnswer = (state: DeskState, answer: Omit<Answer, 'at'>, { now }: DeskContext): DeskState => ({
  ...state,
  answer: { ...answer, at: now },
});

/** After a done batch the next scan starts a new list. */
const afterDone = (state: DeskState): DeskState =>
  state.mode === 'done' ? { ...EMPTY_DESK, lastKey: state.lastKey } : state;

/** Whether scanning that badge again issues the list. */
export const isSecondBadge = (state: DeskState, { found }: Scanned, context: DeskContext): boolean =>
  state.mode === 'issue' &&
  !takesApprover(state, context) &&
  found.kind === 'holder' &&
  found.holder?.id === state.person?.id &&
  countedLines(state, context).some(({ key }) => !isOnItsWay(state, key));

/** Applies a scan. */
export function scan(before: DeskState, { code, found }: Scanned, context: DeskContext): DeskState {
  const state = { ...afterDone(before), choices: [] };
  const [bunch] = found.keyBunches;
  if (found.kind === 'holder' && found.holder) return withBadge(state, found.holder, context);
  if (found.kind === 'several')
    return withAnswer(
      { ...state, choices: found.keyBunches },
      severalAnswer(code, found.keyBunches.length),
      context,
    );
  if (found.kind === 'keyBunch' && bunch) return withSet(state, code, bunch, context);
  if (found.blank) return blankLabel(state, code, found.blank, context);
  return unknown(state, code, context);
}

/** Applies the badge of a person: while sets wait for a second person, that of who approves. */
export function withBadge(state: DeskState, holder: Holder, context: DeskContext): DeskState {
  if (!takesApprover(state, context)) return withPerson(state, holder, context);
  const why = whyNotApprover(holder, state, context);
  return why ? withAnswer(state, notApproverAnswer(holder, why), context) : { ...state, approver: holder };
}

/** Applies a chosen person, or a badge that names the person of the list. */
export function withPerson(before: DeskState, holder: Holder, context: DeskContext): DeskState {
  const state = afterDone(before);
  if (state.mode === 'return')
    return withAnswer(
      { ...withListChanged(state), person: holder },
      personAnswer(holder, 'return', null),
      context,
    );
  if (!context.may('key:issue')) return withAnswer(state, mayNotAnswer(holder.name, 'issue'), context);
  return withAnswer(
    {
      ...withListChanged(state),
      mode: 'issue',
      person: holder,
      taggable: null,
      lines: holder.id === state.person?.id ? state.lines : withoutYes(state),
    },
    personAnswer(holder, 'issue', state.person),
    context,
  );
}

/** Applies a set; the first one decides between issue and return. */
export function withSet(before: DeskState, code: string, bunch: KeyBunch, context: DeskContext): DeskState {
  const state = afterDone(before);
  const mode = state.mode === 'waiting' ? (bunch.status === 'issued' ? 'return' : 'issue') : state.mode;
  if (mode === 'done') return state;
  if (!context.may(mode === 'return' ? 'key:return' : 'key:issue'))
    return withAnswer(state, mayNotAnswer(bunch.identifier, mode), context);
  const same = state.lines.find((line) => line.bunch?.id === bunch.id);
  if (same) {
    const renewed = state.lines.map((line) =>
      line === same ? { ...line, bunch, readAt: context.now, refusal: null } : line,
    );
    return withAnswer({ ...state, mode, lines: renewed, taggable: same.key }, againAnswer(bunch), context);
  }
  return add({ ...state, mode }, { code, bunch }, context);
}

type What = { code: string; bunch: KeyBunch | null; blank?: string };

function add(state: DeskState, { code, bunch, blank = '' }: What, context: DeskContext): DeskState {
  const title = bunch?.identifier ?? code;
  if (state.lines.length >= BATCH_MAX) return withAnswer(state, fullAnswer(title, BATCH_MAX), context);
  const key = state.lastKey + 1;
  const line: Line = {
    key,
    code,
    blank: blank || null,
    bunch,
    readAt: context.now,
    refusal: null,
    isOver: false,
    asked: null,
    emergency: '',
    tag: null,
    tagByHand: false,
    tagSeen: null,
    counted: null,
    missing: '',
    open: false,
    keepHere: false,
  };
  const verdict = verdictOf(line, state, context);
  const added = fillTags(
    {
      ...state,
      lines: [line, ...state.lines],
      lastKey: key,
      taggable: verdict ? null : key,
    },
    context,
  );
  const answer =
    verdict || !bunch ? refusedAnswer(line, verdict ?? NOTHING) : addedAnswer(line, bunch, state, context);
  return withAnswer(added, answer, context);
}

const NOTHING = { kind: 'unknown', reason: 'No set, tag or badge has this code.', ask: null } as const;

/** An unknown code: right after a returned set it is the number of its new seal. */
function unknown(state: DeskState, code: string, context: DeskContext): DeskState {
  const newest = state.mode === 'return' ? state.lines.find(({ key }) => key === state.taggable) : undefined;
  if (newest?.bunch && !isOnItsWay(state, newest.key) && (/^\d+$/.test(code) || newest.tag === '')) {
    // A number of another length is more likely a mistyped set ID; it can still be typed into the seal field.
    if (newest.tag && newest.tag.length !== code.length)
      return withAnswer(state, otherLengthAnswer(code, newest.tag, newest.bunch), context);
    const lines = state.lines.map((line) =>
      line === newest ? { ...line, tag: code, tagByHand: true } : line,
    );
    return withAnswer(
      { ...withListChanged(state), lines, taggable: null },
      tagAnswer(code, newest.bunch),
      context,
    );
  }
  if (state.mode === 'waiting')
    return withAnswer(state, refusedAnswer({ bunch: null, code }, NOTHING), context);
  const there = state.lines.some((line) => !line.bunch && line.code === code);
  if (there) return withAnswer(state, refusedAnswer({ bunch: null, code }, NOTHING), context);
  return add(state, { code, bunch: null }, context);
}

/** A blank label: adds a line that leads to linking it, also as the first scan. */
function blankLabel(state: DeskState, code: string, blank: string, context: DeskContext): DeskState {
  const line = state.lines.find((one) => one.blank === blank && !one.bunch);
  if (line)
    return withAnswer(state, refusedAnswer(line, verdictOf(line, state, context) ?? NOTHING), context);
  const mode = state.mode === 'waiting' ? (context.may('key:issue') ? 'issue' : 'return') : state.mode;
  return add({ ...state, mode }, { code, bunch: null, blank }, context);
}

/** Where a returned set goes: its registered location, unless it stays here. */
export const destinationOf = (line: Line, { location }: DeskContext): number | null =>
  line.keepHere && location ? location.id : (line.bunch?.locationId ?? null);

/** The tags of some sets: "450118 to 450120" when consecutive, up to three by number, else how many; empty without any. */
export function tagsText(tags: readonly string[]): string {
  const sorted = [...tags].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (sorted.length > 1 && sorted.every((tag, at) => at === 0 || tagAfter(sorted[at - 1] ?? '') === tag))
    return `${first} to ${last}`;
  return sorted.length <= 3 ? sorted.join(', ') : `${sorted.length} numbers`;
}

/**
 * Suggests tags for the lines of a return that have none: the next numbers of their location, in scan order, skipping used ones. Existing
 * tags never change. Lines wait while the next number is unknown; without one they get an empty tag to type.
 */
export function fillTags(state: DeskState, context: DeskContext): DeskState {
  if (state.mode !== 'return') return state;
  const taken = new Set(state.lines.flatMap(({ tag }) => tag ?? []));
  const filled = new Map<number, string>();
  for (const line of [...state.lines].reverse()) {
    const to = destinationOf(line, context);
    const next = to === null ? undefined : state.nextTags[to];
    if (line.tag !== null || !next || verdictOf(line, state, context)) continue;
    const tag = [next.next, ...next.following].find((one) => one !== null && !taken.has(one)) ?? '';
    filled.set(line.key, tag);
    if (tag) taken.add(tag);
  }
  if (filled.size === 0) return state;
  return {
    ...state,
    lines: state.lines.map((line) => ({ ...line, tag: filled.get(line.key) ?? line.tag })),
  };
}

/** Locations whose next tag number is not loaded yet. */
export function tagsWanted(state: DeskState, context: DeskContext): number[] {
  if (state.mode !== 'return') return [];
  const locationIds = state.lines.flatMap((line) => destinationOf(line, context) ?? []);
  return [...new Set(locationIds)].filter((id) => !(id in state.nextTags));
}
