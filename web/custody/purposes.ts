/** What keys are usually wanted for, in the order in which every form offers it. */
export const PURPOSES = ['Lock-up', 'Alarm response', 'Inspection'] as const;
