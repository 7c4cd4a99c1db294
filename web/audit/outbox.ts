import type { AuditScanReply, AuditTickReply } from '../../shared/audit-actions.ts';
import { READ_FAILED } from '../../shared/messages.ts';
import { ApiError, call } from '../api/call.ts';
import { withReauthentication } from '../api/reauthentication.ts';
import { serverNow } from '../api/server-clock.ts';

/**
 * Something done in an audit that the server has not confirmed yet. `key` is its Idempotency-Key: sent twice, it happens once. `at` is when
 * it was done, ISO, by the server's clock.
 */
export type Entry = { key: string; at: string } & (
  | { kind: 'tick'; keyBunchId: number; seen: boolean }
  | { kind: 'scan'; serial: string; typed: boolean }
);

/** What the server said to an entry. */
export type Outcome =
  | {
      kind: 'tick';
      entry: Extract<Entry, { kind: 'tick' }>;
      reply: AuditTickReply | null;
      error: ApiError | null;
    }
  | {
      kind: 'scan';
      entry: Extract<Entry, { kind: 'scan' }>;
      reply: AuditScanReply | null;
      error: ApiError | null;
    };

/** What is still to be saved, oldest first. `stuck`: no answer came, and it is tried again. */
export type Unsaved = { entries: readonly Entry[]; stuck: boolean };

const WAITS_MS = [1000, 2000, 5000, 10_000];

/** No answer, a busy server, too many at once: it may work in a moment. Every other answer is an answer. */
const passes = (error: ApiError) => [0, 429, 503].includes(error.status);

/**
 * Ticks and scans of one session on their way to the server: in order, one at a time, kept in this browser until they are answered, so
 * that a dead connection or a closed tab loses none. It goes on while other screens are shown.
 */
class Outbox {
  #state: Unsaved;
  #running = false;
  #wake: () => void = () => {};
  readonly #id: number;
  readonly #place: string;
  readonly #listeners = new Set<() => void>();
  /** Hears every answer; set by whoever shows the session. */
  onOutcome: (outcome: Outcome) => void = () => {};

  constructor(id: number, place: string) {
    this.#id = id;
    this.#place = place;
    this.#state = { entries: stored(place), stuck: false };
    window.addEventListener('online', () => this.sendNow());
    if (this.#state.entries.length > 0) void this.#run();
  }

  get = (): Unsaved => this.#state;

  subscribe = (changed: () => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  /** A tick that takes back one which was not sent yet leaves neither. */
  tick(keyBunchId: number, seen: boolean): void {
    const sent = this.#running ? 1 : 0;
    const waiting = this.#state.entries.findLastIndex(
      (entry, index) => index >= sent && entry.kind === 'tick' && entry.keyBunchId === keyBunchId,
    );
    if (waiting >= 0) this.#set(this.#state.entries.filter((_, index) => index !== waiting));
    else this.#add({ ...made(), kind: 'tick', keyBunchId, seen });
  }

  scan(serial: string, typed: boolean): void {
    this.#add({ ...made(), kind: 'scan', serial, typed });
  }

  sendNow(): void {
    this.#wake();
    if (!this.#running && this.#state.entries.length > 0) void this.#run();
  }

  #add(entry: Entry) {
    this.#set([...this.#state.entries, entry]);
    if (!this.#running) void this.#run();
  }

  #set(entries: readonly Entry[], stuck = this.#state.stuck && entries.length > 0) {
    this.#state = { entries, stuck };
    keep(this.#place, entries);
    for (const listener of this.#listeners) listener();
  }

  async #run() {
    this.#running = true;
    let tries = 0;
    for (let [entry] = this.#state.entries; entry; [entry] = this.#state.entries) {
      const outcome = await this.#send(entry);
      if (outcome.error && passes(outcome.error)) {
        this.#set(this.#state.entries, true);
        await this.#pause(WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0);
        tries += 1;
        continue;
      }
      if (outcome.error?.status === 401) break;
      tries = 0;
      // First heard, then no longer unsaved: nothing that is shown falls back in between.
      this.onOutcome(outcome);
      this.#set(this.#state.entries.slice(1), false);
    }
    this.#running = false;
  }

  async #send(entry: Entry): Promise<Outcome> {
    try {
      if (entry.kind === 'tick') {
        const input = {
          params: { id: this.#id },
          body: { keyBunchId: entry.keyBunchId, seen: entry.seen, doneAt: entry.at },
        };
        const { data } = await withReauthentication('tickAudit', () =>
          call('tickAudit', input, { key: entry.key }),
        );
        return { kind: 'tick', entry, reply: data, error: null };
      }
      const { serial: nfcSerial, typed, at: doneAt } = entry;
      const input = { body: { auditSessionId: this.#id, nfcSerial, typed, doneAt } };
      const { data } = await withReauthentication('scanAudit', () =>
        call('scanAudit', input, { key: entry.key }),
      );
      return { kind: 'scan', entry, reply: data, error: null };
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError(0, '', READ_FAILED);
      return entry.kind === 'tick'
        ? { kind: 'tick', entry, reply: null, error }
        : { kind: 'scan', entry, reply: null, error };
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const made = () => ({ key: crypto.randomUUID(), at: new Date(serverNow()).toISOString() });

export type { Outbox };

function stored(place: string): Entry[] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(entries) ? entries : [];
  } catch {
    return [];
  }
}

/** A browser that keeps nothing still sends everything; it only cannot survive being closed. */
function keep(place: string, entries: readonly Entry[]) {
  try {
    if (entries.length > 0) localStorage.setItem(place, JSON.stringify(entries));
    else localStorage.removeItem(place);
  } catch {}
}

const open = new Map<string, Outbox>();

/** The outbox of a session for the person who is signed in; one for as long as the page lives. */
export function outboxOf(sessionId: number, userId: number): Outbox {
  const place = `keyhold.audit.${userId}.${sessionId}`;
  const found = open.get(place) ?? new Outbox(sessionId, place);
  open.set(place, found);
  return found;
}
