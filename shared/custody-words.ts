/** By what the sets that are out are shown. Imports no schema, so that a page may say it without one. */

/** What of the sets that are out: all of them, those due today (company time) and not overdue yet, or those overdue. */
export const OUT_TABS = ['all', 'today', 'overdue'] as const;
