import type { Session } from '../../../shared/session.ts';
import { fullName } from '../../../shared/user-name.ts';
import { row, rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkConfirmed } from '../../identity/confirmation.ts';
import { notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';

/** The caller's own sessions: this one first, then by last use. */
const listSessions: Feature<'listSessions'> = ({ tx }) =>
  rows(
    tx,
    sql<Session>`select id, device, address, signed_in_by as "signedInBy", created_at as "signedInAt",
      used_at as "lastUsedAt", is_current as "isCurrent" from own_sessions()`,
  );

/** Ends a session on every server, as each transaction reads it. The caller's own needs no confirmation. */
const endSession: Feature<'endSession'> = async ({ tx, me, params }) => {
  const current = await row(tx, sql<{ id: number | null }>`select own_session() as id`);
  if (params.id !== current?.id) checkConfirmed(me);
  const [ended] = await end(tx, params.id);
  if (!ended) throw notFound('Session not found');
  await log(tx, me, `signed out ${ended.device || 'an unknown device'}`, [ended]);
  return { message: 'Signed out' };
};

/** Ends all sessions but the caller's. */
const endOtherSessions: Feature<'endOtherSessions'> = async ({ tx, me }) => {
  const ended = await end(tx, null);
  if (ended.length > 0) await log(tx, me, 'signed out everywhere else', ended);
  return { message: 'Signed out everywhere else' };
};

type Ended = { device: string };
const end = (tx: Tx, one: number | null) => rows(tx, sql<Ended>`select device from end_own_sessions(${one})`);

const log = (tx: Tx, me: Member, did: string, ended: Ended[]) =>
  recordAuditLog(tx, me, {
    action: 'user_sessions_end',
    description: `${fullName(me)} ${did}`,
    details: {
      userId: me.userId,
      sessions: ended.length,
      devices: [...new Set(ended.map(({ device }) => device || null))],
    },
  });

export const sessionFeatures = { listSessions, endSession, endOtherSessions };
