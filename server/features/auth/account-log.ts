import type { Member, Tx } from '../../database/transactions.ts';
import { recordAuditLogAs } from '../history/log.ts';

/**
 * Logs a change of a user's own account in their company ("Dana Holt changed their password"), as that user in a system transaction. Users
 * without a company have no log.
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
