import { Readable } from 'node:stream';
import type { Change } from '../../shared/topic.ts';

/** At most four messages a second. */
const EVERY_MS = 250;
/** Above this many ids the whole topic counts as changed. */
const MOST_IDS = 100;
/** A client with this much unread does not read. */
const MOST_UNREAD = 64 * 1024;

/** The event stream of one client. Changes of one moment form one message. Ends itself when the client does not read. */
export class LiveStream extends Readable {
  #waiting = new Map<string, Change>();
  #reset = false;
  #position = '';
  #timer: NodeJS.Timeout | undefined;
  #sentAt = 0;

  override _read(): void {}

  /** `id` is the position to resume from. */
  change(change: Change, id: string): void {
    this.#position = id;
    addChange(this.#waiting, change);
    this.#soon();
  }

  /** Makes the client reload everything on its screen. */
  reset(id: string): void {
    this.#position = id;
    this.#reset = true;
    this.#soon();
  }

  /** Keep-alive with the current position. */
  beat(id: string): void {
    if (this.#timer) return;
    this.#send('beat', {}, id);
  }

  /** Ends the stream; the client may reconnect. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.destroyed && !this.readableEnded) this.push(null);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    done(error);
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => this.#flush(), Math.max(0, this.#sentAt + EVERY_MS - Date.now()));
  }

  #flush(): void {
    this.#timer = undefined;
    this.#sentAt = Date.now();
    if (this.#reset) this.#send('reset', {}, this.#position);
    else this.#send('changed', { changes: [...this.#waiting.values()] }, this.#position);
    this.#waiting.clear();
    this.#reset = false;
  }

  #send(event: string, data: object, id: string): void {
    if (this.destroyed) return;
    this.push(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (this.readableLength > MOST_UNREAD) this.destroy();
  }
}

/** Adds a change to those of its topic and call. */
export function addChange(changes: Map<string, Change>, change: Change): void {
  const key = `${change.topic} ${change.by ?? ''}`;
  const before = changes.get(key);
  changes.set(key, before ? merged(before, change) : change);
}

function merged(one: Change, other: Change): Change {
  const { ids: _, ...rest } = one;
  if (!one.ids || !other.ids) return rest;
  const ids = [...new Set([...one.ids, ...other.ids])];
  return ids.length > MOST_IDS ? rest : { ...rest, ids };
}
