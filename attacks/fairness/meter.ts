import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_MS = 0.1;

/** The processor time of a process or thread in milliseconds, and its name. */
function read(path: string): { name: string; ms: number } | null {
  try {
    const text = readFileSync(path, 'latin1');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    return {
      name: text.slice(text.indexOf('(') + 1, end),
      ms: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_MS,
    };
  } catch {
    return null;
  }
}

function sample(pid: number) {
  const used = { 'event loop': 0, 'other threads': 0, PostgreSQL: 0 };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const ms = read(`/proc/${pid}/task/${thread}/stat`)?.ms ?? 0;
    used[Number(thread) === pid ? 'event loop' : 'other threads'] += ms;
  }
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : null;
    if (found?.name === 'postgres') used.PostgreSQL += found.ms;
  }
  return used;
}

function everybody() {
  const all = new Map<string, number>();
  for (const pid of readdirSync('/proc')) {
    const found = /^\d+$/.test(pid) ? read(`/proc/${pid}/stat`) : null;
    if (found) all.set(`${found.name} ${pid}`, found.ms);
  }
  return all;
}

/** How much of a processor the server's event loop, its other threads and PostgreSQL take. */
export function openMeter(pid: number) {
  const from = performance.now();
  const before = sample(pid);
  const all = everybody();
  return {
    read(): string {
      const ms = performance.now() - from;
      const after = sample(pid);
      const now = everybody();
      const top = [...now].map(([name, used]) => [name, used - (all.get(name) ?? 0)] as const).toSorted((a, b) => b[1] - a[1]).slice(0, 9);
      const idle = readFileSync('/proc/stat', 'latin1').split('\n')[0];
      const share = (name: keyof typeof before) =>
        `${name} ${((100 * (after[name] - before[name])) / ms).toFixed(0)} %`;
      return `${share('event loop')}, ${share('other threads')}, ${share('PostgreSQL')}; ${top.map(([name, used]) => `${name} ${((100 * used) / ms).toFixed(0)}`).join(', ')}; ${idle}`;
    },
  };
}
