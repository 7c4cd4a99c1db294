import { and, eq, gt, sql } from 'drizzle-orm';
import { HALF_SIGN_IN_MINUTES } from '../../shared/second-factor.ts';
import { factorChallenges } from '../database/schema/second-factors.ts';
import type { Tx } from '../database/transactions.ts';

/** A session's pending step: the first code of an app, a new passkey, or a passkey's confirmation. */
type Purpose = (typeof factorChallenges.$inferSelect)['purpose'];
/** The app's encrypted secret, or the passkey's challenge. */
type Kept = { secret: Buffer } | { challenge: string };

/** Stores a challenge for HALF_SIGN_IN_MINUTES, replacing the former one. In a system transaction. */
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

/** Takes a challenge once; a rollback keeps it. Both null when none is pending or it has expired. */
export async function takeChallenge(tx: Tx, sid: string, purpose: Purpose) {
  const waiting = and(eq(factorChallenges.sid, sid), eq(factorChallenges.purpose, purpose));
  const [taken] = await tx
    .delete(factorChallenges)
    .where(and(waiting, gt(factorChallenges.expiresAt, sql`clock_timestamp()`)))
    .returning({ secret: factorChallenges.secret, challenge: factorChallenges.challenge });
  return taken ?? { secret: null, challenge: null };
}
