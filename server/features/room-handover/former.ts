import { FormerRoomHandover } from '../../../shared/room-handover.ts';
import { ROOM_HANDOVER_PAGE } from '../../../shared/room-handover-words.ts';
import { rows, sql } from '../../database/sql.ts';
import { cutPage, readCursor, writeCursor } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import type { Signed } from './read.ts';

type Line = { registerId: number; register: string; line: number; text: string; at: string };

/** Closed handovers of former registers, newest first: the lines of what the incoming person signed. */
const listFormerRoomHandovers: Feature<'listFormerRoomHandovers'> = async ({ tx, query }) => {
  const { limit = ROOM_HANDOVER_PAGE, cursor } = query;
  const after = cursor
    ? readCursor(cursor, [{ kind: 'id' }, { kind: 'time', never: undefined }, { kind: 'id' }])
    : null;
  const behind = after
    ? sql`and (e.register_id, e.at, e.line) < (${after[0]}::int, ${after[1]}::timestamptz, ${after[2]}::int)`
    : sql``;
  const found = await rows(
    tx,
    sql<Line>`select e.register_id as "registerId", r.name as register, e.line, e.text, e.at
      from former_entries e join former_registers r on r.company_id = e.company_id and r.id = e.register_id
      where e.file = 'room-handovers' and e.at is not null ${behind}
      order by e.register_id desc, e.at desc, e.line desc limit ${limit + 1}`,
  );
  const { shown, next } = cutPage(found, limit, ({ registerId, at, line }) =>
    writeCursor([registerId, at, line]),
  );
  return new Page(shown.flatMap(handoverOf), null, next);
};

type Entry = {
  hash: string;
  entry: [
    ...[format: number, what: string, company: number, id: number, locationId: number, location: string],
    ...[shiftStart: number, side: string],
    [number, string, number, Signed, number, string | null, string | null],
  ];
};

/** A handover as it was signed; none when this version cannot show it. It stays in the archive. */
function handoverOf({ registerId, register, line, text, at }: Line): FormerRoomHandover[] {
  const { hash, entry } = JSON.parse(text) as Entry;
  const [, , , , , location, shiftStart, , [userId, name, , signed, number, aloneReason]] = entry;
  const { outgoing, figures, check, settle, notes } = signed;
  const read = FormerRoomHandover.safeParse({
    ...{
      id: line,
      registerId,
      register,
      number,
      location,
      aloneReason,
      outgoing,
      figures,
      check,
      settle,
      notes,
    },
    shiftStart: new Date(shiftStart / 1000).toISOString(),
    closedAt: at,
    incoming: { userId, name, signedAt: at, sha256: hash },
  });
  return read.success ? [read.data] : [];
}

export const formerRoomHandoverFeatures = { listFormerRoomHandovers };
