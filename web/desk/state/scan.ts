import type { Lookup } from '../../../shared/custody.ts';
import type { Holder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { BATCH_MAX } from '../../../shared/limits.ts';
import {
  addedAnswer,
  againAnswer,
  fullAnswer,
  mayNotAnswer,
  otherLengthAnswer,
  personAnswer,
  refusedAnswer,
  severalAnswer,
  tagAnswer,
} from './answers.ts';
import {
  type Answer,
  type Around,
  type DeskState,
  EMPTY_DESK,
  isOnItsWay,
  type Line,
  withListChanged,
} from './desk-state.ts';
import { countedLines, verdictOf } from './verdict.ts';

/** A scan with its lookup result. */
export type Scanned = { code: string; found: Lookup };

const withAnswer = (state: DeskState, answer: Omit<Answer, 'at'>, { now }: Around): DeskState => ({
  ...state,
  answer: { ...answer, at: now },
});

/** After a done batch the next scan starts a new list. */
const afterDone = (state: DeskState): DeskState =>
  state.mode === 'done' ? { ...EMPTY_DESK, lastKey: state.lastKey } : state;

/** Whether scanning that badge again issues the list. */
export const isSecondBadge = (state: DeskState, { found }: Scanned, around: Around): boolean =>
  state.mode === 'issue' &&
  found.kind === 'holder' &&
  found.holder?.id === state.person?.id &&
  countedLines(state, around).some(({ key }) => !isOnItsWay(state, key));

/** Applies a scan. */
export function scan(before: DeskState, { code, found }: Scanned, around: Around): DeskState {
  const state = { ...afterDone(before), choices: [] };
  const [bunch] = found.keyBunches;
  if (found.kind === 'holder' && found.holder) return person(state, found.holder, around);
  if (found.kind === 'several')
    return withAnswer(
      { ...state, choices: found.keyBunches },
      severalAnswer(code, found.keyBunches.length),
      around,
    );
  if (found.kind === 'keyBunch' && bunch) return set(state, code, bunch, around);
  if (found.blank) return blankLabel(state, code, found.blank, around);
  return unknown(state, code, around);
}

/** Applies a badge or a chosen person. */
export function person(before: DeskState, holder: Holder, around: Around): DeskState {
  const state = afterDone(before);
  if (state.mode === 'return')
    return withAnswer(
      { ...withListChanged(state), person: holder },
      personAnswer(holder, 'return', null),
      around,
    );
  if (!around.may('key:issue')) return withAnswer(state, mayNotAnswer(holder.name, 'issue'), around);
  return withAnswer(
    { ...withListChanged(state), mode: 'issue', person: holder, taggable: null },
    personAnswer(holder, 'issue', state.person),
    around,
  );
}

/** Applies a set; the first one decides between issue and return. */
export function set(before: DeskState, code: string, bunch: KeyBunch, around: Around): DeskState {
  const state = afterDone(before);
  const mode = state.mode === 'waiting' ? (bunch.status === 'issued' ? 'return' : 'issue') : state.mode;
  if (mode === 'done') return state;
  if (!around.may(mode === 'return' ? 'key:return' : 'key:issue'))
    return withAnswer(state, mayNotAnswer(bunch.identifier, mode), around);
  const same = state.lines.find((line) => line.bunch?.id === bunch.id);
  if (same) {
    const renewed = state.lines.map((line) =>
      line === same ? { ...line, bunch, readAt: around.now, refusal: null } : line,
    );
    return withAnswer({ ...state, mode, lines: renewed, taggable: same.key }, againAnswer(bunch), around);
  }
  return add({ ...state, mode }, { code, bunch }, around);
}

type What = { code: string; bunch: KeyBunch | null; blank?: string };

function add(state: DeskState, { code, bunch, blank = '' }: What, around: Around): DeskState {
  const title = bunch?.identifier ?? code;
  if (state.lines.length >= BATCH_MAX) return withAnswer(state, fullAnswer(title, BATCH_MAX), around);
  const key = state.lastKey + 1;
  const line: Line = {
    key,
    code,
    blank: blank || null,
    bunch,
    readAt: around.now,
    refusal: null,
    tag: null,
    tagByHand: false,
    tagSeen: null,
    counted: null,
    missing: '',
    open: false,
    keepHere: false,
  };
  const verdict = verdictOf(line, state.mode, around);
  const added = fillTags(
    {
      ...state,
      lines: [line, ...state.lines],
      lastKey: key,
      taggable: verdict ? null : key,
    },
    around,
  );
  const answer = verdict || !bunch ? refusedAnswer(line, verdict ?? NOTHING) : addedAnswer(bunch, state.mode);
  return withAnswer(added, answer, around);
}

const NOTHING = { kind: 'unknown', reason: 'No set, tag or badge has this code.', ask: null } as const;

/** An unknown code: right after a returned set it is the number of its new seal. */
function unknown(state: DeskState, code: string, around: Around): DeskState {
  const newest = state.mode === 'return' ? state.lines.find(({ key }) => key === state.taggable) : undefined;
  if (newest?.bunch && !isOnItsWay(state, newest.key) && (/^\d+$/.test(code) || newest.tag === '')) {
    // A number of another length is more likely a mistyped set ID; it can still be typed into the seal field.
    if (newest.tag && newest.tag.length !== code.length)
      return withAnswer(state, otherLengthAnswer(code, newest.tag, newest.bunch), around);
    const lines = state.lines.map((line) =>
      line === newest ? { ...line, tag: code, tagByHand: true } : line,
    );
    return withAnswer(
      { ...withListChanged(state), lines, taggable: null },
      tagAnswer(code, newest.bunch),
      around,
    );
  }
  if (state.mode === 'waiting')
    return withAnswer(state, refusedAnswer({ bunch: null, code }, NOTHING), around);
  const there = state.lines.some((line) => !line.bunch && line.code === code);
  if (there) return withAnswer(state, refusedAnswer({ bunch: null, code }, NOTHING), around);
  return add(state, { code, bunch: null }, around);
}

/** A blank label: adds a line that leads to linking it, also as the first scan. */
function blankLabel(state: DeskState, code: string, blank: string, around: Around): DeskState {
  const line = state.lines.find((one) => one.blank === blank && !one.bunch);
  if (line)
    return withAnswer(state, refusedAnswer(line, verdictOf(line, state.mode, around) ?? NOTHING), around);
  const mode = state.mode === 'waiting' ? (around.may('key:issue') ? 'issue' : 'return') : state.mode;
  return add({ ...state, mode }, { code, bunch: null, blank }, around);
}

/** Where a returned set goes: its registered location, unless it stays here. */
export const destinationOf = (line: Line, { place }: Around): number | null =>
  line.keepHere && place ? place.id : (line.bunch?.locationId ?? null);

/** The number after a tag, with its prefix: "450119" after "450118", "A-0100" after "A-0099"; null when it ends in no digit. */
export function tagAfter(tag: string): string | null {
  const [, prefix = '', digits = ''] = /^(.*?)(\d+)$/s.exec(tag) ?? [];
  if (!digits) return null;
  return prefix + String(BigInt(digits) + 1n).padStart(digits.length, '0');
}

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
export function fillTags(state: DeskState, around: Around): DeskState {
  if (state.mode !== 'return') return state;
  const taken = new Set(state.lines.flatMap(({ tag }) => tag ?? []));
  const filled = new Map<number, string>();
  for (const line of [...state.lines].reverse()) {
    const to = destinationOf(line, around);
    const next = to === null ? undefined : state.nextTags[to];
    if (line.tag !== null || !next || verdictOf(line, 'return', around)) continue;
    let tag = next.next;
    while (tag !== null && taken.has(tag)) tag = tagAfter(tag);
    filled.set(line.key, tag ?? '');
    if (tag) taken.add(tag);
  }
  if (filled.size === 0) return state;
  return {
    ...state,
    lines: state.lines.map((line) => ({ ...line, tag: filled.get(line.key) ?? line.tag })),
  };
}

/** Locations whose next tag number is not loaded yet. */
export function tagsWanted(state: DeskState, around: Around): number[] {
  if (state.mode !== 'return') return [];
  const places = state.lines.flatMap((line) => destinationOf(line, around) ?? []);
  return [...new Set(places)].filter((id) => !(id in state.nextTags));
}
