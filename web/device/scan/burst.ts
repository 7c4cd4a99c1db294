/** Milliseconds a reader takes on average from one key to the next, at most; no finger is so quick for so long. */
const MEAN_MAX_MS = 35;
/** Milliseconds between two keys of one code, at most, should the device stall. */
const GAP_MAX_MS = 250;
/** Milliseconds of silence before a code: without them it could be the tail of one, which is another tag's code. */
const SILENCE_MS = 1000;

/** Whether `length` characters written from `began` to `at` (milliseconds) came from a reader. */
export const isQuick = (began: number, at: number, length: number): boolean =>
  at - began <= MEAN_MAX_MS * length;

/**
 * Tells a reader that acts as a keyboard from fingers, by the time between its keys: each character is told with its moment, and the key
 * that ends a code with its own. Moments are those of the device (`event.timeStamp`), so that a slow page makes nobody slow.
 */
export class Burst {
  #text = '';
  #stalled = false;
  #began = 0;
  #last = Number.NEGATIVE_INFINITY;

  /** Whether anything was typed since the last silence. */
  get isOpen(): boolean {
    return this.#text !== '';
  }

  /** Any key, before what it is: a silence before it ends what was typed until then. */
  hear(at: number): void {
    const gap = at - this.#last;
    this.#last = at;
    if (gap > SILENCE_MS) this.#forget();
    else if (this.#text && gap > GAP_MAX_MS) this.#stalled = true;
  }

  /** A character of a code. */
  add(character: string, at: number): void {
    if (!this.#text) this.#began = at;
    this.#text += character;
  }

  /** Ends what was typed so far: the text if it came from a reader, else null. */
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
