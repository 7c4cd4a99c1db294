import type { ComponentType } from 'react';

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

/** Any icon drawn like lucide's; the component that shows it sets the size by class. */
export type Icon = ComponentType<{ className?: string | undefined }>;

const blueLinkClass = 'font-medium text-link underline-offset-2 hover:underline';

/** A blue link on its own: at the right end of a panel head, or after a text. */
export const linkClass = `${blueLinkClass} touch:inline-flex touch:min-h-11 touch:items-center`;

/** A blue link in a sentence: wraps with it, and its tap area does not move the lines apart. */
export const sentenceLinkClass = `${blueLinkClass} touch:py-3.5`;

/** A quiet link back, above a page title. */
export const backLinkClass =
  '-ml-0.5 inline-flex items-center gap-0.5 text-label text-muted transition-colors hover:text-fg touch:min-h-11';

/** The box of a drop-down list and its rows: menus, selects and suggestions share one look. */
export const listBoxClass =
  'z-[60] overflow-hidden rounded-lg border bg-panel p-1 text-fg shadow-menu data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in';

export const listRowClass =
  'relative flex min-h-8 w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-body outline-none select-none touch:min-h-11 touch:px-3';

/** The scrim contains the panel, so that lists opened from a dialog still scroll. On phones the panel is at the bottom. */
export const scrimClass =
  'fixed inset-0 z-50 flex items-center justify-center bg-scrim p-4 backdrop-blur-[2px] phone:backdrop-blur-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in phone:items-end phone:p-0 print:hidden';

export const dialogPanelClass =
  'relative flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-xl border border-transparent bg-panel text-fg shadow-dialog outline-none low:block low:overflow-y-auto dark:border-line data-[state=closed]:animate-dialog-out data-[state=open]:animate-dialog-in phone:max-w-none! phone:rounded-b-none phone:rounded-t-sheet phone:border-0 forced-colors:border! phone:data-[state=closed]:animate-sheet-out phone:data-[state=open]:animate-sheet-in';

/** Footer of a dialog or a screen on a phone: equally wide buttons, 52 px high. */
export const phoneFootClass =
  'phone:gap-2.5 phone:px-5 phone:pt-3 phone:pb-[calc(20px+env(safe-area-inset-bottom))] phone:[&_[data-button]]:h-13 phone:[&_[data-button]]:flex-1 phone:[&_[data-button]]:min-w-fit phone:[&_[data-button]]:px-3 phone:[&_[data-button]]:leading-tight phone:[&_[data-button]]:whitespace-normal phone:[&_[data-button]]:text-base';
