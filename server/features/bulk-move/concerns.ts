import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { BulkMovePlan, MoveConcern } from '../../../shared/bulk-move.ts';
import type { LocationRef } from '../../../shared/location.ts';
import { auditSessions } from '../../database/schema/audits.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../http/refusal.ts';
import { expired, selectSessions, sessionOf } from '../audit/session.ts';

type Concerns = Pick<BulkMovePlan, 'concerns' | 'auditsAtTo'>;
type To = LocationRef & { status: string };

/** What speaks against moving keys of a type, or of all, to a location. */
export async function concernsOf(tx: Tx, to: To | null, type: string | null | undefined): Promise<Concerns> {
  if (!to) return { concerns: [], auditsAtTo: [] };
  const open = await selectSessions(tx)
    .where(
      and(
        eq(auditSessions.locationId, to.id),
        eq(auditSessions.status, 'in_progress'),
        sql`not (${expired})`,
        type ? or(isNull(auditSessions.keyType), eq(auditSessions.keyType, type)) : undefined,
      ),
    )
    .orderBy(asc(auditSessions.id));
  const concerns: MoveConcern[] = [];
  if (to.status !== 'active') concerns.push('to_limited');
  if (open.length > 0) concerns.push('to_audited');
  return {
    concerns,
    auditsAtTo: open.map(sessionOf).map(({ user, keyType, startTime }) => ({ user, keyType, startTime })),
  };
}

const WORDS: Record<MoveConcern, string> = {
  to_limited: 'is limited',
  to_audited: 'is being audited',
};

/** Refuses a move whose mover has not been told of what speaks against it. */
export async function checkConcerns(
  tx: Tx,
  to: To,
  type: string | null,
  accepted: readonly MoveConcern[],
): Promise<void> {
  const { concerns } = await concernsOf(tx, to, type);
  const unknown = concerns.filter((concern) => !accepted.includes(concern));
  if (unknown.length === 0) return;
  const what = unknown.map((concern) => WORDS[concern]).join(' and ');
  throw refuse(409, `${to.name} ${what}. Nothing was moved. Check the move and try again.`, {
    code: 'move_concerns',
    quotes: true,
  });
}
