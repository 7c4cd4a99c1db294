import { and, eq, gt, sql } from 'drizzle-orm';
import { HALF_SIGN_IN_MINUTES } from '../../shared/second-factor.ts';
import { factorChallenges } from '../database/schema/second-factors.ts';
import type { Tx } from '../database/transactions.ts';

/** What a session waits for: the first code of an app, a new passkey, or the answer of one that confirms who is here. */
type Purpose = (typeof factorChallenges.$inferSelect)['purpose'];
/** The encrypted secret of the app, or what the passkey is asked to sign. */
type Kept = { secret: Buffer } | { challenge: string };

/** Keeps it for HALF_SIGN_IN_MINUTES, in place of what was waited for before. In a system transaction. */
export async function keepChallenge(tx: Tx, sid: string, purpose: Purpose, what: Kept): Promise<void> {
  const kept = {
    secret: null,
    challenge: null,
    ...what,
    expiresAt: sql`clock_timestamp() + make_interval(mins => ${HALF_SIGN_IN_MINUTES})` as unknown as string,
  };
  await tx
    .insert(factorChallenges)
    .values({ sid, purpose, ...kept })
    .onConflictDoUpdate({ target: [factorChallenges.sid, factorChallenges.purpose], set: kept });
}

/** Takes it: it counts once, and is kept when the transaction is undone. Both are null when nothing waits, or no longer. */
export async function takeChallenge(tx: Tx, sid: string, purpose: Purpose) {
  const waiting = and(eq(factorChallenges.sid, sid), eq(factorChallenges.purpose, purpose));
  const [taken] = await tx
    .delete(factorChallenges)
    .where(and(waiting, gt(factorChallenges.expiresAt, sql`clock_timestamp()`)))
    .returning({ secret: factorChallenges.secret, challenge: factorChallenges.challenge });
  return taken ?? { secret: null, challenge: null };
}
