import { busy } from '../refusal.ts';
import type { Present } from './present.ts';

/**
 * How many places there are, and how many one person may hold; a company never holds more than it leaves free, so that there is room
 * for another. How many more of one company may wait, and how many milliseconds: longer where only its own share is taken.
 */
export type Width = {
  atOnce: number;
  perPerson: number;
  waiting: number;
  waitMs: number;
  crowdWaitMs: number;
  /** How many places a company's reads, and its writes, hold together while another company works; without it as many as there are. */
  beside?: { reads: number; writes: number };
  /**
   * While another company works and more than this many of its own wait, a place of a company stays taken for so many times as long again
   * as its call took: a company over its share is slowed down. Without it no place rests.
   */
  rest?: { beyond: number; times: number };
};

/**
 * Whose share a request takes. Whoever is not signed in counts as their address, and all of them together as one company. `reads`: it
 * waits for nobody's lock, only for processors. `passes`: it is no company at work yet.
 */
export type Party = { person: string; company: string; reads?: boolean; passes?: boolean };

/** `waiting` in the order in which they came. */
type Company = { inside: number; reading: number; waiting: Waiting[]; lastTurn: number };
type Waiting = { party: Party; admit(): void };

/** The longest that a place rests. */
const REST_MS = 250;

/** Is told how many seconds somebody waited for a place, null when they got none. */
export type Watch = (seconds: number | null) => void;

/** A number of places (decision 0022). Of the companies that wait, the one that was let in least recently comes next. */
export class Lane {
  readonly #width: Width;
  readonly #present: Present;
  readonly #watch: Watch | undefined;
  readonly #persons = new Map<string, number>();
  readonly #companies = new Map<string, Company>();
  #inside = 0;
  #turns = 0;

  constructor(width: Width, present: Present, watch?: Watch) {
    this.#width = width;
    this.#present = present;
    this.#watch = watch;
  }

  get atOnce(): number {
    return this.#width.atOnce;
  }

  get inside(): number {
    return this.#inside;
  }

  get waiting(): number {
    let all = 0;
    for (const { waiting } of this.#companies.values()) all += waiting.length;
    return all;
  }

  /**
   * Waits for a place and answers how to leave it, once or more often. Refuses with 503 whoever has waited too long, or longer than
   * `mostMs`.
   */
  async enter(party: Party, mostMs?: number): Promise<() => void> {
    this.#present.note(party);
    if (this.#fits(party)) {
      this.#take(party);
      this.#watch?.(0);
    } else await this.#waitWatched(party, mostMs);
    const began = performance.now();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const rest = this.#restOf(party, performance.now() - began);
      if (rest > 0) setTimeout(() => this.#release(party), rest).unref();
      else this.#release(party);
    };
  }

  /** Does the work in a place and leaves it. */
  async run<T>(party: Party, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(party);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  get #isFull(): boolean {
    return this.#inside >= this.#width.atOnce;
  }

  #fits({ person, company, reads }: Party): boolean {
    const { inside: own = 0, reading = 0 } = this.#companies.get(company) ?? {};
    const free = this.#width.atOnce - this.#inside;
    if (own >= free || (this.#persons.get(person) ?? 0) >= this.#width.perPerson) return false;
    const { beside } = this.#width;
    const isOver = beside && (reads ? reading >= beside.reads : own - reading >= beside.writes);
    return !isOver || !this.#present.isBeside(company);
  }

  #restOf({ company }: Party, tookMs: number): number {
    const { rest } = this.#width;
    if (!rest || !this.#present.isBeside(company)) return 0;
    const crowd = this.#companies.get(company)?.waiting.length ?? 0;
    return crowd > rest.beyond ? Math.min(tookMs * rest.times, REST_MS) : 0;
  }

  #take({ person, company, reads }: Party): void {
    this.#inside += 1;
    this.#turns += 1;
    this.#persons.set(person, (this.#persons.get(person) ?? 0) + 1);
    const own = this.#of(company);
    own.inside += 1;
    if (reads) own.reading += 1;
    own.lastTurn = this.#turns;
  }

  #release({ person, company, reads }: Party): void {
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

  /** Asked at every release: it looks at each company once, however many wait. */
  #next(): Waiting | undefined {
    if (this.#isFull) return undefined;
    let first: Waiting | undefined;
    let firstTurn = Number.POSITIVE_INFINITY;
    for (const { waiting, lastTurn } of this.#companies.values()) {
      if (waiting.length === 0 || lastTurn >= firstTurn) continue;
      const one = waiting.find(({ party }) => this.#fits(party));
      if (!one) continue;
      first = one;
      firstTurn = lastTurn;
    }
    return first;
  }

  async #waitWatched(party: Party, mostMs?: number): Promise<void> {
    const began = performance.now();
    try {
      await this.#wait(party, mostMs);
    } catch (error) {
      this.#watch?.(null);
      throw error;
    }
    this.#watch?.((performance.now() - began) / 1000);
  }

  /** Resolves once the place is taken. */
  #wait(party: Party, mostMs = Number.POSITIVE_INFINITY): Promise<void> {
    const { waiting, waitMs, crowdWaitMs } = this.#width;
    const own = this.#of(party.company);
    if (own.waiting.length >= waiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        own.waiting.splice(own.waiting.indexOf(one), 1);
      };
      const giveUp = () => {
        stop();
        this.#forget(party.company);
        reject(busy());
      };
      const timer = setTimeout(giveUp, Math.min(mostMs, this.#isFull ? waitMs : crowdWaitMs));
      const one: Waiting = {
        party,
        admit: () => {
          stop();
          this.#take(party);
          resolve();
        },
      };
      own.waiting.push(one);
    });
  }

  #of(company: string): Company {
    const known = this.#companies.get(company) ?? { inside: 0, reading: 0, waiting: [], lastTurn: 0 };
    this.#companies.set(company, known);
    return known;
  }

  #forget(company: string): void {
    const { inside, waiting } = this.#of(company);
    if (inside === 0 && waiting.length === 0) this.#companies.delete(company);
  }
}
