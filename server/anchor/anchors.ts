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
import type { AnchorKey } from './key.ts';
import { CHAINS, type ChainName, type Head, type HeadLine, isKeyLine } from './line.ts';

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

type Log = Parameters<typeof openWriter>[2];

/** Opens the folder of anchors, created at the first write. */
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

/** What is changed in the database within this time was not anchored before it was changed. */
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

type WriterLog = { error(about: object, message: string): void };

/** Limit of a request's wait for the disk; then it continues without an anchor. */
const PATIENCE_MS = 2000;

/**
 * Writes heads batch by batch and keeps the errors. A chain that no longer matches its anchor is not written until it does, so the last
 * matching head stays the last line, also after a restart.
 */
function openWriter(folder: AnchorFolder, memory: Memory, log: WriterLog) {
  const misfits = new Set<string>();
  let failing = false;
  let writing: Promise<unknown> = Promise.resolve();
  const nameOf = ({ company, chain }: Omit<Head, 'seq' | 'hash'>) => `${company}/${chain}`;

  function judge(head: SeenHead): void {
    if (head.fits) misfits.delete(nameOf(head));
    if (head.fits || misfits.has(nameOf(head))) return;
    misfits.add(nameOf(head));
    const { company, chain, seq } = head;
    const about = { companyId: company, chain, seq, anchored: memory.of(company, chain)?.seq };
    log.error({ event: 'anchor', ...about }, 'the history does not fit its anchor');
  }

  /** Selects the heads that moved when its turn comes. Throws when writing fails. */
  function append(heads: readonly SeenHead[]): Promise<void> {
    const turn = writing.then(async () => {
      for (const head of heads) judge(head);
      const moved = heads.filter(
        (head) => !misfits.has(nameOf(head)) && head.seq > (memory.of(head.company, head.chain)?.seq ?? 0),
      );
      const bare = moved.map(({ company, chain, seq, hash }) => ({ company, chain, seq, hash }));
      if (bare.length > 0) memory.keep(await inFolder(folder, () => appendHeads(folder, bare)));
      failing = false;
    });
    writing = turn.catch(() => {
      failing = true;
    });
    return turn;
  }

  function fail(error: unknown): null {
    failing = true;
    log.error({ event: 'anchor', err: error }, 'anchors could not be written');
    return null;
  }

  return {
    append,
    fail,
    /** As `append`, for a request: never throws, and waits PATIENCE_MS at most. Returns the newest anchor of the company. */
    async write(heads: readonly SeenHead[]): Promise<Anchor | null> {
      try {
        await within(PATIENCE_MS, append(heads));
        return heads[0] && heads.every(({ fits }) => fits) ? memory.anchorOf(heads[0].company) : null;
      } catch (error) {
        return fail(error);
      }
    },
    health: (): 'written' | 'failing' | 'misfit' =>
      misfits.size > 0 ? 'misfit' : failing ? 'failing' : 'written',
    isFailing: () => failing,
    isMisfit: (company: number) => CHAINS.some((chain) => misfits.has(nameOf({ company, chain }))),
  };
}

/** Throws after `ms`. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The disk did not answer in ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Number of newest files read at the start. A company without changes in them is written once more. */
const MONTHS = 2;

type Memory = ReturnType<typeof openMemory>;

/** The last written line of each chain of each company. */
function openMemory(dir: string) {
  const lines = new Map<string, HeadLine>();
  let newest = 0;
  let loading: Promise<void> | null = null;

  const of = (company: number, chain: ChainName): HeadLine | undefined => lines.get(`${company}/${chain}`);

  function keep(written: Iterable<HeadLine>): void {
    for (const line of written) {
      lines.set(`${line.company}/${line.chain}`, line);
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
