import { type Movement, movementDetail } from '../../shared/movement.ts';
import { count } from '../format.ts';
import { cx } from '../ui/cx.ts';
import { Sentence, WithArrows } from './Sentence.tsx';

const NOTE_SHOWN = 140;

/** Whether a note is shown in part until its row is opened. */
export const isLong = (notes: string | null): boolean =>
  notes !== null && (notes.length > NOTE_SHOWN || notes.includes('\n'));

type Props = {
  movement: Movement;
  /** Shows all of a long note. */
  whole: boolean;
};

/** What happened, in its sentence; under it the purpose and the seals, then the note. */
export function MovementText({ movement, whole }: Props) {
  const { notes, action, details } = movement;
  const detail =
    action === 'deleted'
      ? [details.locationName, ...contents(details.keyCount, details.fobCount)].filter(Boolean)
      : movementDetail(movement);
  return (
    <>
      <p className="break-words">
        <Sentence movement={movement} />
      </p>
      {detail.length > 0 && (
        <p className="text-hint break-words text-muted">
          <WithArrows text={detail.join(' · ')} />
        </p>
      )}
      {notes && (
        <p
          className={cx(
            'text-hint break-words text-muted',
            whole ? 'whitespace-pre-line' : isLong(notes) && 'line-clamp-1 print:line-clamp-none',
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
