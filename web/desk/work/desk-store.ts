import { serverNow } from '../../api/server-clock.ts';
import { type Around, type DeskState, EMPTY_DESK } from '../state/desk-state.ts';
import { type DeskEvent, reduce } from '../state/reduce.ts';

/** Version of the stored form; other versions are ignored. */
const FORM = 2;
/** How long a done batch is shown after a reload: as long as it can be undone. */
const DONE_MS = 15 * 60_000;

/** The state of one person's desk: stored on the device and kept across screens. */
export class DeskStore {
  #state: DeskState;
  readonly #place: string;
  readonly #listeners = new Set<() => void>();

  constructor(place: string) {
    this.#place = place;
    this.#state = kept(place);
  }

  get = (): DeskState => this.#state;

  subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  /** Applies an event and returns the new state. */
  send(event: DeskEvent, around: Around): DeskState {
    this.#state = reduce(this.#state, event, around);
    keep(this.#place, this.#state);
    for (const listener of this.#listeners) listener();
    return this.#state;
  }
}

function kept(place: string): DeskState {
  try {
    const { form, state } = JSON.parse(localStorage.getItem(place) ?? '{}') as {
      form?: number;
      state?: DeskState;
    };
    if (form !== FORM || !state) return EMPTY_DESK;
    const old = state.mode === 'done' && serverNow() - (state.done?.at ?? 0) > DONE_MS;
    // The next number can have changed, so a stale answer is dropped.
    if (old) return EMPTY_DESK;
    const sending = state.sending && { ...state.sending, pending: false };
    return { ...EMPTY_DESK, ...state, sending, nextTags: {}, choices: [], answer: null };
  } catch {
    return EMPTY_DESK;
  }
}

function keep(place: string, state: DeskState): void {
  try {
    if (state.mode === 'waiting') localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify({ form: FORM, state }));
  } catch {
    // Without storage the list lasts as long as the page.
  }
}

const stores = new Map<string, DeskStore>();
/** The desk of a storage key; the same object for the life of the page. */
export function storeAt(place: string): DeskStore {
  const known = stores.get(place) ?? new DeskStore(place);
  stores.set(place, known);
  return known;
}
