import type { AuditLog } from '../../../shared/audit-log.ts';
import { type Label, type Movement, movementDetail } from '../../../shared/movement.ts';
import type { Moment } from './timeline.ts';

/** What stands under the sentence of a moment, each line once. */
export function momentLines(moment: Moment, label: Label): string[] {
  const lines = moment.kind === 'movement' ? movementLines(moment.movement, label) : logLines(moment.entry);
  return [...new Set(lines.filter(Boolean))];
}

/** Purpose and seals (DECISIONS S-49), then what else is worth knowing, as it applies. */
function movementLines(movement: Movement, label: Label): string[] {
  const { action, details, notes } = movement;
  const type = details.changes?.type;
  return [
    ...movementDetail(movement),
    action === 'location_move' && type
      ? `Type ${label('keyTypes', String(type.from))} -> ${label('keyTypes', String(type.to))}`
      : '',
    action === 'issue' && details.oldStatus === 'missing' ? `Was ${label('statuses', 'missing')}` : '',
    action === 'status_change' && details.officer ? `Last held by ${details.officer}` : '',
    action === 'deleted' ? (details.reason ?? '') : '',
    notes ?? '',
  ];
}

/** What an entry of the audit log says; an edit says its changes under it. */
export const logSentence = (entry: AuditLog): string =>
  entry.action === 'edit' ? 'Edited' : entry.description;

const logLines = (entry: AuditLog): string[] =>
  entry.action === 'edit' ? entry.description.split('; ') : [];
