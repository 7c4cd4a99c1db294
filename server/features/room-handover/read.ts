import { seesEverywhere } from '../../../shared/grant.ts';
import { effectivePermissions, hasAllPermissions, type Permission } from '../../../shared/permissions.ts';
import type {
  OneRoomHandover,
  RoomAudit,
  RoomCarried,
  RoomCheck,
  RoomDifference,
  RoomFigures,
  RoomHandover,
  RoomOut,
  RoomPerson,
} from '../../../shared/room-handover.ts';
import { ROOM_HANDOVER_PAGE, ROOM_LIST_MAX } from '../../../shared/room-handover-words.ts';
import { all, raw, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import { type UserRow, userFields } from '../auth/auth.ts';
import { cutIdPage, idBehind } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import {
  readBefore,
  readCarried,
  readDifferences,
  readFigures,
  readOutSets,
  type Shift,
  unansweredOf,
} from './figures.ts';
import { changedSets, readOf } from './what-was-read.ts';

/**
 * What a person signs: all of the handover as it was then; lists up to ROOM_LIST_MAX, `differences` of them in all. `entry` and `entryHash` are
 * the end of the history.
 */
export type Signed = {
  outgoing: RoomPerson | null;
  differences: number;
  figures: RoomFigures;
  check: RoomCheck | null;
  carried: RoomCarried[];
  settle: RoomDifference[];
  out: RoomOut[];
  notes: string | null;
  entry: number;
  entryHash: string;
};

const LISTED = raw(`h.id, h.number, h.location_id as "location.id", h.location_name as "location.name",
  case when h.cancelled_at is not null then 'cancelled' when h.incoming_hash is not null then 'closed' else 'open' end as state,
  h.shift_start as "shiftStart", h.started_at as "startedAt",
  h.outgoing_id as "outgoing.userId", h.outgoing_name as "outgoing.name", h.outgoing_signed_at as "outgoing.signedAt",
  encode(h.outgoing_hash, 'hex') as "outgoing.sha256",
  h.incoming_id as "incoming.userId", h.incoming_name as "incoming.name", h.incoming_signed_at as "incoming.signedAt",
  encode(h.incoming_hash, 'hex') as "incoming.sha256",
  h.alone_reason as "aloneReason", h.incoming_signed_at as "closedAt", h.cancelled_at as "cancelledAt", h.cancelled_by_name as "cancelledBy",
  h.figures, h.differences`);

/** A handover as its row has it. */
export type Row = RoomHandover &
  Omit<Shift, 'locationId'> & {
    revision: number;
    previousId: number | null;
    checkKind: RoomCheck['kind'] | null;
    checkReason: string | null;
    notes: string | null;
    endSeq: number | null;
    signed: Signed | null;
    signedCheck: RoomCheck | null;
    signedFigures: RoomFigures | null;
    signedLists: Pick<Signed, 'settle' | 'out'> | null;
  };

const WHOLE = sql<Row>`select ${LISTED}, h.revision, h.previous_id as "previousId", h.check_kind as "checkKind",
    h.check_session_id as "checkSessionId", h.check_reason as "checkReason", h.notes, h.start_seq as "startSeq", h.end_seq as "endSeq",
    h.incoming_signed as signed, h.outgoing_signed->'check' as "signedCheck", h.outgoing_signed->'figures' as "signedFigures",
    h.outgoing_signed->'settle' as "signedLists.settle", h.outgoing_signed->'out' as "signedLists.out"
  from room_handovers h`;

const NOT_FOUND = 'Handover not found';

/** A handover of a location that the caller may see, locked against other changes of it. 404 without one. */
export async function lockRoomHandover(tx: Tx, id: number): Promise<Row> {
  const found = await row(tx, sql<Row>`${WHOLE} where h.id = ${id} for update of h`);
  if (!found) throw notFound(NOT_FOUND);
  return found;
}

export const shiftOf = ({ location, ...one }: Row): Shift => ({ ...one, locationId: location.id });

const STATES: Record<RoomHandover['state'], Sql> = {
  open: sql`h.cancelled_at is null and h.incoming_hash is null`,
  closed: sql`h.incoming_hash is not null`,
  cancelled: sql`h.cancelled_at is not null`,
};

const listRoomHandovers: Feature<'listRoomHandovers'> = async ({ tx, query }) => {
  const { locationId, state, limit = ROOM_HANDOVER_PAGE } = query;
  const behind = idBehind(query.cursor);
  const which = all(
    locationId !== undefined && sql`h.location_id = ${locationId}`,
    state && STATES[state],
    behind !== undefined && sql`h.id < ${behind}`,
  );
  const found = await rows(
    tx,
    sql<RoomHandover>`select ${LISTED} from room_handovers h where ${which} order by h.id desc limit ${limit + 1}`,
  );
  const { shown, next } = cutIdPage(found, limit);
  return new Page(shown, null, next);
};

const AUDITS = sql`select s.id, s.kind, s.key_type as "keyType", s.blind, coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), split_part(u.email, '@', 1), '') as by, s.end_time as "completedAt",
    coalesce(s.checked, s.total_expected) as checked, coalesce(s.as_registered, s.total_scanned) as "asRegistered"
  from audit_sessions s left join users u on u.company_id = s.company_id and u.id = s.completed_by`;
const AUDITS_MAX = 20;

/** Completed audits of the location in the shift, newest first. */
export const auditsOf = (tx: Tx, { locationId, shiftStart }: Shift): Promise<RoomAudit[]> =>
  rows(
    tx,
    sql<RoomAudit>`${AUDITS} where s.location_id = ${locationId} and s.status = 'completed' and s.end_time >= ${shiftStart}::timestamptz
      order by s.end_time desc limit ${AUDITS_MAX}`,
  );

/** The check as the outgoing person signed it, before that as it was chosen; null without one, or when its audit's completion was undone. */
export async function checkOf(
  tx: Tx,
  { checkKind, checkSessionId, checkReason, signedCheck }: Row,
): Promise<RoomCheck | null> {
  if (signedCheck) return signedCheck;
  if (checkKind === null) return null;
  if (checkKind === 'none') return { kind: 'none', audit: null, reason: checkReason };
  const audit = await row(
    tx,
    sql<RoomAudit>`${AUDITS} where s.id = ${checkSessionId} and s.status = 'completed'`,
  );
  return audit ? { kind: 'audit', audit, reason: null } : null;
}

type About = { company: string; timezone: string; openAuditId: number | null };

/** The lists of an open handover as they are now. */
export async function listsOf(tx: Tx, found: Row) {
  const shift = shiftOf(found);
  const [figures, differing, out, check, before] = await Promise.all([
    readFigures(tx, shift),
    readDifferences(tx, shift, { isWhole: true }),
    readOutSets(tx, shift),
    checkOf(tx, found),
    readBefore(tx, found.previousId),
  ]);
  const carried = await readCarried(tx, shift, before, differing);
  const content = { ...atMost(differing, out), figures, check, carried, notes: found.notes };
  return { content, differing, read: readOf(found.revision, content) };
}

/** The person who alone may sign next, by name, when they no longer may; null otherwise. */
async function cannotSign(tx: Tx, { outgoing, incoming, location }: Row): Promise<string | null> {
  const next = outgoing ? (outgoing.signedAt ? null : outgoing) : incoming;
  if (!next || (await readSigner(tx, next.userId, location.id))) return null;
  return next.name;
}

/** A handover as a whole. */
export async function wholeOf(tx: Tx, found: Row): Promise<OneRoomHandover> {
  const about = sql<About>`select c.name as company, c.timezone, (select max(s.id) from audit_sessions s
      where s.location_id = ${found.location.id} and s.status = 'in_progress') as "openAuditId" from companies c`;
  const { company = '', timezone = 'UTC', openAuditId = null } = (await row(tx, about)) ?? {};
  const before = await readBefore(tx, found.previousId);
  const {
    signed,
    endSeq,
    checkKind: _,
    checkSessionId: _id,
    checkReason: _why,
    startSeq: _seq,
    signedCheck: _check,
    signedLists,
    ...rest
  } = found;
  const whole = {
    ...{ ...rest, company, timezone, openAuditId, cannotSign: null, read: '', changed: [] },
    takenOverBy: before ? { userId: before.userId, name: before.name } : null,
  };
  if (signed) {
    const { figures, check, carried, settle, out } = signed;
    return {
      ...{ ...whole, ...atMost(settle, out), figures, check, carried },
      ...{ audits: [], unanswered: 0, entry: endSeq, changed: changedSets(signedLists, signed) },
    };
  }
  const none = { check: await checkOf(tx, found), audits: [], unanswered: 0, entry: null };
  if (found.state === 'cancelled') return { ...whole, ...none, carried: [], settle: [], out: [] };
  const [{ content, differing, read }, audits, gone] = await Promise.all([
    listsOf(tx, found),
    auditsOf(tx, shiftOf(found)),
    cannotSign(tx, found),
  ]);
  const unanswered = unansweredOf(differing).length;
  return {
    ...{ ...whole, ...none, ...content, read, audits, unanswered, cannotSign: gone },
    changed: changedSets(signedLists, content),
    differences: differing.length,
  };
}

const atMost = (settle: RoomDifference[], out: RoomOut[]) => ({
  settle: settle.slice(0, ROOM_LIST_MAX),
  out: out.slice(0, ROOM_LIST_MAX),
});

/** A handover as a whole. 404 when the caller may not see it. */
export async function readRoomHandover(tx: Tx, id: number): Promise<OneRoomHandover> {
  const found = await row(tx, sql<Row>`${WHOLE} where h.id = ${id}`);
  if (!found) throw notFound(NOT_FOUND);
  return wholeOf(tx, found);
}

const getRoomHandover: Feature<'getRoomHandover'> = ({ tx, params }) => readRoomHandover(tx, params.id);

export const roomHandoverReadFeatures = { listRoomHandovers, getRoomHandover };

/** What each of the two people may do at the location. */
export const SIGNER_RIGHTS: Permission[] = ['key:issue', 'key:return'];

type Rights = Pick<UserRow, 'role' | 'permissions' | 'customPermissions' | 'allowedLocationIds'>;

/** Whether a person may sign a handover of a location. */
export function maySign(user: Rights, locationId: number): boolean {
  const rights = { ...user, permissions: effectivePermissions(user) };
  const isAllowed = seesEverywhere(rights) || user.allowedLocationIds.includes(locationId);
  return isAllowed && hasAllPermissions(rights, SIGNER_RIGHTS);
}

/** The user of an id who may sign a handover of a location now. */
export async function readSigner(tx: Tx, userId: number, locationId: number): Promise<UserRow | undefined> {
  const user = await row(
    tx,
    sql<UserRow>`select ${userFields()} from users where id = ${userId} and is_active`,
  );
  return user && maySign(user, locationId) ? user : undefined;
}
