import type { Call } from '../../shared/api.ts';
import { CONFIRM_CODE, REFUSALS } from '../../shared/messages.ts';
import type { SignedInBy } from '../../shared/session.ts';
import type { Config } from '../config.ts';
import type { Member } from '../database/caller.ts';
import { row, run, sql } from '../database/sql.ts';
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
  const confirmed = await run(
    tx,
    sql`update sessions set confirmed_at = clock_timestamp() where sid = ${sid} and expire > clock_timestamp()`,
  );
  if (confirmed === 0) throw refuse(401, REFUSALS.unauthorized);
}

/** The ways in which a user can confirm their identity. In a system transaction. */
export async function waysOf(tx: Tx, userId: number, { singleSignOn }: Config): Promise<SignedInBy[]> {
  const found = await row(
    tx,
    sql<Record<SignedInBy, boolean>>`select password is not null as password,
      exists (select from identities i where i.user_id = u.id) as single_sign_on from users u where id = ${userId}`,
  );
  return [
    ...(found?.password ? (['password'] as const) : []),
    ...(found?.single_sign_on && singleSignOn ? (['single_sign_on'] as const) : []),
  ];
}
