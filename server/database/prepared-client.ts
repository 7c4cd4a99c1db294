import pg from 'pg';
import { PLAN_EACH_TIME } from './sql.ts';

/** Limit of prepared statements per process: PostgreSQL keeps each for every connection. */
const NAMES_MAX = 500;
const names = new Map<string, string>();

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

/**
 * A connection that prepares each statement with values once, and sends what one turn of the event loop asks for in one packet. Texts contain
 * no values, so the same call sends the same texts.
 */
export class PreparedClient extends pg.Client {
  #isGathering = false;

  // All overloads of the driver's method.
  override query = ((config: unknown, ...rest: unknown[]) => {
    if (isNameless(config) && Array.isArray(rest[0])) config.name = nameOf(config.text);
    this.#gather();
    return (pg.Client.prototype.query as (...all: unknown[]) => unknown).call(this, config, ...rest);
  }) as pg.Client['query'];

  #gather(): void {
    const { stream } = this.connection;
    if (this.#isGathering) return;
    this.#isGathering = true;
    stream.cork();
    setImmediate(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }
}
