import { and, eq, sql } from 'drizzle-orm';
import type { Call } from '../../shared/api.ts';
import { CONFIRM_CODE, REFUSALS } from '../../shared/messages.ts';
import type { SignedInBy } from '../../shared/session.ts';
import type { Config } from '../config.ts';
import type { Member } from '../database/caller.ts';
import { identities, sessions, users } from '../database/schema/people.ts';
import type { Tx } from '../database/transactions.ts';
import { refuse } from '../refusal.ts';

/**
 * THE QUESTION whether whoever calls showed lately that it is they. The answer came with the caller's row, by the database's clock
 * (migrations/0005-sessions.sql); a feature asks where only some of what its call does needs it.
 */
export function checkConfirmed({ confirmed }: Pick<Member, 'confirmed'>): void {
  if (!confirmed) throw refuse(403, REFUSALS.confirm, { code: CONFIRM_CODE });
}

/** The same before a call that always needs it. */
export function checkConfirmedFor({ confirm }: Call, caller: Pick<Member, 'confirmed'>): void {
  if (confirm === true) checkConfirmed(caller);
}

/** The session was just confirmed. Refuses with 401 when it has ended meanwhile. In a system transaction. */
export async function confirmSession(tx: Tx, sid: string): Promise<void> {
  const [confirmed] = await tx
    .update(sessions)
    .set({ confirmedAt: sql`clock_timestamp()` })
    .where(and(eq(sessions.sid, sid), sql`${sessions.expire} > clock_timestamp()`))
    .returning({ sid: sessions.sid });
  if (!confirmed) throw refuse(401, REFUSALS.unauthorized);
}

/** How somebody can confirm that it is they. In a system transaction. */
export async function waysOf(tx: Tx, userId: number, { singleSignOn }: Config): Promise<SignedInBy[]> {
  const [found] = await tx
    .select({
      password: sql<boolean>`${users.password} is not null`,
      single_sign_on: sql<boolean>`exists (select from ${identities} where ${identities.userId} = ${users.id})`,
    })
    .from(users)
    .where(eq(users.id, userId));
  return [
    ...(found?.password ? (['password'] as const) : []),
    ...(found?.single_sign_on && singleSignOn ? (['single_sign_on'] as const) : []),
  ];
}
