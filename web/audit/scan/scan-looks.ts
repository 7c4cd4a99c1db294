import { Check, RotateCcw, X } from 'lucide-react';
import type { ScanResult } from './scan-result.ts';

type Look = {
  icon: typeof Check;
  /** The panel of a phone, filled edge to edge; the same in light and dark. */
  panel: string;
  disc: string;
  /** The strip on a desktop. */
  strip: string;
  /** The icon alone, in a list. */
  sign: string;
};

const failed: Look = {
  icon: X,
  panel: 'bg-red-700 text-white',
  disc: 'bg-white text-red-700',
  strip: 'bg-red-500/8 text-red-800 dark:text-red-300',
  sign: 'text-red-700 dark:text-red-400',
};

/** Colour, icon and word of a result all differ, so that none of them carries it alone. */
export const SCAN_LOOKS: Record<ScanResult['kind'], Look> = {
  counted: {
    icon: Check,
    panel: 'bg-emerald-700 text-white',
    disc: 'bg-white text-emerald-700',
    strip: 'bg-emerald-500/8 text-emerald-800 dark:text-emerald-300',
    sign: 'text-emerald-700 dark:text-emerald-400',
  },
  already: {
    icon: RotateCcw,
    panel: 'bg-amber-400 text-slate-900',
    disc: 'bg-slate-900 text-amber-400',
    strip: 'bg-amber-500/10 text-amber-900 dark:text-amber-300',
    sign: 'text-amber-800 dark:text-amber-400',
  },
  unexpected: failed,
  unknown: failed,
  over: failed,
};
