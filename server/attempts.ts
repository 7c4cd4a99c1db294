import { sql } from 'drizzle-orm';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { REFUSALS } from '../shared/messages.ts';
import type { Config } from './config.ts';
import { Refusal } from './refusal.ts';
import type { Doors } from './tenant.ts';

const MINUTE = 60;

type Query = { text: string; values: unknown[] };
type Limiter = { points: number; seconds: number; prefix: string };

/**
 * Counts attempts in the database, so that limits hold across restarts and processes (reliability R23). `login` counts failures per
 * pair of email and address and per email (DECISIONS S-06).
 */
export function countAttempts(doors: Doors, limits: Config['limits']) {
  // The limiter wants a client; the system door is one that may reach the table.
  const client = {
    query: ({ text, values }: Query) => doors.system((tx) => tx.execute(bind(text, values))),
  };
  const limiter = ({ points, seconds, prefix }: Limiter) =>
    new RateLimiterPostgres({
      storeClient: client,
      storeType: 'client',
      tableName: 'attempts',
      tableCreated: true,
      keyPrefix: prefix,
      points,
      duration: seconds,
    });

  const pair = limiter({ points: limits.loginFailures, seconds: 15 * MINUTE, prefix: 'login' });
  const email = limiter({ points: limits.loginFailures * 10, seconds: 10 * MINUTE, prefix: 'email' });
  const known = limiter({ points: 1, seconds: 30 * 24 * 60 * MINUTE, prefix: 'known' });
  const signOn = limiter({ points: limits.loginFailures * 12, seconds: MINUTE, prefix: 'sign-on' });
  const setup = limiter({ points: limits.setupsPerHour, seconds: 60 * MINUTE, prefix: 'setup' });
  const written = limiter({ points: limits.writesPerMinute, seconds: MINUTE, prefix: 'write' });
  const exported = limiter({ points: limits.exportsPerMinute, seconds: MINUTE, prefix: 'export' });

  return {
    /**
     * Counts a try as failed before it is made, so that many at once are no way past the limit. Refuses with 429 when this pair, or
     * this email from everywhere, has failed too often; the latter never stops an address that this person signed in from.
     */
    async logIn(address: string, mail: string): Promise<void> {
      await consume(pair, `${mail} ${address}`);
      await consume(email, mail).catch(async (refusal: unknown) => {
        if (!(await known.get(`${mail} ${address}`.slice(0, 200)))) throw refusal;
      });
    },
    /** The try was right: the pair starts anew, and what was counted against the email is given back. */
    async loggedIn(address: string, mail: string): Promise<void> {
      await pair.delete(`${mail} ${address}`.slice(0, 200));
      await email.reward(mail.slice(0, 200));
      await known.set(`${mail} ${address}`.slice(0, 200), 1, known.duration);
    },
    /** Each return from the identity provider makes the server call it: an address may not make it do so without end. */
    signOn: (address: string) => consume(signOn, address),
    setUp: (address: string) => consume(setup, address),
    wrote: (userId: number) => consume(written, String(userId)),
    exported: (userId: number) => consume(exported, String(userId)),
  };
}

export type Attempts = ReturnType<typeof countAttempts>;

async function consume(counter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await counter.consume(key.slice(0, 200));
  } catch (error) {
    throw error instanceof RateLimiterRes ? tooMany(error) : error;
  }
}

const tooMany = (found: RateLimiterRes) =>
  new Refusal(
    429,
    { message: REFUSALS.tooMany },
    { retryAfter: Math.max(1, Math.ceil(found.msBeforeNext / 1000)) },
  );

/** The limiter's text with its `$n` bound as parameters of ours. */
function bind(text: string, values: unknown[]) {
  const chunks = text.split(/(\$\d+)/);
  return sql.join(
    chunks.map((chunk) =>
      /^\$\d+$/.test(chunk) ? sql`${values[Number(chunk.slice(1)) - 1]}` : sql.raw(chunk),
    ),
    sql.raw(''),
  );
}
