import type { Anchor } from '../../shared/anchor.ts';
import { type AnchorFolder, appendHeads, inFolder } from './folder.ts';
import type { SeenHead } from './heads.ts';
import { CHAINS, type Head } from './line.ts';
import type { Memory } from './memory.ts';

type Log = { error(about: object, message: string): void };

/** A request waits this long for the disk, then goes on without an anchor. */
const PATIENCE_MS = 2000;

/**
 * Writes heads one batch after another, and remembers what went wrong. A chain that no longer fits what was anchored of it is written no
 * more until it does, so that the last head that fitted stays the last line, also after a restart.
 */
export function openWriter(folder: AnchorFolder, memory: Memory, log: Log) {
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

  /** What moved is decided when its turn has come. Throws when it could not be written. */
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
    /** As `append`, for a request: never throws, and waits only so long. Answers what is written now of the one company. */
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

/** Throws when it takes longer. */
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
