import type { Around, DeskState, Line } from './desk-state.ts';
import { verdictOf } from './verdict.ts';

/** Where a set of a return goes: to where it is registered, unless it is kept here. */
export const destinationOf = (line: Line, { place }: Around): number | null =>
  line.keepHere && place ? place.id : (line.bunch?.locationId ?? null);

/** The number after a tag, with its prefix: "450119" after "450118", "A-0100" after "A-0099"; null when it ends in no digit. */
export function tagAfter(tag: string): string | null {
  const [, prefix = '', digits = ''] = /^(.*?)(\d+)$/s.exec(tag) ?? [];
  if (!digits) return null;
  return prefix + String(BigInt(digits) + 1n).padStart(digits.length, '0');
}

/**
 * Gives every set of a return that has no tag yet the next number of where it goes, in the order of scanning, past those that other lines
 * have. A tag that was given stays, whatever line is taken off: it may hang on the ring already. Without a known number a line is left as
 * it is, and one where there is none gets an empty tag, to be typed.
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

/** The locations whose next number is not known yet. */
export function tagsWanted(state: DeskState, around: Around): number[] {
  if (state.mode !== 'return') return [];
  const places = state.lines.flatMap((line) => destinationOf(line, around) ?? []);
  return [...new Set(places)].filter((id) => !(id in state.nextTags));
}
