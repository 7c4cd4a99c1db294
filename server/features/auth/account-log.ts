import type { Member, Tx } from '../../database/transactions.ts';
import { recordAuditLogAs } from '../history/log.ts';

/**
 * A line in the company's log about what somebody did with their own account ("Dana Holt changed their password"), written as that person
 * in a system transaction; somebody without a company has no log.
 */
export async function noteOfAccount(
  tx: Tx,
  member: Member | null,
  { action, did, details }: { action: string; did: string; details?: Record<string, unknown> },
): Promise<void> {
  if (!member) return;
  await recordAuditLogAs(tx, member, {
    action,
    description: `${[member.firstName, member.lastName].filter(Boolean).join(' ') || member.email} ${did}`,
    details: { userId: member.userId, ...details },
  });
}
