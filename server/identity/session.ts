import { REFUSALS } from '../../shared/messages.ts';
import type { SignedInBy } from '../../shared/session.ts';
import { type Caller, type CallerRow, callAs, callerOf } from '../database/caller.ts';
import { sessions } from '../database/schema/accounts.ts';
import { insert, row, run, sql, written } from '../database/sql.ts';
import type { RowOf } from '../database/table.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import { refuse } from '../refusal.ts';
import { hearKiosk } from './kiosk-cookie.ts';
import { hashOfToken, newToken } from './token.ts';

const HOUR_MS = 3_600_000;
/** Session lifetime in ms from the last call: twelve hours, with Remember me 30 days. */
export const lifetimeOf = (remember: boolean) => (remember ? 30 * 24 * HOUR_MS : 12 * HOUR_MS);
/** Expiry and last use are written at most this often, so that most reads write nothing. */
const REFRESH_MS = 5 * 60_000;

/** The session id of a cookie's value, or null. */
export const sidOf = (token: string | undefined): string | null =>
  token && token.length <= 200 ? hashOfToken(token) : null;

/** Session, user and company; null when the session has ended, or user or company is inactive. */
export async function findCaller(transactions: Transactions, sid: string): Promise<Caller | null> {
  const { text, values } = written(callAs(sid));
  const { rows } = await transactions.statement<CallerRow>(text, values);
  return rows[0] ? callerOf(rows[0], sid) : null;
}

/** Whether the cookie of a kiosk is of one that is bound. No user signs in on its tablet. */
export const isBoundKiosk = async (transactions: Transactions, sid: string | null): Promise<boolean> =>
  sid !== null && (await findCaller(transactions, sid)) !== null;

/** Extends a session in use, at most every REFRESH_MS. A token keeps its expiry; of a kiosk the time is recorded, to a minute. */
export async function extendSession(
  transactions: Transactions,
  caller: Caller,
  address: string,
): Promise<void> {
  if (caller.token) return;
  if (caller.kiosk) return hearKiosk(transactions, caller);
  const lifetime = lifetimeOf(caller.remember);
  if (lifetime - caller.leftMs <= REFRESH_MS) return;
  await transactions.statement(
    `update sessions set expire = clock_timestamp() + make_interval(secs => $2), used_at = clock_timestamp(), address = $3
     where sid = $1`,
    [caller.sid, lifetime / 1000, address],
  );
}

/**
 * Reads the caller again in a transaction, after a lock wait or in a system transaction. 401 when the session has ended or the person was
 * deactivated.
 */
export async function callerAgain(tx: Tx, sid: string): Promise<Caller> {
  const found = await row(tx, callAs(sid));
  if (!found) throw refuse(401, REFUSALS.unauthorized);
  return callerOf(found, sid);
}

/** A new session: user, device, and when they confirmed their identity, by default now. */
type NewSession = {
  userId: number;
  remember: boolean;
  signedInBy: SignedInBy | null;
  confirmedAt?: string | Date | null | undefined;
  device: string | null;
  address: string;
};

/** Starts a session and returns the cookie's value. In a system transaction. */
export async function startSession(tx: Tx, { remember, confirmedAt, ...about }: NewSession): Promise<string> {
  const token = newToken();
  const now = sql`clock_timestamp()`;
  const shown = confirmedAt instanceof Date ? confirmedAt.toISOString() : confirmedAt;
  const session = {
    ...about,
    sid: hashOfToken(token),
    sess: { remember },
    expire: sql`clock_timestamp() + make_interval(secs => ${lifetimeOf(remember) / 1000})`,
    usedAt: now,
    // Never in the future, even if the provider's clock is ahead.
    confirmedAt: shown === undefined ? now : shown && sql`least(${shown}::timestamptz, clock_timestamp())`,
  };
  await run(tx, insert(sessions, session));
  return token;
}

/** Ends the session of a cookie, valid or not, and returns how it began. In a system transaction. */
export async function endSession(tx: Tx, token: string) {
  type Ended = Pick<RowOf<typeof sessions>, 'signedInBy' | 'confirmedAt'>;
  return row(
    tx,
    sql<Ended>`delete from sessions where sid = ${hashOfToken(token)}
      returning signed_in_by as "signedInBy", confirmed_at as "confirmedAt"`,
  );
}

/** `__Host-sid` and Secure exactly when the site is on https. */
export function cookieOf(secure: boolean) {
  const name = secure ? '__Host-sid' : 'sid';
  const base = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    name,
    base,
    /** Session cookie, or 30 days with Remember me. */
    lasting: (remember: boolean) => (remember ? { ...base, maxAge: lifetimeOf(true) / 1000 } : base),
  };
}

const KNOWN_MOST = 10_000;

/**
 * Cache of recent sessions' callers: for the share of places and for the caller that a transaction assumes until it has read the current
 * one. Grants nothing.
 */
export function openKnownSessions() {
  const known = new Map<string, Caller>();
  return {
    of: (sid: string): Caller | null => known.get(sid) ?? null,
    saw(caller: Caller): void {
      known.delete(caller.sid);
      known.set(caller.sid, caller);
      const [oldest] = known.keys();
      if (known.size > KNOWN_MOST && oldest) known.delete(oldest);
    },
    forget: (sid: string) => known.delete(sid),
  };
}

export type KnownSessions = ReturnType<typeof openKnownSessions>;
