import type { Mark, News } from '../live/change.ts';

/** Rows of `changes` are kept for minutes: whoever has not heard anything for this long can't tell any more what is new. */
const GOOD_MS = 60_000;

/** What a replica must have to answer for a company as its primary would: the log of that cluster up to `lsn`, on that timeline. */
export type Demand = { lsn: number; timeline: number; source: string };

/**
 * Up to where in the log each company's changes are, as far as this process has heard them. For a company that a news did not name the
 * position before it still stands, so a replica that is behind in what others wrote answers for it. Whatever was remembered of a
 * connection is forgotten with it: the next one may lead to another primary, or to one that lost its last moments in a crash.
 */
export function openHeard(most = 10_000) {
  let mark: Mark | null = null;
  let at = 0;
  /** Those of this connection, and so of one run of one primary: PostgreSQL may recover from a crash and say it was started as before. */
  let own = new WeakSet<Mark>();
  /** Of every company that is not among `positions`. */
  let floor = 0;
  const positions = new Map<number, number>();

  const begin = (from: number) => {
    floor = from;
    positions.clear();
  };
  const keep = (company: number, lsn: number) => {
    positions.delete(company);
    positions.set(company, lsn);
    const [oldest] = positions;
    if (positions.size <= most || !oldest) return;
    floor = Math.max(floor, oldest[1]);
    positions.delete(oldest[0]);
  };

  return {
    /** Up to when all was heard; null while nothing can be said. */
    get mark(): Mark | null {
      return performance.now() - at < GOOD_MS ? mark : null;
    },
    hear({ told, mark: next }: News): void {
      if (!next) return;
      if (!mark || told === null || next.started !== mark.started || next.timeline !== mark.timeline)
        begin(next.lsn);
      else for (const { companyId } of told) if (companyId !== null) keep(companyId, next.lsn);
      own.add(next);
      mark = next;
      at = performance.now();
    },
    lost(): void {
      mark = null;
      own = new WeakSet();
    },
    /** What is demanded for a company of which all was heard up to `of`; null when that is no longer remembered. */
    demandOf(company: number, of: Mark): Demand | null {
      if (!mark || !own.has(of) || mark.started !== of.started || mark.timeline !== of.timeline) return null;
      const { timeline, source } = mark;
      return { lsn: positions.get(company) ?? floor, timeline, source };
    },
  };
}

export type Heard = ReturnType<typeof openHeard>;
