import { eq } from 'drizzle-orm';
import { fullName } from '../../../shared/user-name.ts';
import { archivedKeyBunches, keyBunches } from '../../database/schema/register.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../http/refusal.ts';
import { recordAuditLog } from '../audit-log/audit-log.ts';
import type { Feature } from '../feature.ts';
import { recordMovements } from '../movement/movement.ts';
import { type Bunch, lockKeyBunch } from './key-bunch.ts';

/** Archives a bunch and writes why, in one transaction; an issued one stays. */
const deleteKeyBunch: Feature<'deleteKeyBunch'> = async ({ tx, me, params, body }) => {
  const bunch = await lockKeyBunch(tx, params.id);
  if (bunch.status === 'issued') {
    throw refuse(409, 'Keys are currently issued. Return them or mark them missing before deleting.');
  }
  const reason = body?.reason ?? null;
  const deletedAt = await archive(tx, me, bunch, reason);
  await tx.delete(keyBunches).where(eq(keyBunches.id, bunch.id));
  await recordMovements(tx, me, [
    {
      action: 'deleted',
      bunch,
      at: bunch.location,
      oldTag: bunch.currentTag,
      details: {
        identifier: bunch.identifier,
        currentTag: bunch.currentTag,
        keyCount: bunch.keyCount,
        fobCount: bunch.fobCount,
        keyDescription: bunch.keyDescription,
        description: bunch.keyDescription,
        locationName: bunch.location.name,
        type: bunch.type,
        nfcSerial: bunch.nfcSerial,
        oldStatus: bunch.status,
        reason,
        deletedBy: fullName(me),
        deletedAt,
      },
    },
  ]);
  await recordAuditLog(tx, me, {
    action: 'delete',
    bunch,
    description: reason ? `Deleted: ${reason}` : 'Deleted',
  });
  return { message: 'Key bunch deleted' };
};

/** Keeps the bunch by value and answers when it was deleted. */
async function archive(tx: Tx, me: Member, bunch: Bunch, reason: string | null): Promise<string | null> {
  const [archived] = await tx
    .insert(archivedKeyBunches)
    .values({
      originalId: bunch.id,
      identifier: bunch.identifier,
      type: bunch.type,
      currentTag: bunch.currentTag,
      nfcSerial: bunch.nfcSerial,
      locationId: bunch.locationId,
      locationName: bunch.location.name,
      status: bunch.status,
      keyCount: bunch.keyCount,
      fobCount: bunch.fobCount,
      keyDescription: bunch.keyDescription,
      notes: bunch.notes,
      createdAt: bunch.createdAt,
      lastUpdated: bunch.lastUpdated,
      deletedBy: me.userId,
      deletionReason: reason,
    })
    .returning({ deletedAt: archivedKeyBunches.deletedAt });
  return archived?.deletedAt ?? null;
}

export const keyBunchDeleteFeatures = { deleteKeyBunch };
