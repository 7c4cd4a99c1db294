/** The box of a drop-down list and its rows: menus, selects and suggestions share one look. */
export const listBoxClass =
  'z-[60] overflow-hidden rounded-lg border bg-panel p-1 text-fg shadow-menu data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in';

export const listRowClass =
  'relative flex min-h-8 w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-body outline-none select-none touch:min-h-11 touch:px-3';
