/** Maximum average interval between a reader's keys, in ms; too fast for a person over a whole code. */
const MEAN_MAX_MS = 35;
/** Maximum interval between two keys of one code, in ms, if the device stalls. */
const GAP_MAX_MS = 250;
/** Silence required before a code, in ms; otherwise it could be the tail of another code. */
const SILENCE_MS = 1000;

/** Whether `length` characters typed between `began` and `at` (ms) came from a reader. */
export const isQuick = (began: number, at: number, length: number): boolean =>
  at - began <= MEAN_MAX_MS * length;

/**
 * Detects by the intervals between keys whether a keyboard reader or a person typed. Times are `event.timeStamp`, so a slow page does not
 * matter.
 */
export class Burst {
  #text = '';
  #stalled = false;
  #began = 0;
  #last = Number.NEGATIVE_INFINITY;

  /** Whether characters are pending since the last silence. */
  get isOpen(): boolean {
    return this.#text !== '';
  }

  /** Call for every key, before `add` or `end`: a silence discards the pending characters. */
  press(at: number): void {
    const gap = at - this.#last;
    this.#last = at;
    if (gap > SILENCE_MS) this.#forget();
    else if (this.#text && gap > GAP_MAX_MS) this.#stalled = true;
  }

  /** Adds a character of a code. */
  add(character: string, at: number): void {
    if (!this.#text) this.#began = at;
    this.#text += character;
  }

  /** Ends the pending text: returns it if a reader typed it, else null. */
  end(at: number): string | null {
    const text = this.#text;
    const quick = text !== '' && !this.#stalled && isQuick(this.#began, at, text.length);
    this.#forget();
    return quick ? text : null;
  }

  #forget(): void {
    this.#text = '';
    this.#stalled = false;
  }
}
