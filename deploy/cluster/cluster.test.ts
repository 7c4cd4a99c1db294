import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openClient } from '../../faults/crash/client.ts';
import { compare, expectWhole } from '../../faults/crash/database.ts';
import { makeRegister, type Officers, type Register, startOfficers } from '../../faults/crash/officers.ts';
import { addressOf } from '../../server/testing/database.ts';
import { figure, seconds } from '../../server/testing/figures.ts';
import { type Cluster, isWhole, type Node, signalTo, startCluster } from './cluster.ts';

/** How long a supervisor takes to start what has died. */
const SUPERVISOR_MS = 3000;
/** Longer than a primary leads without having renewed its lock (`ttl` of patroni.yml). */
const LOCK_MS = 25_000;
/** Acknowledged before a death, and after everything is back. */
const WRITES = 100;

const stops: (() => unknown)[] = [];
let cluster: Cluster;
let register: Register;
let log: Officers['log'] | undefined;
const client = openClient(() => cluster.url);

beforeAll(async () => {
  cluster = await startCluster(stops);
  await vi.waitUntil(async () => (await fetch(`${cluster.url}/readyz`)).ok, {
    timeout: 60_000,
    interval: 200,
  });
  register = await makeRegister(client);
}, 300_000);
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
}, 120_000);

async function nodeThatIs(role: 'primary' | 'synchronous'): Promise<Node> {
  for (const node of cluster.nodes) if (await node.is(role)) return node;
  throw new Error(`No node is ${role}`);
}

/** Starts what died, and waits until one node is the synchronous standby of the other. */
const rejoin = async (...starts: (() => void)[]) => {
  for (const start of starts) start();
  await vi.waitUntil(() => isWhole(cluster.nodes), { timeout: 120_000, interval: 200 });
};

/** What dies, within how many seconds writes and reads succeed again, and how it comes back once they do. */
const DEATHS: { goal: string; name: string; limit: number; strike(): Promise<() => Promise<unknown>> }[] = [
  {
    goal: 'C1',
    name: 'a server',
    limit: 10,
    strike: async () => {
      await cluster.server.kill();
      return cluster.server.start;
    },
  },
  {
    goal: 'C2',
    name: 'the pooler',
    limit: 20,
    strike: async () => {
      await cluster.pooler.kill();
      await sleep(SUPERVISOR_MS);
      cluster.pooler.start();
      return async () => undefined;
    },
  },
  {
    goal: 'C3',
    name: 'the standby of PostgreSQL',
    limit: 20,
    strike: async () => {
      const standby = await nodeThatIs('synchronous');
      await standby.kill();
      return () => rejoin(standby.start);
    },
  },
  {
    goal: 'C4',
    name: 'the primary of PostgreSQL',
    limit: 30,
    strike: async () => {
      const primary = await nodeThatIs('primary');
      await primary.kill();
      return () => rejoin(primary.start);
    },
  },
  {
    goal: 'C5',
    name: 'a primary that hangs, and wakes once another leads',
    limit: 40,
    strike: async () => {
      const pids = (await nodeThatIs('primary')).pids();
      for (const pid of pids) signalTo(pid, 'SIGSTOP');
      return () => rejoin(...pids.map((pid) => () => signalTo(pid, 'SIGCONT')));
    },
  },
  {
    goal: 'C6',
    name: "etcd's leader, of three members",
    limit: 20,
    strike: async () => {
      const leader = await cluster.etcd.leader();
      await leader.kill();
      return () => sleep(LOCK_MS).then(leader.start);
    },
  },
  {
    goal: 'C7',
    name: 'two of three members of etcd',
    limit: 20,
    strike: async () => {
      const dead = cluster.etcd.members.slice(1);
      await Promise.all(dead.map((member) => member.kill()));
      return () => sleep(LOCK_MS).then(() => rejoin(...dead.map(({ start }) => start)));
    },
  },
];

/** The longest time between two moments after `from`, in milliseconds. */
function standstill(moments: number[], from: number): number {
  const later = [from, ...moments.filter((one) => one > from)];
  return Math.max(...later.slice(1).map((one, n) => one - (later[n] ?? one)));
}

for (const { goal, name, limit, strike } of DEATHS)
  test(`${name}: its death loses nothing acknowledged, and stops writes and reads for under ${limit} s`, async () => {
    const officers = startOfficers(client, register, log);
    log = officers.log;
    const { at } = log;
    const reads: number[] = [];
    let over = false;
    const reading = (async () => {
      for (; !over; await sleep(30)) {
        const reply = await client.ask('GET', '/api/key-bunches?limit=50').catch(() => null);
        if (reply?.status === 200) reads.push(performance.now());
      }
    })();
    const more = (count: number) => {
      const enough = at.length + count;
      return vi.waitUntil(() => at.length > enough, { timeout: 120_000, interval: 50 });
    };
    let died = 0;
    let failure: Error | null = null;
    try {
      await more(WRITES);
      died = performance.now();
      const back = await strike();
      const isBack = () => [at, reads].every((moments) => (moments.at(-1) ?? 0) > died + 1500);
      await vi.waitUntil(isBack, { timeout: 120_000, interval: 50 });
      // What was lost weighs more than what did not come back, so it is compared all the same.
      await back().catch((error: Error) => {
        failure = error;
      });
      await more(WRITES);
    } finally {
      over = true;
      await Promise.all([officers.goHome(), reading]);
    }

    const [writes, read] = [standstill(at, died), standstill(reads, died)];
    const { acknowledged, ...wrong } = await compare(cluster.owner, log);
    figure(
      goal,
      `writes stopped for ${seconds(writes)}, reads for ${seconds(read)}; ${acknowledged} acknowledged so far, 0 lost`,
    );
    expect(wrong).toEqual({ lost: [], half: [], twice: [] });
    // HAProxy's own answers while nothing is behind it.
    expect(client.seen.wrong.filter((one) => !/: 50[234] "<html>/.test(one))).toEqual([]);
    for (const refusal of log.refused)
      expect(refusal).toMatch(/409 Keys are (already issued|not currently issued)$/);
    await expectWhole({ ...cluster.environment, DATABASE_OWNER_URL: addressOf(cluster.owner) });
    expect(writes).toBeLessThan(limit * 1000);
    expect(read).toBeLessThan(limit * 1000);
    expect(failure).toBeNull();
  });
