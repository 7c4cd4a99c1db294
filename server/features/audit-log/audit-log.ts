import { desc, eq } from 'drizzle-orm';
import type { AuditLog } from '../../../shared/audit-log.ts';
import { ask } from '../../database/prepared.ts';
import { auditLog } from '../../database/schema/history.ts';
import { slices } from '../../database/slices.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import type { Feature } from '../feature.ts';
import { findBunch } from '../key-bunch/key-bunch.ts';
import { actorOf } from '../movement/movement.ts';

export type Logged = {
  action: string;
  bunch?: { id: number; locationId: number };
  locationId?: number;
  description: string;
  details?: Record<string, unknown>;
};

const COLUMNS = `action, key_bunch_id, location_id, description, details, user_first_name, user_last_name, user_email`;
const INSERT = `insert into audit_log (${COLUMNS}) select ${COLUMNS} from jsonb_to_recordset($1::jsonb) as entry (action text,
  key_bunch_id int, location_id int, description text, details jsonb, user_first_name text, user_last_name text, user_email text)`;

/** Writes to the audit log what the same transaction did; after the movements, as it takes the same chain lock. */
export const recordAuditLog = (tx: Tx, me: Member, logged: Logged): Promise<void> =>
  recordAuditLogs(tx, me, [logged]);

/** The same of many things at once, in their order. */
export async function recordAuditLogs(tx: Tx, me: Member, all: Logged[]): Promise<void> {
  for (const some of slices(all)) {
    const entries = some.map(({ action, bunch, locationId, description, details }) => ({
      action,
      key_bunch_id: bunch?.id ?? null,
      location_id: bunch?.locationId ?? locationId ?? null,
      description,
      details: details ?? {},
      user_first_name: me.firstName,
      user_last_name: me.lastName,
      user_email: me.email,
    }));
    await ask(tx, INSERT, [JSON.stringify(entries)]);
  }
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
