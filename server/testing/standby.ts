import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { openEmbedded } from '../database/embedded.ts';
import { findPrograms } from '../database/embedded-binaries.ts';
import { type Connection, makeSocket } from '../database/embedded-cluster.ts';
import { chooseDataFolder, clusterOf, give, makeDataFolder } from '../database/embedded-data-folder.ts';
import { keepRunning, type Running } from '../database/embedded-run.ts';
import { migrateAs } from '../database/owner.ts';
import { asAdmin } from './database.ts';

/** A PostgreSQL and a replica of it, both with the schema. */
export type Pair = {
  /** The server's login, and the superuser, at the primary. */
  primary: { connection: Connection; owner: Connection };
  /** The server's login at the replica. */
  replica: Connection;
  /** So many seconds behind from now on. */
  hold(seconds: number): Promise<void>;
  /** How many backends of the server's login at the replica were ended. */
  cut(): Promise<number>;
  /** Asks the replica something as its superuser. */
  ask<T extends pg.QueryResultRow>(text: string): Promise<T[]>;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

const quiet = () => undefined;

/** Makes a cluster, copies it while it stands still, and lets the copy follow: what ships has no pg_basebackup. */
export async function openPair(): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-pair-'));
  const first = await openEmbedded(join(folder, 'primary'), quiet);
  await migrateAs(first.owner, quiet);
  await first.close();

  const dataFolder = await chooseDataFolder(await makeDataFolder(join(folder, 'replica')));
  const cluster = clusterOf(dataFolder.path);
  await promisify(execFile)('cp', ['-a', clusterOf(first.folder), cluster]);
  const sign = join(cluster, 'standby.signal');
  await writeFile(sign, '');
  await give(sign, dataFolder.account);

  const primary = await openEmbedded(join(folder, 'primary'), quiet);
  const programs = await findPrograms(dataFolder);
  const socket = await makeSocket(dataFolder.account);
  const { host, port, password } = primary.admin;
  const settings = { primary_conninfo: `host=${host} port=${port} user=postgres password=${password}` };
  const admin = { ...primary.admin, ...socket };
  let running: Running | null = null;
  const ask = <T extends pg.QueryResultRow>(text: string): Promise<T[]> =>
    asAdmin(admin, async (client) => (await client.query<T>(text)).rows);
  const start = async () => {
    running = await keepRunning({ dataFolder, programs, ...socket, admin, settings }, quiet);
  };
  const stop = async () => {
    await running?.stop();
    running = null;
  };
  await start();
  return {
    primary,
    replica: { ...primary.connection, ...socket },
    hold: async (seconds) => {
      await ask(`alter system set recovery_min_apply_delay = '${seconds}s'`);
      await ask('select pg_reload_conf()');
    },
    cut: async () =>
      (
        await ask(
          `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${primary.connection.user}'`,
        )
      ).length,
    ask,
    stop,
    start,
    close: async () => {
      await stop();
      await primary.close();
      for (const path of [socket.host, dataFolder.path, primary.folder, folder])
        await rm(path, { recursive: true, force: true });
    },
  };
}
