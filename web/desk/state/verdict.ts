import { ASK_ADMINISTRATOR } from '../../../shared/custody-words.ts';
import { type Bound, boundOf, isTooLate } from '../../../shared/due.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { contentsOf, opensText } from '../../../shared/opens-text.ts';
import { type DueSet, dueToSend } from '../../custody/due-choices.ts';
import { boundText, reservedText, sinceClock } from '../../custody/due-lines.ts';
import { type DeskContext, type DeskState, type Line, lacksYes } from './desk-state.ts';

/** Why a line is excluded, and how to resolve that. */
export type Verdict = {
  kind: 'unknown' | 'out' | 'elsewhere' | 'missing' | 'in' | 'reserved' | 'refused';
  reason: string;
  /** Who can resolve it, when the officer can't. */
  ask: string | null;
};

/** What a set opens, in one line. */
export const whatOf = (bunch: KeyBunch): string => opensText(bunch);

/** The reason of a verdict and how to resolve it, in sentences. */
export const sentenceOf = ({ reason, ask }: Verdict, otherwise: string | null = null): string =>
  [`${reason.replace(/\.$/, '')}.`, ask ?? otherwise].filter(Boolean).join(' ');

/** Contents to count: "5 keys and 1 fob". */
export const toCount = (bunch: KeyBunch): string => contentsOf(bunch).replace(', ', ' and ');

/** Where the line is: the desk's mode, the recipient, and when the keys are due. */
type ListOf = Pick<DeskState, 'mode' | 'person' | 'due'>;

/** Whether a set is handed over without a return: the user has it, and another person takes it. */
export const isHandover = (bunch: KeyBunch, { mode, person }: ListOf, { me }: DeskContext): boolean =>
  mode === 'issue' &&
  bunch.status === 'issued' &&
  bunch.holder?.userId === me &&
  person !== null &&
  person.id !== bunch.holder.id;

/** Why a line is excluded; null when it is included. */
export function verdictOf(
  line: Pick<Line, 'bunch' | 'refusal' | 'code' | 'blank' | 'isOver'>,
  list: ListOf,
  context: DeskContext,
): Verdict | null {
  const { bunch, refusal } = line;
  if (!bunch && line.blank)
    return { kind: 'unknown', reason: 'This label is not linked to a set yet.', ask: null };
  if (!bunch) return { kind: 'unknown', reason: 'No set, tag or badge has this code.', ask: null };
  const known =
    list.mode === 'return'
      ? atReturn(bunch, context)
      : isHandover(bunch, list, context)
        ? null
        : (atIssue(bunch, context) ?? reserved(line, list, context));
  if (known) return known;
  if (!refusal || (refusal.code === 'reserved' && line.isOver) || lacksYes(refusal)) return null;
  const reason = [refusal.message, refusal.detail].filter(Boolean).join('. ');
  return { kind: refusal.code === 'reserved' ? 'reserved' : 'refused', reason, ask: null };
}

/** The reservation of a set that is issued, unless the line is issued over it; null without one. */
export const lineBound = (
  { bunch, isOver }: Pick<Line, 'bunch' | 'isOver'>,
  { person }: Pick<ListOf, 'person'>,
  { now }: DeskContext,
): Bound | null =>
  isOver || !bunch || bunch.status === 'issued' ? null : boundOf(bunch.reservation, person, now);

/** A set that another person needs before it would be back. Until the recipient is chosen it may be theirs. */
function reserved(line: Pick<Line, 'bunch' | 'isOver'>, list: ListOf, context: DeskContext): Verdict | null {
  const { now, zone } = context;
  const bound = lineBound(line, list, context);
  if (!bound || !list.person) return null;
  const due = dueToSend(list.due, now);
  // Without a chosen time it is due before the reservation, as long as that is possible.
  const isLate =
    due === undefined ? bound.latest <= now : isTooLate(due === null ? null : Date.parse(due), bound);
  if (bound.isOwn || !isLate) return null;
  return {
    kind: 'reserved',
    reason: `${reservedText(bound, now, zone)}. ${boundText(bound, now, zone)}`,
    ask: null,
  };
}

function atIssue(bunch: KeyBunch, context: DeskContext): Verdict | null {
  const { now, zone, location, may } = context;
  if (bunch.status === 'issued') {
    const since = bunch.issuedAt ? ` since ${sinceClock(Date.parse(bunch.issuedAt), now, zone)}` : '';
    return { kind: 'out', reason: `Already out to ${bunch.holder?.name ?? 'someone'}${since}`, ask: null };
  }
  if (bunch.status === 'missing') return missing(bunch, context);
  if (location && bunch.locationId !== location.id)
    return {
      kind: 'elsewhere',
      reason: `Registered at ${bunch.location.name}, not here`,
      ask: may('key:move') ? null : ASK_ADMINISTRATOR,
    };
  return null;
}

function atReturn(bunch: KeyBunch, context: DeskContext): Verdict | null {
  if (bunch.status === 'issued') return null;
  if (bunch.status === 'missing') return missing(bunch, context);
  return { kind: 'in', reason: `Is not out. It belongs at ${bunch.location.name}`, ask: null };
}

function missing({ missing: gone }: KeyBunch, { now, zone, may }: DeskContext): Verdict {
  const since = gone ? ` since ${sinceClock(Date.parse(gone.since), now, zone)}` : '';
  return { kind: 'missing', reason: `Missing${since}`, ask: may('key:edit') ? null : ASK_ADMINISTRATOR };
}

/** An included line. */
export type CountedLine = Line & { bunch: KeyBunch };

/** The included lines, in scan order. */
export function countedLines(state: DeskState, context: DeskContext): CountedLine[] {
  const counted = state.lines.flatMap((line) =>
    line.bunch && !verdictOf(line, state, context) ? [{ ...line, bunch: line.bunch }] : [],
  );
  return counted.reverse();
}

/** The included lines, as the suggested due times see them. */
export const dueSets = (state: DeskState, context: DeskContext): DueSet[] =>
  countedLines(state, context).map((line) => ({
    type: line.bunch.type,
    bound: lineBound(line, state, context),
  }));
