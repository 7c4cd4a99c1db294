import type { Anchor, AnchorState } from '../../shared/anchor.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import { type AnchorFolder, type Extent, extentsOf, inFolder, linesOf, ownKey } from './folder.ts';
import { hashesAt, headsBehind, ownHeads, type SeenHead } from './heads.ts';
import type { AnchorKey } from './key.ts';
import { CHAINS, isKeyLine } from './line.ts';
import { type Memory, openMemory } from './memory.ts';
import { openWriter } from './writer.ts';

declare module 'fastify' {
  interface FastifyInstance {
    anchors: Anchors;
  }
}

/** The ends of the chains of companies, written and signed outside the database (decision 0045). */
export type Anchors = {
  /** Reads the ends of the caller's own chains, in a transaction of theirs. */
  look(tx: Tx, companyId: number): Promise<SeenHead[]>;
  /** Writes what moved of them, and answers what is written now; null when it could not be written or does not fit. Never throws. */
  write(heads: readonly SeenHead[]): Promise<Anchor | null>;
  /** Writes what moved of every company. Throws when it could not. */
  run(): Promise<void>;
  health(): 'written' | 'failing' | 'misfit';
  stateOf(companyId: number): Promise<AnchorState>;
  /** The key that signs now. Throws when it cannot be read. */
  key(): Promise<AnchorKey>;
  /** The lines of a company and of the keys that are there now, each as it is in the file. */
  linesOf(companyId: number): Promise<AsyncIterable<string>>;
};

/** So many companies are looked at in one transaction. */
const PAGE = 1000;

type Log = Parameters<typeof openWriter>[2];

/** Opens the folder of anchors, which is made when the first is written. */
export function openAnchors(folder: AnchorFolder, transactions: Transactions, log: Log): Anchors {
  const memory = openMemory(folder.dir);
  const writer = openWriter(folder, memory, log);
  const readOwnKey = () => inFolder(folder, () => ownKey(folder));
  async function writeAll(): Promise<void> {
    await readOwnKey();
    await memory.load();
    let behind = 0;
    for (;;) {
      const heads = await seenBehind(transactions, memory, behind);
      await writer.append(heads);
      if (heads.length < PAGE * CHAINS.length) break;
      behind = heads.at(-1)?.company ?? behind;
    }
  }
  return {
    async look(tx, companyId) {
      await memory.load().catch(writer.fail);
      return ownHeads(tx, companyId, memory.of);
    },
    write: writer.write,
    run: () =>
      writeAll().catch((error: unknown) => {
        writer.fail(error);
        throw error;
      }),
    health: writer.health,
    key: readOwnKey,
    async stateOf(companyId) {
      const key = await readOwnKey().catch(writer.fail);
      await memory.load().catch(writer.fail);
      return {
        key: key ? { fingerprint: key.fingerprint, publicKey: key.pem } : null,
        last: memory.anchorOf(companyId),
        isFailing: writer.isFailing(),
        isMisfit: writer.isMisfit(companyId),
      };
    },
    linesOf: async (companyId) => ownLines(await extentsOf(folder.dir), companyId),
  };
}

/** A page of companies: their heads, each with whether what was anchored of it before still stands. */
async function seenBehind(transactions: Transactions, memory: Memory, behind: number): Promise<SeenHead[]> {
  const upto = memory.newest();
  return transactions.forSystem(async (tx) => {
    const heads = await headsBehind(tx, behind, PAGE);
    // What was anchored since is newer than what is read here.
    const known = heads.map(({ company, chain }) => {
      const line = memory.of(company, chain);
      return line && line.n <= upto ? line : undefined;
    });
    const places = known.flatMap((line, at) => (line && line.seq < (heads[at]?.seq ?? 0) ? [line] : []));
    const hashes = await hashesAt(tx, places);
    const now = new Map(places.map((line, at) => [line, hashes[at]]));
    return heads.map((head, at) => {
      const line = known[at];
      if (!line) return { ...head, fits: true };
      const hash = line.seq === head.seq ? head.hash : now.get(line);
      return { ...head, fits: line.seq <= head.seq && hash === line.hash };
    });
  });
}

async function* ownLines(files: readonly Extent[], company: number): AsyncGenerator<string> {
  for (const { path, bytes } of files)
    for await (const { raw, line } of linesOf(path, bytes))
      if (line && (isKeyLine(line) || line.company === company)) yield raw;
}
