import { setTimeout as sleep } from 'node:timers/promises';
import { makeCompany } from './load.ts';
import type { Topology } from './topology.ts';

const SETS = 400;
const READERS = 8;
const READING_MS = 10_000;
const LISTS = [
  '/api/key-bunches?limit=100',
  '/api/key-bunches?q=quiet&limit=50',
  '/api/movement-history?limit=200',
];

/** How many reads each server counted, by what became of them. */
async function countedOf({ serverUrls, metricsToken }: Topology): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const url of serverUrls) {
    const reply = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    for (const [, from = '', count] of (await reply.text()).matchAll(
      /^keyhold_replica_reads_total\{from="(\w+)"\} (\d+)$/gm,
    ))
      counts[from] = (counts[from] ?? 0) + Number(count);
  }
  return counts;
}

/**
 * Lists, searches and histories of a company that nobody changes, and what they cost the processors of the primary and of the replica:
 * what the replica spent, the primary would have spent without it.
 */
export async function measureGain(topology: Topology, say: (line: string) => void): Promise<void> {
  const { send } = await makeCompany(topology.url, { name: 'Quiet', email: 'kim@example.com', sets: SETS });
  await sleep(1000);
  const [primary, replica] = await Promise.all(topology.nodes.map((node) => node.isPrimary())).then(
    ([first]) => (first ? topology.nodes : topology.nodes.toReversed()),
  );
  const cpu = () => [primary?.cpuMs() ?? 0, replica?.cpuMs() ?? 0] as const;
  const counted = await countedOf(topology);
  const before = cpu();
  const until = performance.now() + READING_MS;
  let reads = 0;
  const reader = async (n: number) => {
    for (let turn = n; performance.now() < until; turn += 1) {
      const reply = await send(LISTS[turn % LISTS.length] ?? '');
      await reply.arrayBuffer();
      if (reply.ok) reads += 1;
    }
  };
  await Promise.all(Array.from({ length: READERS }, (_, n) => reader(n)));
  const after = cpu();
  const now = await countedOf(topology);
  const [onPrimary, onReplica] = [after[0] - before[0], after[1] - before[1]].map((ms) =>
    (ms / reads).toFixed(2),
  );
  const there = (now.replica ?? 0) - (counted.replica ?? 0);
  say(`\n${reads} reads of a company that nobody changes, ${there} of them answered by the replica`);
  say(`PostgreSQL's processor time for one: ${onPrimary} ms on the primary, ${onReplica} ms on the replica`);
}
