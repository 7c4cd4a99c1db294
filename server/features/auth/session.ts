import type { Session, SignedInBy } from '../../../shared/session.ts';
import { fullName } from '../../../shared/user-name.ts';
import { ask } from '../../database/prepared.ts';
import { isoOf } from '../../database/schema/columns.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkConfirmed } from '../../identity/confirmation.ts';
import { notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';

type Row = {
  id: number;
  device: string | null;
  address: string | null;
  signed_in_by: SignedInBy | null;
  created_at: string;
  used_at: string;
  is_current: boolean;
};

/** The caller's own sessions: this one first, then by last use. */
const listSessions: Feature<'listSessions'> = async ({ tx }) => {
  const rows = await ask<Row>(tx, 'select * from own_sessions()', []);
  return rows.map(
    ({ id, device, address, signed_in_by, created_at, used_at, is_current }): Session => ({
      id,
      device,
      address,
      signedInBy: signed_in_by,
      signedInAt: isoOf(created_at),
      lastUsedAt: isoOf(used_at),
      isCurrent: is_current,
    }),
  );
};

/** Ends a session on every server, as each transaction reads it. The caller's own needs no confirmation. */
const endSession: Feature<'endSession'> = async ({ tx, me, params }) => {
  const [{ own } = { own: null }] = await ask<{ own: number | null }>(tx, 'select own_session() as own', []);
  if (params.id !== own) checkConfirmed(me);
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
const end = (tx: Tx, one: number | null) => ask<Ended>(tx, 'select device from end_own_sessions($1)', [one]);

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
