import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Finding, findFaults, isWhole, linesOf, OWNERS_CHECKS } from '../database/invariants.ts';
import { reachDatabase } from '../database/reach.ts';
import { OWNER, SYSTEM } from '../database/roles.ts';
import { noteOutcome } from '../task/outcome.ts';
import { checkSources, fingerprintIn, openSources } from './anchor-check.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run verify`: recomputes the chains of every company and checks what must hold between the tables, whether a server runs or not.
 * With `--anchors FILE` (or the folder of a server, or several) it also checks those signed heads, and each of them against the chains;
 * `--key` names a key that is trusted. Prints a line per company and exits with 1 when anything is broken.
 */
async function main(): Promise<number> {
  const { anchors, keys } = await read();
  const sources = await openSources(anchors);
  const { target, owner, dataDir, close } = await reachDatabase();
  const client = new pg.Client(owner ?? target);
  try {
    await client.connect();
    const began = performance.now();
    let anchored = { lines: [] as string[], fits: true };
    const findings = await findFaults(client, owner ? OWNER : SYSTEM, async () => {
      anchored = await checkSources(client, sources, keys);
    });
    const seconds = (performance.now() - began) / 1000;
    for (const finding of findings) for (const line of linesOf(finding)) console.log(line);
    if (!owner)
      console.log(
        `Not checked, which takes DATABASE_OWNER_URL: ${OWNERS_CHECKS.join(', ')} (docs/guarantees.md)`,
      );
    const broken = findings.filter((finding) => !isWhole(finding)).length;
    console.log(`${findings.length} companies, ${broken} broken`);
    console.log(rateOf(findings, seconds));
    for (const line of anchored.lines) console.log(line);
    const whole = broken === 0 && anchored.fits;
    await noteOutcome(dataDir, 'verify', whole);
    return whole ? 0 : 1;
  } finally {
    await client.end();
    await close();
  }
}

async function read(): Promise<{ anchors: string[]; keys: string[] }> {
  const { values } = parseArgs({
    options: { anchors: { type: 'string', multiple: true }, key: { type: 'string', multiple: true } },
  });
  return { anchors: values.anchors ?? [], keys: await Promise.all((values.key ?? []).map(fingerprintIn)) };
}

/** How long it took, so that an operator knows what a larger history will take. */
function rateOf(findings: Finding[], seconds: number): string {
  const entries = findings.flatMap(({ chains }) => chains).reduce((sum, chain) => sum + chain.entries, 0);
  const rate = Math.round(entries / seconds);
  return `${entries} entries in ${seconds.toFixed(1)} seconds, ${rate} a second`;
}

runCommand(main);
