import type { Anchor, ChainHead } from '../../shared/anchor.ts';
import { extentsOf, linesOf } from './folder.ts';
import { type ChainName, type HeadLine, isKeyLine } from './line.ts';

/** So many of the newest files are read at the start; a company that did not move for longer is written once more. */
const MONTHS = 2;

export type Memory = ReturnType<typeof openMemory>;

/** What was last written of each chain of each company. */
export function openMemory(dir: string) {
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
    /** Reads what is there, once. Throws when it cannot be read, and tries again the next time. */
    load(): Promise<void> {
      loading ??= read().catch((error) => {
        loading = null;
        throw error;
      });
      return loading;
    },
    of,
    /** What is anchored now of a company; null when nothing is. */
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
