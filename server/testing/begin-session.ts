import type pg from 'pg';
import { lifetimeOf } from '../identity/session.ts';
import { hashOfToken, newToken } from '../identity/token.ts';

type Sql = <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>;

/** Adds a session as a sign-in does, without any other record; returns its cookie's value. */
export async function beginSession(sql: Sql, userId: number): Promise<string> {
  const token = newToken();
  await sql(
    `insert into sessions (sid, sess, expire, user_id, signed_in_by, used_at, confirmed_at)
     values ($1, '{"remember": false}', clock_timestamp() + make_interval(secs => $2), $3, 'password', clock_timestamp(), clock_timestamp())`,
    [hashOfToken(token), lifetimeOf(false) / 1000, userId],
  );
  return token;
}
