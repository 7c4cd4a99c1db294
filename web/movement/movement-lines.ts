import { type Label, type Movement, movementDetail } from '../../shared/movement.ts';

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
    action === 'issue' && details.oldStatus === 'missing' ? `Was ${label('statuses', 'missing')}` : '',
    action === 'status_change' && details.officer ? `Last held by ${details.officer}` : '',
    action === 'deleted' ? '' : (details.reason ?? ''),
  ];
  return [...new Set(lines.filter(Boolean))];
}

/** Where a movement happened; of a move where it led. */
export const placeOf = ({ toLocation, fromLocation, details }: Movement): string | null =>
  toLocation?.name ?? fromLocation?.name ?? details.locationName ?? null;
