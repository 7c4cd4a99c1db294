import type { AuditReadingReply, AuditScanReply, AuditTickReply } from '../../shared/audit-actions.ts';
import type { User } from '../../shared/user.ts';
import type { ApiError } from '../api/call.ts';
import { addCounts, openOutbox, removeEntries, userOf } from '../api/outbox/outbox.ts';
import {
  type AuditEntry,
  isCustody,
  type NewReading,
  type Own,
  ownEntries,
  type Sending,
  sending,
} from '../api/outbox/own-entries.ts';
import { type AuditOutcome, isBeingSent, sendNow, whenAuditAnswered } from '../api/outbox/send.ts';
import { serverNow } from '../api/server-clock.ts';
import { store, stored } from '../api/storage.ts';
import { toastRefusal } from './refusals.ts';

export type { NewReading };
/** An unconfirmed action of an audit. */
export type Entry = AuditEntry;
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
export type Unsaved = { entries: readonly Own<Entry>[]; stuck: boolean };

/** The ticks and scans of one session, in the device's outbox. */
class Outbox {
  readonly #id: number;
  #from: { all: readonly Own[]; about: Sending } | null = null;
  #state: Unsaved = { entries: [], stuck: false };
  /** Called with every response; set by the screen that shows the session. */
  onOutcome: (outcome: Outcome) => void = showRefusal;

  constructor(id: number) {
    this.#id = id;
  }

  get = (): Unsaved => {
    const from = { all: ownEntries.get(), about: sending.get() };
    if (from.all === this.#from?.all && from.about === this.#from.about) return this.#state;
    this.#from = from;
    const entries = from.all.filter(
      (entry): entry is Own<Entry> => !isCustody(entry) && entry.sessionId === this.#id,
    );
    this.#state = { entries, stuck: from.about.isStuck && entries.length > 0 };
    return this.#state;
  };

  subscribe = (changed: () => void) => {
    const stops = [ownEntries.subscribe(changed), sending.subscribe(changed)];
    return () => {
      for (const stop of stops) stop();
    };
  };

  /** An untick of an unsent tick removes both. */
  tick = (keyBunchId: number, seen: boolean): void => {
    const waiting = this.get().entries.findLast(
      (entry) => entry.kind === 'tick' && entry.keyBunchId === keyBunchId,
    );
    if (waiting && !isBeingSent(waiting)) void removeEntries([waiting]);
    else void addCounts([{ ...this.#made(), kind: 'tick', keyBunchId, seen }]);
  };

  scan(serial: string, typed: boolean): void {
    void addCounts([{ ...this.#made(), kind: 'scan', serial, typed }]);
  }

  /** A count replaces that of the same reading while it waits. */
  read(reading: NewReading): void {
    const last = this.get().entries.at(-1);
    const isSame =
      last?.kind === 'read' &&
      last.code !== null &&
      last.code === reading.code &&
      last.hook === reading.hook &&
      !isBeingSent(last);
    if (isSame) void removeEntries([last]);
    const { doneAt } = isSame ? last : this.#made();
    void addCounts([{ ...this.#made(), doneAt, kind: 'read', ...reading }]);
  }

  sendNow = sendNow;

  #made = () => ({
    key: crypto.randomUUID(),
    sessionId: this.#id,
    doneAt: new Date(serverNow()).toISOString(),
  });
}

export type { Outbox };

/** What is said of a refused count while no screen shows its session. */
export const showRefusal = ({ error }: Outcome): void => {
  if (error) toastRefusal(error);
};

const open = new Map<number, Outbox>();
const ofSession = (sessionId: number): Outbox => {
  const found = open.get(sessionId) ?? new Outbox(sessionId);
  open.set(sessionId, found);
  return found;
};

/** The outbox of a session and the signed-in user; one per page load. */
export function outboxOf(sessionId: number, me: User): Outbox {
  void openOutbox(userOf(me));
  return ofSession(sessionId);
}

whenAuditAnswered((outcome: AuditOutcome) =>
  ofSession(outcome.entry.sessionId).onOutcome({ kind: outcome.entry.kind, ...outcome } as Outcome),
);

const prefixOf = (userId: number) => `keyhold.audit.${userId}.`;

/** Brings the counts that an older version kept in the local storage into the outbox, once. */
export async function moveOldCounts(userId: number): Promise<void> {
  for (const storageKey of storedKeys().filter((key) => key.startsWith(prefixOf(userId)))) {
    const sessionId = Number(storageKey.slice(prefixOf(userId).length));
    const old = oldCounts(stored(storageKey)).map(({ at: doneAt, ...entry }) => ({
      ...entry,
      sessionId,
      doneAt,
    }));
    if (await addCounts(old as Entry[])) store(storageKey, null);
  }
}

/** The keys of the local storage; none without it. */
function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** The entries of a stored list; none if it is damaged. */
function oldCounts(text: string | null): (Omit<Entry, 'sessionId' | 'doneAt'> & { at: string })[] {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(entries) ? entries : [];
  } catch {
    return [];
  }
}
