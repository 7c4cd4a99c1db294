import { availableParallelism } from 'node:os';
import { ActiveTenants, Lane, type Width } from './admission.ts';

const PROCESSORS = availableParallelism();

const WIDTHS = {
  /** Database work: about one connection per place. No place is held while waiting for a client. */
  calls: {
    atOnce: 32,
    perPerson: 8,
    waiting: 200,
    waitMs: 1000,
    crowdWaitMs: 4000,
    whileShared: {
      reads: Math.max(1, Math.floor(PROCESSORS / 2)),
      writes: Math.max(6, PROCESSORS),
      perPerson: 5,
    },
    rest: { times: 6, queue: 4 },
  },
  /** Large request bodies in transfer: bounds their memory. */
  uploads: { atOnce: 8, perPerson: 2, waiting: 50, waitMs: 40_000, crowdWaitMs: 40_000 },
  /** Photo encoding: one at a time, so it never uses all processors. */
  photos: { atOnce: 1, perPerson: 1, waiting: 50, waitMs: 40_000, crowdWaitMs: 40_000 },
  /** Imports in the worker, one per company, so another company finds a place. */
  imports: { atOnce: 2, perPerson: 1, waiting: 50, waitMs: 40_000, crowdWaitMs: 40_000 },
  /** Files and whole lists that stream at the client's speed. */
  files: { atOnce: 16, perPerson: 3, waiting: 50, waitMs: 4000, crowdWaitMs: 4000 },
  /**
   * Parts of a streamed file: few, so that short requests hardly wait behind one. Each is delayed while another company is active, because
   * formatting a part takes about as long as reading it.
   */
  parts: {
    atOnce: 2,
    perPerson: 1,
    waiting: 50,
    waitMs: 30_000,
    crowdWaitMs: 30_000,
    rest: { times: 3 },
  },
} satisfies Record<string, Width>;

/** The lanes of one server process. `watch` receives the lane's name and the queue wait in seconds, or null if the request was rejected. */
export function openLanes(watch?: (lane: string, seconds: number | null) => void) {
  const tenants = new ActiveTenants();
  const lane = (name: keyof typeof WIDTHS) =>
    new Lane(WIDTHS[name], tenants, watch && ((seconds) => watch(name, seconds)));
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
