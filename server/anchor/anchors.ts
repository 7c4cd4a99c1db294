import { setTimeout as sleep } from 'node:timers/promises';
import type { Anchor, AnchorState, ChainHead } from '../../shared/anchor.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import {
  type AnchorFolder,
  appendHeads,
  type Extent,
  extentsOf,
  inFolder,
  linesOf,
  ownKey,
} from './folder.ts';
import { hashesAt, headsBehind, ownHeads, type SeenHead } from './heads.ts';
import { type AnchorKey, CHAINS, type ChainName, type Head, type HeadLine, isKeyLine } from './line.ts';

declare module 'fastify' {
  interface FastifyInstance {
    anchors: Anchors;
  }
}

/** The ends of the chains of companies, written and signed outside the database (decision 0045). */
export type Anchors = {
  /** Reads the ends of the caller's own chains, in a transaction of theirs. */
  look(tx: Tx, companyId: number): Promise<SeenHead[]>;
  /** Writes the heads that moved and returns the newest anchor; null when writing failed or a head does not match. Never throws. */
  write(heads: readonly SeenHead[]): Promise<Anchor | null>;
  /** Writes the heads that moved, of every company. Throws when writing fails. */
  run(): Promise<void>;
  health(): 'written' | 'failing' | 'misfit';
  stateOf(companyId: number): Promise<AnchorState>;
  /** The key that signs now. Throws when it cannot be read. */
  key(): Promise<AnchorKey>;
  /** The lines of a company and of the keys, as stored in the files at present. */
  linesOf(companyId: number): Promise<AsyncIterable<string>>;
};

/** Companies read in one transaction. */
const PAGE = 1000;
/** Limit of a request's wait for the disk; then it continues without an anchor. */
const PATIENCE_MS = 2000;
/** Number of newest files read at the start. A company without changes in them is written once more. */
const MONTHS = 2;

const nameOf = ({ company, chain }: Omit<Head, 'seq' | 'hash'>) => `${company}/${chain}`;

/**
 * Opens the folder of anchors, created at the first write. Heads are written batch by batch. A chain that no longer matches its anchor is not
 * written until it does, so the last matching head stays the last line, also after a restart.
 */
export function openAnchors(
  folder: AnchorFolder,
  transactions: Transactions,
  log: { error(about: object, message: string): void },
): Anchors {
  const memory = openMemory(folder.dir);
  const misfits = new Set<string>();
  let failing = false;
  let writing: Promise<unknown> = Promise.resolve();
  const key = () => inFolder(folder, () => ownKey(folder));

  function fail(error: unknown): null {
    failing = true;
    log.error({ event: 'anchor', err: error }, 'anchors could not be written');
    return null;
  }
  function judge(head: SeenHead): void {
    const name = nameOf(head);
    if (head.fits) misfits.delete(name);
    if (head.fits || misfits.has(name)) return;
    misfits.add(name);
    const { company: companyId, chain, seq } = head;
    const about = { companyId, chain, seq, anchored: memory.of(companyId, chain)?.seq };
    log.error({ event: 'anchor', ...about }, 'the history does not fit its anchor');
  }
  /** Selects the heads that moved when its turn comes. Throws when writing fails. */
  function append(heads: readonly SeenHead[]): Promise<void> {
    const turn = writing.then(async () => {
      heads.forEach(judge);
      const moved = heads
        .filter((head) => !misfits.has(nameOf(head)))
        .map(({ company, chain, seq, hash }) => ({ company, chain, seq, hash }))
        .filter(({ company, chain, seq }) => seq > (memory.of(company, chain)?.seq ?? 0));
      if (moved.length > 0) memory.keep(await inFolder(folder, () => appendHeads(folder, moved)));
      failing = false;
    });
    writing = turn.catch(() => {
      failing = true;
    });
    return turn;
  }
  return {
    key,
    async look(tx, companyId) {
      await memory.load().catch(fail);
      return ownHeads(tx, companyId, memory.of);
    },
    async write(heads) {
      const late = new Error(`The disk did not answer in ${PATIENCE_MS} ms`);
      const patience = new AbortController();
      const tooLate = sleep(PATIENCE_MS, null, patience).then(() => Promise.reject(late));
      const [first] = heads;
      return Promise.race([append(heads), tooLate])
        .then(() => (first && heads.every(({ fits }) => fits) ? memory.anchorOf(first.company) : null), fail)
        .finally(() => patience.abort());
    },
    run: () =>
      key()
        .then(() => appendAll(transactions, memory, append))
        .catch((error: unknown) => {
          fail(error);
          throw error;
        }),
    health: () => (misfits.size > 0 ? 'misfit' : failing ? 'failing' : 'written'),
    async stateOf(company) {
      const own = await key().catch(fail);
      await memory.load().catch(fail);
      return {
        key: own ? { fingerprint: own.fingerprint, publicKey: own.pem } : null,
        last: memory.anchorOf(company),
        isFailing: failing,
        isMisfit: CHAINS.some((chain) => misfits.has(nameOf({ company, chain }))),
      };
    },
    linesOf: async (companyId) => ownLines(await extentsOf(folder.dir), companyId),
  };
}

async function appendAll(
  transactions: Transactions,
  memory: Memory,
  append: (heads: readonly SeenHead[]) => Promise<void>,
): Promise<void> {
  await memory.load();
  for (let behind = 0, heads: SeenHead[] = []; ; behind = heads.at(-1)?.company ?? behind) {
    heads = await seenBehind(transactions, memory, behind);
    await append(heads);
    if (heads.length < PAGE * CHAINS.length) return;
  }
}

/** Time between anchors. An entry that is rewritten sooner than this after it was made may not be anchored yet. */
const EVERY_MS = 600_000;

/** Anchors now and every ten minutes; failures wait for the next run. `ended` receives each result. Returns a stop function. */
export function keepAnchoring(
  anchors: Anchors,
  ended: (isGood: boolean) => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= anchors
      .run()
      .then(
        () => ended(true),
        () => ended(false),
      )
      .finally(() => {
        running = null;
      });
  };
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** The heads of a page of companies, each with whether its last anchor still matches. */
async function seenBehind(transactions: Transactions, memory: Memory, behind: number): Promise<SeenHead[]> {
  const upto = memory.newest();
  return transactions.forSystem(async (tx) => {
    const heads = await headsBehind(tx, behind, PAGE);
    // Lines written since are newer than the heads read here.
    const known = heads.map(({ company, chain }) => {
      const line = memory.of(company, chain);
      return line && line.n <= upto ? line : undefined;
    });
    const present = known.flatMap((line, at) => (line && line.seq < (heads[at]?.seq ?? 0) ? [line] : []));
    const hashes = await hashesAt(tx, present);
    const now = new Map(present.map((line, at) => [line, hashes[at]]));
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

type Memory = ReturnType<typeof openMemory>;

/** The last written line of each chain of each company. */
function openMemory(dir: string) {
  const lines = new Map<string, HeadLine>();
  let newest = 0;
  let loading: Promise<void> | null = null;

  const of = (company: number, chain: ChainName): HeadLine | undefined =>
    lines.get(nameOf({ company, chain }));

  function keep(written: Iterable<HeadLine>): void {
    for (const line of written) {
      lines.set(nameOf(line), line);
      newest = Math.max(newest, line.n);
    }
  }
  async function read(): Promise<void> {
    for (const { path, bytes } of (await extentsOf(dir)).slice(-MONTHS))
      for await (const { line } of linesOf(path, bytes)) if (line && !isKeyLine(line)) keep([line]);
  }
  return {
    keep,
    /** Reads the files once. Throws on failure and retries at the next call. */
    load(): Promise<void> {
      loading ??= read().catch((error) => {
        loading = null;
        throw error;
      });
      return loading;
    },
    of,
    /** The newest anchor of a company; null without any. */
    anchorOf(company: number): Anchor | null {
      const [movements, log] = [of(company, 'movements'), of(company, 'audit_log')];
      const newest = (movements?.n ?? 0) > (log?.n ?? 0) ? movements : log;
      if (!newest) return null;
      return { at: newest.at, key: newest.key, movements: headOf(movements), log: headOf(log) };
    },
    /** The number of the newest line. */
    newest: () => newest,
  };
}

const headOf = (line: HeadLine | undefined): ChainHead => ({ seq: line?.seq ?? 0, hash: line?.hash ?? '' });
