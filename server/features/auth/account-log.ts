import { sql } from 'drizzle-orm';
import type { Member, Tx } from '../../database/transactions.ts';
import { recordAuditLog } from '../audit-log/audit-log.ts';

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
  await tx.execute(
    sql`select set_config('app.company_id', ${String(member.companyId)}, true), set_config('app.user_id', ${String(member.userId)}, true)`,
  );
  await recordAuditLog(tx, member, {
    action,
    description: `${[member.firstName, member.lastName].filter(Boolean).join(' ') || member.email} ${did}`,
    details: { userId: member.userId, ...details },
  });
}
