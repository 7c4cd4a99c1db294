import pg from 'pg';
import { type Finding, findFaults, isWhole, linesOf } from '../database/invariants.ts';
import { reachDatabase } from '../database/reach.ts';

/**
 * `npm run verify`: recomputes the chains of every company and checks what must hold between the tables, whether a server runs or not.
 * Prints a line per company and exits with 1 when anything is broken.
 */
async function main(): Promise<void> {
  const { target, close } = await reachDatabase();
  const client = new pg.Client(target);
  try {
    await client.connect();
    const began = performance.now();
    const findings = await findFaults(client);
    const seconds = (performance.now() - began) / 1000;
    for (const finding of findings) for (const line of linesOf(finding)) console.log(line);
    const broken = findings.filter((finding) => !isWhole(finding)).length;
    console.log(`${findings.length} companies, ${broken} broken`);
    console.log(rateOf(findings, seconds));
    process.exitCode = broken > 0 ? 1 : 0;
  } finally {
    await client.end();
    await close();
  }
}

/** How long it took, so that an operator knows what a larger history will take. */
function rateOf(findings: Finding[], seconds: number): string {
  const entries = findings.flatMap(({ chains }) => chains).reduce((sum, chain) => sum + chain.entries, 0);
  const rate = Math.round(entries / seconds);
  return `${entries} entries in ${seconds.toFixed(1)} seconds, ${rate} a second`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
