import { Check, X } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { ANSWER_LOOKS } from '../scan/answer-looks.ts';

/** A tick, or a cross on a line that does not count; 20 across, 24 on a phone. */
export function LineSign({ refused }: { refused: boolean }) {
  const Picture = refused ? X : Check;
  return (
    <span
      className={cx(
        'grid size-5 shrink-0 place-items-center rounded-full phone:size-6',
        ANSWER_LOOKS[refused ? 'bad' : 'good'].sign,
      )}
    >
      <Picture aria-hidden className="size-3 stroke-3! phone:size-3.5" />
      <span className="sr-only">{refused ? 'Refused' : 'Counts'}</span>
    </span>
  );
}
