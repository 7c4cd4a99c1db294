import { desc, eq } from 'drizzle-orm';
import type { AuditLog } from '../../../shared/audit-log.ts';
import { auditLog } from '../../database/schema/history.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import type { Feature } from '../feature.ts';
import { findBunch } from '../key-bunch/key-bunch.ts';
import { actorOf } from '../movement/movement.ts';

type Logged = {
  action: string;
  bunch?: { id: number; locationId: number };
  locationId?: number;
  description: string;
  details?: Record<string, unknown>;
};

/** Writes to the audit log what the same transaction did; after the movements, as it takes the same chain lock. */
export async function recordAuditLog(
  tx: Tx,
  me: Member,
  { action, bunch, locationId, description, details }: Logged,
): Promise<void> {
  await tx.insert(auditLog).values({
    action,
    keyBunchId: bunch?.id,
    locationId: bunch?.locationId ?? locationId,
    description,
    details: details ?? {},
    userFirstName: me.firstName,
    userLastName: me.lastName,
    userEmail: me.email,
  });
}

/**
 * The log of one bunch, newest first, as far as the caller may see it; of a deleted one too. A bunch that never was, or of which the
 * caller may see nothing: 404.
 */
const listAuditLogs: Feature<'listAuditLogs'> = async ({ tx, query }) => {
  const rows = await tx
    .select()
    .from(auditLog)
    .where(eq(auditLog.keyBunchId, query.keyBunchId))
    .orderBy(desc(auditLog.seq));
  if (rows.length === 0) await findBunch(tx, query.keyBunchId);
  return rows.map(
    (row): AuditLog => ({
      id: row.id,
      action: row.action,
      keyBunchId: row.keyBunchId,
      description: row.description,
      timestamp: row.timestamp,
      user: actorOf(row.userFirstName, row.userLastName, row.userEmail),
      details: row.details,
    }),
  );
};

export const auditLogFeatures = { listAuditLogs };
