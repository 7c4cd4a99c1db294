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
export function openAdmission() {
  const door = gate(IN_FLIGHT, WAITING, DEADLINE_MS);
  const users = new Map<number, ReturnType<typeof gate>>();

  async function enterAs(userId: number): Promise<() => void> {
    const own = users.get(userId) ?? gate(PER_USER, WAITING, USER_DEADLINE_MS);
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
      let held = [door.leave];
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
            held = [];
            door.leave();
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
