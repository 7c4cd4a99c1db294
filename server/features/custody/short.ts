import { eq } from 'drizzle-orm';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { keyBunches } from '../../database/schema/register.ts';
import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { lockKeyBunch, readKeyBunch } from '../key-bunch/key-bunch.ts';
import { recordMovements } from '../movement/movement.ts';

/** Ends a shortage: all keys were found, or the counted ones become the set's registered number. */
const settleShort: Feature<'settleShort'> = async ({ tx, me, params, body }) => {
  const writtenOff = body.outcome === 'written_off';
  if (writtenOff && !hasPermission(me, 'key:edit')) throw refuse(403, REFUSALS.forbidden);
  const bunch = await lockKeyBunch(tx, params.id);
  if (bunch.shortSince === null) throw refuse(409, 'These keys are complete');
  const keys = bunch.keysPresent ?? bunch.keyCount;
  const fobs = bunch.fobsPresent ?? bunch.fobCount;
  if (writtenOff && keys === 0)
    throw refuse(409, 'A set has at least one key', { detail: 'Delete the set instead.' });
  await tx
    .update(keyBunches)
    .set({ keysPresent: null, fobsPresent: null, ...(writtenOff && { keyCount: keys, fobCount: fobs }) })
    .where(eq(keyBunches.id, bunch.id));
  await recordMovements(tx, me, [
    {
      action: 'status_change',
      bunch,
      at: bunch.location,
      details: {
        short: body.outcome,
        keysCounted: writtenOff ? keys : bunch.keyCount,
        fobsCounted: writtenOff ? fobs : bunch.fobCount,
        ...(bunch.shortNote && { missingNote: bunch.shortNote }),
        ...(body.reason && { reason: body.reason }),
        ...(writtenOff && {
          changes: {
            keyCount: { from: bunch.keyCount, to: keys },
            fobCount: { from: bunch.fobCount, to: fobs },
          },
        }),
      },
    },
  ]);
  return readKeyBunch(tx, bunch.id);
};

export const shortFeatures = { settleShort };
