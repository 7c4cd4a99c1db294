import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { lockKeyBunch } from './key-bunch.ts';
import { removeBunches } from './removal.ts';

/** Archives a bunch with a reason; an issued one is refused. */
const deleteKeyBunch: Feature<'deleteKeyBunch'> = async ({ tx, me, params, body }) => {
  const bunch = await lockKeyBunch(tx, params.id);
  if (bunch.status === 'issued') {
    throw refuse(409, 'Keys are currently issued. Return them or mark them missing before deleting.');
  }
  await removeBunches(tx, me, [bunch], body?.reason ?? null);
  return { message: 'Key bunch deleted' };
};

export const keyBunchDeleteFeatures = { deleteKeyBunch };
