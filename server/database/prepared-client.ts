import type { Duplex } from 'node:stream';
import pg from 'pg';

/** How many statements a process names: PostgreSQL keeps each of them for every connection. */
const MOST = 500;
const names = new Map<string, string>();

/** How a statement begins that PostgreSQL plans for its values each time: it gets no name. */
export const AFRESH = '/* planned afresh */';

const large = new WeakSet<pg.ClientBase>();
/** Says whose transaction runs on a connection now: one of a large company, or of another. Planning takes longer than most of its statements. */
export const planFor = (client: pg.ClientBase, { isLarge }: { isLarge: boolean }): unknown =>
  isLarge ? large.add(client) : large.delete(client);
export const isOfLarge = (client: pg.ClientBase): boolean => large.has(client);

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

/** What PostgreSQL answers to every statement behind the one it refused, until the transaction ends. */
const FOR_THE_SAKE_OF_ANOTHER = '25P02';

/**
 * A connection whose statements of one turn of the event loop leave in one piece, as each costs both processes a switch. Of several under
 * way, those behind one that was refused fail with its error: whoever hears of any of them first hears why.
 */
export class GatheringClient extends pg.Client {
  #gathering = false;
  #refused: unknown;

  // The driver's own overloads, all of them at once.
  override query = ((config: unknown, ...rest: unknown[]) => {
    this.prepare(config, rest[0]);
    this.#gather();
    const asked = (pg.Client.prototype.query as (...all: unknown[]) => unknown).call(this, config, ...rest);
    return asked instanceof Promise ? asked.catch((error: unknown) => this.#explain(error)) : asked;
  }) as pg.Client['query'];

  /** What is done with a statement and its values before it is sent. */
  protected prepare(_config: unknown, _values: unknown): void {}

  /** Answers come in the order of what was asked, so the last other refusal is the one that ended this transaction. */
  #explain(error: unknown): never {
    const follows = error instanceof pg.DatabaseError && error.code === FOR_THE_SAKE_OF_ANOTHER;
    if (!follows) this.#refused = error;
    throw this.#refused ?? error;
  }

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

/**
 * The same, and PostgreSQL parses and plans each statement with values once, however it was written: a text holds no value, so
 * the same call sends the same texts.
 */
export class PreparedClient extends GatheringClient {
  protected override prepare(config: unknown, values: unknown): void {
    if (isNameless(config) && Array.isArray(values)) config.name = nameOf(config.text);
  }
}
