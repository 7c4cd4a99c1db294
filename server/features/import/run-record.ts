import type { ParsedBody } from '../../../shared/api.ts';
import { MAY_IMPORT } from '../../../shared/import-rights.ts';
import { IMPORT_KINDS, type ImportKind } from '../../../shared/import-words.ts';
import { IMPORT_MAPPINGS_KEPT, REFUSED_BYTES_MAX, REFUSED_IMPORTS_KEPT } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasAnyPermission } from '../../../shared/permissions.ts';
import { fullName } from '../../../shared/user-name.ts';
import { imports } from '../../database/schema/history.ts';
import { assign, insert, json, raw, row, run, slices, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refusalOf, refuse } from '../../refusal.ts';
import type { Effects } from './judged.ts';

export type Person = { email: string; firstName: string | null; lastName: string | null };

/** 403 without the permission to import this kind. */
export function checkKind(me: Member, kind: ImportKind): void {
  if (!hasAnyPermission(me, MAY_IMPORT[kind].any)) throw refuse(403, REFUSALS.forbidden);
}

/** The kinds that the caller may import. */
export const kindsOf = (me: Member): ImportKind[] =>
  IMPORT_KINDS.filter((kind) => hasAnyPermission(me, MAY_IMPORT[kind].any));

const TAKE_LOCK = sql<{ locked: boolean }>`
  select pg_try_advisory_xact_lock(hashtext('import'), own_company()) as locked`;
const OTHER = sql<
  Person & { fileName: string }
>`select file_name as "fileName", email, first_name as "firstName",
    last_name as "lastName" from imports i join users u on u.id = i.performed_by
  where i.performed_at is null and i.failure is null
    and i.intention is distinct from nullif(current_setting('app.intention', true), '')::uuid order by i.id desc limit 1`;

/** Takes the company's import lock until the end of the transaction; 409 when another import has it. */
export async function takeLock(tx: Tx, me: Member): Promise<void> {
  if ((await row(tx, TAKE_LOCK))?.locked) return;
  const other = me.locations === null && (await row(tx, OTHER));
  throw refuse(409, 'Another import is under way. Wait until it is done.', {
    code: 'import',
    ...(other && { detail: `${fullName(other)} began “${other.fileName}”.` }),
  });
}

/**
 * Records a run before its transaction, so that colleagues see it and it is not lost when it fails. The Idempotency-Key names it: a repeated
 * call continues its own run.
 */
export async function beginRun(
  tx: Tx,
  me: Member,
  body: ParsedBody<'runImport'>,
  key: string,
): Promise<void> {
  checkKind(me, body.kind);
  const { kind, fileName, sha256 } = body;
  await run(tx, sql`select set_config('app.intention', ${key}, true)`);
  const record = { kind, fileName, sha256, rows: body.rows.length, intention: key };
  const added = await run(
    tx,
    sql`${insert(imports, record)} on conflict (company_id, performed_by, intention) do nothing`,
  );
  if (added > 0) return takeLock(tx, me);
  await run(
    tx,
    sql`update imports set failure = null where intention = ${key} and performed_by = own_user() and performed_at is null`,
  );
}

const FAILURE_MAX = 500;
/** Records why nothing came in. Without an answer (503) the call is repeated. */
export async function failRun(tx: Tx, error: unknown, key: string): Promise<void> {
  const refusal = refusalOf(error);
  if (refusal?.status === 503) return;
  const { message, detail } = refusal?.body ?? { message: 'Keyhold had a problem.' };
  const failure = [message, detail].filter(Boolean).join(' ');
  await run(
    tx,
    sql`update imports set failure = ${failure.slice(0, FAILURE_MAX)}
      where intention = ${key} and performed_by = own_user() and performed_at is null`,
  );
}

/** The run of this call. */
const OWN = sql`intention = current_setting('app.intention')::uuid and performed_by = own_user()`;

/** Refused rows beyond what a company may keep, the oldest imports first; those of the newest always stay. */
const DROP_FORMER = sql`delete from import_refused_rows where import_id in (select import_id from (
    select import_id, row_number() over newest as n, sum(sum(pg_column_size(cells))) over newest as bytes
    from import_refused_rows group by import_id window newest as (order by import_id desc)) kept
  where n > ${raw(REFUSED_IMPORTS_KEPT)} or n > 1 and bytes > ${raw(REFUSED_BYTES_MAX)})`;

/**
 * Keeps the refused rows of this call's run, and the choices for the next file of these headings. Before the rows are written, so that the
 * company's chain is not locked meanwhile.
 */
export async function keepForLater(
  tx: Tx,
  { kind, mapping }: ParsedBody<'runImport'>,
  refused: readonly string[][],
): Promise<void> {
  let line = 0;
  for (const some of refused.length > 1 ? slices(refused) : []) {
    await run(
      tx,
      sql`insert into import_refused_rows (import_id, line, cells) select i.id, ${line}::int + n, cells
        from imports i, jsonb_array_elements(${json(some)}) with ordinality as sent (cells, n) where ${OWN}`,
    );
    line += some.length;
  }
  if (line > 0) await run(tx, DROP_FORMER);
  if (!mapping) return;
  const { shape, choices } = mapping;
  await run(
    tx,
    sql`update imports set mapping = null where mapping is not null and (kind = ${kind} and shape = ${shape}
      or id in (select id from imports where mapping is not null order by id desc offset ${IMPORT_MAPPINGS_KEPT - 1}))`,
  );
  await run(tx, sql`update imports set ${assign(imports, { shape, mapping: choices })} where ${OWN}`);
}

type Ended = Record<'created' | 'changed' | 'same' | 'refused', number> & { effects: Effects };

/** Ends the run of this call, in its transaction, and returns its id. */
export async function endRun(tx: Tx, ended: Ended): Promise<number> {
  const done = await row(
    tx,
    sql<{
      id: number;
    }>`update imports set ${assign(imports, { failure: null, ...ended })} where ${OWN} returning id`,
  );
  if (!done) throw new Error('The database returned no import');
  return done.id;
}
