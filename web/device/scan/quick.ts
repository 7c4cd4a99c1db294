/** Maximum average interval between a reader's keys, in ms; too fast for a person over a whole code. */
const MEAN_MAX_MS = 35;

/** Whether `length` characters typed between `began` and `at` (ms) came from a reader. */
export const isQuick = (began: number, at: number, length = 1): boolean => at - began <= MEAN_MAX_MS * length;
