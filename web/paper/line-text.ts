import { textIn } from '../../shared/clock-text.ts';
import { joined } from '../../shared/isolated.ts';
import type { Label } from '../../shared/movement-text.ts';
import type { PaperAnswer, PaperLook } from '../../shared/paper.ts';
import { PAPER_CHECKS, PAPER_REFUSALS } from '../../shared/paper-words.ts';
import { atText } from '../movement/question-words.ts';
import { countOf, type Line } from './lines.ts';

/** A name within a sentence: it keeps its own direction. */
const isolated = (name: string): string => joined([name]);

/** "07:48", or with its day when it is another one than today. */
const sinceText = (at: string | null | undefined): string =>
  at ? ` since ${atText(at).replace(/^(at|on) /, '')}` : '';

/** What the register had of the set before the line. */
function beforeText({ before, refused }: PaperAnswer, label: Label): string {
  if (!before) return '';
  const { status, since } = before;
  const holder = isolated(before.holder ?? '');
  const was = refused ? '' : 'Was ';
  if (status === 'issued') return `${was || ''}${was ? 'out' : 'Out'} with ${holder}${sinceText(since)}`;
  if (status === 'missing') return `${was}${label('statuses', status)}${sinceText(since)}`;
  return status === 'active' ? `${was}${was ? 'on' : 'On'} its hook` : `${was}${label('statuses', status)}`;
}

/** What to look at in a line that is recorded all the same. */
function checkText({ check, detail: named = '' }: PaperLook, { counted }: Line, label: Label): string {
  const detail = isolated(named);
  switch (check) {
    case 'status':
      return `Was ${label('statuses', named)}. Recorded all the same.`;
    case 'short':
      return `${countOf(counted) ?? 0} of ${detail === '1' ? '1 key' : `${detail} keys`} counted. It becomes short.`;
    case 'limit':
      return `${detail}. Recorded all the same.`;
    case 'tag_elsewhere':
      return `${detail} has the same tag: read both again.`;
    case 'reserved':
      return `Reserved for ${detail}, who is notified.`;
    case 'elsewhere':
      return `Registered at ${detail}.`;
    case 'other_tag':
      return `The register has tag ${detail}.`;
    case 'was_missing':
    case 'second_person':
      return PAPER_CHECKS[check];
  }
}

/** Why a line is refused, with the entry that is in the way. */
function refusedText(answer: PaperAnswer, { tag }: Line, label: Label): string {
  const { refused, at } = answer;
  const detail = isolated(answer.detail ?? '');
  switch (refused) {
    case 'out':
      return `${beforeText(answer, label)}.`;
    case 'has_it':
      return `${detail} has it already${sinceText(answer.before?.since)}.`;
    case 'not_out':
      return `It was not out: ${beforeText(answer, label).replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())}.`;
    case 'earlier':
      return `${detail}, ${at ? atText(at) : 'later'}. A line can't be before that.`;
    case 'tag_on_line':
      return `Tag ${isolated(tag)} is on line ${detail} already.`;
    case 'too_many':
      return `It has ${detail === '1' ? '1 key' : `${detail} keys`}.`;
    case 'unknown_person':
      return `${detail || 'This person'} is not in the register.`;
    case 'several_people':
      return `Several people are called ${detail}. Which one?`;
    case 'several':
      return `${detail} sets have this ID or tag. Choose one from the list.`;
    default:
      return refused ? PAPER_REFUSALS[refused] : '';
  }
}

/** What the register says of a line: the sentence, and all that is to be looked at. */
export function answerText(
  answer: PaperAnswer,
  line: Line,
  labelOf: Label,
): { text: string; checks: string[] } {
  const label: Label = (category, value) => isolated(labelOf(category, value));
  if (answer.outcome === 'refused') return { text: refusedText(answer, line, label), checks: [] };
  const checks = answer.checks.map((one) => checkText(one, line, label));
  const badge = answer.badgeOf ? `Badge of ${isolated(answer.badgeOf)}. ` : '';
  if (answer.outcome === 'already') return { text: 'Already recorded', checks };
  return { text: badge + beforeText(answer, label), checks };
}

/** The two choices of a clock time that comes twice. */
export const twiceText = (index: number): string => (index === 0 ? 'the first (summer time)' : 'the second');

/** "Fri 27 Nov". */
export const dayWord = (day: string): string =>
  textIn(Date.parse(`${day}T00:00:00Z`), 'UTC', { weekday: 'short', day: 'numeric', month: 'short' });
