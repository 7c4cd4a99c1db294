import type { Movement } from '../../shared/movement.ts';
import { type Label, movementDetail } from '../../shared/movement-text.ts';
import { count, exactTime, shortTime } from '../format.ts';
import { useLabels } from '../labels.ts';
import { cx } from '../ui/cx.ts';
import { Sentence, WithArrows } from './Sentence.tsx';

const NOTE_SHOWN = 140;

/** Whether a note is cut off until its row is expanded. */
export const isLong = (notes: string | null): boolean =>
  notes !== null && (notes.length > NOTE_SHOWN || notes.includes('\n'));

type Props = {
  movement: Movement;
  /** Expands a long note. */
  whole: boolean;
};

/** The sentence of a movement, then its details and the note. */
export function MovementText({ movement, whole }: Props) {
  const { label } = useLabels();
  const { notes, action, details } = movement;
  const lines =
    action === 'deleted'
      ? [details.locationName, ...contents(details.keyCount, details.fobCount)].filter(Boolean)
      : movementLines(movement, label);
  return (
    <>
      <p className="break-words">
        <Sentence movement={movement} />
      </p>
      {lines.length > 0 && (
        <p className="text-hint break-words text-muted">
          <WithArrows text={lines.join(' · ')} />
        </p>
      )}
      {notes && (
        <p
          className={cx(
            'text-hint break-words text-muted',
            whole ? 'whitespace-pre-line' : isLong(notes) && 'line-clamp-1',
          )}
        >
          {notes}
        </p>
      )}
    </>
  );
}

const contents = (keys: number | null | undefined, fobs: number | null | undefined): string[] =>
  keys == null ? [] : [fobs ? `${count(keys, 'key')}, ${count(fobs, 'fob')}` : count(keys, 'key')];

type Entry = Pick<Movement, 'action' | 'oldTag' | 'newTag' | 'details'>;

/**
 * Details of an entry beyond its sentence and note, without duplicates: purpose and tags, a changed type, due time, reused tag, missing
 * before, last holder, reason. A deletion's reason is in its details instead.
 */
export function movementLines(movement: Entry, label: Label): string[] {
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

/** Due time of an issue or handover, unless undone. */
const dueBack = ({ action, details }: Entry): string =>
  details.dueAt && !details.undoneAction && (action === 'issue' || action === 'handover')
    ? `Due back ${shortTime(details.dueAt)}`
    : '';

/** That a set was missing and, if known, since when. */
function wasMissing({ action, details }: Entry, label: Label): string {
  const since = details.missingSince ? ` since ${exactTime(details.missingSince)}` : '';
  const found = action === 'status_change' && details.from === 'missing' && since;
  const taken = action !== 'status_change' && (since || details.oldStatus === 'missing');
  return found || taken ? `Was ${label('statuses', 'missing')}${since}` : '';
}
