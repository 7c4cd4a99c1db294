import type { ReadName } from '../../../shared/api.ts';
import type { Lookup, NextTag } from '../../../shared/custody.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { UNDO_MINUTES } from '../../../shared/limits.ts';
import type { Change } from '../../../shared/topic.ts';
import { type Answer, ApiError, call, type Input } from '../../api/call.ts';
import { orKept } from '../../api/read.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { serverNow } from '../../api/server-clock.ts';
import { store, stored } from '../../api/storage.ts';
import { signalScan } from '../../device/scan/feedback.ts';
import { type DeskContext, type DeskState, EMPTY_DESK, isOnItsWay, type Line } from '../state/desk-state.ts';
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

const STALE_MS = 3_600_000;

/** Reads a call once; without signal from what the device keeps. */
export const readOrKept = <N extends ReadName>(name: N, input: Input<N>): Promise<Answer<N>> =>
  orKept(name, input, () => withReauthentication(name, () => call(name, input)));

/** Looks a code up. */
export const lookUp = async (code: string): Promise<Lookup> =>
  (await readOrKept('lookUp', { query: { code } })).data;

/** Reloads listed sets that were loaded an hour ago. */
export function renewStale(desk: DeskStore): Promise<void> {
  const old = ({ bunch, readAt }: Line) => (bunch && serverNow() - readAt >= STALE_MS ? bunch.id : []);
  return renew(desk, desk.get().lines.flatMap(old));
}

/** Reloads listed sets that `changes` name, all of them without `changes`, except those being sent. */
export function renewChanged(desk: DeskStore, changes: readonly Change[] | null): Promise<void> {
  const state = desk.get();
  const isNamed = (id: number) =>
    !changes || changes.some(({ topic, ids }) => topic === 'keyBunches' && (!ids || ids.includes(id)));
  const changed = ({ key, bunch }: Line) =>
    bunch && !isOnItsWay(state, key) && isNamed(bunch.id) ? bunch.id : [];
  return renew(desk, state.lines.flatMap(changed));
}

/** Loads a set. */
export const keyBunch = async (id: number): Promise<KeyBunch> =>
  (await readOrKept('getKeyBunch', { params: { id } })).data;

/** Reloads sets. On failure they stay unchanged: the server checks again. */
export async function renew(desk: DeskStore, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const gone: number[] = [];
  const found = await Promise.all(
    ids.map(async (id): Promise<KeyBunch[]> => {
      try {
        return [await keyBunch(id)];
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) gone.push(id);
        return [];
      }
    }),
  );
  desk.send({ type: 'lookedUp', bunches: found.flat(), gone });
}

/** The numbers after the last tag of a location; none on failure. */
export async function nextTagOf(locationId: number): Promise<NextTag> {
  try {
    const query = { locationId: String(locationId) };
    return (await withReauthentication('getNextTag', () => call('getNextTag', { query }))).data;
  } catch {
    return { last: null, next: null, following: [] };
  }
}
