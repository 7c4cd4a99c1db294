import { UNDO_MINUTES } from '../../../shared/limits.ts';
import { serverNow } from '../../api/server-clock.ts';
import { store, stored } from '../../api/storage.ts';
import { signalScan } from '../../device/scan/feedback.ts';
import { type DeskContext, type DeskState, EMPTY_DESK } from '../state/desk-state.ts';
import { type DeskEvent, reduce } from '../state/reduce.ts';
import { givenUp } from '../state/second-person.ts';

/** Version of the stored form; other versions are ignored. */
const FORM = 3;
/** How long a done batch is shown after a reload: as long as it can be undone. */
const DONE_MS = UNDO_MINUTES * 60_000;

/** The state of one person's desk: stored on the device and kept across screens. */
export class DeskStore {
  #state: DeskState;
  readonly #storageKey: string;
  readonly #listeners = new Set<() => void>();
  #context: Omit<DeskContext, 'now'> = {
    me: 0,
    zone: 'UTC',
    location: null,
    offline: false,
    may: () => false,
  };

  constructor(storageKey: string) {
    this.#storageKey = storageKey;
    this.#state = load(storageKey);
  }

  get = (): DeskState => this.#state;

  context = (): DeskContext => ({ ...this.#context, now: serverNow() });

  /** Set at every render; notifies no listener. */
  setContext = (context: Omit<DeskContext, 'now'>): void => {
    this.#context = context;
  };

  subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  /** Applies an event; its answer is also a sound and a vibration. */
  send = (event: DeskEvent): void => {
    const before = this.#state;
    const context = this.context();
    this.#state = reduce(before, event, context);
    save(this.#storageKey, this.#state);
    for (const listener of this.#listeners) listener();
    const { answer } = this.#state;
    if (answer && answer !== before.answer) signalScan(answer.tone);
    const ended = event.type === 'committed' ? [] : givenUp(before, this.#state, context.now);
    if (ended.length > 0) void import('../../approval/requests.ts').then(({ takeBack }) => takeBack(ended));
  };
}

function load(storageKey: string): DeskState {
  const { form, state } = parsed(stored(storageKey));
  if (form !== FORM || !state) return EMPTY_DESK;
  const old = state.mode === 'done' && serverNow() - (state.done?.at ?? 0) > DONE_MS;
  // The next number can have changed, so a stale answer is dropped.
  if (old) return EMPTY_DESK;
  const sending = state.sending && { ...state.sending, pending: false };
  return { ...EMPTY_DESK, ...state, sending, nextTags: {}, choices: [], answer: null, approver: null };
}

function parsed(text: string | null): { form?: number; state?: DeskState } {
  try {
    return JSON.parse(text ?? '{}') ?? {};
  } catch {
    return {};
  }
}

const save = (storageKey: string, state: DeskState): void =>
  store(storageKey, state.mode === 'waiting' ? null : JSON.stringify({ form: FORM, state }));

const stores = new Map<string, DeskStore>();
/** The desk of a storage key; the same object for the life of the page. */
export function storeAt(storageKey: string): DeskStore {
  const known = stores.get(storageKey) ?? new DeskStore(storageKey);
  stores.set(storageKey, known);
  return known;
}

const BATCHES = 'keyhold.desk-batches';
/** Batches on a device after which the help is collapsed. */
const KNOWN_AFTER = 20;

const batchesDone = (): number => Number(stored(BATCHES)) || 0;

/** Counts a batch of this device. */
export function countBatch(): void {
  if (!knowsDesk()) store(BATCHES, String(batchesDone() + 1));
}

export const knowsDesk = (): boolean => batchesDone() >= KNOWN_AFTER;
