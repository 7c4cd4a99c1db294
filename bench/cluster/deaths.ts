import { setTimeout as sleep } from 'node:timers/promises';
import { isWhole } from './nodes.ts';
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
    name: 'the primary of PostgreSQL, with its Patroni',
    limit: 30,
    strike: async ({ nodes }) => {
      for (const node of nodes) {
        if (!(await node.isPrimary())) continue;
        await node.kill();
        return async () => {
          node.part.start();
          await until('the former primary as standby', () => isWhole(nodes), 120);
        };
      }
      throw new Error('Nobody leads PostgreSQL');
    },
  },
  {
    name: "etcd's leader, of three members",
    limit: 20,
    strike: async ({ etcd }) => {
      const leader = await etcd.leader();
      await leader.kill();
      return async () => {
        // Longer than a primary leads without having renewed its lock.
        await sleep(20_000);
        leader.start();
      };
    },
  },
];
