import { createHash, randomBytes } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import type pg from 'pg';
import { effectivePermissions, type Role } from '../../shared/permissions.ts';
import { ask, iso } from './rows.ts';

/** The user of a session; `locations` null: all of them. */
export type Caller = {
  company: number;
  user: number;
  locations: number[] | null;
  firstName: unknown;
  lastName: unknown;
  email: unknown;
};

/** The result of a call, and the total for a list. */
export type Reply = { body: unknown; total?: number };

const SESSION = `select u.id, u.company_id, u.role, u.allowed_location_ids, u.first_name, u.last_name, u.email
  from sessions s join users u on u.id = s.user_id join companies c on c.id = u.company_id
  where s.sid = $1 and s.expire > clock_timestamp() and u.is_active and c.is_active`;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export async function whoIs(pool: pg.Pool, cookie: string | undefined): Promise<Caller | null> {
  const token = /(?:^|; )(?:__Host-)?sid=([^;]+)/.exec(cookie ?? '')?.[1];
  if (!token) return null;
  const [row] = await ask(pool, 'session', SESSION, [hashOf(token)]);
  if (!row) return null;
  const allowed = row.allowed_location_ids as number[];
  return {
    company: Number(row.company_id),
    user: Number(row.id),
    locations: row.role === 'super_admin' || allowed.length === 0 ? null : allowed,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
  };
}

const USER = `select u.*, c.is_active as company_active from users u left join companies c on c.id = u.company_id
  where u.email = $1`;
const START = `insert into sessions (sid, sess, user_id, expire)
  values ($1, '{"remember": false}', $2, clock_timestamp() + interval '12 hours')`;

/** Starts a session; null for a wrong password and for unknown or inactive users. */
export async function signIn(
  pool: pg.Pool,
  { email, password }: Record<string, unknown>,
): Promise<(Reply & { cookie: string }) | null> {
  const [row] = await ask(pool, 'user', USER, [email]);
  if (!row?.is_active || !(await verify(String(row.password), String(password)))) return null;
  const token = randomBytes(32).toString('base64url');
  const client = await pool.connect();
  try {
    await client.query('begin');
    await ask(client, 'start', START, [hashOf(token), row.id]);
    await client.query('commit');
  } finally {
    client.release();
  }
  const user = {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    profileImageUrl: row.profile_image_url,
    companyId: row.company_id,
    role: row.role,
    permissions: effectivePermissions({
      role: row.role as Role,
      permissions: row.permissions as string[],
      customPermissions: row.custom_permissions as string[],
    }),
    allowedLocationIds: row.allowed_location_ids,
    isActive: row.is_active,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
  return { body: { user }, cookie: `__Host-sid=${token}; Path=/; HttpOnly; Secure; SameSite=Lax` };
}
