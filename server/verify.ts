import { realpath } from 'node:fs/promises';
import pg from 'pg';
import { readConfig } from './config.ts';
import { findRunning, openEmbedded } from './database/embedded.ts';
import { findPlace } from './database/embedded-place.ts';
import { type Chain, type Finding, findFaults } from './database/invariants.ts';

/**
 * `npm run verify`: recomputes the chains of every company and checks what must hold between the tables, whether a server runs or not.
 * Prints a line per company and exits with 1 when anything is broken.
 */
async function main(): Promise<void> {
  const { target, close } = await open();
  const client = new pg.Client(target);
  try {
    await client.connect();
    const findings = await findFaults(client);
    for (const finding of findings) for (const line of report(finding)) console.log(line);
    const broken = findings.filter((finding) => !isWhole(finding)).length;
    console.log(`${findings.length} companies, ${broken} broken`);
    process.exitCode = broken > 0 ? 1 : 0;
  } finally {
    await client.end();
    await close();
  }
}

/** The database of the configuration; the embedded one is shared with the server that runs it, or started for the while. */
async function open(): Promise<{ target: pg.ClientConfig; close: () => Promise<void> }> {
  const config = readConfig(process.env);
  const nothing = async () => undefined;
  if (config.databaseUrl) return { target: { connectionString: config.databaseUrl }, close: nothing };
  const running = await findRunning(config.dataDir);
  if (running) return { target: running.connection, close: nothing };
  const real = await realpath(config.dataDir).catch(() => null);
  if (!real || !(await findPlace(real))) throw new Error(`There is no database in ${config.dataDir} yet.`);
  const embedded = await openEmbedded(config.dataDir, console.log);
  return { target: embedded.connection, close: embedded.close };
}

const isBroken = (chain: Chain) => chain.brokenAt !== null;
const isWhole = ({ chains, faults }: Finding) => !chains.some(isBroken) && faults.length === 0;
const NAMES = { movement: 'movement', log: 'log entry' } as const;

function report({ id, name, chains, faults }: Finding): string[] {
  const count = (chain: Chain['chain']) => chains.find((one) => one.chain === chain)?.entries ?? 0;
  const broken = chains
    .filter(isBroken)
    .map(({ chain, brokenAt, reason }) => `BROKEN at ${NAMES[chain]} ${brokenAt}: ${reason}`);
  const about = `Company ${id} "${name}": ${count('movement')} movements, ${count('log')} log entries`;
  return [
    `${about}, ${broken.join(', ') || 'chain whole'}`,
    ...faults.map(({ rule, what }) => `  BROKEN: ${what} (${rule})`),
  ];
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
