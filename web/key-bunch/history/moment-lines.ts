import type { AuditLog } from '../../../shared/audit-log.ts';
import type { Movement } from '../../../shared/movement.ts';
import type { Label } from '../../../shared/movement-text.ts';
import { movementLines } from '../../movement/movement-lines.ts';
import type { Moment } from './timeline.ts';

/** The lines under a moment's sentence, without duplicates. */
export function momentLines(moment: Moment, label: Label): string[] {
  const lines = moment.kind === 'movement' ? linesOf(moment.movement, label) : logLines(moment.entry);
  return [...new Set(lines.filter(Boolean))];
}

/** The movement's details, then its note. */
const linesOf = (movement: Movement, label: Label): string[] => [
  ...movementLines(movement, label),
  movement.action === 'deleted' ? (movement.details.reason ?? '') : '',
  movement.notes ?? '',
];

/** The text of an audit log entry; an edit lists its changes. */
export const logSentence = (entry: AuditLog): string =>
  entry.action === 'edit' ? 'Edited' : entry.description;

const logLines = (entry: AuditLog): string[] =>
  entry.action === 'edit' ? entry.description.split('; ') : [];
