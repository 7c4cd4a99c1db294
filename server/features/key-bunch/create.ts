import { FALLBACK_TYPES } from '../../../shared/key-bunch-words.ts';
import { choicesOf } from '../../../shared/setting-labels.ts';
import { refuse } from '../../refusal.ts';
import { enforcePlanLimit, lockPlan } from '../company/plan.ts';
import type { Feature } from '../feature.ts';
import { linkCode } from '../label/label.ts';
import { lockLocation } from '../location/location.ts';
import { checkChoice, readSettings } from '../setting/setting.ts';
import { readKeyBunch } from './key-bunch.ts';
import { lockLinkedPremises } from './linked-premises.ts';
import { addBunches, logAdded, type NewBunch } from './registration.ts';
import { checkSerial } from './serial.ts';

/** Registers a bunch. Default type: the first offered one; default status: active. */
const createKeyBunch: Feature<'createKeyBunch'> = async ({ tx, me, body }) => {
  const { description, premisesIds, labelCode, ...sent } = body;
  if (sent.status === 'issued') throw refuse(400, 'Use issue to issue keys');
  if (sent.status === 'in_use') throw refuse(400, 'Unknown status');
  if (sent.status) await checkChoice(tx, 'statuses', sent.status, 'Unknown status');
  const type = sent.type ?? choicesOf(await readSettings(tx), 'keyTypes')[0]?.value ?? FALLBACK_TYPES[0];
  await checkChoice(tx, 'keyTypes', type, 'Unknown type');
  const plan = await lockPlan(tx);
  const at = await lockLocation(tx, sent.locationId);
  const linked = await lockLinkedPremises(tx, premisesIds);
  await checkSerial(tx, sent.nfcSerial);
  await enforcePlanLimit(tx, plan, 'keys');
  const bunch: NewBunch = {
    identifier: sent.identifier,
    type,
    currentTag: sent.currentTag,
    nfcSerial: sent.nfcSerial ?? null,
    status: sent.status ?? 'active',
    keyCount: sent.keyCount ?? 1,
    fobCount: sent.fobCount ?? 0,
    keyDescription: sent.keyDescription ?? description ?? null,
    notes: sent.notes ?? null,
    position: sent.position ?? null,
    at,
    linked: linked ?? [],
  };
  const [id = 0] = await addBunches(tx, [bunch]);
  await logAdded(tx, me, [{ ...bunch, id }]);
  if (labelCode)
    await linkCode(tx, me, { id, identifier: bunch.identifier, locationId: at.id }, labelCode, 'labelCode');
  return readKeyBunch(tx, id);
};

export const keyBunchCreateFeatures = { createKeyBunch };
