import { sql } from 'drizzle-orm';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { REFUSALS } from '../../shared/messages.ts';
import type { Config } from '../config.ts';
import type { Doors } from '../database/transactions.ts';
import { Refusal } from '../http/refusal.ts';

const MINUTE = 60;
/** The growing delay, in seconds: it doubles with every try, up to a quarter of an hour. */
const FIRST_WAIT = 10;
const LONGEST_WAIT = 15 * MINUTE;

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
  // Past that limit each try waits for the one before, twice as long every time.
  const over = limiter({ points: 1, seconds: 24 * 60 * MINUTE, prefix: 'over' });
  const wait = limiter({ points: 1, seconds: MINUTE, prefix: 'wait' });
  const known = limiter({ points: 1, seconds: 30 * 24 * 60 * MINUTE, prefix: 'known' });
  const signOn = limiter({ points: limits.loginFailures * 12, seconds: MINUTE, prefix: 'sign-on' });
  const guess = limiter({ points: limits.loginFailures, seconds: 15 * MINUTE, prefix: 'guess' });
  const link = limiter({ points: limits.loginFailures * 3, seconds: 15 * MINUTE, prefix: 'link' });
  const forgot = limiter({ points: limits.loginFailures * 2, seconds: 15 * MINUTE, prefix: 'forgot' });
  const letter = limiter({
    points: Math.ceil(limits.loginFailures * 0.3),
    seconds: 60 * MINUTE,
    prefix: 'letter',
  });
  const setup = limiter({ points: limits.setupsPerHour, seconds: 60 * MINUTE, prefix: 'setup' });
  const written = limiter({ points: limits.writesPerMinute, seconds: MINUTE, prefix: 'write' });
  const exported = limiter({ points: limits.exportsPerMinute, seconds: MINUTE, prefix: 'export' });

  /** The first try past the limit of an email: it is refused, and the next ones wait. */
  async function startWaiting(mail: string): Promise<Refusal> {
    await over.set(mail, 1, over.duration);
    return tooMany(await wait.set(mail, 1, FIRST_WAIT));
  }

  return {
    /**
     * Counts a try as failed before it is made, so that many at once are no way past the limit. Refuses with 429 when this pair has
     * failed too often. When this email has from everywhere, the tries from addresses that this person never signed in from are
     * slowed down more and more; where they did, the right password always works (DECISIONS S-06).
     */
    async logIn(address: string, mail: string): Promise<void> {
      const who = keyOf(mail, address);
      await consume(pair, who);
      const { consumedPoints } = await email.penalty(keyOf(mail));
      if (consumedPoints <= email.points || (await known.get(who))) return;
      const before = await over.get(keyOf(mail));
      if (before)
        await consume(wait, keyOf(mail), Math.min(FIRST_WAIT * 2 ** before.consumedPoints, LONGEST_WAIT));
      else throw await startWaiting(keyOf(mail));
      await over.penalty(keyOf(mail));
    },
    /** The try was right: the pair starts anew, and what was counted against the email is given back. */
    async loggedIn(address: string, mail: string): Promise<void> {
      const who = keyOf(mail, address);
      await pair.delete(who);
      await email.reward(keyOf(mail));
      await known.set(who, 1, known.duration);
    },
    /** Refuses with 429 when this person's open session has guessed at their own password too often. */
    async mayGuess(userId: number): Promise<void> {
      const found = await guess.get(String(userId));
      if (found && found.consumedPoints >= guess.points) throw tooMany(found);
    },
    guessedWrong: async (userId: number): Promise<void> => void (await guess.penalty(String(userId))),
    /** A new password: what was counted against the old one no longer matters, neither at sign-in nor in a session. */
    async cleared(address: string, mail: string, userId: number): Promise<void> {
      await pair.delete(keyOf(mail, address));
      for (const counter of [email, over, wait]) await counter.delete(keyOf(mail));
      await guess.delete(String(userId));
    },
    /** A link is tried: 256 random bits are not guessed, but each try costs the server work. */
    link: (address: string) => consume(link, address),
    /**
     * Somebody asks for a reset link. 429 for an address that asks too often; whether another letter may go to this email, known or not,
     * is answered and never told.
     */
    async forgot(address: string, mail: string): Promise<boolean> {
      await consume(forgot, address);
      const { consumedPoints } = await letter.penalty(keyOf(mail));
      return consumedPoints <= letter.points;
    },
    /** Each return from the identity provider makes the server call it: an address may not make it do so without end. */
    signOn: (address: string) => consume(signOn, address),
    setUp: (address: string) => consume(setup, address),
    wrote: (userId: number) => consume(written, String(userId)),
    exported: (userId: number) => consume(exported, String(userId)),
  };
}

export type Attempts = ReturnType<typeof countAttempts>;

const keyOf = (...parts: string[]): string => parts.join(' ').slice(0, 200);

async function consume(counter: RateLimiterPostgres, key: string, seconds?: number): Promise<void> {
  try {
    await counter.consume(key.slice(0, 200), 1, seconds ? { customDuration: seconds } : {});
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
