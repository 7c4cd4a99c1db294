import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuOf } from '../cpu.ts';
import { freePorts, makePart, type Part, until } from './part.ts';
import { filled } from './template.ts';

/** A PostgreSQL with its Patroni. */
export type Node = {
  part: Part;
  address: string;
  restPort: number;
  superuser: string;
  isPrimary(): Promise<boolean>;
  /** Its commits are on this node too before they are answered. */
  isStandby(): Promise<boolean>;
  /** Processor time that the postmaster and its children have taken so far. */
  cpuMs(): number;
  /** Patroni, the postmaster and all its children, as a loss of power would. */
  kill(): Promise<void>;
  /** All of them stand still, as on a machine that hangs. Answers how they go on. */
  hang(): () => void;
};

type Setting = { folder: string; programs: string; etcd: string[] };

/** Two nodes; resolves when one is the primary and the other its synchronous standby. */
export async function startNodes(setting: Setting, keep: (part: Part) => Part): Promise<Node[]> {
  const [ports, rests] = [await freePorts(2), await freePorts(2)];
  const passwords = {
    SUPERUSER_PASSWORD: randomBytes(16).toString('hex'),
    REPLICATION_PASSWORD: randomBytes(16).toString('hex'),
    REWIND_PASSWORD: randomBytes(16).toString('hex'),
  };
  const nodes = ['a', 'b'].map((name, n): Node => {
    const { folder } = setting;
    const file = join(folder, `patroni-${name}.yml`);
    const address = `127.0.0.1:${ports[n]}`;
    const values = {
      NAME: name,
      NODE: address,
      REST: `127.0.0.1:${rests[n]}`,
      ETCD: setting.etcd.join(),
      FOLDER: folder,
      PROGRAMS: setting.programs,
      NETWORK: '127.0.0.1/32',
      ...passwords,
    };
    writeFileSync(file, filled('patroni.yml', values), { mode: 0o644 });
    const part = keep(makePart(folder, `node-${name}`, ['/usr/bin/patroni', file]));
    const restPort = rests[n] ?? 0;
    return {
      part,
      address,
      restPort,
      superuser: passwords.SUPERUSER_PASSWORD,
      isPrimary: () => says(restPort, 'primary'),
      isStandby: () => says(restPort, 'synchronous'),
      cpuMs: () => cpuOf(postmasterOf(join(folder, name))),
      kill: async () => {
        const pids = postgresOf(join(folder, name));
        await part.kill();
        for (const pid of pids) signal(pid, 'SIGKILL');
      },
      hang: () => {
        const pids = [part.pid(), ...postgresOf(join(folder, name))];
        for (const pid of pids) signal(pid, 'SIGSTOP');
        return () => {
          for (const pid of pids) signal(pid, 'SIGCONT');
        };
      },
    };
  });
  await until('a primary and its standby', () => isWhole(nodes), 120);
  return nodes;
}

/** One leads and the other is its synchronous standby. */
export const isWhole = async (nodes: Node[]): Promise<boolean> =>
  (await Promise.all(nodes.map((node) => node.isPrimary()))).filter(Boolean).length === 1 &&
  (await Promise.all(nodes.map((node) => node.isStandby()))).filter(Boolean).length === 1;

const says = (port: number, what: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/${what}`, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

const postmasterOf = (folder: string): number =>
  Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** The postmaster of a data folder and its children, as /proc has them. */
function postgresOf(folder: string): number[] {
  const postmaster = postmasterOf(folder);
  const parent = (pid: string): number => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
    } catch {
      return 0;
    }
  };
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [postmaster, ...all.filter((pid) => parent(pid) === postmaster).map(Number)];
}

function signal(pid: number, what: NodeJS.Signals): void {
  try {
    process.kill(pid, what);
  } catch {
    // Gone already.
  }
}
