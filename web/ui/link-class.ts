/** A link in text, blue, for the right end of a panel head or a sentence. */
export const linkClass =
  'font-medium text-link underline-offset-2 hover:underline touch:inline-flex touch:min-h-11 touch:items-center';

/** A quiet link back, above a page title. */
export const backLinkClass =
  '-ml-0.5 inline-flex items-center gap-0.5 text-label text-muted transition-colors hover:text-fg touch:min-h-11';
