import type { Movement } from '../../shared/movement.ts';
import { count } from '../format.ts';
import { useLabels } from '../setting/labels.ts';
import { cx } from '../ui/cx.ts';
import { movementLines } from './movement-lines.ts';
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
