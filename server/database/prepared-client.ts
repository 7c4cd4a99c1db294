import type { Duplex } from 'node:stream';
import pg from 'pg';

/** How many statements a process names: PostgreSQL keeps each of them for every connection. */
const MOST = 500;
const names = new Map<string, string>();

/** How a statement begins that PostgreSQL plans for its values each time: it gets no name. */
export const AFRESH = '/* planned afresh */';

/** The name under which every connection of this process prepares a statement; none for what is too rare to be kept. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MOST || text.startsWith(AFRESH)) return known;
  const name = `k${names.size}`;
  names.set(text, name);
  return name;
}

/** One statement that has no name yet. Several, divided by semicolons, can't be prepared. */
const isNameless = (config: unknown): config is pg.QueryConfig =>
  typeof config === 'object' &&
  config !== null &&
  'text' in config &&
  !('name' in config && config.name) &&
  !String(config.text).includes(';');

/**
 * A connection on which PostgreSQL parses and plans each statement with values once, however it was written: a text holds no value, so
 * the same call sends the same texts. What is asked in one turn of the event loop leaves in one piece, as each costs both processes
 * a switch.
 */
export class PreparedClient extends pg.Client {
  #gathering = false;

  // The driver's own overloads, all of them at once.
  override query = ((config: unknown, ...rest: unknown[]) => {
    if (isNameless(config) && Array.isArray(rest[0])) config.name = nameOf(config.text);
    this.#gather();
    return (pg.Client.prototype.query as (...all: unknown[]) => unknown).call(this, config, ...rest);
  }) as pg.Client['query'];

  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection;
    stream.cork();
    setImmediate(() => {
      this.#gathering = false;
      stream.uncork();
    });
  }
}
