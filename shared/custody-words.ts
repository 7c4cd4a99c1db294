/** The tabs of sets that are out: all, those due today (company time) but not overdue, and those overdue. */
export const OUT_TABS = ['all', 'today', 'overdue'] as const;
