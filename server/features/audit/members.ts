import type { AuditMember, AuditPeople, CountedBy } from '../../../shared/audit.ts';
import { splitByHook } from '../../../shared/audit-parts.ts';
import { fullName } from '../../../shared/user-name.ts';
import { type auditMembers, auditSessions } from '../../database/schema/history.ts';
import { assign, raw, row, rows, run, sql } from '../../database/sql.ts';
import type { NewRowOf } from '../../database/table.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { actorOf, recordAuditLog } from '../history/log.ts';
import {
  ACCOUNT,
  type Account,
  findSession,
  isHidden,
  lockSession,
  readingsOf,
  type SessionRow,
} from './session.ts';

type Heard = Partial<Pick<NewRowOf<typeof auditMembers>, 'device' | 'unsent' | 'lastScanId'>>;

/**
 * The caller takes part in the session: joins it, comes back, or was heard again. Without `unsent` one fewer count waits on their device. The
 * session is locked.
 */
export async function hear(tx: Tx, { id }: Pick<SessionRow, 'id'>, heard: Heard = {}): Promise<void> {
  const { device = null, unsent = null, lastScanId = null } = heard;
  await run(
    tx,
    sql`insert into audit_members (audit_session_id, device, unsent, last_scan_id)
      values (${id}, ${device}, ${unsent ?? 0}, ${lastScanId})
      on conflict (company_id, audit_session_id, user_id) do update set heard_at = clock(), left_at = null,
        unsent = coalesce(${unsent}, greatest(audit_members.unsent - 1, 0)), device = coalesce(excluded.device, audit_members.device),
        last_scan_id = coalesce(excluded.last_scan_id, audit_members.last_scan_id)`,
  );
}

type Membership = Omit<AuditMember, 'user'> & Account & { auditSessionId: number };

/** The members of sessions, longest there first. */
export async function readMembers(tx: Tx, ids: number[]): Promise<Map<number, AuditMember[]>> {
  const found = await rows(
    tx,
    sql<Membership>`
      select m.audit_session_id as "auditSessionId", m.user_id as "userId", m.device, m.joined_at as "joinedAt", m.left_at as "leftAt",
        m.heard_at as "heardAt", m.unsent, m.counted, ${ACCOUNT},
        coalesce(e.identifier, s.identifier) as "last.identifier",
        case when s.revision is null then b.position else s.hook end as "last.position", s.done_at as "last.doneAt"
      from audit_members m join users on users.id = m.user_id
      left join audit_scans s on s.id = m.last_scan_id
      left join audit_expected e on e.audit_session_id = m.audit_session_id and e.key_bunch_id = s.key_bunch_id
      left join key_bunches b on b.id = s.key_bunch_id
      where m.audit_session_id = any (${ids}) order by m.joined_at, m.user_id`,
  );
  const members = new Map<number, AuditMember[]>(ids.map((id) => [id, []]));
  for (const { auditSessionId, firstName, lastName, email, ...one } of found)
    members.get(auditSessionId)?.push({ ...one, user: actorOf(firstName, lastName, email) });
  return members;
}

/** The members and the parts of a session. */
export async function readPeople(tx: Tx, id: number): Promise<AuditPeople> {
  const session = await row(
    tx,
    sql<Pick<SessionRow, 'parts'>>`select parts from audit_sessions where id = ${id}`,
  );
  return { members: (await readMembers(tx, [id])).get(id) ?? [], parts: session?.parts ?? [] };
}

/** Counts anew how many sets and hooks each member read, or saw: readings of a blind audit are compared when it is completed. */
export const recount = (tx: Tx, session: SessionRow) =>
  run(
    tx,
    sql`update audit_members m set counted = ${
      isHidden(session)
        ? readingsOf(sql`${session.id}`, raw('m.user_id'))
        : sql`(select count(*) from audit_expected e join audit_scans s on s.id = e.seen_scan_id
            where e.audit_session_id = ${session.id} and s.performed_by = m.user_id)`
    } where m.audit_session_id = ${session.id}`,
  );

type Counter = { userId: number; counted: number } & Account;
/** How many sets each person saw in a row of `audit_sessions`, most first; null without any. `countedByOf` reads it. */
export const COUNTED_BY = sql<
  Counter[] | null
>`(select jsonb_agg(jsonb_build_object('userId', m.user_id, 'counted', m.counted,
    'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email) order by m.counted desc, m.user_id)
  from audit_members m join users u on u.company_id = m.company_id and u.id = m.user_id
  where m.company_id = audit_sessions.company_id and m.audit_session_id = audit_sessions.id and m.counted > 0)`;
export const countedByOf = (counters: readonly Counter[] | null): CountedBy[] =>
  (counters ?? []).map(({ userId, counted, firstName, lastName, email }) => ({
    userId,
    counted,
    user: actorOf(firstName, lastName, email),
  }));

/** Joins, or says that the screen is still open. The first who joins an idle audit takes it over, which the log keeps. */
const joinAudit: Feature<'joinAudit'> = async ({ tx, me, params, body }) => {
  const session = await lockSession(tx, params.id);
  const before = await findSession(tx, session.id);
  await hear(tx, session, { device: body.device, unsent: body.unsent ?? 0 });
  if (before.idleSince && before.performedBy !== me.userId) {
    const { locationId, locationName: location } = session;
    const starter = fullName(before);
    await recordAuditLog(tx, me, {
      action: 'audit_take_over',
      locationId,
      description: `Audit of ${location} taken over from ${starter}`,
      details: { auditSessionId: session.id, location, starter, idleSince: before.idleSince },
    });
  }
  return readPeople(tx, session.id);
};

/** Leaves; the caller's parts are free again. */
const leaveAudit: Feature<'leaveAudit'> = async ({ tx, me, params }) => {
  const session = await lockSession(tx, params.id);
  await run(
    tx,
    sql`update audit_members set left_at = clock(), heard_at = clock(), unsent = 0
      where audit_session_id = ${session.id} and user_id = ${me.userId} and left_at is null`,
  );
  if (session.parts.some(({ userId }) => userId === me.userId))
    await storeParts(
      tx,
      session,
      session.parts.map((part) => (part.userId === me.userId ? { ...part, userId: null } : part)),
    );
  return readPeople(tx, session.id);
};

/** Splits the expected sets by hook; sets without a position are one part more. */
const splitAudit: Feature<'splitAudit'> = async ({ tx, params, body: { parts: people } }) => {
  const session = await lockSession(tx, params.id);
  const present = await rows(
    tx,
    sql<{
      id: number;
    }>`select user_id as id from audit_members where audit_session_id = ${session.id} and left_at is null`,
  );
  const unknown = people.some((userId) => userId !== null && !present.some(({ id }) => id === userId));
  if (unknown) throw refuse(400, 'Unknown member');
  const expected = await rows(
    tx,
    sql<{
      position: string | null;
    }>`${session.blind ? sql`select distinct` : sql`select`} b.position from audit_expected e join key_bunches b on b.id = e.key_bunch_id
      where e.audit_session_id = ${session.id} and (e.status <> 'issued' or ${session.blind})`,
  );
  const hooks = expected.flatMap(({ position }) => position ?? []);
  const parts = splitByHook(hooks, people.length).map((part, n) => ({ ...part, userId: people[n] ?? null }));
  const rest = parts.length > 0 && hooks.length < expected.length;
  await storeParts(tx, session, rest ? [...parts, { from: null, to: null, userId: null }] : parts);
  return readPeople(tx, session.id);
};

const storeParts = (tx: Tx, { id }: SessionRow, parts: SessionRow['parts']) =>
  run(tx, sql`update audit_sessions set ${assign(auditSessions, { parts })} where id = ${id}`);

export const auditMemberFeatures = { joinAudit, leaveAudit, splitAudit };
