/** What of the sets that are out is shown: all of them, those due today (company time) and not overdue yet, or those overdue. */
export const OUT_TABS = ['all', 'today', 'overdue'] as const;
