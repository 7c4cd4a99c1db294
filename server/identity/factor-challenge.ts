import { HALF_SIGN_IN_MINUTES } from '../../shared/second-factor.ts';
import { factorChallenges } from '../database/schema/people.ts';
import { assign, insert, row, run, sql } from '../database/sql.ts';
import type { RowOf } from '../database/table.ts';
import type { Tx } from '../database/transactions.ts';

/** A session's pending step: the first code of an app, a new passkey, or a passkey's confirmation. */
type Challenge = RowOf<typeof factorChallenges>;
type Purpose = Challenge['purpose'];
/** The app's encrypted secret, or the passkey's challenge. */
type Kept = { secret: Buffer } | { challenge: string };

/** Stores a challenge for HALF_SIGN_IN_MINUTES, replacing the former one. In a system transaction. */
export async function keepChallenge(tx: Tx, sid: string, purpose: Purpose, what: Kept): Promise<void> {
  const kept = {
    secret: null,
    challenge: null,
    ...what,
    expiresAt: sql`clock_timestamp() + make_interval(mins => ${HALF_SIGN_IN_MINUTES})`,
  };
  await run(
    tx,
    sql`${insert(factorChallenges, { sid, purpose, ...kept })} on conflict (sid, purpose)
      do update set ${assign(factorChallenges, kept)}`,
  );
}

/** Takes a challenge once; a rollback keeps it. Both null when none is pending or it has expired. */
export async function takeChallenge(tx: Tx, sid: string, purpose: Purpose) {
  const taken = await row(
    tx,
    sql<Pick<Challenge, 'secret' | 'challenge'>>`delete from factor_challenges
      where sid = ${sid} and purpose = ${purpose} and expires_at > clock_timestamp() returning secret, challenge`,
  );
  return taken ?? { secret: null, challenge: null };
}
