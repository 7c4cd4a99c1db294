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
 * Refuses callers who did not recently confirm their identity. The row of the caller has the answer, by the database's clock
 * (migrations/0005-sessions.sql); features check it themselves where only part of a call needs it.
 */
export function checkConfirmed({ confirmed }: Pick<Member, 'confirmed'>): void {
  if (!confirmed) throw refuse(403, REFUSALS.confirm, { code: CONFIRM_CODE });
}

/** The same, before a call that always needs it. */
export function checkConfirmedFor({ confirm }: Call, caller: Pick<Member, 'confirmed'>): void {
  if (confirm === true) checkConfirmed(caller);
}

/** Marks the session as confirmed. 401 when it has ended meanwhile. In a system transaction. */
export async function confirmSession(tx: Tx, sid: string): Promise<void> {
  const [confirmed] = await tx
    .update(sessions)
    .set({ confirmedAt: sql`clock_timestamp()` })
    .where(and(eq(sessions.sid, sid), sql`${sessions.expire} > clock_timestamp()`))
    .returning({ sid: sessions.sid });
  if (!confirmed) throw refuse(401, REFUSALS.unauthorized);
}

/** The ways in which a user can confirm their identity. In a system transaction. */
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
