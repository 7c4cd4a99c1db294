import type { BodyOf } from '../../shared/api.ts';
import type { PaperAnswer } from '../../shared/paper.ts';
import { daysOf, momentsOf, timeTyped } from '../../shared/paper-time.ts';
import type { PaperKind } from '../../shared/paper-words.ts';

/**
 * A line as it is typed. `n` is its number on the sheet. `day`: the day that was chosen for it, or that it was shown with before lines above it
 * left. `second`: of a clock time that comes twice, which one; null until it is chosen.
 */
export type Line = {
  n: number;
  time: string;
  day?: string | null;
  set: string;
  setId: number | null;
  kind: PaperKind;
  who: string;
  whoId: number | null;
  tag: string;
  counted: string;
  second: boolean | null;
};
export type Field = 'time' | 'set' | 'kind' | 'who' | 'tag' | 'counted';

/** What is typed of a sheet, as the device keeps it. `day`: of the first line, YYYY-MM-DD; `after`: the time of the last line recorded on that day. */
export type Draft = { sheet: string; writtenBy: string; day: string; after?: string | null; lines: Line[] };

export const blankLine = (n: number): Line => ({
  ...{
    n,
    time: '',
    day: null,
    set: '',
    setId: null,
    kind: 'out',
    who: '',
    whoId: null,
    tag: '',
    counted: '',
    second: null,
  },
});
export const isBlank = ({ time, set, who, tag, counted }: Line): boolean =>
  [time, set, who, tag, counted].every((text) => text.trim() === '');

/** Lines with an empty one at the end, so that Tab and Enter lead to the next. */
export function withBlank(lines: readonly Line[]): Line[] {
  const last = lines.at(-1);
  if (last && isBlank(last)) return [...lines];
  return [...lines, blankLine(Math.max(0, ...lines.map(({ n }) => n)) + 1)];
}

/** A line's moments: none with a reason, one, or two to choose from. `days`: two to choose from, when its time is before the line above. */
export type Timed = {
  day: string | null;
  clock: string | null;
  days: string[];
  moments: number[];
  problem: string | null;
};

const NOT_TIMED: Timed = { day: null, clock: null, days: [], moments: [], problem: null };
const SKIPPED = 'This time did not exist: the clocks went forward.';

/** The moments of the lines, by the day of the first and the company's clock. */
export function timesOf({ lines, day, after = null }: Draft, zone: string): Timed[] {
  const typed = lines.map(({ time }) => timeTyped(time, day));
  const times = typed.map((time, at) =>
    'problem' in time ? null : { ...time, kept: lines[at]?.day ?? null },
  );
  const days = daysOf({ day, clock: after }, times);
  return lines.map((line, at) => {
    const [time, [on, other]] = [typed[at], days[at] ?? []];
    if (!time || 'problem' in time)
      return { ...NOT_TIMED, problem: time && (line.time.trim() || !isBlank(line)) ? time.problem : null };
    const { clock } = time;
    if (!on || other) return { ...NOT_TIMED, clock, days: days[at] ?? [] };
    const moments = momentsOf(on, clock, zone);
    return { day: on, clock, days: [], moments, problem: moments.length === 0 ? SKIPPED : null };
  });
}

/** The lines with the days that they are shown with, before one of them leaves the sheet. */
export const withDays = (lines: readonly Line[], times: readonly Timed[]): Line[] =>
  lines.map((line, at) => ({ ...line, day: times[at]?.day ?? line.day ?? null }));

const KIND_OF: Record<string, PaperKind> = { i: 'in', h: 'handOver' };

/** Lines pasted from a table, in the order of the columns; null for a text that is none. */
export function pastedLines(text: string): Partial<Line>[] | null {
  const rows = text.split(/\r?\n/).filter((one) => one.trim() !== '');
  if (!rows.some((one) => one.includes('\t'))) return null;
  return rows.map((one) => {
    const [time = '', set = '', kind = '', who = '', tag = '', counted = ''] = one
      .split('\t')
      .map((cell) => cell.trim());
    return { time, set, kind: KIND_OF[kind.charAt(0).toLowerCase()] ?? 'out', who, tag, counted };
  });
}

/** Lines with pasted ones in place of a blank line, or before one that is not. */
export function withPasted(lines: readonly Line[], n: number, pasted: readonly Partial<Line>[]): Line[] {
  const next = Math.max(0, ...lines.map((line) => line.n)) + 1;
  return lines.flatMap((line) => {
    if (line.n !== n) return [line];
    const added = pasted.map((one, at) => ({ ...blankLine(next + at), ...one }));
    return isBlank(line) ? added.map((one, at) => ({ ...one, n: n + at })) : [...added, line];
  });
}

/** Lines with a return of the set of one before it, at the same time. */
export const withReturn = (lines: readonly Line[], n: number, added: number): Line[] =>
  lines.flatMap((line) => {
    const { time, day = null, set, setId } = line;
    return line.n === n ? [{ ...blankLine(added), time, day, set, setId, kind: 'in' }, line] : [line];
  });

export type SentLine = BodyOf<'recordPaper'>['lines'][number];

/** The line as it is sent; null while its time, its set or its counted keys can't be read. */
export function sentLine(line: Line, { moments }: Timed): SentLine | null {
  const [first, second] = moments;
  const moment =
    second === undefined ? first : line.second === null ? undefined : line.second ? second : first;
  const counted = countOf(line.counted);
  if (moment === undefined || !line.set.trim() || counted === undefined) return null;
  return {
    ...{ line: line.n, doneAt: new Date(moment).toISOString(), kind: line.kind },
    ...(line.setId ? { keyBunchId: line.setId } : { set: line.set }),
    ...(line.whoId ? { holderId: line.whoId } : { who: line.who }),
    ...(line.kind === 'in' && { newTag: line.tag, keysCounted: counted }),
  };
}

/** "3" or "3 keys" as 3, nothing as null; undefined for what is no number. */
export function countOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const [, number] = /^\s*(\d{1,4})\s*(?:keys?)?\s*$/i.exec(text) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** What a line shows: nothing yet, something to look at, ready, or in the register already. */
export type LineState = 'open' | 'look' | 'ready' | 'already';

export function stateOf(line: Line, timed: Timed, answer: PaperAnswer | undefined): LineState {
  if (isBlank(line)) return 'open';
  if (timed.problem || countOf(line.counted) === undefined) return 'look';
  if (timed.days.length > 1 || (timed.moments.length > 1 && line.second === null)) return 'look';
  if (!answer) return 'open';
  if (answer.outcome === 'refused') return 'look';
  return answer.outcome === 'already' ? 'already' : 'ready';
}
