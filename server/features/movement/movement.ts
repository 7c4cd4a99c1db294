import type { Actor } from '../../../shared/actor.ts';
import { HISTORY_PAGE, LATE_MINUTES } from '../../../shared/limits.ts';
import type { Movement, MovementQuery } from '../../../shared/movement.ts';
import {
  type Label,
  locationTextOf,
  movementDetail,
  movementSentence,
} from '../../../shared/movement-text.ts';
import { UNDO_LABEL } from '../../../shared/movement-words.ts';
import { opensWithClient } from '../../../shared/opens-text.ts';
import type { OutboxKind } from '../../../shared/outbox-words.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { accountOf, actorName } from '../../../shared/user-name.ts';
import { all, rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { stampsOf } from '../company/company.ts';
import { cutIdPage, idBehind } from '../cursor.ts';
import { type Feature, Page, type StreamFeature } from '../feature.ts';
import { actorOf } from '../history/log.ts';
import { readSettings } from '../setting/setting.ts';
import { containing, lookUp } from './filter.ts';
import { countEntries, countWhole, type Row, readEntries } from './read.ts';

/** An entry in the reply's form. */
export function movementOf(row: Row): Movement {
  return {
    id: row.id,
    keyBunchId: row.keyBunchId,
    action: row.actionType,
    actionType: row.actionType,
    timestamp: row.timestamp,
    doneAt: row.doneAt,
    lateEntry: Date.parse(row.timestamp) - Date.parse(row.doneAt) > LATE_MINUTES * 60_000,
    keyBunch: { identifier: row.keyBunchIdentifier, type: row.keyBunchType, opens: row.opens },
    keyBunchIdentifier: row.keyBunchIdentifier,
    fromLocationId: row.fromLocationId,
    toLocationId: row.toLocationId,
    fromLocation: refOf(row.fromLocationId, row.fromLocationName),
    toLocation: refOf(row.toLocationId, row.toLocationName),
    fromBunchType: row.fromBunchType,
    toBunchType: row.toBunchType,
    oldTag: row.oldTag,
    newTag: row.newTag,
    userId: row.performedBy,
    user: actorOf(row.performedByFirstName, row.performedByLastName, row.performedByEmail, row.calledNow),
    notes: row.notes,
    details: row.details,
    undoable: row.undoable,
  };
}

const refOf = (id: number | null, name: string | null) => (id && name ? { id, name } : null);

/** Entries newest first, after the entry `before` or from `offset`. */
export const readMovements = async (tx: Tx, me: Member, query: MovementQuery): Promise<Movement[]> =>
  (await readEntries(tx, await lookUp(tx, me, query), query)).map(movementOf);

/** The same with the total. */
export async function findMovements(tx: Tx, me: Member, query: MovementQuery): Promise<Page<Movement[]>> {
  const found = await lookUp(tx, me, query);
  const isQuick = !found.where && !found.among && me.locations === null;
  const behind = idBehind(query.cursor);
  const { limit = HISTORY_PAGE, offset, before = behind } = query;
  const reading = readEntries(tx, found, { limit: limit + 1, offset, before });
  const [rows, known] = await Promise.all([reading, isQuick && countWhole(tx)]);
  const isAll = !before && !offset && rows.length <= limit;
  const { total, more } =
    known || (isAll ? { total: rows.length, more: false } : await countEntries(tx, found));
  const { shown, next } = cutIdPage(rows, limit);
  return new Page(shown.map(movementOf), total, next, more);
}

const listMovements: Feature<'listMovements'> = ({ tx, me, query }) => findMovements(tx, me, query);

export const movementFeatures = { listMovements };

const BATCH = 250;
/** HIST-09, then columns that are not specified. */
const HEAD = [
  ...['Date', 'Time', 'Type', 'Key Bunch', 'Description', 'User', 'Notes'],
  ...['Location', 'Holder', 'Opens', 'Due Back', 'Time Zone', 'Received', 'Late Entry'],
];

/**
 * All matches as CSV, newest first, with entries made without signal that were not recorded. Read in batches of short transactions: entries
 * never change, so the file is consistent but for late ones that arrive meanwhile.
 */
const exportMovements: StreamFeature<'exportMovements'> = async ({ me, query, read }) => {
  const settings = await read(readSettings);
  const label: Label = (category, value) => labelOf(settings, category, value);
  const { day, time, zone } = await stampsOf(read, query.tz);
  const found = await read((tx) => lookUp(tx, me, query));
  const left = await read((tx) => readNotRecorded(tx, me, query));
  const lineOf = (entry: NotRecorded): readonly string[] => {
    const [at, received] = [new Date(entry.doneAt), new Date(entry.receivedAt)];
    const user = actorOf(entry.firstName, entry.lastName, entry.email);
    return [
      ...[day(at), time(at), 'Not recorded', entry.identifier, `Not recorded: ${notRecordedText(entry)}`],
      ...[user ? whoActed(user) : '', entry.notes ?? '', entry.location, entry.holder ?? '', '', '', zone],
      ...[`${day(received)} ${time(received)}`, 'Yes'],
    ];
  };

  async function* rows(): AsyncGenerator<readonly string[]> {
    yield HEAD;
    let batch: Row[] = [];
    do {
      const last = batch.at(-1);
      batch = await read((tx) => readEntries(tx, found, { limit: BATCH, last }));
      for (const movement of batch.map(movementOf)) {
        while (left[0] && left[0].doneAt >= movement.doneAt) yield lineOf(left.shift() as NotRecorded);
        const at = new Date(movement.doneAt);
        const received = new Date(movement.timestamp);
        const { dueAt } = movement.details;
        yield [
          day(at),
          time(at),
          movement.details.undoneAction ? UNDO_LABEL : labelOf(settings, 'actions', movement.action),
          movement.keyBunchIdentifier,
          [movementSentence(movement, label), ...movementDetail(movement)].join('; '),
          movement.user ? whoActed(movement.user) : '',
          [movement.notes, movement.details.reason].filter(Boolean).join('; '),
          locationTextOf(movement) ?? '',
          movement.details.officer ?? '',
          movement.keyBunch?.opens ? opensWithClient(movement.keyBunch.opens) : '',
          dueAt ? `${day(new Date(dueAt))} ${time(new Date(dueAt))}` : '',
          zone,
          `${day(received)} ${time(received)}`,
          movement.lateEntry ? 'Yes' : 'No',
        ];
      }
    } while (batch.length === BATCH);
    for (const entry of left) yield lineOf(entry);
  }
  return { fileName: `key-movement-history-${day(new Date())}.csv`, rows: rows() };
};

/** Current and former name if different, as users may change their own, and the unique email. */
const whoActed = (user: Actor) => `${actorName(user)} (${accountOf(user)})`;

export const movementExportFeatures = { exportMovements };

/** An entry made without signal that the register did not take, by the answer to the question about it (decision 0077). */
type NotRecorded = {
  kind: OutboxKind;
  doneAt: string;
  receivedAt: string;
  identifier: string;
  location: string;
  holder: string | null;
  newTag: string | null;
  notes: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string;
};

/** What each kind would have been in the history; an extension moves nothing. */
const ACTIONS: Record<string, string> = {
  issue: 'issue',
  return: 'return',
  handOver: 'handover',
  lost: 'status_change',
  found: 'status_change',
};

/** The entries that were not recorded and match the filters of the history, newest first: of visible sets, own ones or for those who issue keys. */
async function readNotRecorded(tx: Tx, me: Member, query: MovementQuery): Promise<NotRecorded[]> {
  const { action, from, to, locationId, keyBunchId, holderId, premisesId, search } = query;
  const kinds = Object.keys(ACTIONS).filter(
    (kind) => !action || action === 'all' || ACTIONS[kind] === action,
  );
  const text = search?.trim() && containing(search);
  const where = all(
    sql`e.outcome = 'asked' and e.kind = any (${kinds}::text[])`,
    sql`exists (select from outbox_answers a where a.question = coalesce(e.question, e.id) and a.answer = 'theirs')`,
    !hasPermission(me, 'key:issue') && sql`e.user_id = ${me.userId}`,
    from && sql`e.done_at >= ${from}`,
    to && sql`e.done_at <= ${to}`,
    locationId && sql`b.location_id = ${locationId}`,
    keyBunchId && sql`b.id = ${keyBunchId}`,
    holderId && sql`h.id = ${holderId}`,
    premisesId &&
      sql`exists (select from key_bunch_premises p where p.key_bunch_id = b.id and p.premises_id = ${premisesId})`,
    text &&
      sql`concat_ws(' ', b.identifier, l.name, h.name, u.email, u.first_name, u.last_name) ilike any (${text}::text[])`,
  );
  return rows(
    tx,
    sql<NotRecorded>`select e.kind, e.done_at as "doneAt", e.received_at as "receivedAt", b.identifier, l.name as location,
        coalesce(h.name, e.body->>'officerName') as holder, coalesce(e.body->>'newTag', e.body->>'currentTag') as "newTag",
        coalesce(e.body->>'notes', e.body->>'reason') as notes, u.first_name as "firstName", u.last_name as "lastName", u.email
      from outbox_entries e join key_bunches b on b.id = e.key_bunch_id join locations l on l.id = b.location_id
        join users u on u.id = e.user_id left join holders h on h.id = (e.body->>'holderId')::int
      where ${where} order by e.done_at desc, e.id desc`,
  );
}

/** What it would have recorded, after "Not recorded: ". */
function notRecordedText({ kind, holder, newTag }: NotRecorded): string {
  if (kind === 'issue') return `Issued to ${holder ?? 'a person'}`;
  if (kind === 'handOver') return `Handed over to ${holder ?? 'a person'}`;
  if (kind === 'return') return newTag ? `Returned; Tag ${newTag}` : 'Returned';
  return kind === 'lost' ? 'Reported lost' : 'Marked as found';
}
