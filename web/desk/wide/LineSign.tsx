import { Check, X } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { type DeskState, isOnItsWay } from '../state/desk-state.ts';
import { ANSWER_LOOKS } from '../work/answer-looks.ts';

/** The attributes of a line of the list: while it is on its way to the server nothing on it can be pressed. */
export const lineLock = (state: DeskState, key: number) =>
  isOnItsWay(state, key) ? { inert: true, 'aria-busy': true } : {};
/** The list that dims such lines. */
export const lineListClass = '[&>li[aria-busy]]:opacity-55';

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
      <span className="sr-only">{refused ? 'Refused' : 'Included'}</span>
    </span>
  );
}
