import { Check, RotateCcw, X } from 'lucide-react';
import type { ScanTone } from '../../device/scan/feedback.ts';
import { cx } from '../../ui/cx.ts';
import { type DeskState, isOnItsWay } from '../state/desk-state.ts';

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

/** Colour and icon of an answer; its word says the same, so that nothing depends on colour alone. */
export const ANSWER_LOOKS: Record<
  ScanTone,
  { icon: typeof Check; strip: string; panel: string; disc: string; sign: string }
> = {
  good: {
    icon: Check,
    strip: 'bg-emerald-500/8 text-emerald-800 dark:text-emerald-300',
    panel: 'bg-emerald-700 text-white',
    disc: 'bg-white text-emerald-700',
    sign: 'bg-emerald-500/15 text-emerald-800 dark:text-emerald-300',
  },
  again: {
    icon: RotateCcw,
    strip: 'bg-amber-500/10 text-amber-900 dark:text-amber-300',
    panel: 'bg-amber-400 text-slate-900',
    disc: 'bg-slate-900 text-amber-400',
    sign: 'bg-amber-500/15 text-amber-900 dark:text-amber-300',
  },
  bad: {
    icon: X,
    strip: 'bg-red-500/8 text-red-800 dark:text-red-300',
    panel: 'bg-red-700 text-white',
    disc: 'bg-white text-red-700',
    sign: 'bg-red-500/15 text-red-700 dark:text-red-300',
  },
};
