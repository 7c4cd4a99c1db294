/** The nine colours of badges, squares and swatches. Yellow is a configured colour, amber one of ours: they stay distinct. */
export type Tint = 'emerald' | 'amber' | 'red' | 'gray' | 'blue' | 'purple' | 'pink' | 'green' | 'yellow';

/** Fill, text and inset ring of a tint; the element adds `inset-ring`. */
export const tintBox: Record<Tint, string> = {
  emerald:
    'bg-emerald-500/10 text-emerald-800 inset-ring-emerald-600/20 dark:text-emerald-300 dark:inset-ring-emerald-400/20',
  amber:
    'bg-amber-500/12 text-amber-900 inset-ring-amber-600/25 dark:text-amber-300 dark:inset-ring-amber-400/20',
  yellow:
    'bg-yellow-300/35 text-yellow-900 inset-ring-yellow-500/45 dark:bg-yellow-300/12 dark:text-yellow-200 dark:inset-ring-yellow-300/30',
  red: 'bg-red-500/10 text-red-800 inset-ring-red-600/20 dark:text-red-300 dark:inset-ring-red-400/25',
  gray: 'bg-slate-500/10 text-slate-700 inset-ring-slate-500/20 dark:text-slate-300 dark:inset-ring-slate-400/20',
  blue: 'bg-blue-500/10 text-blue-800 inset-ring-blue-600/20 dark:text-blue-300 dark:inset-ring-blue-400/20',
  purple:
    'bg-purple-500/10 text-purple-800 inset-ring-purple-600/20 dark:text-purple-300 dark:inset-ring-purple-400/20',
  pink: 'bg-pink-500/10 text-pink-800 inset-ring-pink-600/20 dark:text-pink-300 dark:inset-ring-pink-400/20',
  green:
    'bg-green-500/10 text-green-800 inset-ring-green-600/20 dark:text-green-300 dark:inset-ring-green-400/20',
};

/** The solid colour of a tint, for dots and bars. */
export const tintDot: Record<Tint, string> = {
  emerald: 'bg-emerald-500',
  amber: 'bg-amber-500',
  yellow: 'bg-yellow-400',
  red: 'bg-red-500',
  gray: 'bg-slate-400',
  blue: 'bg-blue-500',
  purple: 'bg-purple-500',
  pink: 'bg-pink-500',
  green: 'bg-green-500',
};
