import { REFUSALS } from '../../shared/messages.ts';
import type { Caller, Member } from '../database/caller.ts';
import { busy, Refusal } from '../refusal.ts';
import { type ChangeRow, changesRights, type NewChanges, visibleChanges } from './changes.ts';
import type { Feed } from './feed.ts';
import { LiveStream } from './stream.ts';

const PER_PERSON = 10;
const IN_ALL = 5000;
/** Longest time a stream lives without its rights being read again. */
const RECHECK_MS = 5 * 60_000;

/** Seconds after which a client that was refused may try again. */
const RETRY_SECONDS = 2;
/** Interval of keep-alive messages. */
const BEAT_MS = 20_000;

/** A stream and its user. While `pending` is an array, the user's rights are being read again and changes wait in it. */
type Listener = {
  stream: LiveStream;
  userId: number;
  companyId: number;
  member: Member | null;
  /** Reads the member's current rights; throws when they may no longer listen. */
  readMember(): Promise<Member>;
  pending: { change: ChangeRow; position: string }[] | null;
  stale: boolean;
  /** The read in progress. One at a time, so that its end sends only what its own rights allow. */
  reading: Promise<void> | null;
  readAt: number;
};

/** The open streams of this process. No change is sent by rights older than the change: see `publish`. */
export class Hub {
  readonly #listeners = new Set<Listener>();
  readonly #queue: Listener[] = [];
  readonly #rounds: NodeJS.Timeout[];
  readonly #feed: () => Feed;
  readonly #inAll: number;
  #draining = false;
  #closed = false;

  /** `inAll` limits all streams; a company never has more than it leaves free. */
  constructor(feed: () => Feed, stalledMs: number, inAll = IN_ALL) {
    this.#feed = feed;
    this.#inAll = inAll;
    const beat = () => {
      for (const { stream, pending } of this.#listeners)
        if (!pending) stream.beat(this.#feed().position ?? '');
    };
    this.#rounds = [
      // Well before a connection without traffic is cut.
      setInterval(beat, Math.min(BEAT_MS, stalledMs / 3)),
      setInterval(() => this.#recheckExpired(), RECHECK_MS / 5),
    ];
    for (const round of this.#rounds) round.unref();
  }

  get size(): number {
    return this.#listeners.size;
  }

  /**
   * Opens a stream. With `after`, the id of the client's last event, it begins with the missed changes or a reset. 503 while the database
   * is out of reach or the company has its share of streams, 429 beyond ten streams a person.
   */
  async open(
    { user }: Caller,
    readMember: () => Promise<Member>,
    after: string | undefined,
  ): Promise<LiveStream> {
    const { position } = this.#feed();
    if (this.#closed || position === null) throw busy(RETRY_SECONDS);
    const listeners = [...this.#listeners];
    const ofCompany = listeners.filter(({ companyId }) => companyId === (user.companyId ?? 0)).length;
    if (ofCompany >= this.#inAll - listeners.length) throw busy(RETRY_SECONDS);
    const own = listeners.filter(({ userId }) => userId === user.id).length;
    if (own >= PER_PERSON)
      throw new Refusal(429, { message: REFUSALS.tooManyStreams, code: 'too_many' }, { retryAfter: 30 });
    const stream = new LiveStream();
    const listener: Listener = {
      stream,
      userId: user.id,
      companyId: user.companyId ?? 0,
      member: null,
      readMember,
      pending: [],
      stale: true,
      reading: null,
      readAt: 0,
    };
    // Before the first read, so that changes from here on wait for it.
    this.#listeners.add(listener);
    stream.once('close', () => this.#listeners.delete(listener));
    try {
      const missed = await this.#feed().since(after, listener.companyId);
      stream.push('retry: 2000\n\n');
      if (missed.changes === null) stream.reset(position);
      else listener.pending?.unshift(...missed.changes.map((change) => ({ change, position })));
      await this.#refresh(listener);
      stream.beat(position);
      return stream;
    } catch (error) {
      this.#end(listener);
      throw error;
    }
  }

  /**
   * Sends changes. Streams whose rights are among them are held first: a change made after a withdrawal of rights arrives with it or later.
   */
  publish({ changes, position }: NewChanges): void {
    if (changes === null) {
      for (const listener of this.#listeners) this.#recheck(listener);
      for (const { stream } of this.#listeners) stream.reset(position);
      return;
    }
    for (const one of changes)
      for (const listener of this.#listeners) if (changesRights(one, listener)) this.#recheck(listener);
    for (const one of changes)
      for (const listener of this.#listeners) {
        if (one.companyId !== listener.companyId) continue;
        if (listener.pending) listener.pending.push({ change: one, position });
        else this.#send(listener, one, position);
      }
  }

  /** Ends every stream; clients reconnect. */
  endAll(): void {
    for (const listener of this.#listeners) this.#end(listener);
  }

  close(): void {
    this.#closed = true;
    for (const round of this.#rounds) clearInterval(round);
    this.endAll();
  }

  #send({ member, stream }: Listener, change: ChangeRow, position: string): void {
    if (member) for (const visible of visibleChanges(member, change)) stream.change(visible, position);
  }

  #end(listener: Listener): void {
    this.#listeners.delete(listener);
    listener.stream.close();
  }

  #recheckExpired(): void {
    const old = Date.now() - RECHECK_MS;
    for (const listener of this.#listeners)
      if (!listener.pending && listener.readAt < old) this.#recheck(listener);
  }

  #recheck(listener: Listener): void {
    listener.pending ??= [];
    listener.stale = true;
    if (!this.#queue.includes(listener)) this.#queue.push(listener);
    if (!this.#draining) void this.#drainQueue();
  }

  /** One after the other, so that a change of everyone's rights does not take the connections of requests. */
  async #drainQueue(): Promise<void> {
    this.#draining = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const listener = next;
      if (!this.#listeners.has(listener)) continue;
      await this.#refresh(listener).catch(() => this.#end(listener));
    }
    this.#draining = false;
  }

  /** Joins the read in progress, which repeats if it has become stale. */
  #refresh(listener: Listener): Promise<void> {
    listener.reading ??= this.#read(listener);
    return listener.reading;
  }

  /** Reads the member until no newer change concerns them, then sends what waited. */
  async #read(listener: Listener): Promise<void> {
    try {
      do {
        listener.stale = false;
        const member = await listener.readMember();
        if (member.companyId !== listener.companyId) throw busy(RETRY_SECONDS);
        listener.member = member;
      } while (listener.stale);
    } finally {
      // Together with the end of `pending`, so that the next change starts a new read.
      listener.reading = null;
    }
    listener.readAt = Date.now();
    const pending = listener.pending ?? [];
    listener.pending = null;
    for (const { change, position } of pending) this.#send(listener, change, position);
  }
}
