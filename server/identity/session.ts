import { createHash, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { effectivePermissions, type Role } from '../../shared/permissions.ts';
import type { User } from '../../shared/user.ts';
import { isoOf, sessions } from '../database/schema.ts';
import type { Member, Tx } from '../database/transactions.ts';

const HOUR_MS = 3_600_000;
/** Counted from the last call; with Remember me, 30 days (DECISIONS S-04). */
const lifetimeOf = (remember: boolean) => (remember ? 30 * 24 * HOUR_MS : 12 * HOUR_MS);
/** A session's expiry is written at most this often, so that a read is not also a write. */
const REFRESH_MS = 5 * 60_000;

/** The caller of a request: the person, the session, and the member they are when they have a company. */
export type Caller = { user: User; sid: string; remember: boolean; member: Member | null };

/** The table holds the hash, so that reading it opens no session. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

type Row = {
  id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  profile_image_url: string | null;
  company_id: number | null;
  role: Role;
  permissions: string[];
  custom_permissions: string[];
  allowed_location_ids: number[];
  created_at: string;
  updated_at: string;
  remember: boolean;
  left_ms: string;
};

/**
 * Session, user and company in one round trip; null when there is none, it has expired, or the user or company is inactive
 * (DECISIONS S-13). The hash is 64 hexadecimal digits made here, so it may stand in a simple query of several statements.
 */
export async function whoIs(pool: pg.Pool, token: string | undefined): Promise<Caller | null> {
  if (!token || token.length > 200) return null;
  const sid = hashOf(token);
  const results = (await pool.query(
    `begin read only; set local role keyhold_owner; set local timezone = 'UTC';
     select u.id, u.email, u.first_name, u.last_name, u.profile_image_url, u.company_id, u.role, u.permissions,
       u.custom_permissions, u.allowed_location_ids, u.created_at::text, u.updated_at::text,
       coalesce((s.sess->>'remember')::boolean, false) as remember,
       (extract(epoch from s.expire - clock_timestamp()) * 1000)::bigint as left_ms
     from sessions s join users u on u.id = s.user_id left join companies c on c.id = u.company_id
     where s.sid = '${sid}' and s.expire > clock_timestamp() and u.is_active and coalesce(c.is_active, true);
     commit`,
  )) as unknown as pg.QueryResult<Row>[];
  const row = results.at(-2)?.rows[0];
  if (!row) return null;
  const caller = callerOf(row, sid);
  if (lifetimeOf(row.remember) - Number(row.left_ms) > REFRESH_MS) await extend(pool, sid, row.remember);
  return caller;
}

async function extend(pool: pg.Pool, sid: string, remember: boolean): Promise<void> {
  await pool.query(
    `begin; set local role keyhold_owner; update sessions set expire = clock_timestamp() +
     interval '${lifetimeOf(remember)} milliseconds' where sid = '${sid}'; commit`,
  );
}

function callerOf(row: Row, sid: string): Caller {
  const permissions = effectivePermissions({
    role: row.role,
    permissions: row.permissions,
    customPermissions: row.custom_permissions,
  });
  const user: User = {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    profileImageUrl: row.profile_image_url,
    companyId: row.company_id,
    role: row.role,
    permissions,
    allowedLocationIds: row.allowed_location_ids,
    isActive: true,
    createdAt: isoOf(row.created_at),
    updatedAt: isoOf(row.updated_at),
  };
  return { user, sid, remember: row.remember, member: memberOf(user) };
}

/** The member a user is; null without a company. A super_admin, and whoever has no list, sees all locations. */
export function memberOf(user: User): Member | null {
  if (user.companyId === null) return null;
  const everywhere = user.role === 'super_admin' || user.allowedLocationIds.length === 0;
  return {
    userId: user.id,
    companyId: user.companyId,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    permissions: user.permissions,
    locations: everywhere ? null : user.allowedLocationIds,
  };
}

/** Starts a session and answers the cookie's value. Behind the system door. */
export async function startSession(tx: Tx, userId: number, remember: boolean): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(sessions).values({
    sid: hashOf(token),
    sess: { remember },
    userId,
    expire: sql`clock_timestamp() + make_interval(secs => ${lifetimeOf(remember) / 1000})`,
  });
  return token;
}

/** Ends the session of a cookie, whether or not it is still good. Behind the system door. */
export async function endSession(tx: Tx, token: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.sid, hashOf(token)));
}

/** `__Host-sid` and Secure exactly when people come by https (reliability R20). */
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
