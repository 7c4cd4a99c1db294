import { Check, RotateCcw, X } from 'lucide-react';
import type { ScanTone } from '../../device/scan/feedback.ts';

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
