import pg from 'pg';
import type { Chain } from '../database/history-chain.ts';
import { type Finding, findFaults, OWNERS_CHECKS } from '../database/invariants.ts';
import { reachDatabase } from '../database/reach.ts';
import { OWNER, SYSTEM } from '../database/roles.ts';

/**
 * `npm run verify`: recomputes the chains of every company and checks what must hold between the tables, whether a server runs or not.
 * Prints a line per company and exits with 1 when anything is broken.
 */
async function main(): Promise<void> {
  const { target, owner, close } = await reachDatabase();
  const client = new pg.Client(owner ?? target);
  try {
    await client.connect();
    const began = performance.now();
    const findings = await findFaults(client, owner ? OWNER : SYSTEM);
    const seconds = (performance.now() - began) / 1000;
    for (const finding of findings) for (const line of report(finding)) console.log(line);
    if (!owner)
      console.log(
        `Not checked, which takes DATABASE_OWNER_URL: ${OWNERS_CHECKS.join(', ')} (docs/guarantees.md)`,
      );
    const broken = findings.filter((finding) => !isWhole(finding)).length;
    console.log(`${findings.length} companies, ${broken} broken`);
    console.log(rateOf(findings, seconds));
    process.exitCode = broken > 0 ? 1 : 0;
  } finally {
    await client.end();
    await close();
  }
}

const isBroken = (chain: Chain) => chain.brokenAt !== null;
const isWhole = ({ chains, faults }: Finding) => !chains.some(isBroken) && faults.length === 0;
const NAMES = { movement: 'movement', log: 'log entry' } as const;

/** How long it took, so that an operator knows what a larger history will take. */
function rateOf(findings: Finding[], seconds: number): string {
  const entries = findings.flatMap(({ chains }) => chains).reduce((sum, chain) => sum + chain.entries, 0);
  const rate = Math.round(entries / seconds);
  return `${entries} entries in ${seconds.toFixed(1)} seconds, ${rate} a second`;
}

function report({ id, name, chains, faults }: Finding): string[] {
  const count = (chain: Chain['chain']) => chains.find((one) => one.chain === chain)?.entries ?? 0;
  const broken = chains
    .filter(isBroken)
    .map(({ chain, brokenAt, reason }) => `BROKEN at ${NAMES[chain]} ${brokenAt}: ${reason}`);
  const about = `Company ${id} "${name}": ${count('movement')} movements, ${count('log')} log entries`;
  return [
    `${about}, ${broken.join(', ') || 'chain intact'}`,
    ...faults.map(({ rule, what }) => `  BROKEN: ${what} (${rule})`),
  ];
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
