import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Config } from '../config.ts';
import { checkChains } from '../database/history-chain.ts';
import { makePool } from '../database/open.ts';
import { OWNER } from '../database/roles.ts';
import { openTransactions, type Transactions } from '../database/transactions.ts';
import { readConfig } from '../environment.ts';
import { makeApp } from '../http/pipeline.ts';
import { cookieOf } from '../identity/session.ts';
import { makeCalls } from './calls.ts';
import { asAdmin, asLogin, databaseOf } from './database.ts';
import { makePeople } from './people.ts';

export type { Answer, Input, Person } from './calls.ts';
export { PASSWORD } from './people.ts';

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
  const log: Record<string, unknown>[] = [];

  const sql = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await must(opened.owner).query<T>(text, values)).rows;

  /** Checks both chains of a company by recomputing them. */
  const chains = (companyId: number) => checkChains(must(opened.owner), companyId);

  const calls = makeCalls(() => must(opened.app));
  const people = makePeople({ calls, sql, cookieName: () => cookieOf(must(opened.config).secure).name });

  return {
    ...people,
    visitor: calls.visitor,
    program: calls.program,
    request: calls.request,
    cookieFrom: calls.cookieFrom,
    sql,
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
