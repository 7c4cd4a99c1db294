import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { prepareRoles } from '../database/roles.ts';
import { makeScratch } from './scratch.ts';

/** A test's access to the server: the superuser's connection, and the login that Keyhold uses. Databases are copies of `template`. */
type TestServer = {
  admin: pg.ClientConfig;
  login: { user: string; password: string };
  template: string;
};

declare module 'vitest' {
  export interface ProvidedContext {
    server: TestServer;
  }
}

/**
 * The shared server lives for minutes, so durability and vacuum are off. Some files start several Keyhold servers at the same time as other
 * workers.
 */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: 200,
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
};

/** Starts the embedded PostgreSQL, or uses the one of TEST_DATABASE_URL, and migrates the database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL;
  const scratch = await makeScratch();
  const embedded = url ? null : await openEmbedded(join(scratch, 'server'), () => undefined, SETTINGS);
  const admin: pg.ClientConfig = embedded ? embedded.admin : { connectionString: url };
  const template = `keyhold_template_${randomBytes(4).toString('hex')}`;
  const login = {
    name: `keyhold_test_${randomBytes(4).toString('hex')}`,
    password: randomBytes(16).toString('hex'),
  };

  await asAdmin(admin, (client) => client.query(`create database ${template}`));
  const inTemplate = { ...admin, ...databaseOf(admin, template) };
  await asAdmin(inTemplate, (client) => prepareRoles(client, login));
  await asAdmin(inTemplate, (client) => migrate(client));
  project.provide('server', { admin, login: { user: login.name, password: login.password }, template });

  return async () => {
    if (embedded) await embedded.close();
    else {
      await asAdmin(admin, async (client) => {
        await client.query(`drop database ${template} with (force)`);
        await client.query(`drop role ${login.name}`);
      });
    }
    await rm(scratch, { recursive: true, force: true });
  };
}

/** The connection to another database of the same server. */
export function databaseOf(config: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!config.connectionString) return { database };
  const url = new URL(config.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** The connection of another user to the same database. */
export function asLogin(config: pg.ClientConfig, user: string, password: string): pg.ClientConfig {
  if (!config.connectionString) return { user, password };
  const url = new URL(config.connectionString);
  url.username = user;
  url.password = password;
  return { connectionString: url.href };
}

/** Runs a function on a new connection. */
export async function asAdmin<T>(
  config: pg.ClientConfig,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** The address of a connection, for a program that needs one. */
export function addressOf({
  connectionString,
  user,
  password,
  host,
  port,
  database,
}: pg.ClientConfig): string {
  if (connectionString) return connectionString;
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
}
