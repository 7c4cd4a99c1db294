import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import {
  type Api,
  api,
  type BodyOf,
  type CallName,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '../../shared/api.ts';
import type { Role } from '../../shared/permissions.ts';
import type { Config } from '../config.ts';
import { checkChains } from '../database/history-chain.ts';
import { makePool } from '../database/open.ts';
import { OWNER } from '../database/roles.ts';
import { openTransactions, type Transactions } from '../database/transactions.ts';
import { readConfig } from '../environment.ts';
import { makeApp } from '../http/pipeline.ts';
import { hashPassword } from '../identity/password-hash.ts';
import { cookieOf } from '../identity/session.ts';
import { REFUSAL_CODES, type RefusalCode } from '../refusal-codes.ts';
import { beginSession } from './begin-session.ts';
import { asAdmin, asLogin, databaseOf } from './database.ts';

export const PASSWORD = 'correct horse';
/** Computed once for all people. */
const hashed = hashPassword(PASSWORD);

/** The answer to a call. `body` is the reply, or the refusal when the status is not a success. */
export type Answer<N extends CallName> = {
  status: number;
  body: ReplyOf<N> & {
    message?: string;
    detail?: string;
    errors?: Record<string, string>;
    code?: string;
    happened?: { action: string; name: string; at: string };
    auditSessionId?: number;
    unheard?: { userId: number; unsent: number }[];
  };
  headers: Record<string, string | string[] | number | undefined>;
};

/** The input of a call. */
export type Input<N extends CallName> = {
  params?: { [K in keyof ParamsOf<N>]: number | string };
  query?: Partial<Record<keyof NonNullable<QueryOf<N>>, string | number>>;
  body?: BodyOf<N> | Record<string, unknown> | undefined;
  headers?: Record<string, string>;
  /** The body of a call that reads a file. */
  file?: Buffer;
};

/** A caller with their cookie (none for a visitor). */
export type Person = {
  id: number;
  email: string;
  companyId: number | null;
  cookie: string | undefined;
  call<N extends CallName>(name: N, input?: Input<N>): Promise<Answer<N>>;
};

export type World = ReturnType<typeof makeWorld>;
/** A new company for one test. */
export type TestCompany = Awaited<ReturnType<World['newCompany']>>;

/** The server that the files of this worker share, once one of them needed it. */
let shared: Promise<World> | undefined;

async function openShared(): Promise<World> {
  const world = makeWorld();
  await world.open({});
  return world;
}

/**
 * A server and its database for a test file: `const world = useWorld()` at its top. Everything goes through HTTP, except people (`person`),
 * which no call can make, and SQL as the owner (`sql`) to inspect or prepare the database.
 *
 * Without an environment the files of a worker share one server and meet the companies of each other. A file that changes the schema or
 * server settings, or counts over all companies, uses its own: `useWorld({})`.
 */
export function useWorld(environment?: Record<string, string>): World {
  if (!environment) return useShared();
  const world = makeWorld();
  beforeAll(() => world.open(environment));
  afterAll(() => world.close());
  return world;
}

/** Proxies the shared server, which is open once the tests of a file begin. */
function useShared(): World {
  let opened: World | undefined;
  beforeAll(async () => {
    shared ??= openShared();
    opened = await shared;
  });
  return new Proxy({} as World, {
    get: (_, name) => {
      if (!opened) throw new Error('The world is not open: call useWorld() at the top of the file');
      return Reflect.get(opened, name);
    },
  });
}

/** Retries calls that prepare a test when a busy machine answers 503, as every client would. */
async function sendWithRetry<N extends CallName>(send: () => Promise<Answer<N>>): Promise<Answer<N>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send();
    if (answer.status !== 503 || attempt === 5) return answer;
    await new Promise((resolve) => setTimeout(resolve, attempt * 200));
  }
}

/** Every refusal has a code of the published list, with its status. */
function checkCode(status: number, { code, message }: { code?: string; message?: string }): void {
  const known = REFUSAL_CODES[code as RefusalCode];
  if (!known || !([known[0]].flat() as number[]).includes(status))
    throw new Error(`The code of ${status} "${message}" is ${code} (server/refusal-codes.ts)`);
}

function makeWorld() {
  const server = inject('server');
  const database = `keyhold_${randomBytes(6).toString('hex')}`;
  const config: pg.ClientConfig = { ...server.admin, ...databaseOf(server.admin, database) };
  const opened: {
    app?: FastifyInstance;
    pool?: pg.Pool;
    owner?: pg.Pool;
    starting?: pg.Pool;
    config?: Config;
  } = {};
  const must = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The world is not open: call useWorld() at the top of the file');
    return value;
  };
  const anchors = join(tmpdir(), `${database}-anchors`);
  let serial = 0;
  const log: Record<string, unknown>[] = [];

  const visitor: Person = {
    id: 0,
    email: '',
    companyId: null,
    cookie: undefined,
    call: (name, input) => call(undefined, name, input),
  };

  async function call<N extends CallName>(
    cookie: string | undefined,
    name: N,
    input: Input<N> = {},
  ): Promise<Answer<N>> {
    const { method, path } = api[name];
    const params: Record<string, string | number> = { ...input.params };
    const query = Object.entries(input.query ?? {}).map(([key, value]) => [key, String(value)]);
    const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
    const url = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key]))) + search;
    const zip = 'file' in api[name] && { 'content-type': 'application/zip' };
    const headers = { ...(cookie && { cookie }), ...zip, ...input.headers };
    return request<N>(method, url, zip ? (input.file ?? Buffer.from('none')) : input.body, headers);
  }

  async function request<N extends CallName>(
    method: Api[CallName]['method'],
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<N>> {
    const isLive = url.startsWith('/api/live');
    const reply = await must(opened.app).inject({
      method,
      url,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && {
        payload: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
      }),
      ...(isLive && { payloadAsStream: true }),
    });
    // A stream has no end; its beginning counts as its answer.
    if (isLive && reply.statusCode === 200) {
      reply.stream().destroy();
      return { status: 200, body: '', headers: reply.headers } as Answer<N>;
    }
    const json = String(reply.headers['content-type'] ?? '').startsWith('application/json');
    if (reply.statusCode >= 400 && json && !isLive) checkCode(reply.statusCode, reply.json());
    return {
      status: reply.statusCode,
      body: isLive ? JSON.parse(await text(reply.stream())) : json ? reply.json() : reply.body,
      headers: reply.headers,
    } as Answer<N>;
  }

  const cookieFrom = (headers: Answer<CallName>['headers']): string => {
    const set = ([] as (string | number | undefined)[]).concat(headers['set-cookie'] as string[])[0];
    return String(set).split(';')[0] ?? '';
  };

  const sql = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await must(opened.owner).query<T>(text, values)).rows;

  /** Checks both chains of a company by recomputing them. */
  const chains = (companyId: number) => checkChains(must(opened.owner), companyId);

  /** Signs in and returns the person; fails the test when that is refused. */
  async function signIn(email: string, password = PASSWORD): Promise<Person> {
    const { status, body, headers } = await visitor.call('logIn', { body: { email, password } });
    if (status !== 200) throw new Error(`Sign-in of ${email} answered ${status}: ${JSON.stringify(body)}`);
    const cookie = cookieFrom(headers);
    return {
      id: body.user.id,
      email,
      companyId: body.user.companyId,
      cookie,
      call: (name, input) => call(cookie, name, input),
    };
  }

  /** A program with an API token made by `maker`. */
  const program = (token: string, maker: Person): Person => ({
    ...maker,
    cookie: undefined,
    call: (name, input) =>
      call(undefined, name, {
        ...input,
        headers: { authorization: `Bearer ${token}`, ...input?.headers },
      } as never),
  });

  /** Makes the last confirmation of the user's sessions 16 minutes old, which is too old. */
  const lapse = async ({ id }: Pick<Person, 'id'>): Promise<void> => {
    await sql("update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1", [id]);
  };

  type Rights = {
    companyId?: number | null;
    role?: Role;
    permissions?: string[];
    customPermissions?: string[];
    allowedLocationIds?: number[];
    firstName?: string | null;
    lastName?: string | null;
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
    const cookie = `${cookieOf(must(opened.config).secure).name}=${await beginSession(sql, made.id)}`;
    return { id: made.id, email, companyId, cookie, call: (name, input) => call(cookie, name, input) };
  }

  /** A new company, made by the setup call, with its super_admin signed in. */
  async function newCompany(planType: 'basic' | 'professional' | 'enterprise' = 'enterprise') {
    serial += 1;
    const name = `Company ${serial} ${randomUUID().slice(0, 8)}`;
    const email = `admin-${randomUUID().slice(0, 8)}@example.com`;
    const body = { name, planType, email, firstName: 'Dana', lastName: 'Holt', password: PASSWORD };
    const made = await visitor.call('setUpCompany', { body });
    if (made.status !== 201) throw new Error(`Setup answered ${made.status}: ${JSON.stringify(made.body)}`);
    const cookie = cookieFrom(made.headers);
    const id = made.body.company.id;
    const admin: Person = {
      id: made.body.user.id,
      email,
      companyId: id,
      cookie,
      call: (call_, input) => call(cookie, call_, input),
    };
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

  return {
    visitor,
    signIn,
    person,
    program,
    newCompany,
    request,
    cookieFrom,
    sql,
    lapse,
    chains,
    /** The server's log so far, with a LOG_LEVEL that includes it. */
    log,
    /** The folder of this world's anchors, unless the environment names another. */
    anchors,
    /** The superuser's connection to this world's database. */
    admin: config,
    get app() {
      return must(opened.app);
    },
    get pool() {
      return must(opened.pool);
    },
    /** The address of this world's database for the login that Keyhold uses. */
    get databaseUrl(): string {
      const { connectionString, user, password, host, port, database } = must(opened.pool).options;
      if (connectionString) return connectionString;
      const where = `${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
      return `postgres://${user}:${password}@/${where}`;
    },
    get transactions(): Transactions {
      return openTransactions(must(opened.pool));
    },
    /** Transactions of the owner, as at the server's start. */
    get ownerTransactions(): Transactions {
      opened.starting ??= makePool(config, () => undefined);
      return openTransactions(opened.starting, { role: OWNER });
    },
    async open(environment: Record<string, string>) {
      await asAdmin(server.admin, (client) =>
        client.query(`create database ${database} template ${server.template}`),
      );
      opened.config = readConfig({
        LOG_LEVEL: 'silent',
        DEMO_MODE: 'off',
        ANCHOR_DIR: anchors,
        SETUPS_PER_HOUR: '100000',
        INVITATIONS_PER_HOUR: '100000',
        WRITES_PER_MINUTE: '100000',
        EXPORTS_PER_MINUTE: '100000',
        TOKEN_CALLS_PER_MINUTE: '100000',
        SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
        PREPARED_STATEMENTS: process.env.PREPARED_STATEMENTS,
        ...environment,
      });
      opened.pool = makePool(
        { ...config, ...asLogin(config, server.login.user, server.login.password) } as never,
        () => undefined,
        opened.config.preparedStatements,
      );
      opened.owner = new pg.Pool({ ...config, max: 2 });
      // Dropping the database may close a connection that is just ending.
      opened.owner.on('connect', (client) => client.on('error', () => undefined));
      opened.owner.on('error', () => undefined);
      opened.app = await makeApp(opened.config, opened.pool, { write: (line) => log.push(JSON.parse(line)) });
      opened.app.activity.hold();
    },
    async close() {
      await opened.app?.close();
      await opened.pool?.end();
      await opened.owner?.end();
      await opened.starting?.end();
      await rm(anchors, { recursive: true, force: true });
      await asAdmin(server.admin, (client) => client.query(`drop database ${database} with (force)`));
    },
  };
}
