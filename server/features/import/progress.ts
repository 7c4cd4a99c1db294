import { createHash } from 'node:crypto';
import type { ImportProgress } from '../../../shared/import.ts';
import { ask } from '../../database/prepared.ts';
import type { Tx } from '../../database/transactions.ts';
import type { Feature } from '../feature.ts';
import type { Heard } from './effects.ts';

type Progress = NonNullable<ImportProgress['progress']>;

// How far an import is stands in locks that its transaction takes and nobody waits for: of all it does they alone are seen from outside
// before its end, from every server, and they are gone with it, however it ends.

const STAGES = ['checking', 'writing', 'finishing'] as const;
/** A lock is named by two numbers of 32 bits: whose import it is, and in the other the stage (2 bits), done and in all (13 bits each). */
const FIGURE_BITS = 13;
const FIGURE_MAX = 2 ** FIGURE_BITS - 1;

const nameOf = (userId: number, id: string): number =>
  createHash('sha256').update(`${userId} ${id}`).digest().readInt32BE();
const figureOf = ({ stage, done, total }: Progress): number =>
  ((STAGES.indexOf(stage) + 1) << (2 * FIGURE_BITS)) |
  (Math.min(done, FIGURE_MAX) << FIGURE_BITS) |
  Math.min(total, FIGURE_MAX);

function progressOf(figure: number): Progress | null {
  const stage = STAGES[(figure >> (2 * FIGURE_BITS)) - 1];
  return stage ? { stage, done: (figure >> FIGURE_BITS) & FIGURE_MAX, total: figure & FIGURE_MAX } : null;
}

/** Says how far an import is, to whoever asks for `id` and is the same person. */
export function telling(tx: Tx, userId: number, id: string | undefined): Heard {
  if (!id) return () => undefined;
  const name = nameOf(userId, id);
  return (stage, done, total) => {
    const figure = figureOf({ stage, done, total });
    // The next statement of the transaction follows it, and fails if this does.
    ask(tx, 'select pg_advisory_xact_lock_shared($1::int, $2::int)', [name, figure]).catch(() => undefined);
  };
}

/** The furthest that it has said, which is the latest. */
const FURTHEST = `select max(objid::bigint)::int as figure from pg_locks where locktype = 'advisory' and objsubid = 2
  and classid::bigint = $1 and database = (select oid from pg_database where datname = current_database())`;

/** How far an import of the caller's own is, in whatever server it runs. */
const getImportProgress: Feature<'getImportProgress'> = async ({ tx, me, query }) => {
  const name = nameOf(me.userId, query.progress) >>> 0;
  const [row] = await ask<{ figure: number | null }>(tx, FURTHEST, [name]);
  return { progress: row?.figure ? progressOf(row.figure) : null };
};

export const importProgressFeatures = { getImportProgress };
