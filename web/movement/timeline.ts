import type { AuditLog } from '../../shared/movement.ts';
import type { Label } from '../../shared/movement-text.ts';
import { companyDay } from '../format.ts';
import type { HistoryEntry } from './late-entry.tsx';
import { movementLines } from './MovementText.tsx';
import { receivedText } from './question-words.ts';

/** A moment in a bunch's history: a movement or an audit log entry. */
export type Moment =
  | { kind: 'movement'; key: string; at: string; movement: HistoryEntry }
  | { kind: 'audit'; key: string; at: string; entry: AuditLog };

/** What a moment is about. */
export const entryOf = (moment: Moment): HistoryEntry | AuditLog =>
  moment.kind === 'movement' ? moment.movement : moment.entry;

export type TimelineKind = 'all' | 'movements' | 'audit';

/** A movement's action or an audit log's; `move` includes moves between locations. */
export function matchesAction(entry: AuditLog, action: string): boolean {
  return action === '' || entry.action === action || (action === 'deleted' && entry.action === 'delete');
}

/** Whether a time is in a range; null ends are open. */
export function within(at: string, range: { from?: string; to?: string }): boolean {
  const time = Date.parse(at);
  return (
    (range.from === undefined || time >= Date.parse(range.from)) &&
    (range.to === undefined || time <= Date.parse(range.to))
  );
}

/**
 * Movements and audit log entries merged, newest first. While `more` movements can be loaded, audit entries older than the last loaded
 * movement are held back.
 */
export function mergeMoments(
  movements: readonly HistoryEntry[],
  entries: readonly AuditLog[],
  more: boolean,
): Moment[] {
  const horizon = more ? movements.at(-1)?.doneAt : undefined;
  const moments: Moment[] = [
    ...movements.map(
      (movement): Moment => ({ kind: 'movement', key: `m${movement.id}`, at: movement.doneAt, movement }),
    ),
    ...entries
      .filter((entry) => horizon === undefined || entry.timestamp >= horizon)
      .map((entry): Moment => ({ kind: 'audit', key: `a${entry.id}`, at: entry.timestamp, entry })),
  ];
  // Stable sort: at the same instant the movement is first.
  return moments.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** Moments by day. */
export function byDay(moments: readonly Moment[]): { day: string; moments: Moment[] }[] {
  const days: { day: string; moments: Moment[] }[] = [];
  for (const moment of moments) {
    const day = companyDay(moment.at);
    const last = days.at(-1);
    if (last?.day === day) last.moments.push(moment);
    else days.push({ day, moments: [moment] });
  }
  return days;
}

/** The lines under a moment's sentence, without duplicates. */
export function momentLines(moment: Moment, label: Label): string[] {
  const lines = moment.kind === 'movement' ? linesOf(moment.movement, label) : logLines(moment.entry);
  return [...new Set(lines.filter(Boolean))];
}

/** The movement's details, then its note. */
const linesOf = (movement: HistoryEntry, label: Label): string[] => [
  receivedText(movement) ?? '',
  ...movementLines(movement, label),
  movement.action === 'deleted' ? (movement.details.reason ?? '') : '',
  movement.notes ?? '',
];

/** The text of an audit log entry; an edit lists its changes. */
export const logSentence = (entry: AuditLog): string =>
  entry.action === 'edit' ? 'Edited' : entry.description;

const logLines = (entry: AuditLog): string[] =>
  entry.action === 'edit' ? entry.description.split('; ') : [];
