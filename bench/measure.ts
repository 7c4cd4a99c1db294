import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { withClient } from './cluster.ts';
import type { Driver, Result } from './driver/run.ts';
import type { Operation } from './operations.ts';
import type { Options } from './options.ts';
import type { Size } from './seed/size.ts';
import type { Target } from './targets.ts';

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

/** The results of one server in all rounds of an operation: operations a second and times in ms are medians of the rounds. */
export type Figures = {
  perSecond: number;
  p50: number;
  p99: number;
  /** Milliseconds of processor time per operation. `postgres` null: it runs on another machine. */
  cpu: { server: number; postgres: number | null };
  /** Megabytes at the end. */
  memory: number;
  bytes: number;
  errors: Record<string, number>;
};

/** An operation at a number of callers. `ratio` is the median of the rounds' own ratios: operations a second, Keyhold to floor. */
export type Measured = {
  operation: Operation;
  callers: number;
  keyhold: Figures;
  floor: Figures;
  ratio: number;
};

export type Bench = {
  size: Size;
  options: Options;
  driver: Driver;
  keyhold: Target;
  floor: Target;
  postmaster: number | null;
};

/** A server and the data it serves. */
export type Side = { target: Target; size: Size };

/** Calls of each operation that warm the shared code. */
const WARMING = { operations: ['read', 'list', 'stats'], turns: 1500, callers: 8 };

export const sidesOf = ({ keyhold, floor, size }: Bench): [Side, Side] => [
  { target: keyhold, size },
  { target: floor, size },
];

/** Warms up fresh servers, for at most `options.warmUpMs` per operation. */
export async function warmUp(
  { driver, options }: Pick<Bench, 'driver' | 'options'>,
  sides: readonly Side[],
): Promise<void> {
  const { operations, turns, callers } = WARMING;
  for (const operation of operations)
    for (const { target, size } of sides)
      await driver.run({
        port: target.port,
        cookie: target.cookie,
        operation,
        size,
        callers,
        ms: options.warmUpMs,
        round: 0,
        turns: turns / callers,
      });
}

/** Keyhold beside the floor, on the same data. */
export async function measure(bench: Bench, operation: Operation, callers: number): Promise<Measured> {
  const { one, other, ratio } = await measureInTurn(bench, sidesOf(bench), operation, callers);
  return { operation, callers, keyhold: one, floor: other, ratio };
}

type Round = Result & { server: number; postgres: number | null };

/**
 * Measures two servers in turn, round by round, so that other load affects both. `ratio` is the median of the rounds' ratios of operations
 * a second, one to other.
 */
export async function measureInTurn(
  bench: Pick<Bench, 'options' | 'driver' | 'postmaster'>,
  [one, other]: [Side, Side],
  operation: Operation,
  callers: number,
): Promise<{ one: Figures; other: Figures; ratio: number }> {
  const { options } = bench;
  const rounds = { one: [] as Round[], other: [] as Round[] };
  for (let round = 0; round <= options.rounds; round += 1) {
    const ms = round === 0 ? options.warmMs : options.ms;
    const [first, second] = [
      await play(bench, one, operation, callers, round, ms),
      await play(bench, other, operation, callers, round, ms),
    ];
    if (round === 0) continue;
    rounds.one.push(first);
    rounds.other.push(second);
  }
  const ratios = rounds.one.map((first, at) => rate(first) / rate(rounds.other[at] ?? first));
  return {
    one: figuresOf(rounds.one, one.target),
    other: figuresOf(rounds.other, other.target),
    ratio: median(ratios),
  };
}

async function play(
  { driver, postmaster }: Pick<Bench, 'driver' | 'postmaster'>,
  { target, size }: Side,
  operation: Operation,
  callers: number,
  round: number,
  ms: number,
): Promise<Round> {
  const { port, cookie, pid } = target;
  const postgresNow = () => (postmaster === null ? null : cpuOf(postmaster));
  const before = { server: cpuOf(pid), postgres: postgresNow() };
  const result = await driver.run({ port, cookie, operation: operation.name, size, callers, ms, round });
  const after = { server: cpuOf(pid), postgres: postgresNow() };
  const postgres =
    before.postgres === null || after.postgres === null ? null : after.postgres - before.postgres;
  return { ...result, server: after.server - before.server, postgres };
}

const rate = ({ done, ms }: Result) => (done / ms) * 1000;

function figuresOf(rounds: Round[], { pid }: Target): Figures {
  const done = Math.max(
    1,
    rounds.reduce((total, round) => total + round.done, 0),
  );
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const errors: Record<string, number> = {};
  for (const round of rounds)
    for (const [name, times] of Object.entries(round.errors)) errors[name] = (errors[name] ?? 0) + times;
  const measured = rounds.every(({ postgres }) => postgres !== null);
  return {
    perSecond: median(rounds.map(rate)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    cpu: {
      server: sum(({ server }) => server) / done,
      postgres: measured ? sum(({ postgres }) => postgres ?? 0) / done : null,
    },
    memory: memoryOf(pid),
    bytes: rounds.at(-1)?.bytes ?? 0,
    errors,
  };
}

/** The middle value, or the mean of the two in the middle; 0 without values. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const around = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return around.reduce((total, value) => total + value, 0) / Math.max(1, around.length);
}
