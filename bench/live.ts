/**
 * The live channel with 500 people who listen: `npx tsx bench/live.ts`. A server of its own with an embedded database in a temporary folder;
 * 50 people with ten streams each. Says how long a change takes to reach each of them, what the server needs while nothing happens, and how
 * issuing fares at eight callers with and without the triggers that tell of it.
 */

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ROOT } from '../server/config.ts';
import { findRunning } from '../server/database/embedded.ts';
import { cpuOf } from './cpu.ts';
import { type Listener, listen } from './driver/connection.ts';

const PEOPLE = 50;
const STREAMS = 10;
const CHANGES = 20;
const IDLE_MS = Number(process.env.IDLE_MS ?? 60_000);
const ISSUE_MS = Number(process.env.ISSUE_MS ?? 8000);
const PASSWORD = 'correct horse';

const folder = await mkdtemp(join(tmpdir(), 'keyhold-live-'));
const limits = { LOGIN_FAILURES: '100000', WRITES_PER_MINUTE: '1000000', SETUPS_PER_HOUR: '1000' };
const server = await startServer({ DATA_DIR: folder, DEMO_MODE: 'off', LOG_LEVEL: 'silent', ...limits });
const running = await findRunning(folder);
if (!running) throw new Error('No database runs on the folder of this measurement');
const db = new pg.Pool({ ...running.admin, database: 'keyhold', max: 2 });

async function startServer(environment: Record<string, string>) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'dist/server/main.js')], {
    cwd: ROOT,
    env: { PATH, HOME, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) {
    const url = /^Keyhold is ready at (\S+)/.exec(line)?.[1];
    if (url)
      return {
        url,
        pid: child.pid ?? 0,
        stop: () => new Promise((resolve) => child.once('exit', resolve).kill()),
      };
  }
  throw new Error('The server did not start: is it built?');
}

const at = (share: number, times: number[]) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
  Number.NaN;

async function call(cookie: string, method: string, path: string, body?: unknown) {
  const headers = {
    cookie,
    ...(method !== 'GET' && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
  };
  const reply = await fetch(server.url + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return {
    body: (await reply.json()) as { id: number; user: { id: number } },
    cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '',
  };
}

const backend = (await db.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;
const postmaster = Number(readFileSync(`/proc/${backend}/stat`, 'latin1').split(') ')[1]?.split(' ')[1]);

/** The processor time used so far by the server, and by PostgreSQL with its backends, in milliseconds. */
const processor = () => ({ server: cpuOf(server.pid) - cpuOf(postmaster), postgres: cpuOf(postmaster) });

const port = Number(new URL(server.url).port);

try {
  const admin = await call('', 'POST', '/api/companies/setup', {
    name: 'Live',
    planType: 'enterprise',
    email: 'dana@example.com',
    firstName: 'Dana',
    lastName: 'Holt',
    password: PASSWORD,
  });
  const company = (await db.query<{ id: number }>('select id from companies')).rows[0]?.id;
  const site = (await call(admin.cookie, 'POST', '/api/locations', { name: 'Site', type: 'office' })).body.id;
  await db.query(
    `insert into key_bunches (company_id, identifier, type, location_id, current_tag)
     select $1, 'SET-' || n, 'static', $2, n::text from generate_series(1, 2000) n`,
    [company, site],
  );
  const ids = (await db.query<{ id: number }>('select id from key_bunches order by id')).rows.map(
    ({ id }) => id,
  );

  const listeners: Listener[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const email = `person${n}@example.com`;
    await db.query(
      `insert into users (email, password, company_id, role)
       select $1, password, company_id, 'officer' from users where id = $2`,
      [email, admin.body.user.id],
    );
    const { cookie } = await call('', 'POST', '/api/auth/login', { email, password: PASSWORD });
    listeners.push(...(await Promise.all(Array.from({ length: STREAMS }, () => listen(port, { cookie })))));
  }
  console.log(`${listeners.length} streams are open`);

  const took: number[] = [];
  for (let n = 0; n < CHANGES; n += 1) {
    const id = ids[n] ?? 0;
    await call(admin.cookie, 'POST', `/api/key-bunches/${id}/issue`, { officerName: 'Callum Reid' });
    const answered = performance.now();
    while (listeners.some(({ receivedAt }) => !receivedAt.has(id))) await sleep(20);
    took.push(...listeners.map(({ receivedAt }) => Math.max(0, (receivedAt.get(id) ?? 0) - answered)));
    await sleep(300);
  }
  console.log(
    `a change reaches them: median ${at(0.5, took).toFixed(0)} ms, 95 % ${at(0.95, took).toFixed(0)} ms, last ${at(1, took).toFixed(0)} ms`,
  );

  const before = processor();
  await sleep(IDLE_MS);
  const after = processor();
  const percent = (name: 'server' | 'postgres') =>
    (((after[name] - before[name]) / IDLE_MS) * 100).toFixed(2);
  console.log(`idle: server ${percent('server')} % of a core, PostgreSQL ${percent('postgres')} %`);
  for (const listener of listeners) listener.close();

  let next = CHANGES;
  const issuing = async () => {
    const [start, from] = [Date.now(), processor()];
    let done = 0;
    const caller = async () => {
      while (Date.now() - start < ISSUE_MS && next < ids.length) {
        next += 1;
        await call(admin.cookie, 'POST', `/api/key-bunches/${ids[next - 1]}/issue`, {
          officerName: 'Callum Reid',
        });
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, caller));
    const to = processor();
    const each = (name: 'server' | 'postgres') => ((to[name] - from[name]) / done).toFixed(2);
    return `${((done * 1000) / (Date.now() - start)).toFixed(0)} a second, server ${each('server')} ms, PostgreSQL ${each('postgres')} ms each`;
  };
  const triggers = (state: 'enable' | 'disable') =>
    db.query(
      `alter table key_bunches ${state} trigger tell_update; alter table movement_history ${state} trigger tell`,
    );
  for (const round of [1, 2]) {
    await triggers('disable');
    console.log(`issue, round ${round}, untold: ${await issuing()}`);
    await triggers('enable');
    console.log(`issue, round ${round}, told: ${await issuing()}`);
  }
} finally {
  await db.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
