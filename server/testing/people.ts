import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { CallName } from '../../shared/api.ts';
import type { Role } from '../../shared/permissions.ts';
import { hashPassword } from '../identity/password-hash.ts';
import { lifetimeOf } from '../identity/session.ts';
import { hashOfToken, newToken } from '../identity/token.ts';
import type { Answer, makeCalls, Person } from './calls.ts';

export const PASSWORD = 'correct horse';
/** Computed once for all people. */
const hashed = hashPassword(PASSWORD);

type Rights = {
  companyId?: number | null;
  role?: Role;
  permissions?: string[];
  customPermissions?: string[];
  allowedLocationIds?: number[];
  firstName?: string | null;
  lastName?: string | null;
};

/** Retries calls that prepare a test when a busy machine answers 503, as every client would. */
async function sendWithRetry<N extends CallName>(send: () => Promise<Answer<N>>): Promise<Answer<N>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send();
    if (answer.status !== 503 || attempt === 5) return answer;
    await new Promise((resolve) => setTimeout(resolve, attempt * 200));
  }
}

type Given = {
  calls: ReturnType<typeof makeCalls>;
  sql: <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>;
  /** Of a session. */
  cookieName: () => string;
};

/** The companies and people of a test, and what they begin with. */
export function makePeople({ calls, sql, cookieName }: Given) {
  const { visitor, withCookie, cookieFrom } = calls;
  let serial = 0;

  /** Signs in and returns the person; fails the test when that is refused. */
  async function signIn(email: string, password = PASSWORD): Promise<Person> {
    const { status, body, headers } = await visitor.call('logIn', { body: { email, password } });
    if (status !== 200) throw new Error(`Sign-in of ${email} answered ${status}: ${JSON.stringify(body)}`);
    const cookie = cookieFrom(headers);
    return withCookie({ id: body.user.id, email, companyId: body.user.companyId }, cookie);
  }

  /** Makes the last confirmation of the user's sessions 16 minutes old, which is too old. */
  const lapse = async ({ id }: Pick<Person, 'id'>): Promise<void> => {
    await sql("update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1", [id]);
  };

  /** Adds a user to the table, signed in a moment ago. */
  async function person(rights: Rights = {}): Promise<Person> {
    serial += 1;
    const email = `person${serial}-${randomUUID().slice(0, 8)}@example.com`;
    const companyId = rights.companyId ?? null;
    const [made] = await sql<{ id: number }>(
      `insert into users (email, password, company_id, role, permissions, custom_permissions, allowed_location_ids, first_name, last_name)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
      [
        email,
        await hashed,
        companyId,
        rights.role ?? 'officer',
        rights.permissions ?? [],
        rights.customPermissions ?? [],
        rights.allowedLocationIds ?? [],
        rights.firstName === undefined ? 'Pat' : rights.firstName,
        rights.lastName === undefined ? `Person${serial}` : rights.lastName,
      ],
    );
    if (!made) throw new Error('The database returned no new user');
    const cookie = `${cookieName()}=${await beginSession(sql, made.id)}`;
    return withCookie({ id: made.id, email, companyId }, cookie);
  }

  /** A new company, made by the setup call, with its super_admin signed in. */
  async function newCompany(planType: 'basic' | 'professional' | 'enterprise' = 'enterprise') {
    serial += 1;
    const name = `Company ${serial} ${randomUUID().slice(0, 8)}`;
    const email = `admin-${randomUUID().slice(0, 8)}@example.com`;
    const body = { name, planType, email, firstName: 'Dana', lastName: 'Holt', password: PASSWORD };
    const made = await visitor.call('setUpCompany', { body });
    if (made.status !== 201) throw new Error(`Setup answered ${made.status}: ${JSON.stringify(made.body)}`);
    const id = made.body.company.id;
    const admin = withCookie({ id: made.body.user.id, email, companyId: id }, cookieFrom(made.headers));
    return {
      id,
      name,
      admin,
      /** A user of this company in a role, with the given rights. */
      as: (role: Role, rights: Omit<Rights, 'companyId' | 'role'> = {}) =>
        person({ ...rights, role, companyId: id }),
      /** As bunches embed it: without the time of its last change. */
      location: async (about: Record<string, unknown> = {}) => {
        serial += 1;
        const body = { name: `Site ${serial}`, type: 'office', ...about };
        const made = await sendWithRetry(() => admin.call('createLocation', { body }));
        if (made.status !== 201)
          throw new Error(`Location answered ${made.status}: ${JSON.stringify(made.body)}`);
        const { updatedAt: _, ...location } = made.body;
        return location;
      },
      bunch: async (locationId: number, about: Record<string, unknown> = {}) => {
        serial += 1;
        const body = { identifier: `SET-${serial}`, currentTag: `${448000 + serial}`, locationId, ...about };
        const made = await sendWithRetry(() => admin.call('createKeyBunch', { body }));
        if (made.status !== 201)
          throw new Error(`Bunch answered ${made.status}: ${JSON.stringify(made.body)}`);
        return made.body;
      },
    };
  }

  return { signIn, lapse, person, newCompany };
}

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
