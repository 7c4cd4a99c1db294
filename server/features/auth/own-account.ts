import type { Caller } from '../../database/caller.ts';
import { run, sql } from '../../database/sql.ts';
import type { Member, Transactions, Tx } from '../../database/transactions.ts';
import { checkConfirmed } from '../../identity/confirmation.ts';
import { callerAgain } from '../../identity/session.ts';
import { refuse } from '../../refusal.ts';
import { recordAuditLogAs } from '../history/log.ts';

type OwnCall = { transactions: Transactions; caller: Caller | null };

/** The signed-in user, or 401. */
export function signedIn({ caller }: OwnCall): Caller {
  if (!caller) throw refuse(401, 'Unauthorized');
  return caller;
}

/**
 * Changes the caller's own account: reads the session again and locks the account, so that parallel changes see each other. In a system
 * transaction.
 */
export const onOwnAccount = <T>(call: OwnCall, work: (tx: Tx, me: Caller) => Promise<T>): Promise<T> =>
  call.transactions.forSystem(async (tx) => {
    const me = await callerAgain(tx, signedIn(call).sid);
    await run(tx, sql`select from users where id = ${me.user.id} for no key update`);
    return work(tx, me);
  });

/** The same for credentials, with a recent confirmation of identity. */
export const onOwnFactors = <T>(call: OwnCall, work: (tx: Tx, me: Caller) => Promise<T>): Promise<T> =>
  onOwnAccount(call, (tx, me) => {
    checkConfirmed(me);
    return work(tx, me);
  });

/**
 * Logs a change of a user's own account in their company ("Dana Holt changed their password"), as that user in a system transaction. Users
 * without a company have no log.
 */
export async function noteOfAccount(
  tx: Tx,
  member: Member | null,
  { action, did, details }: { action: string; did: string; details?: Record<string, unknown> },
): Promise<void> {
  if (!member) return;
  await recordAuditLogAs(tx, member, {
    action,
    description: `${[member.firstName, member.lastName].filter(Boolean).join(' ') || member.email} ${did}`,
    details: { userId: member.userId, ...details },
  });
}
