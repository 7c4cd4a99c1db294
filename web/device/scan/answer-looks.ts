import { Check, RotateCcw, X } from 'lucide-react';
import type { ScanTone } from './feedback.ts';

type AnswerLook = {
  icon: typeof Check;
  /** The large answer of a phone, the same in light and dark, and its icon. */
  panel: string;
  disc: string;
  /** The strip of a desktop. */
  strip: string;
  /** The icon of a row, in a disc, and without one. */
  sign: string;
  plain: string;
};

/** Colour and icon of an answer to a scan; its word says the same, so that nothing depends on colour alone. */
export const ANSWER_LOOKS: Record<ScanTone, AnswerLook> = {
  good: {
    icon: Check,
    panel: 'bg-emerald-700 text-white',
    disc: 'bg-white text-emerald-700',
    strip: 'bg-emerald-500/8 text-emerald-800 dark:text-emerald-300',
    sign: 'bg-emerald-500/15 text-emerald-800 dark:text-emerald-300',
    plain: 'text-emerald-700 dark:text-emerald-400',
  },
  again: {
    icon: RotateCcw,
    panel: 'bg-amber-400 text-slate-900',
    disc: 'bg-slate-900 text-amber-400',
    strip: 'bg-amber-500/10 text-amber-900 dark:text-amber-300',
    sign: 'bg-amber-500/15 text-amber-900 dark:text-amber-300',
    plain: 'text-amber-800 dark:text-amber-400',
  },
  bad: {
    icon: X,
    panel: 'bg-red-700 text-white',
    disc: 'bg-white text-red-700',
    strip: 'bg-red-500/8 text-red-800 dark:text-red-300',
    sign: 'bg-red-500/15 text-red-700 dark:text-red-300',
    plain: 'text-red-700 dark:text-red-400',
  },
};
