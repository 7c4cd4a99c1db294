import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { addressOf } from '../../server/testing/database.ts';
import { childrenOf, run, startServer } from '../../server/testing/server-process.ts';

/** Debian's packages and what each is run by. */
const PROGRAMS = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
};
/** PostgreSQL, Patroni and PgBouncer refuse to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const local = (port: number) => `127.0.0.1:${port}`;
const secret = () => randomBytes(16).toString('hex');

/** A process of the cluster. `kill` is SIGKILL to it and to `others`, as a loss of power. */
export type Part = {
  pid(): number;
  start(): void;
  kill(others?: number[]): Promise<void>;
  stop(): Promise<void>;
};

type Add = (name: string, command: string[], environment?: object) => Part;

/** A PostgreSQL under Patroni. */
export type Node = Part & {
  address: string;
  /** The port of Patroni's REST API. */
  rest: number;
  is(role: 'primary' | 'synchronous'): Promise<boolean>;
  /** Patroni, the postmaster and its children. */
  pids(): number[];
};

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Everything of deploy/compose.cluster.yaml on the loopback address, with the files of this folder: three etcd, two PostgreSQL under
 * Patroni, HAProxy, PgBouncer, two servers. `stops` receives how each is stopped, in the order of the starts. Throws with the packages that
 * are missing, or with what the parts logged.
 */
export async function startCluster(stops: (() => unknown)[]) {
  const missing = Object.entries(PROGRAMS).filter(([, path]) => !existsSync(path));
  if (missing.length > 0)
    throw new Error(`Run apt-get install python3-etcd ${missing.map(([name]) => name).join(' ')}`);
  // The other users may enter /tmp, but not the folder of the tests.
  const folder = mkdtempSync('/tmp/keyhold-cluster-');
  if (NOBODY.uid) chownSync(folder, NOBODY.uid, NOBODY.uid);
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  const ports = await freePorts(15);
  const port = () => ports.pop() ?? 0;
  const add: Add = (name, command, environment = {}) => {
    const part = startPart(folder, name, command, environment);
    stops.push(part.stop);
    return part;
  };
  try {
    return await startParts(folder, add, port, stops);
  } catch (error) {
    const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
    const tails = logs.map((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(-6));
    throw new Error(logs.map((name, n) => `${name}:\n${tails[n]?.join('\n')}`).join('\n'), { cause: error });
  }
}

async function startParts(folder: string, add: Add, port: () => number, stops: (() => unknown)[]) {
  const [http, primary, pool, one, two] = [port(), port(), port(), port(), port()];
  const login = {
    host: '127.0.0.1',
    port: primary,
    user: 'keyhold',
    password: secret(),
    database: 'keyhold',
  };
  const owner = { ...login, user: 'postgres', password: secret() };
  const etcd = startEtcd(folder, add, port);
  const nodes = startNodes(folder, add, port, { ETCD: etcd.clients, SUPERUSER_PASSWORD: owner.password });
  add('haproxy', [PROGRAMS.haproxy, '-db', '-f', join(import.meta.dirname, 'haproxy.cfg')], {
    HTTP: local(http),
    PRIMARY: local(primary),
    SERVER_ONE: local(one),
    SERVER_TWO: local(two),
    NODE_A: nodes[0]?.address,
    NODE_B: nodes[1]?.address,
    REST_A_PORT: nodes[0]?.rest,
    REST_B_PORT: nodes[1]?.rest,
  });
  await vi.waitUntil(() => isWhole(nodes), { timeout: 120_000, interval: 200 });
  await promisify(execFile)('/bin/sh', [join(import.meta.dirname, 'run.sh'), 'prepare'], {
    timeout: 90_000,
    env: {
      PATH: process.env.PATH,
      PGHOST: owner.host,
      PGPORT: String(primary),
      PGUSER: owner.user,
      PGPASSWORD: owner.password,
      KEYHOLD_PASSWORD: login.password,
    },
  });
  writeFileSync(join(folder, 'users.txt'), `"keyhold" "${login.password}"\n`, { mode: 0o644 });
  const between = {
    PRIMARY_HOST: owner.host,
    PRIMARY_PORT: primary,
    POOLER_HOST: owner.host,
    POOLER_PORT: pool,
  };
  const pooler = add('pgbouncer', [PROGRAMS.pgbouncer, fill(folder, 'pgbouncer.ini', between)]);

  const DATABASE_OWNER_URL = addressOf(owner);
  const migrated = await run('migrate', { DATABASE_URL: addressOf(login), DATABASE_OWNER_URL });
  if (migrated.code !== 0) throw new Error(migrated.said);
  const environment = {
    DATABASE_URL: addressOf({ ...login, port: pool }),
    DATABASE_LISTEN_URL: addressOf(login),
    PREPARED_STATEMENTS: 'off',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    WRITES_PER_MINUTE: '1000000',
  };
  const serve = async (n: number) => {
    const server = await startServer({ ...environment, PORT: String(n) });
    stops.push(server.stop);
    return server;
  };
  const [server] = await Promise.all([serve(one), serve(two)]);
  return {
    url: `http://${local(http)}`,
    /** Of the tables, at whichever node leads. */
    owner,
    /** What the servers and the commands are given. */
    environment,
    nodes,
    pooler,
    etcd,
    /** The first server; `start` starts it again after its death. */
    server: { kill: server.kill, start: () => serve(one) },
  };
}

/** Whether one node leads and the other is its synchronous standby. */
export async function isWhole(nodes: Node[]): Promise<boolean> {
  const roles = await Promise.all(
    nodes.map(async (node) => `${await node.is('primary')} ${await node.is('synchronous')}`),
  );
  return roles.toSorted().join() === 'false true,true false';
}

/** Three members. `leader` is the one that leads. */
function startEtcd(folder: string, add: Add, port: () => number) {
  const urls = [1, 2, 3].map((n) => ({
    name: `etcd-${n}`,
    client: `http://${local(port())}`,
    peer: `http://${local(port())}`,
  }));
  const all = urls.map(({ name, peer }) => `${name}=${peer}`).join();
  const members = urls.map(({ name, client, peer }) => {
    const words = ['--name', name, '--data-dir', join(folder, name), '--initial-cluster', all];
    const listen = ['--listen-client-urls', client, '--advertise-client-urls', client];
    const peers = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer];
    return add(name, [PROGRAMS['etcd-server'], ...words, ...listen, ...peers]);
  });
  const leads = async (url: string) => {
    const reply = await fetch(`${url}/v3/maintenance/status`, { method: 'POST', body: '{}' });
    const { leader, header } = (await reply.json()) as { leader: string; header: { member_id: string } };
    return leader === header.member_id;
  };
  const leader = async (): Promise<Part> => {
    const all = await Promise.all(urls.map(({ client }) => leads(client)));
    const found = members[all.indexOf(true)];
    if (!found) throw new Error('No member of etcd leads');
    return found;
  };
  return { members, leader, clients: urls.map(({ client }) => client.slice('http://'.length)).join() };
}

/** Two nodes, a and b. `given` fills the template besides what is each node's own. */
function startNodes(folder: string, add: Add, port: () => number, given: Record<string, string>): Node[] {
  const common = {
    ...given,
    REPLICATION_PASSWORD: secret(),
    REWIND_PASSWORD: secret(),
    PROGRAMS: dirname(PROGRAMS['postgresql-15']),
    NETWORK: '127.0.0.1/32',
  };
  return ['a', 'b'].map((name): Node => {
    const [rest, address] = [port(), local(port())];
    const values = { ...common, NAME: name, NODE: address, REST: local(rest) };
    const patroni = add(`node-${name}`, [PROGRAMS.patroni, fill(folder, 'patroni.yml', values)]);
    const postgres = () => {
      const file = join(folder, name, 'postmaster.pid');
      const postmaster = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
      return postmaster ? [postmaster, ...childrenOf(postmaster)] : [];
    };
    return {
      ...patroni,
      address,
      rest,
      pids: () => [patroni.pid(), ...postgres()],
      kill: () => patroni.kill(postgres()),
      is: (role) =>
        fetch(`http://${local(rest)}/${role}`, { signal: AbortSignal.timeout(2000) }).then(
          ({ status }) => status === 200,
          () => false,
        ),
    };
  });
}

/** Starts a process; its output is appended to NAME.log in `folder`. */
function startPart(
  folder: string,
  name: string,
  [program = '', ...words]: string[],
  environment: object,
): Part {
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals, others: number[] = []) => {
    const isOver = !child || child.exitCode !== null || child.signalCode !== null;
    const ended = isOver ? null : once(child as ChildProcess, 'exit');
    child?.kill(signal);
    for (const pid of others) signalTo(pid, signal);
    await ended;
  };
  const part: Part = {
    pid: () => child?.pid ?? 0,
    start() {
      const log = openSync(join(folder, `${name}.log`), 'a', 0o600);
      const env = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', ...environment };
      child = spawn(program, words, { cwd: folder, env, stdio: ['ignore', log, log], ...NOBODY });
    },
    kill: (others) => end('SIGKILL', others),
    async stop() {
      const patience = setTimeout(() => child?.kill('SIGKILL'), 20_000);
      await end('SIGTERM');
      clearTimeout(patience);
    },
  };
  part.start();
  return part;
}

/** Sends a signal to a process that may have ended. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** Writes a template of this folder with its variables filled in; returns its path. */
function fill(folder: string, name: string, values: Record<string, string | number>): string {
  const file = join(folder, `${values.NAME ?? 'only'}-${name}`);
  const text = readFileSync(join(import.meta.dirname, name), 'utf8').replace(
    /\$\{(\w+)\}/g,
    (_, key: string) => String({ FOLDER: folder, ...values }[key]),
  );
  writeFileSync(file, text, { mode: 0o644 });
  return file;
}

async function freePorts(count: number): Promise<number[]> {
  const held = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(held.map((one) => once(one, 'listening')));
  const ports = held.map((one) => (one.address() as AddressInfo).port);
  await Promise.all(held.map((one) => once(one.close(), 'close')));
  return ports;
}
