import type { Duplex } from 'node:stream';
import pg from 'pg';

/** Limit of prepared statements per process: PostgreSQL keeps each for every connection. */
const NAMES_MAX = 500;
const names = new Map<string, string>();

/** Prefix of a statement that PostgreSQL plans for its values each time: it is not prepared. */
export const PLAN_EACH_TIME = '/* planned at each call */';

const large = new WeakSet<pg.ClientBase>();
/** Records whether the connection's transaction is of a large company, whose statements are worth planning each time. */
export const planFor = (client: pg.ClientBase, { isLarge }: { isLarge: boolean }): unknown =>
  isLarge ? large.add(client) : large.delete(client);
export const isOfLarge = (client: pg.ClientBase): boolean => large.has(client);

/** The name of a prepared statement, the same on every connection; none above the limit. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= NAMES_MAX || text.startsWith(PLAN_EACH_TIME)) return known;
  const name = `k${names.size}`;
  names.set(text, name);
  return name;
}

/** A single unnamed statement. Several in one text can't be prepared. */
const isNameless = (config: unknown): config is pg.QueryConfig =>
  typeof config === 'object' &&
  config !== null &&
  'text' in config &&
  !('name' in config && config.name) &&
  !String(config.text).includes(';');

/** PostgreSQL's code for statements after a failed one, until the transaction ends. */
const IN_FAILED_TRANSACTION = '25P02';

/**
 * Sends the statements of one event-loop turn in one write, as each write costs both processes a switch. After a failed statement the
 * following ones fail with its error, so that every caller gets the original error.
 */
export class BatchingClient extends pg.Client {
  #gathering = false;
  #refused: unknown;

  // All overloads of the driver's method.
  override query = ((config: unknown, ...rest: unknown[]) => {
    this.prepare(config, rest[0]);
    this.#gather();
    const asked = (pg.Client.prototype.query as (...all: unknown[]) => unknown).call(this, config, ...rest);
    return asked instanceof Promise ? asked.catch((error: unknown) => this.#explain(error)) : asked;
  }) as pg.Client['query'];

  /** Hook before a statement is sent. */
  protected prepare(_config: unknown, _values: unknown): void {}

  /** Results arrive in order, so the last other error is the one that ended this transaction. */
  #explain(error: unknown): never {
    const follows = error instanceof pg.DatabaseError && error.code === IN_FAILED_TRANSACTION;
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

/** Also prepares each statement with values once. Texts contain no values, so the same call sends the same texts. */
export class PreparedClient extends BatchingClient {
  protected override prepare(config: unknown, values: unknown): void {
    if (isNameless(config) && Array.isArray(values)) config.name = nameOf(config.text);
  }
}
