import { setTimeout as sleep } from 'node:timers/promises';
import { isWhole, type Node } from './nodes.ts';
import { until } from './part.ts';
import type { Topology } from './topology.ts';

/** What dies. `strike` kills it and answers how to bring it back, as its supervisor would once writes are back. */
export type Death = {
  name: string;
  /** How long writes may stand still, in seconds. */
  limit: number;
  strike(topology: Topology): Promise<() => Promise<void>>;
};

/** How long a supervisor takes to start what has died. */
const SUPERVISOR_MS = 3000;
/** Longer than a primary leads without having renewed its lock (`ttl` of patroni.yml). */
const LOCK_MS = 25_000;

export const DEATHS: Death[] = [
  {
    name: 'a server',
    limit: 10,
    strike: async ({ servers: [server], url }) => {
      await server?.kill();
      return async () => {
        server?.start();
        await until('Keyhold', async () => (await fetch(`${url}/readyz`)).ok, 60);
      };
    },
  },
  {
    name: 'the pooler',
    limit: 20,
    strike: async ({ pooler }) => {
      await pooler.kill();
      setTimeout(() => pooler.start(), SUPERVISOR_MS);
      return async () => undefined;
    },
  },
  {
    name: 'the standby of PostgreSQL',
    limit: 20,
    strike: async ({ nodes }) => {
      const standby = await theOne(nodes, (node) => node.isStandby());
      await standby.kill();
      return () => rejoin(nodes, () => standby.part.start());
    },
  },
  {
    name: 'the primary of PostgreSQL',
    limit: 30,
    strike: async ({ nodes }) => {
      const primary = await theOne(nodes, (node) => node.isPrimary());
      await primary.kill();
      return () => rejoin(nodes, () => primary.part.start());
    },
  },
  {
    name: 'a primary that hangs, and wakes as if nothing had been',
    limit: 40,
    strike: async ({ nodes }) => {
      const primary = await theOne(nodes, (node) => node.isPrimary());
      const wake = primary.hang();
      return () => rejoin(nodes, wake);
    },
  },
  {
    name: "etcd's leader, of three members",
    limit: 20,
    strike: async ({ etcd }) => {
      const leader = await etcd.leader();
      await leader.kill();
      return async () => {
        await sleep(LOCK_MS);
        leader.start();
      };
    },
  },
  {
    name: 'two of three members of etcd',
    limit: 20,
    strike: async ({ etcd, nodes }) => {
      const [one, two] = etcd.members;
      await Promise.all([one?.kill(), two?.kill()]);
      return async () => {
        await sleep(LOCK_MS);
        one?.start();
        two?.start();
        await until('a primary and its standby', () => isWhole(nodes), 120);
      };
    },
  },
];

async function theOne(nodes: Node[], is: (node: Node) => Promise<boolean>): Promise<Node> {
  for (const node of nodes) if (await is(node)) return node;
  throw new Error('No node of PostgreSQL is what should die');
}

/** The node comes back, and is again what the other can lean on. */
async function rejoin(nodes: Node[], back: () => void): Promise<void> {
  back();
  await until('a primary and its standby', () => isWhole(nodes), 120);
}
