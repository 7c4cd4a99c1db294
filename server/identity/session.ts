import { createHash, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';

import { REFUSALS } from '../../shared/messages.ts';
import { ask } from '../database/prepared.ts';
import { sessions } from '../database/schema/people.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import { refuse } from '../http/refusal.ts';
import { type Caller, type CallerRow, callAs, callerOf } from './caller.ts';

const HOUR_MS = 3_600_000;
/** Counted from the last call; with Remember me, 30 days. */
const lifetimeOf = (remember: boolean) => (remember ? 30 * 24 * HOUR_MS : 12 * HOUR_MS);
/** A session's expiry is written at most this often, so that a read is not also a write. */
const REFRESH_MS = 5 * 60_000;

/** The table holds the hash, so that reading it opens no session. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The id of the session that a cookie's value names, or null when it names none. */
export const sidOf = (token: string | undefined): string | null =>
  token && token.length <= 200 ? hashOf(token) : null;

/** Session, user and company; null when the session has ended, or the user or company is inactive. */
export async function whoIs(transactions: Transactions, sid: string): Promise<Caller | null> {
  const { text, values } = callAs(sid);
  const { rows } = await transactions.statement<CallerRow>(text, values);
  return rows[0] ? callerOf(rows[0], sid) : null;
}

/** Moves the end of a session that is in use, at most every REFRESH_MS. A token ends when it was said to. */
export async function keepSession(transactions: Transactions, caller: Caller): Promise<void> {
  if (caller.token) return;
  const lifetime = lifetimeOf(caller.remember);
  if (lifetime - caller.leftMs <= REFRESH_MS) return;
  await transactions.statement(
    'update sessions set expire = clock_timestamp() + make_interval(secs => $2) where sid = $1',
    [caller.sid, lifetime / 1000],
  );
}

/**
 * Who calls, read once more in a transaction: behind a lock that they waited for, or in a system transaction. Refuses with 401 when the
 * session has ended or the person was deactivated meanwhile.
 */
export async function callerAgain(tx: Tx, sid: string): Promise<Caller> {
  const { text, values } = callAs(sid);
  const rows = await ask<CallerRow>(tx, text, values);
  if (!rows[0]) throw refuse(401, REFUSALS.unauthorized);
  return callerOf(rows[0], sid);
}

/** How long a session lasts, and whether the identity provider said who it is. */
export type SessionKind = { remember: boolean; byProvider?: boolean };

/** Starts a session and answers the cookie's value. In a system transaction. */
export async function startSession(
  tx: Tx,
  userId: number,
  { remember, byProvider = false }: SessionKind,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(sessions).values({
    sid: hashOf(token),
    sess: { remember, ...(byProvider && { byProvider }) },
    userId,
    expire: sql`clock_timestamp() + make_interval(secs => ${lifetimeOf(remember) / 1000})`,
  });
  return token;
}

/** Ends the session of a cookie, whether or not it is still good. In a system transaction. */
export async function endSession(tx: Tx, token: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.sid, hashOf(token)));
}

/** `__Host-sid` and Secure exactly when people come by https. */
export function cookieOf(secure: boolean) {
  const name = secure ? '__Host-sid' : 'sid';
  const base = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    name,
    base,
    /** A browser session, or 30 days with Remember me. */
    lasting: (remember: boolean) => (remember ? { ...base, maxAge: lifetimeOf(true) / 1000 } : base),
  };
}
