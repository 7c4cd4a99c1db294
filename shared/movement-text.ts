import { secondPersonText } from './approval-words.ts';
import { factLines } from './issue-facts.ts';
import type { Movement, MovementDetails } from './movement.ts';

type Sentence = Pick<Movement, 'action' | 'fromLocation' | 'toLocation' | 'keyBunchIdentifier'> & {
  details: Pick<
    MovementDetails,
    'from' | 'to' | 'officer' | 'newTag' | 'fromHolder' | 'undoneAction' | 'short'
  >;
};

/** The readable name of a stored key type or status. */
export type Label = (category: 'keyTypes' | 'statuses', value: string) => string;

/**
 * The sentence of a movement; a type-only move names types, a status change statuses, or the tag when it
 * was changed alone.
 */
export function movementSentence(movement: Sentence, label: Label): string {
  const { details, action } = movement;
  const from = details.from ?? '';
  const to = details.to ?? '';
  if (details.undoneAction) return undoneSentence(details);
  if (details.short) return details.short === 'complete' ? 'Complete again' : 'Missing keys written off';
  switch (action) {
    case 'location_move':
      return `Moved: ${from || (movement.fromLocation?.name ?? '')} -> ${to || (movement.toLocation?.name ?? '')}`;
    case 'move':
      return `Moved: ${label('keyTypes', from)} -> ${label('keyTypes', to)}`;
    case 'issue':
      return `Issued to ${details.officer || 'officer'}`;
    case 'return':
      return `Returned from ${details.officer || 'officer'}`;
    case 'status_change':
      if (!to) return details.newTag ? 'Tag changed' : 'Tag removed';
      return `Status: ${label('statuses', from)} -> ${label('statuses', to)}`;
    case 'audit_edit':
      return 'Updated during audit';
    case 'deleted':
      return `Deleted: ${movement.keyBunchIdentifier}`;
    case 'handover':
      return `Handed over from ${details.fromHolder || 'officer'} to ${details.officer || 'officer'}`;
  }
}

function undoneSentence({ undoneAction, officer, fromHolder }: Sentence['details']): string {
  if (undoneAction === 'issue') return `Issue to ${officer || 'officer'} undone`;
  if (undoneAction === 'return') return `Return from ${officer || 'officer'} undone`;
  return `Handover to ${fromHolder || 'officer'} undone`;
}

/** The lines under the sentence: the facts of an issue, the tags, what did not come back, and who brought it. */
export function movementDetail(
  movement: Pick<Movement, 'action' | 'oldTag' | 'newTag' | 'details'>,
): string[] {
  const { details, oldTag, newTag } = movement;
  const changed = movement.action !== 'deleted' && Boolean(newTag || details.oldTag);
  const seals = changed ? `Tag ${oldTag ?? 'none'} -> ${newTag ?? 'none'}` : '';
  return [
    ...factLines(details),
    secondPersonText(details),
    seals,
    shortDetail(movement),
    details.returnedBy ? `Brought back by ${details.returnedBy}` : '',
    movement.action === 'handover' && !details.paper ? confirmedText(details) : '',
    paperText(details),
  ].filter(Boolean);
}

/** Of a handover: whether the new holder confirmed it, with a yes or a signature. Nothing for the undo of one. */
const confirmedText = ({ confirmed, signature, undoneAction, officer }: MovementDetails): string =>
  undoneAction || signature ? '' : confirmed ? `Confirmed by ${officer || 'officer'}` : 'Not confirmed';

/** "From paper: P-0319, line 3, written by Siân Morgan"; empty for what was not typed in from a sheet. */
const paperText = ({ paper, undoneAction }: MovementDetails): string =>
  paper && !undoneAction
    ? `From paper: ${paper.sheet}, line ${paper.line}, written by ${paper.writtenBy}`
    : '';

const some = (n: number, noun: string) => (n > 0 ? `${n} ${noun}${n === 1 ? '' : 's'}` : '');

/** Of a return what was missing; of a set that is short no longer what had been, and what was written off. */
function shortDetail({ action, details }: Pick<Movement, 'action' | 'details'>): string {
  const { keyCount, fobCount, keysCounted, fobsCounted, missingNote, short, changes } = details;
  if (short) {
    const off = (field: string, noun: string) => {
      const { from, to } = changes?.[field] ?? {};
      return some(Number(from ?? 0) - Number(to ?? 0), noun);
    };
    const written = [off('keyCount', 'key'), off('fobCount', 'fob')].filter(Boolean).join(', ');
    return [written && `${written} less`, missingNote && `Was missing: ${missingNote}`]
      .filter(Boolean)
      .join('; ');
  }
  if (action !== 'return' || keyCount == null) return '';
  const lacking = [
    some(keyCount - (keysCounted ?? keyCount), 'key'),
    some((fobCount ?? 0) - (fobsCounted ?? fobCount ?? 0), 'fob'),
  ].filter(Boolean);
  return lacking.length > 0 ? `${lacking.join(', ')} short${missingNote ? `: ${missingNote}` : ''}` : '';
}

/** The location of a movement; for a move the destination. */
export const locationTextOf = ({
  toLocation,
  fromLocation,
  details,
}: Pick<Movement, 'toLocation' | 'fromLocation' | 'details'>): string | null =>
  toLocation?.name ?? fromLocation?.name ?? details.locationName ?? null;
