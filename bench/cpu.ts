import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { withClient } from './cluster.ts';

/** The length of a clock tick in /proc: 1/100 s on every Linux that Node supports. */
const TICK_MS = 10;

type Stat = { pid: number; parent: number; own: number; gone: number };

/** A process in /proc: its own milliseconds, and those of its children that ended. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, goneUser = 0, goneSystem = 0] = fields.slice(11, 15);
    return { pid, parent, own: (user + system) * TICK_MS, gone: (goneUser + goneSystem) * TICK_MS };
  } catch {
    return null;
  }
}

/** The processor time that a process and all its descendants have used so far, in milliseconds, including those that ended. */
export function cpuOf(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const sum = (of: Stat): number =>
    of.own +
    of.gone +
    all.filter(({ parent }) => parent === of.pid).reduce((total, child) => total + sum(child), 0);
  const root = all.find((stat) => stat.pid === pid);
  return root ? sum(root) : 0;
}

/** The memory of a process, in megabytes. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

/** The PostgreSQL process whose children serve connections; null when it runs on another machine. */
export const findPostmaster = (admin: pg.ClientConfig): Promise<number | null> =>
  withClient(admin, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return statOf(rows[0]?.pid ?? 0)?.parent ?? null;
  });
