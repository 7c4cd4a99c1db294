import type { AuditReadingReply, AuditScanReply, AuditTickReply } from '../../shared/audit-actions.ts';
import { READ_FAILED } from '../../shared/messages.ts';
import { ApiError, call, type Input } from '../api/call.ts';
import { onBack } from '../api/connection.ts';
import { withReauthentication } from '../api/reauthentication.ts';
import { serverNow } from '../api/server-clock.ts';
import { store, stored } from '../device/storage.ts';
import { entriesOf, noteToSend, unsentKey, unsentOf } from '../device/to-send.ts';
import { toastRefusal } from './refusals.ts';

/** An unconfirmed action of an audit. `key` is its Idempotency-Key. `at` is when it was done, ISO 8601, by the server's clock. */
export type Entry = { key: string; at: string } & (
  | { kind: 'tick'; keyBunchId: number; seen: boolean }
  | { kind: 'scan'; serial: string; typed: boolean }
  | ({ kind: 'read' } & NewReading)
);

/**
 * What hangs on a hook, null for what was read without one; `code` null: the hook is empty. Counts once it was counted. `label` is what the
 * screen calls it until the server answers.
 */
export type NewReading = {
  hook: string | null;
  code: string | null;
  label?: string | undefined;
  typed: boolean;
  keyCount?: number | undefined;
  fobCount?: number | undefined;
};

type Answered<K extends Entry['kind'], R> = {
  kind: K;
  entry: Extract<Entry, { kind: K }>;
  reply: R | null;
  error: ApiError | null;
};
/** The server's response to an entry. */
export type Outcome =
  | Answered<'tick', AuditTickReply>
  | Answered<'scan', AuditScanReply>
  | Answered<'read', AuditReadingReply>;

/** Pending entries, oldest first. `stuck`: no response, retrying. */
export type Unsaved = { entries: readonly Entry[]; stuck: boolean };

const WAITS_MS = [1000, 2000, 5000, 10_000];

/** Errors that are retried: no response, server busy, rate limit. */
const passes = (error: ApiError) => [0, 429, 503].includes(error.status);

/**
 * The outbox of a session's ticks and scans: sent in order, one at a time, and stored in this browser until confirmed. It continues while
 * other screens are shown.
 */
class Outbox {
  #state: Unsaved;
  #running = false;
  #wake: () => void = () => {};
  readonly #id: number;
  readonly #userId: number;
  readonly #storageKey: string;
  readonly #listeners = new Set<() => void>();
  /** Called with every response; set by the screen that shows the session. */
  onOutcome: (outcome: Outcome) => void = showRefusal;

  constructor(id: number, userId: number) {
    this.#id = id;
    this.#userId = userId;
    this.#storageKey = unsentKey(id, userId);
    this.#state = { entries: entriesOf(stored(this.#storageKey)), stuck: false };
    window.addEventListener('online', () => this.sendNow());
    onBack(() => this.sendNow());
    if (this.#state.entries.length > 0) void this.#run();
  }

  get = (): Unsaved => this.#state;

  subscribe = (changed: () => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  /** An untick of an unsent tick removes both. */
  tick = (keyBunchId: number, seen: boolean): void => {
    const sent = this.#running ? 1 : 0;
    const waiting = this.#state.entries.findLastIndex(
      (entry, index) => index >= sent && entry.kind === 'tick' && entry.keyBunchId === keyBunchId,
    );
    if (waiting >= 0) this.#set(this.#state.entries.filter((_, index) => index !== waiting));
    else this.#add({ ...made(), kind: 'tick', keyBunchId, seen });
  };

  scan(serial: string, typed: boolean): void {
    this.#add({ ...made(), kind: 'scan', serial, typed });
  }

  /** A count replaces that of the same reading while it waits. */
  read(reading: NewReading): void {
    const { entries } = this.#state;
    const last = entries.length > (this.#running ? 1 : 0) ? entries.at(-1) : undefined;
    if (
      last?.kind === 'read' &&
      last.code !== null &&
      last.code === reading.code &&
      last.hook === reading.hook
    )
      this.#set([...entries.slice(0, -1), { ...last, ...reading }]);
    else this.#add({ ...made(), kind: 'read', ...reading });
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
    // Without storage everything is still sent, but lost when the page closes.
    store(this.#storageKey, entries.length > 0 ? JSON.stringify(entries) : null);
    noteToSend(this.#userId);
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
      // Notify before removing the entry, so that the screen does not flicker.
      this.onOutcome(outcome);
      this.#set(this.#state.entries.slice(1), false);
    }
    this.#running = false;
  }

  async #send(entry: Entry): Promise<Outcome> {
    const { key, at: doneAt } = entry;
    try {
      if (entry.kind === 'tick') {
        const { keyBunchId, seen } = entry;
        const input = { params: { id: this.#id }, body: { keyBunchId, seen, doneAt } };
        return { kind: 'tick', entry, reply: await sent('tickAudit', input, key), error: null };
      }
      if (entry.kind === 'read') {
        const { hook, code, typed, keyCount, fobCount } = entry;
        const what = code === null ? { empty: true } : { code, typed, keyCount, fobCount };
        const input = { params: { id: this.#id }, body: { hook, ...what, doneAt } };
        return { kind: 'read', entry, reply: await sent('readAudit', input, key), error: null };
      }
      const { serial: nfcSerial, typed } = entry;
      const input = { body: { auditSessionId: this.#id, nfcSerial, typed, doneAt } };
      return { kind: 'scan', entry, reply: await sent('scanAudit', input, key), error: null };
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError(0, '', READ_FAILED);
      return { kind: entry.kind, entry, reply: null, error } as Outcome;
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

const sent = async <N extends 'tickAudit' | 'scanAudit' | 'readAudit'>(
  name: N,
  input: Input<N>,
  key: string,
) => (await withReauthentication(name, () => call(name, input, { key }))).data;

/** What is said of a refused count while no screen shows its session. */
export const showRefusal = ({ error }: Outcome): void => {
  if (error) toastRefusal(error);
};

const open = new Map<string, Outbox>();

/** The outbox of a session and the signed-in user; one per page load. */
export function outboxOf(sessionId: number, userId: number): Outbox {
  const storageKey = unsentKey(sessionId, userId);
  const found = open.get(storageKey) ?? new Outbox(sessionId, userId);
  open.set(storageKey, found);
  return found;
}

/** Sends what this device kept for a user, on every screen. */
export function sendUnsent(userId: number): void {
  for (const { sessionId } of unsentOf(userId)) outboxOf(sessionId, userId).sendNow();
}
