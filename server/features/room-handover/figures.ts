import type { RoomCarried, RoomDifference, RoomFigures, RoomOut } from '../../../shared/room-handover.ts';
import { ROOM_LIST_MAX } from '../../../shared/room-handover-words.ts';
import { row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';

/** The location and the shift of a handover, and the audit that is its check. */
export type Shift = {
  id: number;
  locationId: number;
  shiftStart: string;
  startSeq: number;
  checkSessionId: number | null;
};

/** Above every number of the history. */
const ALL = Number.MAX_SAFE_INTEGER;

const OVERDUE = sql`b.status = 'issued' and b.due_at < (select clock())`;
const LOST = (shiftStart: string) =>
  sql`b.status = 'missing' and b.missing_since >= ${shiftStart}::timestamptz`;

/**
 * The figures of now. What was out at the start follows from what is out and from the entries since; `keyhold verify` compares it with the
 * handover before (I20).
 */
export async function readFigures(tx: Tx, shift: Shift): Promise<RoomFigures> {
  const { locationId, startSeq, shiftStart } = shift;
  const found = await row(
    tx,
    sql<
      Omit<RoomFigures, 'outAtStart'>
    >`select s.*, n.* from room_sum(${locationId}, ${startSeq}::bigint, ${ALL}::bigint, ${shiftStart}::timestamptz) s,
      lateral (select (count(*) filter (where b.status = 'issued'))::int as out, (count(*) filter (where ${OVERDUE}))::int as overdue,
          (count(*) filter (where ${LOST(shiftStart)}))::int as missing,
          (count(*) filter (where b.short_since is not null and b.status <> 'missing'))::int as short
        from key_bunches b where b.location_id = ${locationId}) n`,
  );
  if (!found) throw new Error('The database returned no figures');
  const { out, issued, returned, lost, moved, undone, late } = found;
  return { outAtStart: out - issued + returned + lost - moved - undone - late, ...found };
}

/** A set of the check that it did not see, and to which nothing happened since the check began. */
const notSeen = (audit: number | null): Sql =>
  audit === null
    ? sql`false`
    : sql`b.status not in ('missing', 'issued') and exists (select from audit_expected e
        join audit_sessions s on s.company_id = e.company_id and s.id = e.audit_session_id
        where e.company_id = b.company_id and e.audit_session_id = ${audit} and e.key_bunch_id = b.id
          and e.status not in ('issued', 'missing') and e.seen_scan_id is null and s.status = 'completed'
          and coalesce(b.last_seen_at, '-infinity') < s.start_time
          and not exists (select from audit_scans c where c.company_id = e.company_id and c.audit_session_id = s.id
            and c.key_bunch_id = b.id and c.scan_result = 'found' and c."timestamp" > s.end_time)
          and not exists (select from movement_history m where m.company_id = b.company_id and m.key_bunch_id = b.id
            and m."timestamp" > s.start_time))`;

type Found = Omit<RoomDifference, 'answer'> & { answer: RoomDifference['answer'] };

/** The sets that differ, to be answered first; with `ids` only these of them, without a limit with `isWhole`. */
export function readDifferences(
  tx: Tx,
  shift: Shift,
  { ids, isWhole = false }: { ids?: number[]; isWhole?: boolean } = {},
): Promise<RoomDifference[]> {
  const { id, locationId, shiftStart, checkSessionId } = shift;
  const kind = sql`case when ${notSeen(checkSessionId)} then 'not_seen' when ${LOST(shiftStart)} then 'missing'
    when ${OVERDUE} then 'overdue' when b.short_since is not null and b.status <> 'missing' then 'short' end`;
  const among = ids ? sql`and b.id = any (${ids}::int[])` : sql``;
  return rows(
    tx,
    sql<Found>`select d.id as "keyBunchId", d.identifier, d.kind, d.position, d.holder, d.due_at as "dueAt", d.since, d.key_count as "keyCount",
        d.fob_count as "fobCount", d.keys_present as "keysPresent", d.fobs_present as "fobsPresent", d.short_note as note,
        i.word as "answer.word", i.holder_name as "answer.holder", i.until_at as "answer.until", i.note as "answer.note",
        i.said_by_name as "answer.by", i.said_at as "answer.at"
      from (select b.*, ${kind} as kind, coalesce(b.holder_name, case when b.status = 'missing' then b.last_holder_name end) as holder,
          case when b.status = 'missing' then b.missing_since when b.status = 'issued' then b.issued_at else b.short_since end as since
        from key_bunches b where b.location_id = ${locationId} ${among}) d
        left join room_handover_items i on i.company_id = d.company_id and i.room_handover_id = ${id} and i.key_bunch_id = d.id
          and i.kind = d.kind
      where d.kind is not null
      order by i.word is not null, array_position(array['not_seen', 'missing', 'overdue', 'short'], d.kind), d.due_at, d.identifier, d.id
      limit ${isWhole ? null : ROOM_LIST_MAX}`,
  );
}

/** How many sets differ without an answer. */
export const unansweredOf = (settle: readonly RoomDifference[]): RoomDifference[] =>
  settle.filter(({ answer }) => answer === null);

/** The sets that are out, longest overdue first: of those of the location, as many more may be out elsewhere. */
export const readOutSets = (tx: Tx, { locationId }: Shift): Promise<RoomOut[]> =>
  rows(
    tx,
    sql<RoomOut>`select b.id as "keyBunchId", b.identifier, b.holder_name as holder, h.organisation, b.issued_at as since, b.due_at as "dueAt",
        b.key_count as "keyCount", b.fob_count as "fobCount"
      from (select * from key_bunches where location_id = ${locationId} offset 0) b
        left join holders h on h.company_id = b.company_id and h.id = b.holder_id
      where b.status = 'issued'
      order by b.due_at nulls last, b.identifier, b.id limit ${ROOM_LIST_MAX}`,
  );

/** The handover before: who took over, when, and the words they took over. */
type Before = {
  userId: number;
  name: string;
  closedAt: string;
  settle: RoomDifference[];
  carried: RoomCarried[];
};

/** The handover before one; none of the first of a location. */
export const readBefore = async (tx: Tx, previousId: number | null): Promise<Before | undefined> =>
  previousId === null
    ? undefined
    : row(
        tx,
        sql<Before>`select incoming_id as "userId", incoming_name as name, incoming_signed_at as "closedAt",
            incoming_signed->'settle' as settle, incoming_signed->'carried' as carried
          from room_handovers where id = ${previousId}`,
      );

/** The words of handovers before that are still open, without those of sets that differ now: missing since, or still not seen. */
export async function readCarried(
  tx: Tx,
  { locationId, shiftStart }: Shift,
  before: Before | undefined,
  differing: readonly RoomDifference[],
): Promise<RoomCarried[]> {
  if (!before) return [];
  const { name, closedAt } = before;
  const words = before.settle.flatMap((one): RoomCarried[] =>
    one.answer ? [{ ...one, taker: one.answer.holder ?? name, takenOverAt: closedAt }] : [],
  );
  const known = new Set(differing.map(({ keyBunchId }) => keyBunchId));
  const all = new Map([...before.carried, ...words].map((one) => [one.keyBunchId, one]));
  const asked = [...all.values()].filter(({ keyBunchId }) => !known.has(keyBunchId));
  if (asked.length === 0) return [];
  const open = await rows(
    tx,
    sql<{ id: number }>`select b.id
      from unnest(${asked.map(({ keyBunchId }) => keyBunchId)}::int[], ${asked.map(({ kind }) => kind)}::text[],
          ${asked.map(({ takenOverAt }) => takenOverAt)}::timestamptz[]) w (id, kind, at)
        join key_bunches b on b.id = w.id
      where b.location_id = ${locationId} and (b.status = 'missing' and b.missing_since < ${shiftStart}::timestamptz
        or w.kind = 'not_seen' and b.status not in ('missing', 'issued') and coalesce(b.last_seen_at, '-infinity') < w.at
          and not exists (select from movement_history m where m.company_id = b.company_id and m.key_bunch_id = b.id
            and m."timestamp" > w.at))`,
  );
  const ids = new Set(open.map(({ id }) => id));
  return asked.filter(({ keyBunchId }) => ids.has(keyBunchId)).slice(0, ROOM_LIST_MAX);
}
