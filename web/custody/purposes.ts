/** The usual purposes, in the order of every form. */
export const PURPOSES = ['Lock-up', 'Alarm response', 'Inspection'] as const;
