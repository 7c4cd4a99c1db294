import type pg from 'pg';
import type { ChainName, HeadLine } from './line.ts';

/**
 * A chain that does not match its anchor: entry `seq` is missing or differs. Entry `fitsTo` still matched, so the first rewritten or
 * removed entry is after it, at `seq` at the latest.
 */
export type Misfit = {
  company: number;
  chain: ChainName;
  seq: number;
  fitsTo: number;
  at: string;
  n: number;
  kind: 'gone' | 'rewritten';
};

/** Lines looked up in one statement. */
const BATCH = 1000;

const LOOK_UP = `select asked.at, encode(coalesce(m.hash, l.hash), 'hex') as hash
  from unnest($1::int[], $2::text[], $3::bigint[]) with ordinality as asked (company, chain, seq, at)
  left join movement_history m on asked.chain = 'movements' and m.company_id = asked.company and m.seq = asked.seq
  left join audit_log l on asked.chain = 'audit_log' and l.company_id = asked.company and l.seq = asked.seq
  order by asked.at`;

/**
 * Looks every anchored entry up in the database, as keyhold_system. `checkChains` verifies that the entries match their hashes. Keeps state
 * per chain, not per line.
 */
export function openComparison(client: pg.ClientBase) {
  const fits = new Map<string, number>();
  const misfits = new Map<string, Misfit>();
  let waiting: HeadLine[] = [];

  async function look(): Promise<void> {
    const lines = waiting;
    waiting = [];
    const { rows } = await client.query<{ hash: string | null }>(LOOK_UP, [
      lines.map(({ company }) => company),
      lines.map(({ chain }) => chain),
      lines.map(({ seq }) => seq),
    ]);
    for (const [at, line] of lines.entries()) judge(line, rows[at]?.hash ?? null);
  }
  function judge({ company, chain, seq, hash, at, n }: HeadLine, now: string | null): void {
    const name = `${company}/${chain}`;
    if (misfits.has(name)) return;
    if (now === hash) fits.set(name, Math.max(seq, fits.get(name) ?? 0));
    else {
      const kind = now === null ? 'gone' : 'rewritten';
      misfits.set(name, { company, chain, seq, fitsTo: fits.get(name) ?? 0, at, n, kind });
    }
  }
  return {
    async add(line: HeadLine): Promise<void> {
      waiting.push(line);
      if (waiting.length === BATCH) await look();
    },
    /** The first misfit of each chain. */
    async end(): Promise<Misfit[]> {
      await look();
      return [...misfits.values()];
    },
  };
}
