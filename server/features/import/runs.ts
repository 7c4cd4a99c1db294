import type { ImportRun, KeptMapping } from '../../../shared/import.ts';
import type { ImportKind } from '../../../shared/import-words.ts';
import { IMPORT_PAGE, REFUSED_ROWS_DAYS } from '../../../shared/limits.ts';
import { hasPermission, type Permission } from '../../../shared/permissions.ts';
import { fullName } from '../../../shared/user-name.ts';
import { all, raw, row, rows, run, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import { cutPage, readCursor, writeCursor } from '../cursor.ts';
import { pagesOf } from '../export/register.ts';
import { type Feature, Page, type StreamFeature } from '../feature.ts';
import { kindsOf, type Person } from './run-record.ts';

/** The runs that the caller sees: of the kinds they may import; with access to some locations their own only. */
const seenBy = (me: Member): Sql =>
  all(
    sql`i.kind = any (${kindsOf(me)}::text[])`,
    me.locations !== null && sql`i.performed_by = ${me.userId}`,
  );

/** A run of the table, with the people of it. */
export type Run = Pick<
  ImportRun,
  'id' | 'kind' | 'fileName' | 'sha256' | 'rows' | 'begunAt' | 'failure' | 'refusedUntil'
> & {
  by: Person & { id: number };
  undoer: Person;
  counts: NonNullable<ImportRun['counts']>;
  performedAt: string | null;
  undoneAt: string | null;
  isRunning: boolean;
};

const PERSON = (alias: string, field: string) =>
  raw(
    `${alias}.email as "${field}.email", ${alias}.first_name as "${field}.firstName", ${alias}.last_name as "${field}.lastName"`,
  );
/** The company's newest run without an end runs while a transaction holds the import lock, and for the moment before it takes it. */
const RUNS = sql<Run>`select i.id, i.kind, i.file_name as "fileName", i.sha256, i.rows, i.begun_at as "begunAt", i.failure,
    i.performed_at as "performedAt", i.undone_at as "undoneAt", i.created as "counts.created", i.changed as "counts.changed",
    i.same as "counts.same", i.refused as "counts.refused", u.id as "by.id", ${PERSON('u', 'by')}, ${PERSON('n', 'undoer')},
    i.performed_at is null and i.failure is null and (i.begun_at > clock() - interval '10 seconds'
      or i.id = (select max(id) from imports where performed_at is null and failure is null) and exists (select from pg_locks
        where locktype = 'advisory' and objsubid = 2 and granted and objid::bigint = own_company()
          and classid::bigint = hashtext('import')::bigint & 4294967295
          and database = (select oid from pg_database where datname = current_database()))) as "isRunning",
    (select kept_since + make_interval(days => ${raw(REFUSED_ROWS_DAYS)}) from import_refused_rows r
      where r.import_id = i.id and r.line = 1 and r.kept_since > clock() - make_interval(days => ${raw(REFUSED_ROWS_DAYS)})) as "refusedUntil"
  from imports i join users u on u.id = i.performed_by left join users n on n.id = i.undone_by`;

const readRun = async (tx: Tx, me: Member, id: number): Promise<Run> => {
  const found = await row(tx, sql<Run>`${RUNS} where i.id = ${id} and ${seenBy(me)}`);
  if (!found) throw notFound('Import not found');
  return found;
};

/** Locks a run for its undo; 404 when the caller sees none. */
export async function lockRun(tx: Tx, me: Member, id: number): Promise<Run> {
  // Read after the lock: who undid it meanwhile is in another row.
  await run(tx, sql`select from imports where id = ${id} for no key update`);
  return readRun(tx, me, id);
}

/** Permission to undo another person's import, with access to all locations. */
const UNDO_NEEDS: Record<ImportKind, { needs: Permission; may: string }> = {
  key_sets: { needs: 'key:delete', may: 'delete key sets' },
  people: { needs: 'user:edit', may: 'edit people' },
  locations: { needs: 'location:delete', may: 'delete locations' },
  premises: { needs: 'key:delete', may: 'delete key sets' },
};

/** Why the caller may not undo a run; null when they may. */
export function whyNotTheirs(me: Member, { kind, by }: Run): string | null {
  const { needs, may } = UNDO_NEEDS[kind];
  if (by.id === me.userId || (me.locations === null && hasPermission(me, needs))) return null;
  return `Only ${fullName(by)}, or a person who may ${may}, can undo it.`;
}

export const SINCE = 'Something else happened to what was imported since.';
/** Records that a refusal names. */
const NAMED = 3;

/** Why a run can't be undone exactly; null when it can. */
export async function whyNotUndone(tx: Tx, { id, performedAt, undoneAt, undoer, isRunning, counts }: Run) {
  if (!performedAt) return isRunning ? 'It is still running.' : 'Nothing came in.';
  if (undoneAt) return `${fullName(undoer)} undid it already.`;
  if (counts.created + counts.changed === 0) return 'It changed nothing.';
  const since = await rows(
    tx,
    sql<{ what: string | null; who: string | null }>`select what, who from changed_since_import(${id})`,
  );
  if (since.length === 0) return null;
  const what = [...new Set(since.flatMap((one) => one.what ?? []))];
  const who = [...new Set(since.flatMap((one) => one.who ?? []))];
  if (what.length === 0) return SINCE;
  const named = [...what.slice(0, NAMED), ...(what.length > NAMED ? ['others'] : [])];
  return `Something else happened to ${inWords(named)} since${who.length > 0 ? `, by ${inWords(who)}` : ''}.`;
}

const inWords = (words: string[]) =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');

async function runOf(tx: Tx, me: Member, run: Run): Promise<ImportRun> {
  const { undoer, isRunning, performedAt, undoneAt, by, counts, ...rest } = run;
  const why = performedAt && !undoneAt ? ((await whyNotUndone(tx, run)) ?? whyNotTheirs(me, run)) : null;
  return {
    ...rest,
    state: undoneAt
      ? 'undone'
      : performedAt
        ? 'finished'
        : run.failure
          ? 'failed'
          : isRunning
            ? 'running'
            : 'stopped',
    by: { id: by.id, name: fullName(by) },
    endedAt: performedAt,
    counts: performedAt ? counts : null,
    undone: undoneAt ? { by: fullName(undoer), at: undoneAt } : null,
    isUndoable: performedAt !== null && !undoneAt && !why,
    notUndone: why,
  };
}

const listImports: Feature<'listImports'> = async ({ tx, me, query }) => {
  const { sha256, limit = IMPORT_PAGE, cursor } = query;
  const where = all(seenBy(me), sha256 !== undefined && sql`i.sha256 = ${sha256}`);
  const [last] = cursor ? readCursor(cursor, [{ kind: 'id' }]) : [];
  const found = await rows(
    tx,
    sql<Run>`${RUNS} where ${all(where, last !== undefined && sql`i.id < ${last}`)} order by i.id desc limit ${limit + 1}`,
  );
  const counted = await row(
    tx,
    sql<{ total: number }>`select count(*)::int as total from imports i where ${where}`,
  );
  const { shown, next } = cutPage(found, limit, ({ id }) => writeCursor([id]));
  const items: ImportRun[] = [];
  for (const one of shown) items.push(await runOf(tx, me, one));
  return new Page(items, counted?.total ?? 0, next);
};

/** The choices of the last import of a file with these headings. */
const getImportMapping: Feature<'getImportMapping'> = async ({ tx, me, query: { kind, shape } }) => {
  const kept = await row(
    tx,
    sql<Kept>`select i.mapping, i.performed_at as at, ${PERSON('u', 'by')} from imports i join users u on u.id = i.performed_by
      where i.mapping is not null and i.kind = ${kind} and i.shape = ${shape} and ${seenBy(me)}`,
  );
  return { kept: kept ? { ...kept, by: fullName(kept.by) } : null };
};
type Kept = { mapping: NonNullable<KeptMapping['kept']>['mapping']; at: string; by: Person };

/** The refused rows of an import as the CSV of its review, for REFUSED_ROWS_DAYS; then 404, as for an unknown import. */
const exportRefusedRows: StreamFeature<'exportRefusedRows'> = async ({ params, me, read }) => {
  const found = await read((tx) => readRun(tx, me, params.id));
  if (!found.refusedUntil) throw notFound('No refused rows are kept of this import');
  type Line = { line: number; cells: string[] };
  const lines = pagesOf(
    read,
    (last: Line | undefined, limit) => sql<Line>`select line, cells from import_refused_rows
      where import_id = ${params.id} and line > ${last?.line ?? 0} order by line limit ${limit}`,
  );
  async function* cells() {
    for await (const line of lines) yield line.cells;
  }
  return { fileName: `refused-rows-${params.id}.csv`, rows: cells() };
};

export const importRunFeatures = { listImports, getImportMapping };
export const importRunExportFeatures = { exportRefusedRows };
