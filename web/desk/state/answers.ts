import type { Approval } from '../../../shared/approval.ts';
import { ASK_ADMINISTRATOR } from '../../../shared/custody-words.ts';
import type { Holder } from '../../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../../shared/holder-words.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { contentsOf } from '../../../shared/opens-text.ts';
import { clockIn, reservedText } from '../../custody/due-lines.ts';
import { count } from '../../format.ts';
import type { Answer, DeskContext, DeskState, Done, Line, Mode } from './desk-state.ts';
import { isHandover, lineBound, sentenceOf, toCount, type Verdict, whatOf } from './verdict.ts';

/** A result without its time. */
type AnswerContent = Omit<Answer, 'at'>;
const join = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ');

/** Of a set that the user hands to another person. */
export const FROM_YOU = 'From you, tag stays broken';

export const tagText = (bunch: KeyBunch): string => (bunch.currentTag ? `Tag ${bunch.currentTag}` : 'No tag');

/** "MCR-0145 needs a second person". */
const sensitiveAnswer = (bunch: KeyBunch): AnswerContent => ({
  tone: 'again',
  title: bunch.identifier,
  word: 'needs a second person',
  detail: join(whatOf(bunch), contentsOf(bunch)),
  isLocked: true,
});

/** The person of a badge can't approve. */
export const notApproverAnswer = ({ name }: Holder, why: string): AnswerContent => ({
  tone: 'bad',
  title: name,
  word: 'cannot approve this',
  detail: why,
});

/** What the second person decided: "Tom Whitaker says yes to MCR-0145". */
export const decidedAnswer = (
  { decidedBy, keyBunch, state, expiresAt }: Approval,
  { zone }: DeskContext,
): AnswerContent => ({
  tone: state === 'approved' ? 'good' : 'bad',
  title: decidedBy ?? 'The second person',
  word: `says ${state === 'approved' ? 'yes' : 'no'} to ${keyBunch.identifier}`,
  detail:
    state === 'approved'
      ? `Issue it by ${clockIn(Date.parse(expiresAt), zone)}.`
      : 'Leave it out, or ask another person.',
});

export function addedAnswer(
  line: Line,
  bunch: KeyBunch,
  state: DeskState,
  context: DeskContext,
): AnswerContent {
  if (state.mode === 'issue' && bunch.secondPerson) return sensitiveAnswer(bunch);
  const bound = state.mode === 'issue' && lineBound(line, state, context);
  const from = isHandover(bunch, state, context) ? FROM_YOU : tagText(bunch);
  const detail =
    state.mode === 'return'
      ? join(whatOf(bunch), `count ${toCount(bunch)}`)
      : bound
        ? join(whatOf(bunch), reservedText(bound, context.now, context.zone))
        : join(whatOf(bunch), from, contentsOf(bunch));
  return { tone: 'good', title: bunch.identifier, word: 'added', detail };
}

export const refusedAnswer = (
  { bunch, code }: Pick<Line, 'bunch' | 'code'>,
  verdict: Verdict,
): AnswerContent => ({
  tone: 'bad',
  title: bunch?.identifier ?? code,
  word: bunch ? 'not added' : 'not found',
  detail: sentenceOf(verdict),
});

/** For a listed set that another desk or user issued, returned or changed meanwhile. */
export const lostAnswer = (
  line: Pick<Line, 'bunch' | 'code'>,
  verdict: Verdict,
  mode: Mode,
): AnswerContent => ({
  ...refusedAnswer(line, verdict),
  word: `can no longer be ${mode === 'return' ? 'returned' : 'issued'}`,
});

export const againAnswer = (bunch: KeyBunch): AnswerContent => ({
  tone: 'again',
  title: bunch.identifier,
  word: 'already on the list',
  detail: whatOf(bunch),
});

/** "Contractor, Irwell Facilities". */
export const roleOf = ({ kind, organisation }: Pick<Holder, 'kind' | 'organisation'>): string =>
  [HOLDER_KIND_LABELS[kind], organisation].filter(Boolean).join(', ');

export function personAnswer(holder: Holder, mode: Mode, before: Holder | null): AnswerContent {
  const has =
    holder.out > 0 &&
    `has ${count(holder.out, 'set')}${holder.overdue > 0 ? `, ${holder.overdue} overdue` : ''}`;
  if (mode === 'return')
    return { tone: 'good', title: holder.name, word: 'returns them', detail: roleOf(holder) };
  const changed = before !== null && before.id !== holder.id;
  return {
    tone: changed ? 'again' : 'good',
    title: holder.name,
    word: changed ? `in place of ${before.name}` : 'takes the keys',
    detail: join(roleOf(holder), has),
  };
}

export const tagAnswer = (tag: string, bunch: KeyBunch): AnswerContent => ({
  tone: 'good',
  title: tag,
  word: `is the new tag of ${bunch.identifier}`,
  detail: whatOf(bunch),
});

const notAdded = (title: string, detail: string): AnswerContent => ({
  tone: 'bad',
  title,
  word: 'not added',
  detail,
});

export const otherLengthAnswer = (code: string, usual: string, bunch: KeyBunch): AnswerContent =>
  notAdded(
    code,
    `No set, tag or badge has this code, and tags here look like ${usual}. If it is the new tag of ${bunch.identifier}, type it in the New tag field.`,
  );

/** "2 sets issued to Owen Hartley", with the number of `waiting` lines added meanwhile. */
export const recordedAnswer = (
  { action, isHandover, people }: Pick<Done, 'action' | 'isHandover' | 'people'>,
  lines: number,
  waiting: string | null,
): AnswerContent => ({
  tone: 'good',
  title: count(
    people.reduce((sum, { sets }) => sum + sets, 0),
    'set',
  ),
  word:
    action === 'issue' ? `${isHandover ? 'handed over' : 'issued'} to ${people[0]?.name ?? ''}` : 'returned',
  detail: waiting ?? `${count(lines, 'line')} added meanwhile ${lines === 1 ? 'is' : 'are'} next.`,
});

export const severalAnswer = (code: string, sets: number): AnswerContent => ({
  tone: 'again',
  title: code,
  word: `is on ${count(sets, 'set')}`,
  detail: 'Choose which of them it is.',
});

export const mayNotAnswer = (title: string, what: 'issue' | 'return'): AnswerContent =>
  notAdded(title, `You may not ${what} keys. ${ASK_ADMINISTRATOR}`);

export const fullAnswer = (title: string, most: number): AnswerContent =>
  notAdded(title, `The list has ${most} sets, the most at a time. Finish these first.`);

export const unansweredAnswer = (code: string): AnswerContent => ({
  tone: 'bad',
  title: code,
  word: 'not looked up',
  detail: 'No answer came. Check your signal and scan it again.',
});
