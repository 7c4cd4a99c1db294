import { eq } from 'drizzle-orm';
import type { Caller } from '../../database/caller.ts';
import { users } from '../../database/schema/people.ts';
import type { Transactions, Tx } from '../../database/transactions.ts';
import { checkConfirmed } from '../../identity/confirmation.ts';
import { callerAgain } from '../../identity/session.ts';
import { refuse } from '../../refusal.ts';

type OwnCall = { transactions: Transactions; caller: Caller | null };

/** Who is signed in; refuses with 401 otherwise. */
export function signedIn({ caller }: OwnCall): Caller {
  if (!caller) throw refuse(401, 'Unauthorized');
  return caller;
}

/**
 * Does something to one's own account: the session is read again and the account held, so that of two at once the second sees what the
 * first left. In a system transaction.
 */
export const onOwnAccount = <T>(call: OwnCall, work: (tx: Tx, me: Caller) => Promise<T>): Promise<T> =>
  call.transactions.forSystem(async (tx) => {
    const me = await callerAgain(tx, signedIn(call).sid);
    await tx.select({ id: users.id }).from(users).where(eq(users.id, me.user.id)).for('no key update');
    return work(tx, me);
  });

/** The same to what one signs in with, of somebody who showed lately that it is they. */
export const onOwnFactors = <T>(call: OwnCall, work: (tx: Tx, me: Caller) => Promise<T>): Promise<T> =>
  onOwnAccount(call, (tx, me) => {
    checkConfirmed(me);
    return work(tx, me);
  });
