import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../server/config.ts';
import { startEtcd } from './etcd.ts';
import { type Node, startNodes } from './nodes.ts';
import { freePorts, makePart, type Part, until } from './part.ts';
import { filled, TEMPLATES } from './template.ts';

export type Topology = {
  folder: string;
  /** Where people call. */
  url: string;
  /** Where Keyhold finds its database: the pooler. */
  databaseUrl: string;
  servers: Part[];
  serverUrls: string[];
  metricsToken: string;
  pooler: Part;
  nodes: Node[];
  etcd: { members: Part[]; leader(): Promise<Part> };
  stop(): Promise<void>;
};

const local = (port: number | undefined) => `127.0.0.1:${port}`;

/** The newest PostgreSQL of the system, and what else must be installed. Throws with what is missing. */
function findPrograms(): string {
  const installed = '/usr/lib/postgresql';
  const versions = existsSync(installed) ? readdirSync(installed).filter((one) => Number(one) >= 15) : [];
  const found = versions.sort((a, b) => Number(b) - Number(a)).map((one) => join(installed, one, 'bin'))[0];
  const others = [
    '/usr/bin/patroni',
    '/usr/bin/etcd',
    '/usr/sbin/pgbouncer',
    '/usr/sbin/haproxy',
    '/usr/bin/psql',
  ];
  const missing = [...(found ? [] : ['postgresql-15']), ...others.filter((path) => !existsSync(path))];
  if (!found || missing.length > 0)
    throw new Error(
      `Not installed: ${missing.join(', ')}. On Debian: apt-get install postgresql-15 patroni python3-etcd etcd-server pgbouncer haproxy`,
    );
  return found;
}

/** Everything of deploy/compose.cluster.yaml on the loopback address, in a folder of its own, with the same templates. */
export async function startTopology(say: (line: string) => void): Promise<Topology> {
  const programs = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-cluster-'));
  chmodSync(folder, 0o700);
  if (process.getuid?.() === 0) chownSync(folder, 65534, 65534);
  const parts: Part[] = [];
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const keep = (part: Part) => {
    parts.push(part);
    return part;
  };
  try {
    return { folder, stop, ...(await startParts(folder, programs, keep, say)) };
  } catch (error) {
    for (const { name } of parts) say(`--- ${name}\n${lastLines(join(folder, `${name}.log`))}`);
    await stop();
    throw error;
  }
}

const lastLines = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-8).join('\n') : '';

async function startParts(
  folder: string,
  programs: string,
  keep: (part: Part) => Part,
  say: (line: string) => void,
) {
  const [http, primary, pool, one, two] = (await freePorts(5)) as [number, number, number, number, number];
  const password = randomBytes(16).toString('hex');
  const etcd = await startEtcd(folder, keep);
  say('etcd: three members');
  const nodes = await startNodes({ folder, programs, etcd: etcd.clients }, keep);
  say('PostgreSQL: two nodes under Patroni');

  const [a, b] = nodes as [Node, Node];
  const doors = {
    HTTP: local(http),
    PRIMARY: local(primary),
    SERVER_ONE: local(one),
    SERVER_TWO: local(two),
    NODE_A: a.address,
    NODE_B: b.address,
    REST_A_PORT: String(a.restPort),
    REST_B_PORT: String(b.restPort),
  };
  keep(
    makePart(folder, 'haproxy', ['/usr/sbin/haproxy', '-db', '-f', join(TEMPLATES, 'haproxy.cfg')], doors),
  );
  const values = {
    PRIMARY_HOST: '127.0.0.1',
    PRIMARY_PORT: primary,
    POOLER_HOST: '127.0.0.1',
    POOLER_PORT: pool,
    FOLDER: folder,
  };
  writeFileSync(join(folder, 'pgbouncer.ini'), filled('pgbouncer.ini', values), { mode: 0o644 });
  writeFileSync(join(folder, 'users.txt'), `"keyhold" "${password}"\n`, { mode: 0o644 });
  await prepare(folder, keep, { port: primary, superuser: nodes[0]?.superuser ?? '', password });
  const pooler = keep(makePart(folder, 'pgbouncer', ['/usr/sbin/pgbouncer', join(folder, 'pgbouncer.ini')]));
  say('HAProxy and PgBouncer');

  const databaseUrl = `postgres://keyhold:${password}@${local(pool)}/keyhold`;
  const listenUrl = `postgres://keyhold:${password}@${local(primary)}/keyhold`;
  const owner = `postgres:${nodes[0]?.superuser}`;
  await finished(
    keep(
      makePart(folder, 'migrate', [process.execPath, join(ROOT, 'dist/server/migrate.js')], {
        DATABASE_URL: listenUrl,
        DATABASE_OWNER_URL: `postgres://${owner}@${local(primary)}/keyhold`,
      }),
    ),
    'The database could not be migrated',
  );
  const metricsToken = randomBytes(16).toString('hex');
  const servers = [one, two].map((port, n) =>
    keep(
      makePart(folder, `server-${n + 1}`, [process.execPath, join(ROOT, 'dist/server/main.js')], {
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        DATABASE_LISTEN_URL: listenUrl,
        METRICS_TOKEN: metricsToken,
        PREPARED_STATEMENTS: 'off',
        TRUST_PROXY: '1',
        LOG_LEVEL: 'warn',
        WRITES_PER_MINUTE: '1000000',
      }),
    ),
  );
  const url = `http://${local(http)}`;
  await until('Keyhold', async () => (await fetch(`${url}/readyz`)).ok, 60);
  say('Keyhold: two servers');
  const serverUrls = [one, two].map((port) => `http://${local(port)}`);
  return { url, databaseUrl, servers, serverUrls, metricsToken, pooler, nodes, etcd };
}

/** The database and the login, by the script of the container; it waits for the primary. */
async function prepare(
  folder: string,
  keep: (part: Part) => Part,
  { port, superuser, password }: { port: number; superuser: string; password: string },
): Promise<void> {
  const environment = {
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'postgres',
    PGPASSWORD: superuser,
    KEYHOLD_PASSWORD: password,
  };
  await finished(
    keep(makePart(folder, 'prepare', ['/bin/sh', join(TEMPLATES, 'run.sh'), 'prepare'], environment)),
    'The database could not be prepared',
  );
}

/** Waits for a part that runs to its end; throws when that was no good one. */
async function finished(part: Part, otherwise: string): Promise<void> {
  await until('the database', async () => part.code() !== null, 90);
  if (part.code() !== 0) throw new Error(otherwise);
}
