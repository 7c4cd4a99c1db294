import { Check, X } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { type DeskState, isOnItsWay } from '../state/desk-state.ts';
import { ANSWER_LOOKS } from '../work/answer-looks.ts';

/** Attributes of a line: disabled while it is being sent. */
export const lineLock = (state: DeskState, key: number) =>
  isOnItsWay(state, key) ? { inert: true, 'aria-busy': true } : {};
/** Dims lines that are being sent. */
export const lineListClass = '[&>li[aria-busy]]:opacity-55';

/** A tick, or a cross on an excluded line; 20 px, 24 on a phone. */
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
