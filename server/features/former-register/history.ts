import { FormerEntry, type FormerRegister } from '../../../shared/former-register.ts';
import { HISTORY_PAGE } from '../../../shared/limits.ts';
import { type formerEntries, formerRegisters } from '../../database/schema/history.ts';
import { columns, rows, run, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import { notFound } from '../../refusal.ts';
import { cutPage, readCursor, writeCursor } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { actorOf } from '../history/log.ts';

/** The former registers of the company, newest first, with the last check of each seal. */
const listFormerRegisters: Feature<'listFormerRegisters'> = ({ tx }) =>
  rows(
    tx,
    sql<FormerRegister>`select ${columns(formerRegisters, { without: ['companyId', 'publicKey', 'statement', 'importedBy'] })},
        seal.is_sealed as "seal.isSealed", seal.checked_at as "seal.checkedAt"
      from former_registers, lateral (select c.is_sealed, c.checked_at from former_checks c
        where c.company_id = former_registers.company_id and c.register_id = former_registers.id order by c.id desc limit 1) seal
      order by id desc`,
  );

type Row = Pick<RowOf<typeof formerEntries>, 'registerId' | 'file' | 'line' | 'text'> & {
  at: string;
  signed: string | null;
};

/** The lines of former registers about a set, newest first. 404 when the caller may see nothing of it. */
const getFormerHistory: Feature<'getFormerHistory'> = async ({ tx, params, query }) => {
  const { limit = HISTORY_PAGE, cursor } = query;
  const after = cursor
    ? readCursor(cursor, [
        { kind: 'id' },
        { kind: 'time', never: undefined },
        { kind: 'text' },
        { kind: 'id' },
      ])
    : null;
  const behind = after
    ? sql`and (e.register_id, e.at, e.file, e.line) < (${after[0]}::int, ${after[1]}::timestamptz, ${after[2]}, ${after[3]}::int)`
    : sql``;
  const found = await rows(
    tx,
    sql<Row>`select e.register_id as "registerId", e.file, e.line, e.text, e.at,
        (select r.text from former_entries r where r.company_id = e.company_id and r.batch_id = e.batch_id
          and r.register_id = e.register_id and r.file = 'receipts' limit 1) as signed
      from former_entries e where e.key_bunch_id = ${params.id} and e.at is not null ${behind}
      order by e.register_id desc, e.at desc, e.file desc, e.line desc limit ${limit + 1}`,
  );
  if (found.length === 0 && (await run(tx, sql`select from key_bunches where id = ${params.id}`)) === 0)
    throw notFound('Key set not found');
  const { shown, next } = cutPage(found, limit, ({ registerId, at, file, line }) =>
    writeCursor([registerId, at, file, line]),
  );
  return new Page(shown.map(entryOf), shown.length, next, next !== null);
};

export const formerRegisterFeatures = { listFormerRegisters, getFormerHistory };

/** An entry as it is shown; one that this version cannot show says so, and stays in the archive. */
function entryOf(row: Row): FormerEntry {
  const { registerId, at } = row;
  const none = { registerId, at, movement: null, signer: null, log: null };
  const shown = FormerEntry.safeParse({
    ...none,
    ...partOf(row, JSON.parse(row.text) as Record<string, unknown>),
  });
  if (shown.success) return shown.data;
  const description = 'An entry that this version of Keyhold cannot show';
  return {
    ...none,
    log: { id: row.line, action: '', keyBunchId: null, description, timestamp: at, user: null, details: {} },
  };
}

function partOf(
  { file, at, signed }: Row,
  line: Record<string, unknown>,
): Partial<Record<keyof FormerEntry, unknown>> {
  if (file === 'movements')
    return {
      movement: movementOf(line.entry as Written, at),
      signer: signed === null ? null : JSON.parse(signed).signer,
    };
  if (file === 'log') return { log: logOf(line.entry as Written, at) };
  const { auditLocationName: location } = line;
  const description =
    line.record === 'scan'
      ? `Seen in an audit at ${location}, where it did not belong`
      : line.status === 'issued'
        ? `Out during an audit at ${location}`
        : line.seenScanId === null
          ? `Not seen in an audit at ${location}`
          : `Seen in an audit at ${location}`;
  const id = Number(line.auditSessionId);
  return {
    log: { id, action: 'audit', keyBunchId: null, description, timestamp: at, user: null, details: {} },
  };
}

/** An entry as the chain has it (movement_text and log_text in migrations/0015-history-chain.sql). */
type Written = (string | number | null)[];

const textAt = (entry: Written, at: number): string | null => {
  const value = entry[at];
  return value === null || value === undefined ? null : String(value);
};

function movementOf(entry: Written, timestamp: string) {
  const text = (at: number) => textAt(entry, at);
  const locationAt = (id: number) =>
    entry[id] === null ? null : { id: Number(entry[id]), name: text(id + 1) ?? '' };
  const action = text(15);
  return {
    id: Number(entry[5]),
    keyBunchId: null,
    action,
    actionType: action,
    timestamp,
    doneAt: typeof entry[30] === 'number' ? new Date(entry[30] / 1000).toISOString() : timestamp,
    lateEntry: false,
    keyBunch: null,
    keyBunchIdentifier: text(7) ?? '',
    fromLocationId: null,
    toLocationId: null,
    fromLocation: locationAt(9),
    toLocation: locationAt(11),
    fromBunchType: text(13),
    toBunchType: text(14),
    oldTag: text(16),
    newTag: text(17),
    userId: Number(entry[18]),
    user: actorOf(text(19), text(20), text(21) ?? ''),
    notes: text(23),
    details: entry[24] ?? {},
    undoable: false,
  };
}

function logOf(entry: Written, timestamp: string) {
  const text = (at: number) => textAt(entry, at);
  return {
    id: Number(entry[5]),
    action: text(6) ?? '',
    keyBunchId: null,
    description: text(13) ?? '',
    timestamp,
    user: actorOf(text(8), text(9), text(10) ?? ''),
    details: entry[15] ?? {},
  };
}
