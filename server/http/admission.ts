import { REFUSALS } from '../../shared/messages.ts';
import { Refusal } from './refusal.ts';

/** How many at once, of all and of one user; how many more may wait, and how many milliseconds. */
type Width = {
  inFlight: number;
  perUser: number;
  waiting: number;
  deadlineMs: number;
  /** One user's own crowd waits longer: nobody else is kept waiting by it. */
  userDeadlineMs: number;
};

const CALLS: Width = {
  inFlight: 32,
  perUser: 8,
  waiting: 200,
  deadlineMs: 1000,
  userDeadlineMs: 4000,
};

/** Photos: bodies of megabytes that take seconds to arrive have a door of their own, which also bounds the memory they take. */
export const UPLOADS: Width = {
  inFlight: 4,
  perUser: 2,
  waiting: 50,
  deadlineMs: 60_000,
  userDeadlineMs: 60_000,
};

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
    full: () => inside >= width,
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

/** What one request holds. `as` waits for a turn among the user's own requests, and holds nobody up meanwhile. */
export type Place = { as(userId: number): Promise<void>; leave(): void };

/**
 * Admission (reliability R17): 32 requests at once, 200 more wait up to a second, then 503 with Retry-After; of one user's
 * requests eight run at once and the rest wait their turn outside the door. Whoever gets a place must leave it, once or more often.
 */
export function openAdmission(width: Width = CALLS) {
  const { inFlight, perUser, waiting, deadlineMs, userDeadlineMs } = width;
  const door = gate(inFlight, waiting, deadlineMs);
  const users = new Map<number, ReturnType<typeof gate>>();

  async function enterAs(userId: number): Promise<() => void> {
    const own = users.get(userId) ?? gate(perUser, waiting, userDeadlineMs);
    users.set(userId, own);
    await own.enter();
    return () => {
      own.leave();
      if (own.idle()) users.delete(userId);
    };
  }

  return {
    async enter(): Promise<Place> {
      await door.enter();
      let gone = false;
      const held = [door.leave];
      const leave = () => {
        gone = true;
        for (const giveBack of held.splice(0)) giveBack();
      };
      /** Holds what was waited for, unless the request has ended meanwhile. */
      const hold = (giveBack: () => void) => {
        if (gone) giveBack();
        else held.push(giveBack);
      };
      return {
        leave,
        async as(userId) {
          if (users.get(userId)?.full()) {
            // Nothing is held any more when the request ended while it was known whose it is.
            for (const giveBack of held.splice(0)) giveBack();
            hold(await enterAs(userId));
            await door.enter();
            hold(door.leave);
          } else hold(await enterAs(userId));
        },
      };
    },
  };
}

export type Admission = ReturnType<typeof openAdmission>;
