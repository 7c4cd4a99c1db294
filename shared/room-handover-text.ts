import { clockIn, dayIn, lengthOf } from './clock-text.ts';
import { count } from './count.ts';
import { dayAndClock } from './reservation-text.ts';
import type { RoomCheck, RoomDifference, RoomFigures } from './room-handover.ts';
import { ROOM_SUM } from './room-handover-words.ts';

/** "A 24: not seen in the check", "out with Owen Hartley, 41 min overdue", "missing since today 14:20", "short, 1 of 2 keys". */
export function differenceText(one: RoomDifference, now: number, zone: string): string {
  const since = one.since ? ` since ${dayAndClock(Date.parse(one.since), now, zone)}` : '';
  switch (one.kind) {
    case 'not_seen':
      return one.position ? `hook ${one.position}, not seen in the check` : 'not seen in the check';
    case 'missing':
      return `missing${since}`;
    case 'overdue':
      return `out with ${one.holder}, ${lengthOf(now - Date.parse(one.dueAt ?? ''))} overdue`;
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
  now: number,
  zone: string,
): string {
  if (answer.word === 'look') return `${incoming ?? 'The incoming person'} looks for it`;
  if (answer.word === 'missing') return 'Reported missing';
  const who = answer.holder ?? incoming ?? 'The incoming person';
  return answer.until ? `${who}, by ${untilText(answer.until, now, zone)}` : who;
}

/** "23:30" today, else "Mon 12:00". */
export function untilText(until: string, now: number, zone: string): string {
  const at = Date.parse(until);
  return dayIn(at, zone) === dayIn(now, zone) ? clockIn(at, zone) : dayAndClock(at, now, zone);
}

const KINDS = { full: 'Every set', part: 'Some hooks', spot: 'Spot check' } as const;

/** "Spot check, blind, by Hannah Boyd at 22:35. 4 of 5 as registered." */
export function checkText(check: RoomCheck, now: number, zone: string): string {
  if (!check.audit) return `Not checked: ${check.reason}`;
  const { kind, blind, by, completedAt, checked, asRegistered } = check.audit;
  return `${KINDS[kind]}${blind ? ', blind' : ''}, by ${by} at ${untilText(completedAt, now, zone)}. ${asRegistered} of ${checked} as registered.`;
}

const LABELS: [keyof RoomFigures, string][] = [
  ['outAtStart', 'out at the start'],
  ...ROOM_SUM.map(({ key, label }) => [key, label] as [keyof RoomFigures, string]),
  ['out', 'out'],
  ['overdue', 'overdue'],
  ['missing', 'missing'],
  ['short', 'short'],
];

/** What is other than it was read: "issued 18, was 17". */
export const figureChanges = (read: RoomFigures, now: RoomFigures): string[] =>
  LABELS.filter(([key]) => read[key] !== now[key]).map(
    ([key, label]) => `${label} ${now[key]}, was ${read[key]}`,
  );
