import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf } from '../cpu.ts';
import { median } from '../measure.ts';
import { makeCompany, type Send } from './load.ts';
import type { Topology } from './topology.ts';

const SETS = 400;
const READERS = 8;
const READING_MS = 10_000;
/** Of a round with one server, and of one with both. */
const ROUND_MS = 5000;
const ROUNDS = 5;
const LISTS = [
  '/api/key-bunches?limit=100',
  '/api/key-bunches?q=quiet&limit=50',
  '/api/movement-history?limit=200',
];

/** What was answered, and the milliseconds of a core that each server and all of PostgreSQL took for it. */
type Round = { reads: number; each: number[]; postgres: number };

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

/** Readers who ask for these paths in turn, each of a server of theirs, without a pause. Answers how many were answered. */
async function read(servers: Send[], paths: string[], ms: number): Promise<number> {
  const until = performance.now() + ms;
  let reads = 0;
  const reader = async (n: number) => {
    const send = servers[n % servers.length];
    for (let turn = n; send && performance.now() < until; turn += 1) {
      const reply = await send(paths[turn % paths.length] ?? '');
      await reply.arrayBuffer();
      if (reply.ok) reads += 1;
    }
  };
  await Promise.all(Array.from({ length: READERS }, (_, n) => reader(n)));
  return reads;
}

/** Measures both gains on a company that nobody changes. */
export async function measureGain(topology: Topology, say: (line: string) => void): Promise<void> {
  const company = await makeCompany(topology.url, { name: 'Quiet', email: 'kim@example.com', sets: SETS });
  await sleep(1000);
  await gainOfReplica(topology, company.send, say);
  const servers = topology.serverUrls.map(company.sendTo);
  const paths = [...company.sets.slice(0, 9).map((id) => `/api/key-bunches/${id}`), '/api/dashboard'];
  await gainOfServer(topology, servers, paths, say);
}

/**
 * Single sets and the dashboard, which no replica answers, of one server and of two in turn. Where all share few cores the second adds
 * little to the answers a second; what each answer costs the servers says whether it halves the work of the first.
 */
async function gainOfServer(
  { servers: parts, nodes }: Topology,
  servers: Send[],
  paths: string[],
  say: (line: string) => void,
): Promise<void> {
  const cpu = () => ({
    servers: parts.map((part) => cpuOf(part.pid())),
    postgres: nodes.reduce((sum, node) => sum + node.cpuMs(), 0),
  });
  const rounds = { one: [] as Round[], two: [] as Round[] };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, asked] of [['one', servers.slice(0, 1)] as const, ['two', servers] as const]) {
      const before = cpu();
      const reads = await read(asked, paths, ROUND_MS);
      const after = cpu();
      const each = parts.map((_, n) => (after.servers[n] ?? 0) - (before.servers[n] ?? 0));
      // The first round warms both.
      if (round > 0) rounds[name].push({ reads, each, postgres: after.postgres - before.postgres });
    }
  for (const [name, all] of Object.entries(rounds)) {
    const of = (value: (round: Round) => number) => median(all.map(value));
    const total = ({ each }: Round) => each.reduce((sum, ms) => sum + ms, 0);
    say(
      `${name} of the servers: ${((of(({ reads }) => reads) * 1000) / ROUND_MS).toFixed(0)} answers a second; for one ` +
        `${of((round) => total(round) / round.reads).toFixed(2)} ms of a core of all servers, ` +
        `${of((round) => Math.max(...round.each) / round.reads).toFixed(2)} of the busier one, ` +
        `${of((round) => round.postgres / round.reads).toFixed(2)} of PostgreSQL`,
    );
  }
}

/**
 * Lists, searches and histories, and what they cost the processors of the primary and of the replica: what the replica spent, the primary
 * would have spent without it.
 */
async function gainOfReplica(topology: Topology, send: Send, say: (line: string) => void): Promise<void> {
  const [primary, replica] = await Promise.all(topology.nodes.map((node) => node.isPrimary())).then(
    ([first]) => (first ? topology.nodes : topology.nodes.toReversed()),
  );
  const cpu = () => [primary?.cpuMs() ?? 0, replica?.cpuMs() ?? 0] as const;
  const counted = await countedOf(topology);
  const before = cpu();
  const reads = await read([send], LISTS, READING_MS);
  const after = cpu();
  const now = await countedOf(topology);
  const [onPrimary, onReplica] = [after[0] - before[0], after[1] - before[1]].map((ms) =>
    (ms / reads).toFixed(2),
  );
  const there = (now.replica ?? 0) - (counted.replica ?? 0);
  say(`\n${reads} reads of a company that nobody changes, ${there} of them answered by the replica`);
  say(`PostgreSQL's processor time for one: ${onPrimary} ms on the primary, ${onReplica} ms on the replica`);
}
