import { clockIn, lengthOf } from './clock-text.ts';
import { count } from './count.ts';
import { dayWord } from './reservation-text.ts';
import type { RoomCarried, RoomChange, RoomCheck, RoomDifference, RoomFigures } from './room-handover.ts';
import { ROOM_CHANGE_TEXTS, ROOM_SUM } from './room-handover-words.ts';

/** Words for a moment (epoch ms): "14:20" or "yesterday 14:20" on a screen, "Fri 27 Nov, 14:20" on paper. */
export type MomentText = (at: number) => string;

/**
 * "A 24: not seen in the check", "out with Owen Hartley, 41 min overdue", "missing since 14:20, last with Owen Hartley", "short, 1 of 2 keys".
 * `at` (epoch ms) is when the handover was signed, or now.
 */
export function differenceText(one: RoomDifference, at: number, moment: MomentText): string {
  switch (one.kind) {
    case 'not_seen':
      return one.position ? `hook ${one.position}, not seen in the check` : 'not seen in the check';
    case 'missing':
      return [
        one.since ? `missing since ${moment(Date.parse(one.since))}` : 'missing',
        one.holder && `last with ${one.holder}`,
      ]
        .filter(Boolean)
        .join(', ');
    case 'overdue':
      return `out with ${one.holder}, ${lengthOf(at - Date.parse(one.dueAt ?? ''))} overdue`;
    case 'short':
      return `short, ${shortText(one)}`;
  }
}

const shortText = (one: RoomDifference): string =>
  [
    (one.keysPresent ?? one.keyCount) < one.keyCount && `${one.keysPresent} of ${count(one.keyCount, 'key')}`,
    (one.fobsPresent ?? one.fobCount) < one.fobCount && `${one.fobsPresent} of ${count(one.fobCount, 'fob')}`,
  ]
    .filter(Boolean)
    .join(', ') || 'not complete';

/** "Look for it", "Reported missing", "Callum Reid, by 23:30", "The incoming person, by Mon 12:00". `incoming` once known. */
export function answerText(
  answer: NonNullable<RoomDifference['answer']>,
  incoming: string | null,
  moment: MomentText,
): string {
  if (answer.word === 'look') return `${incoming ?? 'The incoming person'} looks for it`;
  if (answer.word === 'missing') return 'Reported missing';
  const who = answer.holder ?? incoming ?? 'The incoming person';
  return answer.until ? `${who}, by ${moment(Date.parse(answer.until))}` : who;
}

/** When, after a verb: "at 14:00" of today, else "yesterday at 14:00", "on Thu at 14:00". */
export function whenText(at: number, now: number, zone: string): string {
  const [day, clock] = [dayWord(at, now, zone), clockIn(at, zone)];
  if (day === 'today') return `at ${clock}`;
  return `${day === 'yesterday' || day === 'tomorrow' ? day : `on ${day}`} at ${clock}`;
}

const KINDS = { full: 'Every set', part: 'Some hooks', spot: 'Spot check' } as const;

/** "Spot check, blind, by Hannah Boyd, 22:35. 4 of 5 as registered." */
export function checkText(check: RoomCheck, moment: MomentText): string {
  if (!check.audit) return `None for this handover. Reason: ${check.reason}`;
  const { kind, blind, by, completedAt, checked, asRegistered } = check.audit;
  return `${KINDS[kind]}${blind ? ', blind' : ''}, by ${by}, ${moment(Date.parse(completedAt))}. ${asRegistered} of ${checked} as registered.`;
}

const LABELS: [keyof RoomFigures, string][] = [
  ['outAtStart', 'out at the start'],
  ...ROOM_SUM.map(({ key, label }) => [key, label] as [keyof RoomFigures, string]),
  ['out', 'out'],
  ['overdue', 'overdue'],
  ['missing', 'newly missing'],
  ['short', 'short'],
];

/** What is other than it was read: "issued 18, was 17". */
export const figureChanges = (read: RoomFigures, now: RoomFigures): string[] =>
  LABELS.filter(([key]) => read[key] !== now[key]).map(
    ([key, label]) => `${label} ${now[key]}, was ${read[key]}`,
  );

/** What the outgoing person signed, where the figures are others now: "signed with 16 issued, 2 returned, 14 out"; '' when they are the same. */
export const signedWith = (signed: RoomFigures | null, now: RoomFigures | null): string =>
  signed && now && LABELS.some(([key]) => signed[key] !== now[key])
    ? `signed with ${signed.issued} issued, ${signed.returned} returned, ${signed.out} out`
    : '';

/** What changed since: "+1 issued, −1 out since". */
export const sinceSigned = (signed: RoomFigures | null, now: RoomFigures | null): string => {
  if (!signed || !now) return '';
  const changes = LABELS.filter(([key]) => signed[key] !== now[key]).map(
    ([key, label]) => `${now[key] > signed[key] ? '+' : '−'}${Math.abs(now[key] - signed[key])} ${label}`,
  );
  return changes.length > 0 ? `${changes.join(', ')} since` : '';
};

/** Sets that `changedText` names. */
const NAMED_MAX = 30;

/** "Changed since: MCR-0113 is out, MCR-0154 is no longer out."; '' when no set changed. */
export function changedText(changed: readonly RoomChange[]): string {
  if (changed.length === 0) return '';
  const texts = changed
    .slice(0, NAMED_MAX)
    .map(({ identifier, list, change }) => `${identifier} ${ROOM_CHANGE_TEXTS[list][change]}`);
  const more = changed.length - texts.length;
  return `Changed since: ${texts.join(', ')}${more > 0 ? ` and ${count(more, 'more set')}` : ''}.`;
}

/** "missing since Thu 22:10. Dana Holt looks for it". */
export const carriedText = (one: RoomCarried, at: number, moment: MomentText): string =>
  [differenceText(one, at, moment), one.answer && answerText(one.answer, one.taker, moment)]
    .filter(Boolean)
    .join('. ');

/** That another person than the outgoing one took over last: "Dana Holt took over at 06:00 and has not handed over." */
export const notHandedOver = (name: string, when: string): string =>
  `${name} took over ${when} and has not handed over.`;
