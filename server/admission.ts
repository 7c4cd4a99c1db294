import { REFUSALS } from '../shared/messages.ts';
import { Refusal } from './refusal.ts';

const IN_FLIGHT = 32;
const PER_USER = 8;
const WAITING = 200;
const DEADLINE_MS = 1000;
/** One user's own crowd waits longer: nobody else is kept waiting by it. */
const USER_DEADLINE_MS = 4000;

type Waiting = { admit: () => void; timer: NodeJS.Timeout };

/** A gate that lets `width` through at a time; the rest wait in order, up to `length` of them and `deadline` ms. */
function gate(width: number, length: number, deadline: number) {
  let inside = 0;
  const queue: Waiting[] = [];
  const leave = () => {
    const next = queue.shift();
    if (!next) {
      inside -= 1;
      return;
    }
    clearTimeout(next.timer);
    next.admit();
  };
  return {
    idle: () => inside === 0,
    leave,
    enter(): Promise<void> {
      if (inside < width) {
        inside += 1;
        return Promise.resolve();
      }
      if (queue.length >= length) return Promise.reject(busy());
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          admit: resolve,
          timer: setTimeout(() => {
            queue.splice(queue.indexOf(waiting), 1);
            reject(busy());
          }, deadline),
        };
        queue.push(waiting);
      });
    },
  };
}

const busy = () => new Refusal(503, { message: REFUSALS.busy, code: 'busy' }, { retryAfter: 1 });

/**
 * Admission (reliability R17): 32 requests at once, 200 more wait up to a second, then 503 with Retry-After; of one user's
 * requests eight run at once and the rest wait their turn.
 */
export function openAdmission() {
  const door = gate(IN_FLIGHT, WAITING, DEADLINE_MS);
  const users = new Map<number, ReturnType<typeof gate>>();
  return {
    enter: door.enter,
    leave: door.leave,
    async enterAs(userId: number): Promise<() => void> {
      const own = users.get(userId) ?? gate(PER_USER, WAITING, USER_DEADLINE_MS);
      users.set(userId, own);
      await own.enter();
      return () => {
        own.leave();
        if (own.idle()) users.delete(userId);
      };
    },
  };
}

export type Admission = ReturnType<typeof openAdmission>;
