import type { BodyOf } from '../../shared/api.ts';
import type { PaperAnswer } from '../../shared/paper.ts';
import { clockTyped, daysOf, momentsOf } from '../../shared/paper-time.ts';
import type { PaperKind } from '../../shared/paper-words.ts';

/** A line as it is typed. `n` is its number on the sheet. `second`: of a clock time that comes twice, which one; null until it is chosen. */
export type Line = {
  n: number;
  time: string;
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

/** What is typed of a sheet, as the device keeps it. `day`: of the first line, YYYY-MM-DD. */
export type Draft = { sheet: string; writtenBy: string; day: string; lines: Line[] };

export const blankLine = (n: number): Line => ({
  ...{
    n,
    time: '',
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

/** A line's moments: none with a reason, one, or two to choose from. */
export type Timed = { day: string | null; clock: string | null; moments: number[]; problem: string | null };

const NO_TIME = 'Write the time, such as 20:12.';
const SKIPPED = 'This time did not exist: the clocks went forward.';

/** The moments of the lines, by the day of the first and the company's clock. */
export function timesOf({ lines, day }: Draft, zone: string): Timed[] {
  const clocks = lines.map(({ time }) => clockTyped(time));
  const days = daysOf(day, clocks);
  return lines.map((line, at) => {
    const clock = clocks[at] ?? null;
    const on = days[at] ?? null;
    if (clock === null || on === null)
      return {
        day: null,
        clock: null,
        moments: [],
        problem: line.time.trim() || !isBlank(line) ? NO_TIME : null,
      };
    const moments = momentsOf(on, clock, zone);
    return { day: on, clock, moments, problem: moments.length === 0 ? SKIPPED : null };
  });
}

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
  if (timed.moments.length > 1 && line.second === null) return 'look';
  if (!answer) return 'open';
  if (answer.outcome === 'refused') return 'look';
  return answer.outcome === 'already' ? 'already' : 'ready';
}
