import type { RoomCarried, RoomDifference } from '../../../shared/room-handover.ts';
import { ROOM_LIST_MAX } from '../../../shared/room-handover-words.ts';
import { row, rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import type { Shift } from './figures.ts';

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
