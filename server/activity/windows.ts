/** Limits entries of repeatable actions: the first of a kind in a minute is written; the others are counted in one entry. */

const MINUTE_MS = 60_000;
/** At most 20 distinct failures a minute are logged per company; the rest share one entry. */
const FIRSTS_OF_COMPANY = 20;
/** Limit of kinds in memory. */
const KINDS_MAX = 10_000;
const ADDRESSES = 5;

/** The events of a kind after its first: their number and addresses. */
export type Counted<T> = { first: T; times: number; addresses: string[] };
/** A company's events beyond its limit: their number, the number of accounts, and one of them. */
type Tallied<T> = { one: T; times: number; accounts: number };

/** A minute of a kind: its first event and the count of the others; `tally` counts them when the first has no entry. */
export type Kind<T> = {
  first: T;
  until: number;
  times: number;
  addresses: Set<string>;
  tally: Tally<T> | null;
};
type Tally<T> = { until: number; firsts: number; times: number; accounts: Set<number>; one: T | null };
type Event = { userId: number; address: string };

export class Windows<T extends Event> {
  readonly #kinds = new Map<string, Kind<T>>();
  /** Kinds whose minute was over when the next began. */
  readonly #over: Kind<T>[] = [];
  readonly #companies = new Map<number, Tally<T>>();
  readonly #now: () => number;
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Begins a minute of a kind. Null when one is running: the event is only counted. Null also above KINDS_MAX kinds, without a count. */
  begin(kind: string, event: T): Kind<T> | null {
    const known = this.#kinds.get(kind);
    if (!known || known.until <= this.#now()) {
      if (!known && this.#kinds.size >= KINDS_MAX) return null;
      if (known) this.#over.push(known);
      const begun = {
        first: event,
        until: this.#now() + MINUTE_MS,
        times: 0,
        addresses: new Set<string>(),
        tally: null,
      };
      this.#kinds.set(kind, begun);
      return begun;
    }
    if (known.tally) this.#tally(known.tally, event, 1);
    else known.times += 1;
    if (known.addresses.size < ADDRESSES) known.addresses.add(event.address);
    return null;
  }

  /** Whether the first of a kind gets an entry. False above the company's limit: then the whole kind counts for the company. */
  admits(kind: Kind<T>, companyId: number): boolean {
    const tally = this.#tallyOf(companyId);
    if (tally.firsts < FIRSTS_OF_COMPANY) {
      tally.firsts += 1;
      return true;
    }
    this.#tally(tally, kind.first, 1 + kind.times);
    kind.times = 0;
    kind.tally = tally;
    return false;
  }

  /** Removes and returns the counts of minutes that are over, or of all. */
  closed(all = false): { counted: Counted<T>[]; tallied: Tallied<T>[] } {
    const isOver = ({ until }: { until: number }) => all || until <= this.#now();
    const kinds = [...this.#kinds].filter(([, one]) => isOver(one));
    const over = [...this.#over.splice(0), ...kinds.map(([, one]) => one)];
    const companies = [...this.#companies].filter(([, one]) => isOver(one));
    for (const [kind] of kinds) this.#kinds.delete(kind);
    for (const [id] of companies) this.#companies.delete(id);
    return {
      counted: over.flatMap(({ first, times, addresses }) =>
        times > 0 ? [{ first, times, addresses: [...addresses] }] : [],
      ),
      tallied: companies.flatMap(([, { one, times, accounts }]) =>
        one ? [{ one, times, accounts: accounts.size }] : [],
      ),
    };
  }

  #tallyOf(companyId: number): Tally<T> {
    const known = this.#companies.get(companyId);
    if (known && known.until > this.#now()) return known;
    const begun = {
      until: this.#now() + MINUTE_MS,
      firsts: 0,
      times: 0,
      accounts: new Set<number>(),
      one: null,
    };
    this.#companies.set(companyId, begun);
    return begun;
  }

  #tally(tally: Tally<T>, event: T, times: number): void {
    tally.times += times;
    tally.one = event;
    if (tally.accounts.size < KINDS_MAX) tally.accounts.add(event.userId);
  }
}
