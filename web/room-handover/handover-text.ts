import type {
  OneRoomHandover,
  RoomAudit,
  RoomDifference,
  RoomFigures,
  RoomHandover,
} from '../../shared/room-handover.ts';
import type { MomentText } from '../../shared/room-handover-text.ts';
import { ROOM_DIFFERENCES, ROOM_SUM, ROOM_WORDS, type RoomWord } from '../../shared/room-handover-words.ts';
import { sinceClock } from '../custody/due-lines.ts';
import { count } from '../format.ts';

/** Room handovers in words; `now` in epoch ms, `zone` the company's (IANA name). */

/** Who handed over to whom: "Hannah Boyd to Callum Reid", or "Callum Reid, alone". */
export function peopleText({ outgoing, incoming, aloneReason }: People): string {
  const taker = incoming?.name;
  if (aloneReason !== null) return taker ? `${taker}, alone` : 'One person, alone';
  return taker ? `${outgoing?.name ?? ''} to ${taker}` : `${outgoing?.name ?? ''} hands over`;
}
type People = Pick<RoomHandover, 'outgoing' | 'incoming' | 'aloneReason'>;

type At = [now: number, zone: string];

/** An audit that can be the count: "Spot check of 5, blind, 4 as registered, done 22:35". */
export function auditText({ kind, blind, checked, asRegistered, completedAt }: RoomAudit, ...at: At): string {
  const done = `done ${sinceClock(Date.parse(completedAt), ...at)}`;
  return [`${KINDS[kind]} of ${checked}`, blind && 'blind', `${asRegistered} as registered`, done]
    .filter(Boolean)
    .join(', ');
}
const KINDS = { full: 'Count', part: 'Some hooks, count', spot: 'Spot check' } as const;

/** The words that fit all of the sets: what is out can't be looked for, and what is missing or short can't be reported missing. */
export const wordsFor = (sets: readonly Pick<RoomDifference, 'kind'>[], mayReport: boolean): RoomWord[] =>
  ROOM_WORDS.filter((word) =>
    sets.every(({ kind }) => {
      if (word === 'look') return kind !== 'overdue';
      return word === 'person' || (mayReport && kind !== 'missing' && kind !== 'short');
    }),
  );

/** What is known of a difference, under its line: "Was due 22:00. Called, no answer." */
export function knownText(
  { kind, position, dueAt, note, answer }: RoomDifference,
  moment: MomentText,
): string {
  const due = kind === 'overdue' && dueAt !== null && `Was due ${moment(Date.parse(dueAt))}`;
  const hook = kind !== 'overdue' && kind !== 'not_seen' && position && `Hook ${position}`;
  return [due || hook, note, answer?.note]
    .filter(Boolean)
    .map((text) => String(text).replace(/[.]?$/, '.'))
    .join(' ');
}

/** The differences by kind, then ID: rows stay where they are when they are answered. */
export const inOrder = (settle: readonly RoomDifference[]): RoomDifference[] =>
  [...settle].sort(
    (a, b) =>
      ROOM_DIFFERENCES.indexOf(a.kind) - ROOM_DIFFERENCES.indexOf(b.kind) ||
      a.identifier.localeCompare(b.identifier),
  );

const signed = (n: number) => `${n < 0 ? '−' : '+'} ${Math.abs(n).toLocaleString()}`;

/** The cells of the sum, in order; together with `alsoText` they add up to `out`. `start` and `end` are "out at 06:00" and "out now". */
export const figureCells = (
  figures: RoomFigures,
  start: string,
  end: string,
): { term: string; text: string; alarm: boolean }[] => [
  { term: start, text: figures.outAtStart.toLocaleString(), alarm: false },
  { term: 'issued', text: `+ ${figures.issued.toLocaleString()}`, alarm: false },
  { term: 'returned', text: `− ${figures.returned.toLocaleString()}`, alarm: false },
  { term: end, text: figures.out.toLocaleString(), alarm: false },
  { term: 'overdue', text: figures.overdue.toLocaleString(), alarm: figures.overdue > 0 },
  { term: 'newly missing', text: figures.missing.toLocaleString(), alarm: figures.missing > 0 },
];

/** The rest of the sum: "− 1 reported missing while out, + 2 undone"; '' when it is zero. */
export const alsoText = (figures: RoomFigures): string =>
  ROOM_SUM.slice(2)
    .filter(({ key }) => figures[key] !== 0)
    .map(({ key, sign, label }) => `${signed(sign * figures[key])} ${label}`)
    .join(', ');

/** Why a side can't sign yet; undefined when it can. */
export function whyNotSign(
  handover: OneRoomHandover,
  side: 'outgoing' | 'incoming',
  { offline, unsaved }: { offline: boolean; unsaved: boolean },
): string | undefined {
  const { outgoing, aloneReason, check, unanswered, settle, cannotSign } = handover;
  if (cannotSign !== null)
    return `Only ${cannotSign} may sign here, and no longer can. Cancel this handover, then take over alone, with a reason.`;
  if (side === 'incoming' && aloneReason === null && !outgoing?.signedAt)
    return `${outgoing?.name ?? 'The outgoing person'} signs first. Then with email and password here, or on your own device.`;
  if (offline) return 'Signing needs a network.';
  if (!check) return 'Say how the keys were counted first.';
  if (unanswered > 0) {
    const first = settle.find(({ answer }) => !answer)?.identifier;
    const more = unanswered > 1 ? ` and ${unanswered - 1} more` : '';
    return first
      ? `${first}${more}: say what becomes of ${unanswered > 1 ? 'them' : 'it'} first.`
      : `${count(unanswered, 'set')}: say what becomes of them first.`;
  }
  if (unsaved) return 'Save the notes first.';
  return undefined;
}
