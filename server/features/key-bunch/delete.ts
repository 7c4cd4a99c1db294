import { fullName } from '../../../shared/user-name.ts';
import { rows, run, slices, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { cancelOfSets } from '../custody/reserved.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLogs, recordMovements } from '../history/log.ts';
import { type Bunch, lockKeyBunch } from './key-bunch.ts';

/** Archives a bunch with a reason; an issued one is refused. */
const deleteKeyBunch: Feature<'deleteKeyBunch'> = async ({ tx, me, params, body }) => {
  const bunch = await lockKeyBunch(tx, params.id);
  if (bunch.status === 'issued') {
    throw refuse(409, 'Keys are currently issued. Return them or mark them missing before deleting.', {
      code: 'keys_out',
    });
  }
  await removeBunches(tx, me, [bunch], body?.reason ?? null);
  return { message: 'Key bunch deleted' };
};

export const keyBunchDeleteFeatures = { deleteKeyBunch };

const archive = (ids: number[], by: number, reason: string | null) => sql<{
  id: number;
  at: string;
}>`insert into archived_key_bunches (original_id, identifier, type, current_tag, nfc_serial, location_id, location_name, status,
    key_count, fob_count, key_description, notes, created_at, last_updated, deleted_by, deletion_reason)
  select b.id, b.identifier, b.type, b.current_tag, b.nfc_serial, b.location_id, l.name, b.status, b.key_count, b.fob_count,
    b.key_description, b.notes, b.created_at, b.last_updated, ${by}, ${reason}
  from key_bunches b join locations l on l.company_id = b.company_id and l.id = b.location_id
  where b.id = any (${ids}::int[]) order by b.id
  returning original_id as id, deleted_at as at`;

/** Batch size: statements stay well below their timeout on a slow machine. */
const BATCH = 500;

/** Archives locked bunches with a reason: every delete of one or many. */
export async function removeBunches(
  tx: Tx,
  me: Member,
  bunches: Bunch[],
  reason: string | null,
): Promise<void> {
  await cancelOfSets(tx, me, bunches);
  const deletedAt = new Map<number, string>();
  for (const some of slices(bunches, BATCH)) {
    const ids = some.map(({ id }) => id);
    for (const { id, at } of await rows(tx, archive(ids, me.userId, reason))) deletedAt.set(id, at);
    await run(tx, sql`delete from key_bunches where id = any (${ids}::int[])`);
  }
  await recordMovements(
    tx,
    me,
    bunches.map((bunch) => ({
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
        deletedAt: deletedAt.get(bunch.id) ?? null,
      },
    })),
  );
  await recordAuditLogs(
    tx,
    me,
    bunches.map((bunch) => ({
      action: 'delete',
      bunch,
      description: reason ? `Deleted: ${reason}` : 'Deleted',
    })),
  );
}
