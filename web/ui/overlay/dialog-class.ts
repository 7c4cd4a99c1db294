/** The scrim contains the panel, so that lists opened from a dialog still scroll. On phones the panel is at the bottom. */
export const scrimClass =
  'fixed inset-0 z-50 flex items-center justify-center bg-scrim p-4 backdrop-blur-[2px] phone:backdrop-blur-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in phone:items-end phone:p-0 print:hidden';

export const dialogPanelClass =
  'relative flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-xl border border-transparent bg-panel text-fg shadow-dialog outline-none dark:border-line data-[state=closed]:animate-dialog-out data-[state=open]:animate-dialog-in phone:max-w-none! phone:rounded-b-none phone:rounded-t-sheet phone:border-0 forced-colors:border! phone:data-[state=closed]:animate-sheet-out phone:data-[state=open]:animate-sheet-in';

/** Footer of a dialog or a screen on a phone: equally wide buttons, 52 px high. */
export const phoneFootClass =
  'phone:gap-2.5 phone:px-5 phone:pt-3 phone:pb-[calc(20px+env(safe-area-inset-bottom))] phone:[&_[data-button]]:h-13 phone:[&_[data-button]]:flex-1 phone:[&_[data-button]]:min-w-fit phone:[&_[data-button]]:px-3 phone:[&_[data-button]]:leading-tight phone:[&_[data-button]]:whitespace-normal phone:[&_[data-button]]:text-base';
