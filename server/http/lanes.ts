import { availableParallelism } from 'node:os';
import { Lane, type Width } from './admission.ts';
import { Present } from './present.ts';

const PROCESSORS = availableParallelism();

const WIDTHS = {
  /** Work: a place is a connection to the database, more or less. Nobody waits in it for a client. */
  calls: {
    atOnce: 32,
    perPerson: 8,
    waiting: 200,
    waitMs: 1000,
    crowdWaitMs: 4000,
    beside: { reads: Math.max(1, Math.floor(PROCESSORS / 2)), writes: Math.max(2, PROCESSORS) },
    rest: { beyond: 4, times: 2 },
  },
  /** Large bodies on their way: a place bounds the memory they take. */
  uploads: { atOnce: 8, perPerson: 2, waiting: 50, waitMs: 40_000, crowdWaitMs: 40_000 },
  /** Photos that are encoded again: one at a time, so that they never take all processors. */
  photos: { atOnce: 1, perPerson: 1, waiting: 50, waitMs: 40_000, crowdWaitMs: 40_000 },
  /**
   * Imports in the worker: of one company one at a time, so that another's finds a place. What waits longer is refused with 503, and is
   * its own company's.
   */
  imports: { atOnce: 2, perPerson: 1, waiting: 50, waitMs: 40_000, crowdWaitMs: 40_000 },
  /** Files and whole lists that are read as fast as their reader reads. */
  files: { atOnce: 16, perPerson: 3, waiting: 50, waitMs: 4000, crowdWaitMs: 4000 },
  /**
   * Their parts: so few that whoever asks for little hardly waits behind one. They rest however few there are, and three times as long,
   * because making a file of what was read takes about as long again.
   */
  parts: {
    atOnce: 2,
    perPerson: 1,
    waiting: 50,
    waitMs: 30_000,
    crowdWaitMs: 30_000,
    rest: { beyond: -1, times: 3 },
  },
} satisfies Record<string, Width>;

/** The lanes of one server process. `watch` is told which lane, and what its own is told. */
export function openLanes(watch?: (lane: string, seconds: number | null) => void) {
  const present = new Present();
  const lane = (name: keyof typeof WIDTHS) =>
    new Lane(WIDTHS[name], present, watch && ((seconds) => watch(name, seconds)));
  return {
    calls: lane('calls'),
    uploads: lane('uploads'),
    photos: lane('photos'),
    imports: lane('imports'),
    files: lane('files'),
    parts: lane('parts'),
  };
}

export type Lanes = ReturnType<typeof openLanes>;
