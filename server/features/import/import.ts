import type { CheckedRow, ImportProgress } from '../../../shared/import.ts';
import { refusedLines } from '../../../shared/import-refused.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { PLANS } from '../../../shared/plan.ts';
import { row, run, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { planOf, usageSeenBy } from '../company/plan.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import type { Plan, Progress } from './judged.ts';
import { RECORDS } from './record-kinds.ts';
import { checkKind, endRun, keepForLater, takeLock } from './run-record.ts';
import { readSetContext } from './set-context.ts';
import { judgeSets } from './set-judge.ts';
import { writeSets } from './set-write.ts';
import type { ImportRequest } from './words.ts';

async function judge(
  tx: Tx,
  me: Member,
  asked: ImportRequest,
  { strict, progress }: { strict: boolean; progress: Progress },
): Promise<Plan> {
  const { kind } = asked;
  checkKind(me, kind);
  if (kind !== 'key_sets') return RECORDS[kind].plan(tx, me, asked, strict);
  const context = await readSetContext(tx, me, asked, strict);
  const judged = await judgeSets(asked.rows, context, progress);
  return {
    judged,
    unknown: {
      locations: await context.locations.unknown(),
      types: await context.types.unknown(),
      statuses: await context.statuses.unknown(),
      people: await context.people.unknown(),
    },
    newLocations: new Set(judged.flatMap(({ sent: { target } }) => (target?.id === null ? [target] : [])))
      .size,
    write: (file, progress) => writeSets({ tx, me, file, progress, fresh: context.fresh }, judged),
  };
}

function countsOf(judged: CheckedRow[]) {
  const of = (wanted: CheckedRow['result']) => judged.filter(({ result }) => result === wanted).length;
  return { created: of('new'), changed: of('changed'), same: of('same'), refused: of('refused') };
}

/** What an import would do, row by row. */
const checkImport: Feature<'checkImport'> = async ({ tx, me, body }) => {
  const { judged, unknown, newLocations } = await judge(tx, me, body, {
    strict: false,
    progress: publishProgress(tx, 'check'),
  });
  const counts = countsOf(judged);
  const usage = await usageSeenBy(tx, me);
  const plan = usage && PLANS[await planOf(tx)];
  const use = (now: number, more: number, limit: number | null) => ({ now, after: now + more, limit });
  return {
    rows: judged.map(({ row, result, errors, warnings, changes }) => ({
      row,
      result,
      errors,
      warnings,
      changes,
    })),
    unknown,
    counts,
    newLocations,
    plan: usage &&
      plan && {
        name: plan.name,
        keys: use(usage.keys, body.kind === 'key_sets' ? counts.created : 0, plan.keys),
        locations: use(usage.locations, newLocations, plan.locations),
      },
  };
};

/** Imports all rows of a file, or with `skipRefused` the valid ones; one file per company at a time. */
const runImport: Feature<'runImport'> = async ({ tx, me, body }) => {
  await takeLock(tx, me);
  const progress = publishProgress(tx);
  progress('checking', 0, body.rows.length);
  // Its figures are of what is written: a count of checked rows would go back to 0 when the writing begins.
  const { judged, write } = await judge(tx, me, body, { strict: true, progress: () => undefined });
  const counts = countsOf(judged);
  if (counts.refused > 0 && !body.skipRefused) throw refusedRows(judged, counts.refused);
  if (counts.refused !== (body.refusedRows ?? counts.refused))
    throw refuse(409, REFUSALS.stale, {
      code: 'stale',
      detail: 'The register changed since the check. Nothing was imported.',
    });
  const { kind, fileName, sha256 } = body;
  await keepForLater(tx, body, refusedLines(kind, body.rows, judged));
  const { effects, newLocations } = await write(fileName, progress);
  await recordAuditLog(tx, me, {
    action: 'import',
    description: `Imported ${fileName}`,
    details: { kind, fileName, sha256, ...counts, newLocations },
  });
  const id = await endRun(tx, { ...counts, effects });
  return { id, ...counts, newLocations };
};

function refusedRows(judged: CheckedRow[], count: number) {
  const first = judged.find(({ result }) => result === 'refused');
  const why = Object.values(first?.errors ?? {})[0] ?? '';
  const rows = count === 1 ? '1 row was' : `${count} rows were`;
  return refuse(409, `${rows} refused. Nothing was imported.`, {
    detail: `Row ${first?.row}: ${why}`,
    code: 'rows',
  });
}

export const importFeatures = { checkImport, runImport };

type Figures = NonNullable<ImportProgress['progress']>;

// Progress is published as advisory locks: the only thing of a transaction that other servers can see before its end, and that disappears
// with it.

const STAGES = ['checking', 'writing', 'finishing'] as const;
/** A lock key is two 32-bit numbers: the company's import, and stage (2 bits), done and total (13 bits each). */
const FIGURE_BITS = 13;
const FIGURE_MAX = 2 ** FIGURE_BITS - 1;

const KEYS = {
  progress: sql`hashtext('import progress ' || own_company())`,
  check: sql`hashtext('check progress ' || own_company() || ' ' || own_user())`,
};
const figureOf = ({ stage, done, total }: Figures): number =>
  ((STAGES.indexOf(stage) + 1) << (2 * FIGURE_BITS)) |
  (Math.min(done, FIGURE_MAX) << FIGURE_BITS) |
  Math.min(total, FIGURE_MAX);

function progressOf(figure: number | null | undefined): Figures | null {
  if (!figure) return null;
  const stage = STAGES[(figure >> (2 * FIGURE_BITS)) - 1];
  return stage ? { stage, done: (figure >> FIGURE_BITS) & FIGURE_MAX, total: figure & FIGURE_MAX } : null;
}

/** Publishes the progress of the company's import, or of the caller's check. Each figure is a lock: some twenty of a file. */
export const publishProgress =
  (tx: Tx, of: keyof typeof KEYS = 'progress'): Progress =>
  (stage, done, total) => {
    const figure = figureOf({ stage, done, total });
    // Not awaited: the transaction's next statement follows it and fails if it does.
    run(tx, sql`select pg_advisory_xact_lock_shared(${KEYS[of]}, ${figure}::int)`).catch(() => undefined);
  };

/** Progress of the company's running import and the caller's check, on any server. */
const getImportProgress: Feature<'getImportProgress'> = async ({ tx }) => {
  // The furthest progress is the latest.
  const furthest = (key: Sql) =>
    sql`(max(objid::bigint) filter (where classid::bigint = ${key}::bigint & 4294967295))::int`;
  const found = await row(
    tx,
    sql<
      Record<keyof typeof KEYS, number | null>
    >`select ${furthest(KEYS.progress)} as progress, ${furthest(KEYS.check)} as check
      from pg_locks where locktype = 'advisory' and objsubid = 2
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return { progress: progressOf(found?.progress), check: progressOf(found?.check) };
};

export const importProgressFeatures = { getImportProgress };
