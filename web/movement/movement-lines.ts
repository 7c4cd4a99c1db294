import type { Movement } from '../../shared/movement.ts';
import { type Label, movementDetail } from '../../shared/movement-text.ts';
import { exactTime, shortTime } from '../format.ts';

type Told = Pick<Movement, 'action' | 'oldTag' | 'newTag' | 'details'>;

/**
 * What an entry knows beyond its sentence and its note, each line once: purpose and tags, the type that changed with a move, that the set
 * was missing, who held it last, and the reason. A deletion tells its reason in the details of the deletion.
 */
export function movementLines(movement: Told, label: Label): string[] {
  const { action, details } = movement;
  const type = details.changes?.type;
  const lines = [
    ...movementDetail(movement),
    action === 'location_move' && type
      ? `Type ${label('keyTypes', String(type.from))} -> ${label('keyTypes', String(type.to))}`
      : '',
    dueBack(movement),
    details.tagReused ? 'The new tag was used before' : '',
    wasMissing(movement, label),
    action === 'status_change' && details.officer ? `Last held by ${details.officer}` : '',
    action === 'deleted' ? '' : (details.reason ?? ''),
  ];
  return [...new Set(lines.filter(Boolean))];
}

/** Of keys that went out when they were due back, unless that is undone. */
const dueBack = ({ action, details }: Told): string =>
  details.dueAt && !details.undoneAction && (action === 'issue' || action === 'handover')
    ? `Due back ${shortTime(details.dueAt)}`
    : '';

/** Of a set that came back: that it was missing and, where it is known, since when. */
function wasMissing({ action, details }: Told, label: Label): string {
  const since = details.missingSince ? ` since ${exactTime(details.missingSince)}` : '';
  const found = action === 'status_change' && details.from === 'missing' && since;
  const taken = action !== 'status_change' && (since || details.oldStatus === 'missing');
  return found || taken ? `Was ${label('statuses', 'missing')}${since}` : '';
}
