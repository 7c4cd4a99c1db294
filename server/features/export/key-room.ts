import type { Kiosk } from '../../../shared/kiosk.ts';
import type { RoomFigures } from '../../../shared/room-handover.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { rows, sql } from '../../database/sql.ts';
import { APPROVALS, type Stored } from '../approval/question.ts';
import type { Read } from '../feature.ts';
import { KIOSKS } from '../kiosk/kiosk.ts';
import { byId, pagesOf } from './register.ts';
import { type Table, text } from './tables.ts';

type Room = { id: number };
type RoomSignature = Room & { side: string; hash: string; entry: string };

/**
 * room-handovers.jsonl: each handover with its answers, and a line for each signature: its hash, and the hashed array exactly as PostgreSQL
 * writes it.
 */
export async function* roomHandoverLines(read: Read): AsyncGenerator<string> {
  const handovers = sql<Room>`select id, location_id as "locationId", location_name as "locationName", number, started_at as "startedAt",
      outgoing_id as "outgoingId", outgoing_name as "outgoingName", incoming_id as "incomingId", incoming_name as "incomingName",
      alone_reason as "aloneReason", previous_id as "previousId", shift_start as "shiftStart", start_seq as "startSeq", end_seq as "endSeq",
      check_kind as "checkKind", check_session_id as "checkSessionId", check_reason as "checkReason", notes, figures, differences,
      cancelled_at as "cancelledAt", cancelled_by_name as "cancelledBy",
      (select coalesce(jsonb_agg(jsonb_build_object('keyBunchId', i.key_bunch_id, 'identifier', i.identifier, 'kind', i.kind, 'word', i.word,
        'holder', i.holder_name, 'until', i.until_at, 'note', i.note, 'by', i.said_by_name, 'at', i.said_at) order by i.key_bunch_id), '[]')
        from (select * from room_handover_items one where one.company_id = room_handovers.company_id
          and one.room_handover_id = room_handovers.id order by one.key_bunch_id limit 1000) i) as items
    from room_handovers`;
  for await (const one of byId(read, handovers)) yield JSON.stringify({ record: 'room_handover', ...one });
  const signatures = (
    last: RoomSignature | undefined,
    limit: number,
  ) => sql<RoomSignature>`select h.id, s.side,
      encode(case s.side when 'outgoing' then h.outgoing_hash else h.incoming_hash end, 'hex') as hash, room_text(h, s.side) as entry
    from room_handovers h, unnest(array['incoming', 'outgoing']) s (side)
    where case s.side when 'outgoing' then h.outgoing_hash else h.incoming_hash end is not null
      and (h.id, s.side) > (${last?.id ?? 0}, ${last?.side ?? ''}) order by h.id, s.side limit ${limit}`;
  for await (const { hash, entry } of pagesOf(read, signatures, SIGNATURES))
    yield `{"record":"signature","hash":"${hash}","entry":${entry}}`;
}

/** Signatures in a read: each may have lists of a thousand sets. */
const SIGNATURES = 20;

type Handover = {
  id: number;
  number: number | null;
  figures: RoomFigures | null;
  differences: number | null;
} & Record<'place' | 'shiftStart' | 'startedAt', string> &
  Record<
    | 'outgoing'
    | 'incoming'
    | 'aloneReason'
    | 'closedAt'
    | 'cancelledAt'
    | 'notes'
    | 'outgoingHash'
    | 'incomingHash',
    string | null
  >;
const FIGURES = [
  ...(['outAtStart', 'issued', 'returned', 'lost', 'moved', 'undone', 'late'] as const),
  ...(['out', 'overdue', 'missing', 'short'] as const),
];

/** Room handovers with their figures and the hashes of what was signed. */
export const roomHandoverTable: Table<Handover> = {
  head: [
    ...[
      'Sheet',
      'Location',
      'Shift since',
      'Begun',
      'Closed',
      'Cancelled',
      'Outgoing',
      'Incoming',
      'No outgoing person',
    ],
    ...[
      'Out at start',
      'Issued',
      'Returned',
      'Reported missing',
      'Moved',
      'Undone',
      'Late',
      'Out',
      'Overdue',
      'Missing',
      'Short',
    ],
    ...['Differences', 'Notes', 'SHA-256 outgoing', 'SHA-256 incoming'],
  ],
  page: (tx, after, limit) =>
    rows(
      tx,
      sql<Handover>`select id, number, location_name as place, shift_start as "shiftStart", started_at as "startedAt",
          incoming_signed_at as "closedAt", cancelled_at as "cancelledAt", outgoing_name as outgoing, incoming_name as incoming,
          alone_reason as "aloneReason", figures, differences, notes, encode(outgoing_hash, 'hex') as "outgoingHash",
          encode(incoming_hash, 'hex') as "incomingHash"
        from room_handovers where id > ${after} order by id limit ${limit}`,
    ),
  row: (one) => [
    ...[
      text(one.number),
      one.place,
      one.shiftStart,
      one.startedAt,
      text(one.closedAt),
      text(one.cancelledAt),
    ],
    ...[text(one.outgoing), text(one.incoming), text(one.aloneReason)],
    ...FIGURES.map((key) => text(one.figures?.[key])),
    ...[text(one.differences), text(one.notes), text(one.outgoingHash), text(one.incomingHash)],
  ],
};

type Approved = Stored & { identifier: string };

/** Questions for a second person, with what became of them. */
export const approvalTable: Table<Approved> = {
  head: [
    ...['Number', 'Set ID', 'Kind', 'For', 'Purpose', 'Due back', 'Asked by', 'Asked', 'Expires'],
    ...['State', 'Decided by', 'Decided', 'How', 'Emergency'],
  ],
  page: (tx, after, limit) =>
    rows(
      tx,
      sql<Approved>`select one.*, b.identifier from (${APPROVALS} where a.id > ${after} order by a.id limit ${limit}) one
        join key_bunches b on b.id = one."keyBunchId" order by one.id`,
    ),
  row: (one) => [
    ...[String(one.id), one.identifier, one.kind, text(one.holderName), text(one.purpose), text(one.dueAt)],
    ...[one.askedBy, one.askedAt, one.expiresAt, one.state, text(one.decidedBy), text(one.decidedAt)],
    ...[text(one.how), text(one.emergencyReason)],
  ],
};

/** Kiosks, without what makes a tablet one. The numbers of people are in no file. */
export const kioskTable: Table<Kiosk> = {
  head: [
    'Name',
    'Location',
    'Types',
    'Opens',
    'Closes',
    'State',
    'Added by',
    'Added',
    'Revoked by',
    'Revoked',
  ],
  page: (tx, after, limit) =>
    rows(tx, sql<Kiosk>`${KIOSKS} where k.id > ${after} order by k.id limit ${limit}`),
  row: (one, known) => [
    ...[one.name, one.location.name, one.keyTypes.map((type) => labelOf(known, 'keyTypes', type)).join('\n')],
    ...[one.opensAt ?? '', one.closesAt ?? '', one.state, one.createdBy, one.createdAt],
    ...[one.revokedBy ?? '', one.revokedAt ?? ''],
  ],
};
