import { REFUSALS } from '../../shared/messages.ts';
import type { Caller, Member } from '../database/caller.ts';
import { Refusal } from '../refusal.ts';
import type { News, Told } from './change.ts';
import type { Feed } from './feed.ts';
import { heardBy } from './hearing.ts';
import { LiveStream } from './stream.ts';

const PER_PERSON = 10;
const IN_ALL = 5000;
/** Longer than this nobody listens with rights that were not read again. */
const RECHECK_MS = 5 * 60_000;

/** How often a browser that hears nothing else hears that the line is not dead. */
const BEAT_MS = 20_000;

/** Somebody who listens. While `held` is an array, who they are is being read again, and what was told waits in it. */
type Listener = {
  stream: LiveStream;
  userId: number;
  companyId: number;
  member: Member | null;
  /** Reads who they are now; throws when they may not listen any more. */
  again(): Promise<Member>;
  held: { told: Told; position: string }[] | null;
  due: boolean;
  /** The read of who they are that is under way: one at a time, so that its end passes on only what its own rights allow. */
  checking: Promise<void> | null;
  checkedAt: number;
};

/** Who listens in this process. Nobody is told anything with rights older than what it is about: see `hear`. */
export class Hub {
  readonly #listeners = new Set<Listener>();
  readonly #queue: Listener[] = [];
  readonly #rounds: NodeJS.Timeout[];
  readonly #feed: () => Feed;
  readonly #inAll: number;
  #checking = false;
  #closed = false;

  /** `inAll`: how many streams there are at most; a company never has more of them than it leaves free. */
  constructor(feed: () => Feed, stalledMs: number, inAll = IN_ALL) {
    this.#feed = feed;
    this.#inAll = inAll;
    const beat = () => {
      for (const { stream, held } of this.#listeners) if (!held) stream.beat(this.#feed().position ?? '');
    };
    this.#rounds = [
      // Well before a connection on which nothing moves is cut.
      setInterval(beat, Math.min(BEAT_MS, stalledMs / 3)),
      setInterval(() => this.#recheckOld(), RECHECK_MS / 5),
    ];
    for (const round of this.#rounds) round.unref();
  }

  get size(): number {
    return this.#listeners.size;
  }

  /**
   * Opens the stream of somebody whose rights `again` reads. With `after`, the id of their last event, they are told what they missed, or
   * that nobody knows. Refuses with 503 while the database is not heard or the company has its share of the streams, and with 429 beyond ten streams a person.
   */
  async open({ user }: Caller, again: () => Promise<Member>, after: string | undefined): Promise<LiveStream> {
    const { position } = this.#feed();
    if (this.#closed || position === null) throw busy();
    const listeners = [...this.#listeners];
    const ofCompany = listeners.filter(({ companyId }) => companyId === (user.companyId ?? 0)).length;
    if (ofCompany >= this.#inAll - listeners.length) throw busy();
    const own = listeners.filter(({ userId }) => userId === user.id).length;
    if (own >= PER_PERSON) throw new Refusal(429, { message: REFUSALS.tooManyStreams }, { retryAfter: 30 });
    const stream = new LiveStream();
    const listener: Listener = {
      stream,
      userId: user.id,
      companyId: user.companyId ?? 0,
      member: null,
      again,
      held: [],
      due: true,
      checking: null,
      checkedAt: 0,
    };
    // Before anything is read, so that whatever is told from here on is held for them.
    this.#listeners.add(listener);
    stream.once('close', () => this.#listeners.delete(listener));
    try {
      const missed = await this.#feed().since(after, listener.companyId);
      stream.push('retry: 2000\n\n');
      if (missed.told === null) stream.reset(position);
      else listener.held?.unshift(...missed.told.map((told) => ({ told, position })));
      await this.#check(listener);
      stream.beat(position);
      return stream;
    } catch (error) {
      this.#end(listener);
      throw error;
    }
  }

  /**
   * Passes on what was told. Whoever's rights are among it is held first: a change that was made after somebody lost a place is in the
   * same news as that loss, or in later ones.
   */
  hear({ told, position }: News): void {
    if (told === null) {
      for (const listener of this.#listeners) this.#recheck(listener);
      for (const { stream } of this.#listeners) stream.reset(position);
      return;
    }
    for (const one of told)
      for (const listener of this.#listeners) if (concerns(one, listener)) this.#recheck(listener);
    for (const one of told)
      for (const listener of this.#listeners) {
        if (one.companyId !== listener.companyId) continue;
        if (listener.held) listener.held.push({ told: one, position });
        else this.#tell(listener, one, position);
      }
  }

  /** Ends every stream; whoever still listens comes again. */
  endAll(): void {
    for (const listener of this.#listeners) this.#end(listener);
  }

  close(): void {
    this.#closed = true;
    for (const round of this.#rounds) clearInterval(round);
    this.endAll();
  }

  #tell({ member, stream }: Listener, told: Told, position: string): void {
    if (member) for (const change of heardBy(member, told)) stream.change(change, position);
  }

  #end(listener: Listener): void {
    this.#listeners.delete(listener);
    listener.stream.close();
  }

  #recheckOld(): void {
    const old = Date.now() - RECHECK_MS;
    for (const listener of this.#listeners)
      if (!listener.held && listener.checkedAt < old) this.#recheck(listener);
  }

  #recheck(listener: Listener): void {
    listener.held ??= [];
    listener.due = true;
    if (!this.#queue.includes(listener)) this.#queue.push(listener);
    if (!this.#checking) void this.#checkAll();
  }

  /** One after the other, so that a change of everybody's rights takes no connections from those who work. */
  async #checkAll(): Promise<void> {
    this.#checking = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const listener = next;
      if (!this.#listeners.has(listener)) continue;
      await this.#check(listener).catch(() => this.#end(listener));
    }
    this.#checking = false;
  }

  /** Joins the read under way, which reads once more where that is due. */
  #check(listener: Listener): Promise<void> {
    listener.checking ??= this.#read(listener);
    return listener.checking;
  }

  /** Reads who listens until it was read after all that was told of them, then passes on what waited. */
  async #read(listener: Listener): Promise<void> {
    try {
      do {
        listener.due = false;
        const member = await listener.again();
        if (member.companyId !== listener.companyId) throw busy();
        listener.member = member;
      } while (listener.due);
    } finally {
      // With the end of `held`, so that what is due from here on is a read of its own.
      listener.checking = null;
    }
    listener.checkedAt = Date.now();
    const held = listener.held ?? [];
    listener.held = null;
    for (const { told, position } of held) this.#tell(listener, told, position);
  }
}

const busy = () => new Refusal(503, { message: REFUSALS.busy, code: 'busy' }, { retryAfter: 2 });

/** Whether what somebody may hear can have changed with this. */
function concerns({ topic, companyId, ids }: Told, listener: Listener): boolean {
  const theirs = ids === null || ids.includes(listener.userId);
  if (topic === 'sessions') return theirs;
  if (companyId !== listener.companyId) return false;
  return topic === 'company' || (topic === 'people' && theirs);
}
