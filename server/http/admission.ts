import { availableParallelism } from 'node:os';
import { busy } from '../refusal.ts';

/**
 * A lane's limits: places, places per person, queued requests per company, and the queue timeouts in ms (`crowdWaitMs` when the lane is
 * full only for that company). A company never holds more places than it leaves free.
 */
export type Width = {
  atOnce: number;
  perPerson: number;
  waiting: number;
  waitMs: number;
  crowdWaitMs: number;
  /** Most places for one company's reads, its writes, and one of its people, while another company is active. Default: no further limit. */
  whileShared?: { reads: number; writes: number; perPerson: number };
  /**
   * While another company is active, a place stays taken after its call: `times` the call's duration, at most REST_MS; with `queue`, once for
   * each `queue` requests that the company has waiting above the mean of the others. Default: no delay.
   */
  rest?: { times: number; queue?: number };
};

/**
 * Whose share of the places a request uses; requests without a session count by network address. `reads`: takes no locks. `noTenant`: does
 * not count as an active company.
 */
export type Requester = { person: string; company: string; reads?: boolean; noTenant?: boolean };

/** `queues`: one for each person's reads and one for their writes, in order of arrival; `waiting` counts their requests. */
type Company = {
  inside: number;
  reading: number;
  waiting: number;
  queues: Map<string, Waiting[]>;
  lastTurn: number;
};
type Waiting = { requester: Requester; came: number; admit(): void };

/** Longest delay before a place is free again. */
const REST_MS = 500;

/** Reports queue wait in seconds, or null if the request was rejected. */
export type Watch = (seconds: number | null) => void;

/** A pool of places (decision 0022). The next place goes to the waiting company that was served least recently. */
export class Lane {
  readonly #width: Width;
  readonly #tenants: ActiveTenants;
  readonly #watch: Watch | undefined;
  readonly #persons = new Map<string, number>();
  readonly #companies = new Map<string, Company>();
  #inside = 0;
  #waiting = 0;
  #turns = 0;

  constructor(width: Width, tenants: ActiveTenants, watch?: Watch) {
    this.#width = width;
    this.#tenants = tenants;
    this.#watch = watch;
  }

  get atOnce(): number {
    return this.#width.atOnce;
  }

  get inside(): number {
    return this.#inside;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Waits for a place and returns its release function, which may be called repeatedly. 503 after the lane's timeout, or after `mostMs`.
   */
  async enter(requester: Requester, mostMs?: number): Promise<() => void> {
    this.#tenants.note(requester);
    let waitedMs = 0;
    if (this.#fits(requester)) this.#take(requester);
    else waitedMs = await this.#wait(requester, mostMs);
    this.#watch?.(waitedMs / 1000);
    const began = performance.now();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const rest = this.#restOf(requester, performance.now() - began);
      if (rest > 0) setTimeout(() => this.#release(requester), rest).unref();
      else this.#release(requester);
    };
  }

  /** Runs `work` in a place. */
  async run<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(requester);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  #fits({ person, company, reads }: Requester, room = this.#roomOf(company)): boolean {
    return (reads ? room.reads : room.writes) && (this.#persons.get(person) ?? 0) < room.perPerson;
  }

  /** What the company may begin now: a read, a write, and up to how many places for one person. */
  #roomOf(company: string): { reads: boolean; writes: boolean; perPerson: number } {
    const { atOnce, perPerson, whileShared } = this.#width;
    const { inside: own = 0, reading = 0 } = this.#companies.get(company) ?? {};
    const free = own < atOnce - this.#inside;
    if (!free || !whileShared || !this.#tenants.othersActive(company))
      return { reads: free, writes: free, perPerson };
    return {
      reads: reading < whileShared.reads,
      writes: own - reading < whileShared.writes,
      perPerson: Math.min(perPerson, whileShared.perPerson),
    };
  }

  #restOf({ company }: Requester, tookMs: number): number {
    const { rest } = this.#width;
    if (!rest || !this.#tenants.othersActive(company)) return 0;
    if (!rest.queue) return Math.min(tookMs * rest.times, REST_MS);
    const own = this.#companies.get(company)?.waiting ?? 0;
    const others = Math.max(1, this.#companies.size - 1);
    const excess = Math.max(0, own - (this.#waiting - own) / others);
    return Math.min(tookMs * Math.min(Math.floor(excess / rest.queue), rest.times), REST_MS);
  }

  #take({ person, company, reads }: Requester): void {
    this.#inside += 1;
    this.#turns += 1;
    this.#persons.set(person, (this.#persons.get(person) ?? 0) + 1);
    const own = this.#of(company);
    own.inside += 1;
    if (reads) own.reading += 1;
    own.lastTurn = this.#turns;
  }

  #release({ person, company, reads }: Requester): void {
    this.#inside -= 1;
    const left = (this.#persons.get(person) ?? 1) - 1;
    if (left > 0) this.#persons.set(person, left);
    else this.#persons.delete(person);
    const own = this.#of(company);
    own.inside -= 1;
    if (reads) own.reading -= 1;
    this.#forget(company);
    for (let next = this.#next(); next; next = this.#next()) next.admit();
  }

  /** Runs at every release: visits each company's queues; of one queue all requests fit or none. */
  #next(): Waiting | undefined {
    if (this.#inside >= this.#width.atOnce) return undefined;
    let first: Waiting | undefined;
    let firstTurn = Number.POSITIVE_INFINITY;
    for (const [company, { queues, lastTurn }] of this.#companies) {
      if (queues.size === 0 || lastTurn >= firstTurn) continue;
      const room = this.#roomOf(company);
      let oldest: Waiting | undefined;
      for (const [one] of queues.values())
        if (one && (!oldest || one.came < oldest.came) && this.#fits(one.requester, room)) oldest = one;
      if (!oldest) continue;
      first = oldest;
      firstTurn = lastTurn;
    }
    return first;
  }

  /** Resolves with the wait in ms when the place is taken. */
  #wait(requester: Requester, mostMs = Number.POSITIVE_INFINITY): Promise<number> {
    const { atOnce, waiting, waitMs, crowdWaitMs } = this.#width;
    const own = this.#of(requester.company);
    if (own.waiting >= waiting) return Promise.reject(this.#rejection());
    const key = `${requester.reads ? 'reads' : 'writes'} ${requester.person}`;
    const queue = own.queues.get(key) ?? [];
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        queue.splice(queue.indexOf(one), 1);
        if (queue.length === 0) own.queues.delete(key);
        own.waiting -= 1;
        this.#waiting -= 1;
      };
      const giveUp = () => {
        stop();
        this.#forget(requester.company);
        reject(this.#rejection());
      };
      const timer = setTimeout(giveUp, Math.min(mostMs, this.#inside >= atOnce ? waitMs : crowdWaitMs));
      const one: Waiting = {
        requester,
        came: performance.now(),
        admit: () => {
          stop();
          this.#take(requester);
          resolve(performance.now() - one.came);
        },
      };
      queue.push(one);
      own.queues.set(key, queue);
      own.waiting += 1;
      this.#waiting += 1;
    });
  }

  #rejection(): Error {
    this.#watch?.(null);
    return busy();
  }

  #of(company: string): Company {
    const known = this.#companies.get(company) ?? {
      inside: 0,
      reading: 0,
      waiting: 0,
      queues: new Map(),
      lastTurn: 0,
    };
    this.#companies.set(company, known);
    return known;
  }

  #forget(company: string): void {
    const { inside, waiting } = this.#of(company);
    if (inside === 0 && waiting === 0) this.#companies.delete(company);
  }
}

/** A company counts as active for this long after its last request. */
const ACTIVE_MS = 5000;

/** The recently active companies, over all lanes of a process. */
export class ActiveTenants {
  /** The two most recently active companies, latest first. */
  #came: { company: string; at: number }[] = [];

  note({ company, noTenant }: { company: string; noTenant?: boolean }): void {
    if (noTenant) return;
    const others = this.#came.filter((one) => one.company !== company);
    this.#came = [{ company, at: performance.now() }, ...others.slice(0, 1)];
  }

  /** Whether a company other than this one is active. */
  othersActive(company: string): boolean {
    const other = this.#came.find((one) => one.company !== company);
    return other !== undefined && performance.now() - other.at < ACTIVE_MS;
  }
}

const PROCESSORS = availableParallelism();
const CALLS = Math.min(32, Math.max(16, 8 * PROCESSORS));

const WIDTHS = {
  /**
   * Database work: about one connection per place. No place is held while waiting for a client. More calls at once than the processors
   * work on cost each of them more time: 400 callers get 97 % of the best rate with 8 places per processor, 74 % with 16.
   */
  calls: {
    atOnce: CALLS,
    perPerson: CALLS / 4,
    waiting: 200,
    waitMs: 1000,
    crowdWaitMs: 4000,
    whileShared: {
      reads: Math.max(1, Math.floor(PROCESSORS / 2)),
      writes: Math.max(3, PROCESSORS),
      perPerson: Math.max(2, Math.floor(PROCESSORS / 2)),
    },
    rest: { times: 12, queue: 4 },
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
  parts: { atOnce: 2, perPerson: 1, waiting: 50, waitMs: 30_000, crowdWaitMs: 30_000, rest: { times: 3 } },
} satisfies Record<string, Width>;

/** The lanes of one server process. `watch` receives the lane's name and the queue wait in seconds, or null if the request was rejected. */
export function openLanes(watch?: (lane: string, seconds: number | null) => void) {
  const tenants = new ActiveTenants();
  const lanes = Object.entries(WIDTHS).map(([name, width]) => [
    name,
    new Lane(width, tenants, watch && ((seconds) => watch(name, seconds))),
  ]);
  return Object.fromEntries(lanes) as Record<keyof typeof WIDTHS, Lane>;
}

export type Lanes = ReturnType<typeof openLanes>;
